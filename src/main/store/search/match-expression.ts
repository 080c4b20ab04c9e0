import { sql } from 'kysely';
import { defineQuery, type Reader } from '../connection/query.ts';
import type { Term } from './word-query.ts';

/** The index has the beginnings of words in these lengths (`prefix = '2 3'`), and reads them from the newest text on. */
const INDEXED_PREFIXES: ReadonlySet<number> = new Set([2, 3]);
/** With more words than these, FTS5 collects the texts of all of them first. */
const MAX_WORDS = 64;
/** After every word that begins with what precedes it. */
const LAST = '\u{10ffff}';

// From `node_word`, which every connection has (`open-file.ts`).
const nextWord = defineQuery(
  'search.nextWord',
  (_, p: { from: string }) =>
    sql<{ readonly word: string }>`select term as word from temp.node_word where term >= ${p.from} limit 1`,
);

/**
 * Texts that have all terms, as FTS5 is asked for them. It reads the texts of a word, and of two or three letters, from
 * the newest on and as far as they are wanted; for any other beginning of a word it first collects all texts of all
 * words that begin so, half a second among a million nodes. Such a beginning is therefore written as what the index has:
 * a single letter with each second letter, and a longer one as whole words.
 */
export function matchAll(reader: Reader, terms: readonly Term[]): string {
  return terms.map((term) => matchOne(reader, term)).join(' AND ');
}

function matchOne(reader: Reader, { words, isPrefix }: Term): string {
  const phrase = (last: string) => `"${[...words.slice(0, -1), last].join(' ')}"`;
  const last = words.at(-1) ?? '';
  if (!isPrefix) return phrase(last);
  const length = [...last].length;
  if (INDEXED_PREFIXES.has(length)) return `${phrase(last)} *`;
  const found = length === 1 ? secondLetters(reader, last) : wordsFrom(reader, last);
  if (found === null || found.length === 0) return `${phrase(last)} *`;
  return `(${found.map(({ word, isOpen }) => `${phrase(word)}${isOpen ? ' *' : ''}`).join(' OR ')})`;
}

interface Beginning {
  readonly word: string;
  readonly isOpen: boolean;
}

/** The word of this one letter, and every beginning of two letters with it. */
function secondLetters(reader: Reader, letter: string): readonly Beginning[] | null {
  return walk(reader, letter, (word) => {
    const start = [...word].slice(0, 2).join('');
    return start === word && start === letter
      ? { word, isOpen: false, next: `${word}\u0001` }
      : { word: start, isOpen: true, next: start + LAST };
  });
}

function wordsFrom(reader: Reader, beginning: string): readonly Beginning[] | null {
  return walk(reader, beginning, (word) => ({ word, isOpen: false, next: `${word}\u0001` }));
}

/** @param use returns what a word stands for, and from where on the next one is looked for. Null for too many. */
function walk(
  reader: Reader,
  beginning: string,
  use: (word: string) => Beginning & { readonly next: string },
): readonly Beginning[] | null {
  const found: Beginning[] = [];
  for (let from = beginning; ; ) {
    const word = reader.first(nextWord, { from })?.word;
    if (word === undefined || !word.startsWith(beginning)) return found;
    if (found.length === MAX_WORDS) return null;
    const { next, ...start } = use(word);
    found.push(start);
    from = next;
  }
}
