import type { Line } from '@codemirror/state';
import type { TextRange } from '../../../core/text/span.ts';

/** The platform's sentence rules, which handle quotation marks and other scripts. */
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Length of a very long paragraph that is read on each side of an offset, in UTF-16 code units. */
const REACH = 4_000;

/** The sentence at an offset of a line, with the space that follows it; at the end of the line, the last one. */
export function sentenceAt(line: Line, offset: number): TextRange {
  const at = offset - line.from;
  const start = Math.max(0, at - REACH);
  const text = line.text.slice(start, at + REACH);
  const segment = sentences.segment(text).containing(Math.min(at - start, text.length - 1));
  if (segment === undefined) return { from: line.from, to: line.from };
  const from = line.from + start + segment.index;
  return { from, to: from + segment.segment.length };
}
