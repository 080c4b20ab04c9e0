import { isCapitalised, kindOf, readTokens, type TokenKind, uncapitalise } from './tokens.ts';

/** Capitalised words that are not names. */
const NOT_NAMES = new Set(
  `Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August
  September October November December English French German Chapter Part`.split(/\s+/),
);

/** Names for a document that has none. They are in the sample's vocabulary. */
export const STRANGERS = ['Ines', 'Tobias', 'Hanna'] as const;

/** Returns true if a word is written like a personal name. */
export function looksLikeName(word: string): boolean {
  if (!isCapitalised(word) || word.endsWith('.') || /^I(’|$)/.test(word) || NOT_NAMES.has(word)) return false;
  // A word entirely in capitals is emphasis or an abbreviation.
  return word.length > 1 && word.toUpperCase() !== word;
}

/** The personal names in a text: words that are never in lower case and are capitalised inside sentences. */
export function findNames(text: string): ReadonlySet<string> {
  const small = new Set<string>();
  const names = new Set<string>();
  let before: TokenKind = 'break';
  readTokens(text, 0, (token) => {
    const kind = kindOf(token);
    if (kind === 'word') {
      if (!isCapitalised(token)) small.add(token);
      else if ((before === 'word' || before === 'pause') && looksLikeName(token)) names.add(token);
    }
    before = kind;
  });
  for (const name of names) if (small.has(uncapitalise(name))) names.delete(name);
  return names;
}
