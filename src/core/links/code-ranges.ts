/** The code of a text as Markdown, by lines and runs of backticks alone, so that its cost is linear in any text. */
import { closesFence, type FenceLine, findFenceLine } from '../text/markdown-scan.ts';
import type { TextRange } from '../text/span.ts';

/** Lines that begin a block of their own: code within a line does not reach into them. */
const BLOCK_START = /^\s*$|^ {0,3}#{1,6}(?:\s|$)|^\s*(?:[-*+]|\d{1,9}[.)])\s|^ {0,3}>/;

/** Fenced code and code within paragraphs, with their marks, in order. A fence that nothing closes goes on to the end. */
export function findCode(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  let fence: (FenceLine & { readonly from: number }) | null = null;
  let paragraph = 0;
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const line = text.slice(from, to);
    const mark = findFenceLine(line);
    if (fence !== null) {
      if (mark !== undefined && closesFence(mark, fence)) {
        found.push({ from: fence.from, to });
        fence = null;
        paragraph = to;
      }
    } else if (mark?.opens === true || BLOCK_START.test(line)) {
      found.push(...codeWithin(text, paragraph, from));
      paragraph = from;
      if (mark?.opens === true) fence = { ...mark, from };
    }
    from = to + 1;
  }
  return [
    ...found,
    ...(fence === null ? codeWithin(text, paragraph, text.length) : [{ from: fence.from, to: text.length }]),
  ];
}

/** Between a run of backticks and the next of its length. A backslash before a run takes its first backtick. */
function codeWithin(text: string, from: number, to: number): readonly TextRange[] {
  const runs = [...text.slice(from, to).matchAll(/(?<!\\)(\\*)(`+)/g)].map(
    ({ index, 1: slashes = '', 2: ticks = '' }) => {
      const start = from + index + slashes.length;
      return { from: start, to: start + ticks.length, opening: ticks.length - (slashes.length % 2) };
    },
  );
  const ends = new Map<number, number>();
  const endOf = runs.map(() => -1);
  for (const [index, run] of [...runs.entries()].reverse()) {
    endOf[index] = ends.get(run.opening) ?? -1;
    ends.set(run.to - run.from, index);
  }
  const found: TextRange[] = [];
  for (let index = 0; index < runs.length; index++) {
    const [run, end] = [runs[index], runs[endOf[index] ?? -1]];
    if (run === undefined || end === undefined) continue;
    found.push({ from: run.to - run.opening, to: end.to });
    index = endOf[index] ?? index;
  }
  return found;
}
