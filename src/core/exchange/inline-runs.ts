import { scanEmphasis } from '../text/markdown-scan.ts';

/** A run of a line in one look, its marks left out. Offsets in the line. */
export interface InlineRun {
  readonly from: number;
  readonly to: number;
  readonly emphasis: boolean;
  readonly strong: boolean;
}

/** Of a longer line the emphasis is not read, here as in the manuscript. UTF-16 code units. */
const LONGEST = 20_000;

/** What a backslash may stand before to say that it is no mark; the backslash is not shown then. */
const ESCAPE = /\\(?=[*_#\\])/g;

/** The runs of one line without the marks of its emphasis: what a reader reads, in order; none is empty. */
export function inlineRuns(line: string): readonly InlineRun[] {
  if (line === '') return [];
  const marks = line.length > LONGEST ? [] : scanEmphasis(line);
  const hidden = marks.filter(({ kind }) => kind === 'marker');
  const skipped = [...hidden, ...escapesOf(line)];
  const looks = marks.filter(({ kind }) => kind !== 'marker');
  const cuts = [
    ...new Set([0, line.length, ...[...skipped, ...looks].flatMap(({ from, to }) => [from, to])]),
  ];
  cuts.sort((one, other) => one - other);
  const runs: InlineRun[] = [];
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1];
    if (to === undefined) break;
    const covers = (range: { readonly from: number; readonly to: number }) =>
      range.from <= from && to <= range.to;
    if (skipped.some(covers)) continue;
    const around = looks.filter(covers);
    runs.push({
      from,
      to,
      emphasis: around.some(({ kind }) => kind === 'emphasis'),
      strong: around.some(({ kind }) => kind === 'strong'),
    });
  }
  return runs;
}

function escapesOf(line: string): readonly { readonly from: number; readonly to: number }[] {
  const escapes: { from: number; to: number }[] = [];
  for (const { index } of line.matchAll(ESCAPE)) {
    // The second of two backslashes is the one that is shown.
    if (escapes.at(-1)?.to !== index || line[index - 1] !== '\\')
      escapes.push({ from: index, to: index + 1 });
  }
  return escapes;
}
