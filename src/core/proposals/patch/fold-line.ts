import type { Without } from './leniency.ts';

/** Printable ASCII with single spaces, of which nothing can be written otherwise. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const RUNS = /--|\.\.\./;

/**
 * The normal form by which whole lines are compared (`edits.md`, *Reading a patch*: `folded`). Quotes, dashes,
 * ellipses, spaces, normal forms and indentation are alike, unless `without` names them.
 */
export function foldLine(line: string, without: Without): string {
  if (PLAIN.test(line) && !RUNS.test(line)) return line;
  let folded = without.has('normal_form') ? line : line.normalize('NFC');
  if (!without.has('quotes')) {
    folded = folded
      .replaceAll(/[\u2018\u2019\u201a\u201b\u02bc]/g, "'")
      .replaceAll(/[\u201c-\u201f\u00ab\u00bb]/g, '"');
  }
  if (!without.has('dashes')) folded = folded.replaceAll(/[-\u2010-\u2015\u2212]+/g, '-');
  if (!without.has('ellipses')) folded = folded.replaceAll(/[.\u2026]{3,}|\.*\u2026\.*/g, '\u2026');
  const spaces = without.has('spaces') ? /[ \t\r\n]+/g : /[\s\u200b\u2060\ufeff]+/g;
  folded = folded.replaceAll(spaces, ' ');
  return without.has('leading_space') ? folded.trimEnd() : folded.trim();
}
