/** As much of a line is read, in UTF-16 code units. */
const LONGEST = 2_000;

const ADDRESS = /(?:\b(?:https?|ftp):\/\/|\bwww\.|[\w.+-]@)[^\s<]*$/i;

/** Whether a line ends in an address, of which many readers of Markdown would take a backslash after it for a part. */
export function endsInAddress(line: string): boolean {
  return ADDRESS.test(line.slice(-LONGEST));
}

/** What makes a line break of the end of a line: a backslash, or two spaces after an address. */
export function lineBreakAfter(line: string): string {
  return endsInAddress(line) ? '  ' : '\\';
}
