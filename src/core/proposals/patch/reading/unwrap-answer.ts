import { FENCE, hasPatchLine } from './marks.ts';
import { unescapeText, unwrapJson } from './unwrap-json.ts';

/** The lines of an answer, without their packing. */
export interface UnwrappedAnswer {
  readonly lines: readonly string[];
  /** They are in an enclosure that was closed. */
  readonly isClosed: boolean;
  /** They are in an enclosure that was left open. */
  readonly isCut: boolean;
}

/** The lines of a patch in an answer: a line ends with `\n` and nothing else, U+2028 is a character in it. */
export function unwrapAnswer(answer: string): UnwrappedAnswer {
  const text = answer.replace(/^\uFEFF+/, '');
  const lines = splitLines(text);
  const first = lines.find((line) => line.trim() !== '' && !FENCE.test(line)) ?? '';
  if (/^\s*[{["]/.test(first) || !hasPatchLine(lines)) {
    const inner = unwrapJson(text);
    if (inner !== null) {
      const unwrapped = withLineEnds(splitLines(inner.text));
      return { lines: unwrapped, isClosed: !inner.isCut, isCut: inner.isCut };
    }
  }
  return { lines: withLineEnds(lines), isClosed: false, isCut: false };
}

/** The same lines, divided where line ends were escaped once too often. */
function withLineEnds(lines: readonly string[]): readonly string[] {
  if (hasDividedPatch(lines)) return lines;
  const divided = splitLines(unescapeText(lines.join('\n')));
  return hasPatchLine(divided) ? divided : lines;
}

/** Returns true if there is a patch that extends beyond its first line. */
function hasDividedPatch(lines: readonly string[]): boolean {
  return hasPatchLine(lines) && !lines.some((line) => /^(?:@@[^\n]*@@|<{5,9} ?SEARCH)\\n/.test(line));
}

/** Without the line end of the last line, and without CR where the lines of the patch's own end with it. */
function splitLines(text: string): readonly string[] {
  const separated = text.includes('\n') ? text : text.replaceAll('\r', '\n');
  const lines = separated.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const hasReturns = lines.some((line) => line.endsWith('\r') && hasPatchLine([line]));
  if (!hasReturns) return lines;
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}
