import { assert } from '../assert.ts';
import { cutNear } from '../exchange/divide-text.ts';
import { MAX_SPANS, MAX_TEXT_LENGTH } from './limits.ts';
import { type SpannedText, SpanReader } from './span.ts';

/** A cut is made at most this far before the longest possible one. UTF-16 code units. */
const REACH = 20_000;

/** The bounds of one text. */
export interface TextBounds {
  /** UTF-16 code units. */
  readonly length: number;
  readonly spans: number;
}

const BOUNDS: TextBounds = { length: MAX_TEXT_LENGTH, spans: MAX_SPANS };

/**
 * Divides a text that exceeds the bounds into parts that do not (`generation.md`, *Bounds*): joined, they are
 * the text, and no part is empty. The text is cut between paragraphs, lines, sentences or words if possible,
 * and never inside a surrogate pair. A text within the bounds is its only part.
 */
export function divideSpanned(whole: SpannedText, bounds: TextBounds = BOUNDS): readonly SpannedText[] {
  const { text, spans } = whole;
  if (text.length <= bounds.length && spans.length <= bounds.spans) return [whole];
  const parts: SpannedText[] = [];
  const rest = new SpanReader(spans);
  for (let at = 0; at < text.length; ) {
    const latest = Math.min(at + bounds.length, at + rest.lengthOf(bounds.spans));
    assert(latest > at, `spans end before ${at} of ${text.length}`);
    const cut = latest === text.length ? latest : cutNear(text, Math.max(at, latest - REACH), latest, latest);
    parts.push({ text: text.slice(at, cut), spans: rest.take(cut - at) });
    at = cut;
  }
  return parts;
}
