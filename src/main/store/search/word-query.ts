import type { TextRange } from '../../../core/text/span.ts';

/**
 * The writer's words as they are compared with texts, in the way of the index (`unicode61`, without diacritics): what
 * the index finds is shown by them, and text that is not in the index yet is searched with them.
 */

/** A word, or the words of a phrase in their order, folded. */
export interface Term {
  readonly words: readonly string[];
  /** The last word may continue. */
  readonly isPrefix: boolean;
}

/** The terms that a text must have. A number is the index of a term. */
export type Expression =
  | number
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] }
  | { readonly wanted: Expression; readonly unwanted: Expression };

export interface WordQuery {
  readonly terms: readonly Term[];
  readonly expression: Expression;
}

/** A term in a text. */
export interface Match extends TextRange {
  /** The index of the term. */
  readonly term: number;
}

/** Recognises a query in a text. */
export interface TextMatcher {
  /** Every match in text order; those of a phrase may overlap. Empty if the text is not one that the query finds. */
  find(text: string): readonly Match[];
  /** A place needs several terms near each other. */
  readonly isSeveral: boolean;
}

const TOKEN = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** A word as the index compares it. */
export function foldWord(word: string): string {
  return ASCII.test(word) ? word.toLowerCase() : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text, folded. */
export function wordsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(TOKEN), ([word]) => foldWord(word));
}

export function matchWords({ terms, expression }: WordQuery): TextMatcher {
  const shown = new Set(wantedTerms(expression));
  return {
    isSeveral: typeof expression !== 'number' && 'all' in expression && expression.all.length > 1,
    find: (text) => {
      const matches = findTerms(text, terms);
      const found = new Set(matches.map(({ term }) => term));
      return isTrue(expression, found) ? matches.filter(({ term }) => shown.has(term)) : [];
    },
  };
}

/** Matches a needle exactly as it is. */
export function matchNeedle(needle: string): TextMatcher {
  return {
    isSeveral: false,
    find: (text) => {
      const found: Match[] = [];
      for (let from = text.indexOf(needle); from >= 0; from = text.indexOf(needle, from + needle.length))
        found.push({ from, to: from + needle.length, term: 0 });
      return found;
    },
  };
}

function findTerms(text: string, terms: readonly Term[]): readonly Match[] {
  const words: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    words.push(foldWord(word));
    from.push(index);
    to.push(index + word.length);
  }
  const matches: Match[] = [];
  for (let at = 0; at < words.length; at += 1) {
    for (const [term, { words: wanted, isPrefix }] of terms.entries()) {
      const last = wanted.length - 1;
      const isHere = wanted.every((word, nth) =>
        nth === last && isPrefix ? words[at + nth]?.startsWith(word) : words[at + nth] === word,
      );
      if (isHere) matches.push({ from: from[at] ?? 0, to: to[at + last] ?? text.length, term });
    }
  }
  return matches;
}

function isTrue(expression: Expression, found: ReadonlySet<number>): boolean {
  if (typeof expression === 'number') return found.has(expression);
  if ('all' in expression) return expression.all.every((part) => isTrue(part, found));
  if ('any' in expression) return expression.any.some((part) => isTrue(part, found));
  return isTrue(expression.wanted, found) && !isTrue(expression.unwanted, found);
}

/** The terms that a text is found for; what comes after `NOT` is not among them. */
function wantedTerms(expression: Expression): readonly number[] {
  if (typeof expression === 'number') return [expression];
  if ('all' in expression) return expression.all.flatMap(wantedTerms);
  if ('any' in expression) return expression.any.flatMap(wantedTerms);
  return wantedTerms(expression.wanted);
}
