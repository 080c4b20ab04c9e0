import type { SpannedText } from '../buffer/draft.ts';
import { normaliseSpans, type Span } from './span.ts';

/**
 * A text as it is kept: well-formed Unicode, a lone surrogate becoming U+FFFD, and every line end a `\n`
 * (`storage.md`, *Text*). A text that is so already is returned as it is.
 */
export function normaliseText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\r') ? wellFormed.replace(/\r\n?/g, '\n') : wellFormed;
}

/** The same with its authors: a `\r\n` that becomes one character is the author's of its `\n`. */
export function normaliseSpannedText(given: SpannedText): SpannedText {
  const text = normaliseText(given.text);
  if (text.length === given.text.length) return text === given.text ? given : { text, spans: given.spans };
  const spans: Span[] = [];
  let from = 0;
  for (const span of given.spans) {
    const to = from + span.length;
    spans.push({ ...span, length: span.length - countPairs(given.text, from, to) });
    from = to;
  }
  return { text, spans: normaliseSpans(spans) };
}

/** How many `\r` in `[from, to)` have their `\n` after them, be it in another span. */
function countPairs(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\r\n', from); at >= 0 && at < to; at = text.indexOf('\r\n', at + 2)) count += 1;
  return count;
}
