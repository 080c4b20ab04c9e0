/** What counts as a right spelling of a word, whatever list of words is asked. */

/** `word` with the one apostrophe that lists of words have: the typographic one and the modifier letter become `'`. */
export function plainApostrophes(word: string): string {
  return word.replace(/[’ʼ]/g, "'");
}

/** `Marta` of `Marta’s`, `writers` of `writers’`; a word that is no possessive is returned as it is. */
export function withoutPossessive(word: string): string {
  return plainApostrophes(word).replace(/'s?$/i, '');
}

/**
 * Whether a word is in a list, in the forms it may take in a text: with either apostrophe, as a possessive, with the
 * capital of a sentence's beginning or all in capitals, and with accents on a word that is also written without.
 * `has` answers for one exact form. A word that the list has with a capital needs it.
 */
export function isKnownWord(word: string, has: (form: string) => boolean): boolean {
  const plain = plainApostrophes(word.normalize('NFC'));
  const forms = [plain, withoutPossessive(plain)];
  return [...forms, ...forms.map(withoutAccents)].some((form) => hasInSomeCase(form, has));
}

function hasInSomeCase(word: string, has: (form: string) => boolean): boolean {
  if (word === '') return false;
  if (has(word)) return true;
  const lower = word.toLowerCase();
  if (lower === word) return false;
  // With a capital it may begin a sentence; all in capitals it may be a name, too.
  const capitalised = capitalise(lower);
  if (word === capitalised) return has(lower);
  return word === word.toUpperCase() && (has(lower) || has(capitalised));
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/** The word with its first character in upper case. */
export function capitalise(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
