/** Forms of a word that count as correctly spelled, independent of the word list. */

/** Replaces the typographic apostrophe and the modifier letter with `'`, the only one in word lists. */
export function plainApostrophes(word: string): string {
  return word.replace(/[’ʼ]/g, "'");
}

/** `Marta` for `Marta’s`, `writers` for `writers’`. A word that is not a possessive is returned unchanged. */
export function withoutPossessive(word: string): string {
  return plainApostrophes(word).replace(/'s?$/i, '');
}

/**
 * Returns true if a word list contains a word in any form it may take in a text: with either apostrophe, as a
 * possessive, capitalised at the start of a sentence, in all capitals, and with accents on a word also written without
 * them. `has` looks up one exact form. A word that the list capitalises must be capitalised.
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
  // A capitalised word may begin a sentence; a word in all capitals may also be a name.
  const capitalised = capitalise(lower);
  if (word === capitalised) return has(lower);
  return word === word.toUpperCase() && (has(lower) || has(capitalised));
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Capitalises the first character of a word. */
export function capitalise(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
