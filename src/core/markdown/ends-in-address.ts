/** As much of a line is read, in UTF-16 code units. */
const LONGEST = 2_000;

const ADDRESS = /(?:\b(?:https?|ftp):\/\/|\bwww\.|[\w.+-]@)[^\s<]*$/i;

/** True if a line ends in an address, of which many Markdown readers would take a following backslash for a part. */
export function endsInAddress(line: string): boolean {
  return ADDRESS.test(line.slice(-LONGEST));
}

/** The suffix that turns the end of a line into a line break: a backslash, or two spaces after an address. */
export function lineBreakAfter(line: string): string {
  return endsInAddress(line) ? '  ' : '\\';
}
