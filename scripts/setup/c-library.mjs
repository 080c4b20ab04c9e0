/**
 * Whether this machine's C library is GNU's; on Linux the other is musl.
 *
 * @returns {boolean}
 */
export function hasGnuLibrary() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime !== undefined;
}
