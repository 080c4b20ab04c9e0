/** Length that fits on one line of a list, in UTF-16 code units. */
const MAX_LENGTH = 40;
/** Markers of a heading, quotation, list or emphasis before the first word. */
const MARKERS = /^[\s#>*_~`+-]+/u;
const WORD = /[\p{L}\p{N}]/u;
/** The first sentence. Anything shorter may be an abbreviation. */
const SENTENCE = /^.{7,}?[.!?…]+["”’)\]]*(?=\s)/u;

/**
 * The first words of a text, used as a default title: the first sentence of the first line that contains words, without
 * Markdown markers, cut to at most 40 UTF-16 code units of whole words. Null if the text has no words.
 */
export function firstWords(text: string): string | null {
  const line = text.split('\n').find((candidate) => WORD.test(candidate));
  if (line === undefined) return null;
  const whole = line
    .replace(MARKERS, '')
    .replaceAll(/[*_~`]+/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const words = SENTENCE.exec(whole)?.[0] ?? whole;
  if (words.length <= MAX_LENGTH) return words.replace(/[\s.,;:–—-]+$/u, '');
  const space = words.lastIndexOf(' ', MAX_LENGTH - 1);
  // In scripts without spaces, cut between two characters.
  const end = space > MAX_LENGTH / 3 ? space : lastCharacterBoundary(words, MAX_LENGTH - 1);
  return `${words.slice(0, end).replace(/[\s.,;:–—-]+$/u, '')}…`;
}

/** The last character boundary at or before `end`. */
function lastCharacterBoundary(text: string, end: number): number {
  let whole = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, end + MAX_LENGTH))) {
    if (index + segment.length > end) break;
    whole = index + segment.length;
  }
  return whole;
}
