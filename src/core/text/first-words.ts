/** As long as a line of a list holds, in UTF-16 code units. */
const LONGEST = 40;
/** Marks of a heading, a quotation, a list or emphasis, before the first word. */
const MARKS = /^[\s#>*_~`+-]+/u;
const WORD = /[\p{L}\p{N}]/u;
/** A first sentence; a shorter one may be an abbreviation. */
const SENTENCE = /^.{7,}?[.!?…]+["”’)\]]*(?=\s)/u;

/**
 * The first words of a text, as the title of who has no other: of its first line that has words the first sentence, at
 * most 40 UTF-16 code units and whole words, without marks around them. Null where the text has no words.
 */
export function firstWords(text: string): string | null {
  const line = text.split('\n').find((candidate) => WORD.test(candidate));
  if (line === undefined) return null;
  const whole = line
    .replace(MARKS, '')
    .replaceAll(/[*_~`]+/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const words = SENTENCE.exec(whole)?.[0] ?? whole;
  if (words.length <= LONGEST) return words.replace(/[\s.,;:–—-]+$/u, '');
  const space = words.lastIndexOf(' ', LONGEST - 1);
  // Where words have no spaces between them, between two characters.
  const end = space > LONGEST / 3 ? space : wholeCharacters(words, LONGEST - 1);
  return `${words.slice(0, end).replace(/[\s.,;:–—-]+$/u, '')}…`;
}

/** How far a cut at `end` may reach without dividing a character. */
function wholeCharacters(text: string, end: number): number {
  let whole = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, end + LONGEST))) {
    if (index + segment.length > end) break;
    whole = index + segment.length;
  }
  return whole;
}
