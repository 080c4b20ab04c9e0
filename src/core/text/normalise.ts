import { normaliseSpans, type Span, type SpannedText } from './span.ts';

/**
 * Normalises a text for storage: well-formed Unicode, with lone surrogates replaced by U+FFFD, and `\n` for
 * every line end (`storage.md`, *Text*). Text that is already normal is returned unchanged.
 */
export function normaliseText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\r') ? wellFormed.replace(/\r\n?/g, '\n') : wellFormed;
}

/**
 * `normaliseText` for a text that another program or a model wrote: what else ends a line in Word and on the web (VT, NEL,
 * U+2028, U+2029) is a line end too. Its length is that of `normaliseText`.
 */
export function normaliseForeignText(text: string): string {
  return normaliseText(text).replace(/[\v\u0085\u2028\u2029]/g, '\n');
}

/** Emoji, and letters of scripts in which a joiner shapes the letters or parts a word, as in Persian and Hindi. */
const JOINED =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f|(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Inherited}\p{sc=Common}])[\p{L}\p{M}]/u;

/** Letters of scripts that may mark with a space of no width where a word ends. */
const PARTED =
  /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Tai_Le}\p{sc=New_Tai_Lue}\p{sc=Tai_Tham}\p{sc=Tai_Viet}\p{sc=Javanese}\p{sc=Balinese}]/u;

/**
 * A text as it is pasted: `normaliseForeignText`, without invisible characters that would break a search: byte order
 * marks, soft hyphens, spaces and joiners of no width. Those that a word needs stay.
 */
export function normalisePastedText(text: string): string {
  return normaliseForeignText(text).replace(
    /[\u00ad\u200b-\u200d\ufeff]+/g,
    (hidden: string, at: number, whole: string) => {
      const after = String.fromCodePoint(whole.codePointAt(at + hidden.length) ?? 0);
      const around = (/.$/su.exec(whole.slice(Math.max(0, at - 2), at))?.[0] ?? '') + after;
      const joiners = JOINED.test(around) ? '\u200c\u200d' : '';
      const kept = PARTED.test(around) ? `${joiners}\u200b` : joiners;
      return [...hidden].filter((character) => kept.includes(character)).join('');
    },
  );
}

/** `normaliseText` for a text with spans: when a `\r\n` becomes one character, it keeps the author of the `\n`. */
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
