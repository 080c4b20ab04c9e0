import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { commonPrefixLength } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { sqliteCodeOf } from '../connection/sqlite-errors.ts';
import { type AgentKeys, getTreeKey, lazyAgentKeys } from '../tables/keys.ts';
import { bit, type Key } from '../tables/schema.ts';
import { listTrees } from '../tables/trees.ts';
import { findHiddenPositions } from '../tree/find-hidden-positions.ts';
import { findHidingBases, readBookmarksOnSplits } from '../tree/hidden-splits.ts';
import { sqlTree } from '../tree/sql-tree.ts';
import { searchTyped, type TypedText } from './search-drafts.ts';
import { placesIn } from './search-places.ts';
import { planSearch, type SearchPlan } from './search-query.ts';
import {
  hitOf,
  type SearchCap,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from './search-result.ts';
import {
  type FoundRow,
  type HitFilter,
  type HitRow,
  hitsAt,
  type KeyRange,
  lastKey,
  newestMatches,
  newestTexts,
  scanRange,
} from './search-statements.ts';
import { tagTest } from './tagged-places.ts';
import { type Match, matchNeedle, matchWords, type Term, type TextMatcher } from './word-query.ts';

/** Ranks only this many of the newest matches, and no more text: its cost does not grow with the grove. */
const RANKED_WITHIN = { texts: 2_000, length: 4_000_000 };

/** Rows read at once for ranking. */
const ROWS = 1_000;

/**
 * Finds the places where texts match the writer's input, in the newest texts first. All words must occur, the last one
 * as a prefix; words in double quotes in that order; FTS5 interprets `AND`, `OR`, `NOT` and parentheses, and input
 * that it cannot parse is searched for literally. Accents and case are ignored. Chinese, Japanese, Korean,
 * Thai and Khmer, and input without letters, are found by scanning the texts, newest first, within the time
 * limit. What a hidden split shares with the text that it divides is found there only (`domain.md`, *Forks*). A node
 * with a pending edit is found as it was typed, not as it was committed.
 * @throws {AspenError} INVALID_ARGUMENT for a limit outside 1 to 1,000; NOT_FOUND when there is no such tree
 */
export function searchText(reader: Reader, typed: string, options: SearchOptions): SearchResult {
  const { limit, treeId } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new AspenError('INVALID_ARGUMENT', `the limit ${limit} is not from 1 to 1,000`);
  }
  const filter = filterOf(reader, options);
  const plan = planSearch(typed);
  if (plan.by === 'nothing') return { hits: [], complete: true, cap: null };
  const source = openSource(reader, plan, filter);
  const search = new Search(reader, source, options);
  const texts = (options.typed?.texts ?? []).filter((text) => treeId === undefined || text.treeId === treeId);
  search.findTyped(texts);
  if (options.ranked === true && source.texts !== null) search.findBest(source.texts);
  else search.findNewest();
  return search.result();
}

function filterOf(reader: Reader, options: SearchOptions): HitFilter {
  const { treeId, authorIds, from, until, bookmarked = false } = options;
  return {
    tree: treeId === undefined ? null : getTreeKey(reader, treeId),
    authors: authorIds === undefined ? null : JSON.stringify(authorIds),
    from: from ?? null,
    until: until ?? null,
    bookmarked: bit(bookmarked),
    marked: JSON.stringify(bookmarked ? positionsMarkedFor(reader, treeId) : []),
  };
}

/** The positions that show the bookmark of a hidden split, in one tree or in all. */
function positionsMarkedFor(reader: Reader, treeId: TreeId | undefined): readonly PositionId[] {
  const trees = treeId === undefined ? listTrees(reader).map(({ id }) => id) : [treeId];
  return trees.flatMap((id) => [...readBookmarksOnSplits(reader, id).labels.keys()]);
}

