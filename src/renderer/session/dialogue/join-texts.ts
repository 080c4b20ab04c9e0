import { concatSpans } from '../../../core/text/span.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';

/** Texts one after another, with their authors. */
export function joinTexts(texts: readonly SpannedText[]): SpannedText {
  const filled = texts.filter(({ text }) => text !== '');
  const [first] = filled;
  if (first !== undefined && filled.length === 1) return first;
  return {
    text: filled.map(({ text }) => text).join(''),
    spans: concatSpans(...filled.map(({ spans }) => spans)),
  };
}
