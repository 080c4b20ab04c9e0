import DiffMatchPatch from 'diff-match-patch';
import type { CommonRun } from './anchors.ts';
import { findCommonWords } from './diff.ts';

/** The most lines, on each side, that are compared as lines. */
const MOST_LINES = 500;
/** Lines are compared as the characters from here on, of which there are enough for both sides. */
const FIRST_CODE = 0xe000;

const matcher = new DiffMatchPatch();
// As in diff.ts: the same texts always give the same result.
matcher.Diff_Timeout = 0;

/**
 * The lines that two lists have in common, in order, not overlapping: offsets and lengths count lines. What differs
 * between long lists is found by their words, so that the cost stays linear.
 */
export function commonLines(oldLines: readonly string[], newLines: readonly string[]): readonly CommonRun[] {
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start += 1;
  let end = 0;
  while (end < shorter - start && oldLines.at(-1 - end) === newLines.at(-1 - end)) end += 1;
  const oldMiddle = oldLines.slice(start, oldLines.length - end);
  const newMiddle = newLines.slice(start, newLines.length - end);
  const middle = compareMiddle(oldMiddle, newMiddle);
  return [
    { oldFrom: 0, newFrom: 0, length: start },
    ...middle.map((run) => ({ ...run, oldFrom: run.oldFrom + start, newFrom: run.newFrom + start })),
    { oldFrom: oldLines.length - end, newFrom: newLines.length - end, length: end },
  ].filter(({ length }) => length > 0);
}

function compareMiddle(oldLines: readonly string[], newLines: readonly string[]): readonly CommonRun[] {
  if (oldLines.length === 0 || newLines.length === 0) return [];
  if (oldLines.length === 1 && newLines.length === 1) return [];
  return Math.max(oldLines.length, newLines.length) <= MOST_LINES
    ? compareAll(oldLines, newLines)
    : compareWords(oldLines, newLines);
}

function compareAll(oldLines: readonly string[], newLines: readonly string[]): readonly CommonRun[] {
  const known = new Map<string, string>();
  const encode = (line: string): string => {
    const code = known.get(line) ?? String.fromCharCode(FIRST_CODE + known.size);
    known.set(line, code);
    return code;
  };
  const runs: CommonRun[] = [];
  let [oldFrom, newFrom] = [0, 0];
  const diffs = matcher.diff_main(oldLines.map(encode).join(''), newLines.map(encode).join(''), false);
  for (const [kind, { length }] of diffs) {
    if (kind === DiffMatchPatch.DIFF_EQUAL) runs.push({ oldFrom, newFrom, length });
    if (kind !== DiffMatchPatch.DIFF_INSERT) oldFrom += length;
    if (kind !== DiffMatchPatch.DIFF_DELETE) newFrom += length;
  }
  return runs;
}

/** The whole lines within the common words of both texts. */
function compareWords(oldLines: readonly string[], newLines: readonly string[]): readonly CommonRun[] {
  const [oldStarts, newStarts] = [startsOf(oldLines), startsOf(newLines)];
  const newIndexes = new Map(newStarts.map((start, index) => [start, index]));
  const runs: CommonRun[] = [];
  let oldAt = 0;
  const texts = [oldLines, newLines].map((lines) => lines.map((line) => `${line}\n`).join('')) as [
    string,
    string,
  ];
  for (const { oldFrom, newFrom, length } of findCommonWords(...texts)) {
    while (oldAt < oldLines.length && (oldStarts[oldAt] ?? 0) < oldFrom) oldAt += 1;
    for (; oldAt < oldLines.length && (oldStarts[oldAt + 1] ?? 0) <= oldFrom + length; oldAt++) {
      const index = newIndexes.get((oldStarts[oldAt] ?? 0) - oldFrom + newFrom);
      if (index === undefined || oldLines[oldAt] !== newLines[index]) continue;
      const last = runs.at(-1);
      if (
        last !== undefined &&
        last.oldFrom + last.length === oldAt &&
        last.newFrom + last.length === index
      ) {
        runs[runs.length - 1] = { ...last, length: last.length + 1 };
      } else runs.push({ oldFrom: oldAt, newFrom: index, length: 1 });
    }
  }
  return runs;
}

/** Start of each line if each ends with one more character; and the end of the last one. */
function startsOf(lines: readonly string[]): readonly number[] {
  const starts = [0];
  let at = 0;
  for (const { length } of lines) {
    at += length + 1;
    starts.push(at);
  }
  return starts;
}
