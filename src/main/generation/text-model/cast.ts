import { looksLikeName, STRANGERS } from './names.ts';
import type { TextIndex } from './text-index.ts';
import { uncapitalise } from './tokens.ts';

/** After these words a capitalised word is more often a place name than a person's. */
const BEFORE_PLACES = new Set(
  'in at near from through across of to towards around outside inside'.split(' '),
);

/** How many names a continuation may use. */
const CAST_SIZE = 4;

/** Names among this many last tokens count most. */
const RECENT_TOKENS = 600;

export interface Cast {
  /** The names a continuation may use, with shares that add up to 1. */
  readonly cast: readonly { readonly token: number; readonly share: number }[];
  /** The tokens of all personal names, each with the pronoun that most often follows it. */
  readonly names: ReadonlyMap<number, number>;
  /** The share of names among the recent names and pronouns; 0 if there are no names. */
  readonly nameShare: number;
}

/** How far after a name a pronoun is assumed to refer to it, in tokens. */
const PRONOUN_REACH = 25;

/** Finds the people of a document: its personal names, weighted towards its last pages. */
export function findCast(document: TextIndex): Cast {
  const { vocabulary } = document;
  const names = new Map<number, number>();
  const he = vocabulary.find('he') ?? -1;
  const she = vocabulary.find('she') ?? -1;
  const his = new Set(['he', 'his', 'him'].map((word) => vocabulary.find(word)));
  const hers = new Set(['she', 'her', 'hers'].map((word) => vocabulary.find(word)));
  let recentNames = 0;
  const weights: { readonly token: number; readonly weight: number }[] = [];
  const own = Array.from({ length: vocabulary.size - vocabulary.offset }, (_, i) => vocabulary.offset + i);
  const strangers = STRANGERS.flatMap((name) => vocabulary.find(name) ?? []);
  for (const token of [...strangers, ...own]) {
    const word = vocabulary.wordOf(token);
    if (vocabulary.kindOf(token) !== 'word' || !looksLikeName(word)) continue;
    if (vocabulary.find(uncapitalise(word)) !== undefined) continue;
    let occurrences = 0;
    let afterPreposition = 0;
    let recent = 0;
    let male = 0;
    for (let at = document.lastOccurrence(token); at >= 0; at = document.previousOccurrence(at)) {
      occurrences += 1;
      if (at >= document.length - RECENT_TOKENS) recent += 1;
      const before = document.tokenAt(at - 1);
      if (before >= 0 && BEFORE_PLACES.has(vocabulary.wordOf(before))) afterPreposition += 1;
      for (let after = at + 1; after <= at + PRONOUN_REACH; after += 1) {
        const other = document.tokenAt(after);
        if (his.has(other)) male += 1;
        if (hers.has(other)) male -= 1;
      }
    }
    if (occurrences === 0 || afterPreposition * 2 > occurrences) continue;
    names.set(token, male > 0 || (male === 0 && word.charCodeAt(word.length - 1) !== 97) ? he : she);
    recentNames += recent;
    weights.push({ token, weight: 4 * recent + Math.sqrt(occurrences) });
  }
  weights.sort((a, b) => b.weight - a.weight || a.token - b.token);
  const chosen = weights.slice(0, CAST_SIZE);
  if (chosen.length === 0) {
    for (const token of strangers) {
      names.set(token, vocabulary.wordOf(token) === 'Tobias' ? he : she);
      chosen.push({ token, weight: 1 });
    }
  }
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  const pronouns = countRecent(document, he) + countRecent(document, she);
  return {
    cast: chosen.map(({ token, weight }) => ({ token, share: weight / total })),
    names,
    nameShare: recentNames / Math.max(1, recentNames + pronouns),
  };
}

function countRecent(document: TextIndex, token: number): number {
  let count = 0;
  const from = document.length - RECENT_TOKENS;
  for (let at = document.lastOccurrence(token); at >= Math.max(0, from); at = document.previousOccurrence(at))
    count += 1;
  return count;
}
