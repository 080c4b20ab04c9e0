import { scanEmphasis } from '../text/markdown-scan.ts';

/** A run of a line in one style, without its markers; offsets in the line. */
export interface InlineRun {
  readonly from: number;
  readonly to: number;
  readonly emphasis: boolean;
  readonly strong: boolean;
}

/** Emphasis in longer lines is ignored, as in the manuscript. UTF-16 code units. */
const MAX_LENGTH = 20_000;

/** A backslash before a character that would otherwise be a marker; the backslash is hidden. */
const ESCAPE = /\\(?=[*_#\\])/g;

/** The visible runs of one line, without its emphasis markers, in order; none is empty. */
export function inlineRuns(line: string): readonly InlineRun[] {
  if (line === '') return [];
  const marks = line.length > MAX_LENGTH ? [] : scanEmphasis(line);
  const markers = marks.filter(({ kind }) => kind === 'marker');
  const skipped = [...markers, ...escapesOf(line)];
  const styled = marks.filter(({ kind }) => kind !== 'marker');
  const cuts = [
    ...new Set([0, line.length, ...[...skipped, ...styled].flatMap(({ from, to }) => [from, to])]),
  ];
  cuts.sort((a, b) => a - b);
  const runs: InlineRun[] = [];
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1];
    if (to === undefined) break;
    const covers = (range: { readonly from: number; readonly to: number }) =>
      range.from <= from && to <= range.to;
    if (skipped.some(covers)) continue;
    const active = styled.filter(covers);
    runs.push({
      from,
      to,
      emphasis: active.some(({ kind }) => kind === 'emphasis'),
      strong: active.some(({ kind }) => kind === 'strong'),
    });
  }
  return runs;
}

function escapesOf(line: string): readonly { readonly from: number; readonly to: number }[] {
  const escapes: { from: number; to: number }[] = [];
  for (const { index } of line.matchAll(ESCAPE)) {
    // The second of two backslashes is visible.
    if (escapes.at(-1)?.to !== index || line[index - 1] !== '\\')
      escapes.push({ from: index, to: index + 1 });
  }
  return escapes;
}
