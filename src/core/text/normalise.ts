import { normaliseSpans, type Span } from './span.ts';
import type { SpannedText } from './spanned-text.ts';

/**
 * Normalises a text for storage: well-formed Unicode, with lone surrogates replaced by U+FFFD, and `\n` for
 * every line end (`storage.md`, *Text*). Text that is already normal is returned unchanged.
 */
export function normaliseText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\r') ? wellFormed.replace(/\r\n?/g, '\n') : wellFormed;
}

/**
 * `normaliseText` for a text with spans: when a `\r\n` becomes one character, it keeps the author of the
 * `\n`.
 */
export function normaliseSpannedText(input: SpannedText): SpannedText {
  const text = normaliseText(input.text);
  if (text.length === input.text.length) return text === input.text ? input : { text, spans: input.spans };
  const spans: Span[] = [];
  let from = 0;
  for (const span of input.spans) {
    const to = from + span.length;
    spans.push({ ...span, length: span.length - countPairs(input.text, from, to) });
    from = to;
  }
  return { text, spans: normaliseSpans(spans) };
}

/** Counts the `\r` in `[from, to)` that are followed by `\n`, even if that is in another span. */
function countPairs(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\r\n', from); at >= 0 && at < to; at = text.indexOf('\r\n', at + 2)) count += 1;
  return count;
}