/** A running search. */
class Search {
  readonly #reader: Reader;
  readonly #source: SearchSource;
  readonly #options: SearchOptions;
  readonly #started = performance.now();
  readonly #agents: () => AgentKeys;
  /** True for places that the filter by a tag leaves; null without one. */
  readonly #isLeft: ((treeId: TreeId, positionId: PositionId) => boolean) | null;
  readonly #hits: SearchHit[] = [];
  /** Nodes that are shown as they were typed. */
  readonly #retyped = new Map<string, string | null>();
  #cap: SearchCap | null = null;

  constructor(reader: Reader, source: SearchSource, options: SearchOptions) {
    this.#reader = reader;
    this.#source = source;
    this.#options = options;
    this.#agents = lazyAgentKeys(reader);
    this.#isLeft = options.tagged === undefined ? null : tagTest(reader, options.tagged);
  }

  /** One hit more than the limit is looked for, to know whether there are more. */
  get #isFull(): boolean {
    return this.#hits.length > this.#options.limit;
  }

  findTyped(texts: readonly TypedText[]): void {
    const { authorIds, from, until, bookmarked, typed } = this.#options;
    const now = typed?.now ?? 0;
    const isInTime = (from === undefined || now >= from) && (until === undefined || now < until);
    for (const text of texts) {
      const { edits, buffer } = text.draft;
      for (const { nodeId } of edits) this.#retyped.set(nodeId, null);
      // Undo made it of this node, which a commit selects again.
      if (buffer.wasNode !== undefined) this.#retyped.set(buffer.wasNode, buffer.text);
      if (!isInTime) continue;
      const places = searchTyped(this.#reader, text, this.#source.matcher).filter(
        (place) =>
          (authorIds === undefined || place.authors.some((id) => authorIds.includes(id))) &&
          (bookmarked !== true || place.bookmarked) &&
          this.#isLeft?.(place.treeId, place.positionId) !== false,
      );
      for (const { bookmarked: _, ...place } of places)
        this.#hits.push({ ...place, noteOn: null, typed: true, pruned: false, createdAt: now });
    }
  }

  /** From the newest text on, until there are enough hits. */
  findNewest(): void {
    this.#walk(
      (range) => this.#source.rows(range),
      (found) => {
        this.#add(found);
        return this.#isFull;
      },
    );
  }

  /** The best of the newest texts. */
  findBest(texts: (range: KeyRange) => readonly FoundRow[]): void {
    const found: (FoundText & { readonly length: number })[] = [];
    let length = 0;
    const isMore = this.#walk(texts, (more) => {
      for (const text of more) {
        length += text.row.text?.length ?? 0;
        found.push({ ...text, length: text.row.text?.length ?? 0 });
      }
      return found.length >= RANKED_WITHIN.texts || length >= RANKED_WITHIN.length;
    });
    if (isMore) this.#cap = { kind: 'ranked', texts: found.length };
    const best = rankTexts(found).slice(0, this.#options.limit + 1);
    const keys = JSON.stringify(best.map(({ row }) => row.key));
    const rows = new Map(this.#reader.all(hitsAt, { keys }).map((row) => [row.key, row]));
    this.#add(
      best.flatMap(({ row, matches }) => {
        const hit = rows.get(row.key);
        return hit === undefined ? [] : [{ row: hit, matches }];
      }),
    );
  }

  result(): SearchResult {
    const hits = this.#hits.slice(0, this.#options.limit);
    const hidden = findHiddenPositions(
      this.#reader,
      hits.map(({ positionId, treeId }) => ({ position_id: positionId, tree_id: treeId })),
    );
    return {
      hits: hits.map((hit) => (hidden.has(hit.positionId) ? { ...hit, pruned: true } : hit)),
      complete: !this.#isFull && this.#cap === null,
      cap: this.#cap,
    };
  }

  /**
   * Reads the rows of the grove from the newest on.
   * @param use returns whether that is enough
   * @returns whether it was, and others may follow
   */
  #walk<T extends FoundRow>(
    read: (range: KeyRange) => readonly T[],
    use: (found: readonly FoundText<T>[]) => boolean,
  ): boolean {
    const last = Number(this.#reader.first(lastKey, NONE)?.key ?? 0);
    let { step } = this.#source;
    let upTo = last;
    const most = this.#options.ranked === true ? ROWS : this.#options.limit + 1;
    while (upTo > 0 && !this.#isFull) {
      const after = Math.max(0, upTo - step);
      while (upTo > after) {
        const rows = read({ after: after as Key, upTo: upTo as Key, limit: most });
        upTo = rows.length === most ? (rows.at(-1)?.key ?? after + 1) - 1 : after;
        if (use(this.#match(rows))) return upTo > 0;
      }
      step *= this.#source.growth;
      if (upTo > 0 && performance.now() - this.#started > this.#options.scanMilliseconds) {
        this.#cap = { kind: 'older', texts: last - upTo };
        return false;
      }
    }
    return upTo > 0;
  }

  #match<T extends FoundRow>(rows: readonly T[]): readonly FoundText<T>[] {
    const shown = rows.filter(({ id, text }) => {
      const typed = this.#retyped.get(id);
      return typed === undefined || (typed !== null && typed !== text);
    });
    return findBeyondForks(this.#reader, shown, this.#source.matcher).filter(
      ({ row }) => this.#isLeft?.(row.tree_id as TreeId, row.position_id as PositionId) !== false,
    );
  }

  #add(found: readonly FoundText<HitRow>[]): void {
    for (const { row, matches } of found) {
      const all = placesIn(row.text ?? '', matches, this.#source.matcher.isSeveral);
      const places = this.#options.firstOnly === true ? all.slice(0, 1) : all;
      for (const place of places) {
        if (this.#isFull) return;
        this.#hits.push({ ...place, ...hitOf(row, this.#agents) });
      }
    }
  }
}

/** A text and what was found in it. */
interface RankedText {
  readonly length: number;
  readonly matches: readonly Match[];
}

/** Okapi BM25: saturation by further matches of a word, and preference for shorter texts. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/**
 * The texts with the best first, equal ones in the given order: with more of the words, rare ones counting more, and
 * shorter. These texts decide how rare a word is: the index would have to be read for it as a whole.
 */
function rankTexts<T extends RankedText>(texts: readonly T[]): readonly T[] {
  const total = new Map<number, number>();
  let length = 0;
  for (const text of texts) {
    length += text.length;
    for (const { term } of text.matches) total.set(term, (total.get(term) ?? 0) + 1);
  }
  const average = length / Math.max(1, texts.length);
  const weight = (term: number) => 1 / (1 + (total.get(term) ?? 0) / texts.length);
  const score = ({ length: own, matches }: RankedText) => {
    const counts = new Map<number, number>();
    for (const { term } of matches) counts.set(term, (counts.get(term) ?? 0) + 1);
    const damping = SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (own / Math.max(1, average)));
    return [...counts].reduce((sum, [term, count]) => sum + (weight(term) * count) / (count + damping), 0);
  };
  return texts
    .map((text) => ({ text, score: score(text) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ text }) => text);
}

/** A row with the matches in its text. */
interface FoundText<T extends FoundRow = FoundRow> {
  readonly row: T;
  readonly matches: readonly Match[];
}

/**
 * Finds the matches in the texts of rows. Leaves out those in the beginning that a hidden split shares with the text it
 * divides, where they are found as well (`domain.md`, *Forks*), and rows that have no others.
 */
function findBeyondForks<T extends FoundRow>(
  reader: Reader,
  rows: readonly T[],
  matcher: TextMatcher,
): readonly FoundText<T>[] {
  const hidden = findHidden(reader, rows);
  const texts = new Map<NodeId, string>();
  return rows.flatMap((row) => {
    const matches = matcher.find(row.text ?? '');
    const { tree, base } = hidden.get(row) ?? {};
    if (tree === undefined || base === undefined) return [{ row, matches }];
    const shared = sharedLength(tree, base, row.id as NodeId, texts);
    const beyond = matches.filter(({ to }) => to > shared);
    return beyond.length === 0 ? [] : [{ row, matches: beyond }];
  });
}

/** The hits at hidden splits, each with the tree and the base of the split. */
function findHidden(reader: Reader, rows: readonly FoundRow[]) {
  const found = new Map<FoundRow, { readonly tree: TreeView; readonly base: PositionId }>();
  const atSplits = rows.filter(({ is_split }) => is_split === 1);
  for (const treeId of new Set(atSplits.map((row) => row.tree_id as TreeId))) {
    const own = atSplits.filter((row) => row.tree_id === treeId);
    const tree = sqlTree(reader, treeId);
    const positions = own.map((row) => row.position_id as PositionId);
    const bases = findHidingBases(reader, treeId, positions);
    for (const row of own) {
      const base = bases.get(row.position_id as PositionId);
      if (base !== undefined) found.set(row, { tree, base: base.positionId });
    }
  }
  return found;
}

/**
 * Length that a version of a split shares with the version of its base that it shares most with.
 * @param texts those read so far
 */
function sharedLength(tree: TreeView, base: PositionId, node: NodeId, texts: Map<NodeId, string>): number {
  const textAt = (id: NodeId): string => {
    const text = texts.get(id) ?? textOf(tree.getContent(id).content);
    texts.set(id, text);
    return text;
  };
  const own = textAt(node);
  return Math.max(0, ...tree.versionsAt(base).map(({ id }) => commonPrefixLength(own, textAt(id))));
}

// Sources of texts that may match a search: the index, or all texts in turn.

/** Texts between two checks of the time: in a scan; and at first in the index, where it doubles. */
const SCAN_STEP = 1_000;
const INDEX_STEP = 100_000;

/** A source of rows that may match, and the matcher for their texts. */
interface SearchSource {
  readonly matcher: TextMatcher;
  /** Texts between two checks of the time. */
  readonly step: number;
  readonly growth: number;
  rows(range: KeyRange): readonly HitRow[];
  /** The same rows with only what ranking needs; null if they cannot be ranked. */
  readonly texts: ((range: KeyRange) => readonly FoundRow[]) | null;
}

function openSource(
  reader: Reader,
  plan: Exclude<SearchPlan, { readonly by: 'nothing' }>,
  filter: HitFilter,
): SearchSource {
  if (plan.by === 'scan') {
    const { needle } = plan;
    return {
      matcher: matchNeedle(needle),
      step: SCAN_STEP,
      growth: 1,
      rows: (range) => reader.all(scanRange, { ...filter, ...range, needle }),
      texts: null,
    };
  }
  const fits = plan.by === 'words' || isSyntax(reader, plan.match, filter);
  const query = fits ? plan.query : plan.literal;
  const match = plan.by === 'syntax' && fits ? plan.match : matchAll(reader, query.terms);
  return {
    matcher: matchWords(query),
    step: INDEX_STEP,
    growth: 2,
    rows: (range) => reader.all(newestMatches, { ...filter, ...range, match }),
    texts: (range) => reader.all(newestTexts, { ...filter, ...range, match }),
  };
}

/** Returns true if FTS5 can parse a query. */
function isSyntax(reader: Reader, match: string, filter: HitFilter): boolean {
  try {
    reader.all(newestTexts, { ...filter, after: 0 as Key, upTo: 0 as Key, limit: 1, match });
    return true;
  } catch (error) {
    // FTS5 reports a query it cannot parse with SQLite's general error code.
    if (sqliteCodeOf(error) !== 'SQLITE_ERROR') throw error;
    return false;
  }
}

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
function matchAll(reader: Reader, terms: readonly Term[]): string {
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

/** Enough to distinguish a name from a slip. */
const MAX_TEXTS = 8;

const newestWith = defineQuery(
  'search.nameTexts',
  (_, p: { match: string; limit: number }) => sql<{ readonly text: string | null }>`
    select node.text from node_text cross join node on node.key = node_text.rowid
    where node_text match ${p.match} order by node_text.rowid desc limit ${p.limit}`,
);

/** The newest few texts of the grove that contain a word, in any case. */
export function readTextsWith(reader: Reader, word: string): readonly string[] {
  const match = `"${word.replaceAll('"', '""')}"`;
  return reader.all(newestWith, { match, limit: MAX_TEXTS }).map(({ text }) => text ?? '');
}
