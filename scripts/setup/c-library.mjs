/**
 * Whether this machine's C library is glibc; the alternative on Linux is musl.
 *
 * @returns {boolean}
 */
export function hasGnuLibrary() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime !== undefined;
}
