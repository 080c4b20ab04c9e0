import { AspenError } from '../../../core/errors.ts';
import type { PositionId, TreeId } from '../../../core/ids.ts';
import { NONE, type Reader } from '../connection/query.ts';
import { type AgentKeys, getTreeKey, lazyAgentKeys } from '../tables/keys.ts';
import { bit, type Key } from '../tables/schema.ts';
import { listTrees } from '../tables/trees.ts';
import { findHiddenPositions } from '../tree/find-hidden-positions.ts';
import { readBookmarksOnSplits } from '../tree/hidden-splits.ts';
import { type FoundText, findBeyondForks } from './beyond-fork.ts';
import { rankTexts } from './rank-texts.ts';
import { searchTyped, type TypedText } from './search-drafts.ts';
import { placesIn } from './search-places.ts';
import { planSearch } from './search-query.ts';
import {
  hitOf,
  type SearchCap,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from './search-result.ts';
import { openSource, type SearchSource } from './search-source.ts';
import {
  type FoundRow,
  type HitFilter,
  type HitRow,
  hitsAt,
  type KeyRange,
  lastKey,
} from './search-statements.ts';

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

/** One search while it goes on. */
class Search {
  readonly #reader: Reader;
  readonly #source: SearchSource;
  readonly #options: SearchOptions;
  readonly #started = performance.now();
  readonly #agents: () => AgentKeys;
  readonly #hits: SearchHit[] = [];
  /** Nodes that are shown as they were typed. */
  readonly #retyped = new Map<string, string | null>();
  #cap: SearchCap | null = null;

  constructor(reader: Reader, source: SearchSource, options: SearchOptions) {
    this.#reader = reader;
    this.#source = source;
    this.#options = options;
    this.#agents = lazyAgentKeys(reader);
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
          (bookmarked !== true || place.bookmarked),
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
    return findBeyondForks(this.#reader, shown, this.#source.matcher);
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
