import { type MarkdownMark, scanEmphasis } from '../text/markdown-scan.ts';
import type { TextRange } from '../text/span.ts';

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

/** Parts of one line that are not shown as typed, in offsets of the line. */
export interface InlineScan {
  /** The markers of emphasis, in no particular order. */
  readonly markers: readonly TextRange[];
  /** Ranges between the markers of a pair, in no particular order. */
  readonly styled: readonly MarkdownMark[];
  /** Hidden backslashes, in order. */
  readonly escapes: readonly TextRange[];
}

export function scanInline(line: string): InlineScan {
  const marks = line.length > MAX_LENGTH ? [] : scanEmphasis(line);
  return {
    markers: marks.filter(({ kind }) => kind === 'marker'),
    styled: marks.filter(({ kind }) => kind !== 'marker'),
    escapes: escapesOf(line),
  };
}

/** The visible runs of one line, without its emphasis markers, in order; none is empty. */
export function inlineRuns(line: string): readonly InlineRun[] {
  if (line === '') return [];
  const { markers, styled, escapes } = scanInline(line);
  const skipped = [...markers, ...escapes];
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

function escapesOf(line: string): readonly TextRange[] {
  const escapes: TextRange[] = [];
  for (const { index } of line.matchAll(ESCAPE)) {
    // The second of two backslashes is visible.
    if (escapes.at(-1)?.to !== index || line[index - 1] !== '\\')
      escapes.push({ from: index, to: index + 1 });
  }
  return escapes;
}
