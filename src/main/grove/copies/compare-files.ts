import type { NodeId } from '../../../core/ids.ts';
import { countWords } from '../../../core/text/count-words.ts';
import type { ComparedSide } from '../../../ipc/wire/copies.ts';
import type { Store } from '../../store/connection/store.ts';
import {
  beginningOf,
  eachListedNode,
  type Label,
  type ListedNode,
  listBookmarks,
  listDraftTexts,
  listPruned,
  listSummaries,
  listTagged,
  listTitles,
  type StoredDraftText,
} from '../../store/copies/compare-lists.ts';
import { getGrove } from '../../store/tables/grove.ts';

/** Most texts of only one side that are shown, by their beginnings. */
const MAX_BEGINNINGS = 5;
/** The length of a beginning, in UTF-16 code units. */
const BEGINNING_LENGTH = 80;

export interface ComparedFiles {
  readonly isSameGrove: boolean;
  readonly here: ComparedSide;
  readonly there: ComparedSide;
}

/**
 * Compares two files by the ids of their contents.
 * @param inMemory the drafts in memory, which take precedence over those in the file here
 */
export function compareFiles(here: Store, there: Store, inMemory: readonly StoredDraftText[]): ComparedFiles {
  const nodes = compareNodes(here, there);
  const isInMemory = ({ treeId, agentId }: StoredDraftText) =>
    inMemory.some((draft) => draft.treeId === treeId && draft.agentId === agentId);
  const drafts = {
    here: [...inMemory, ...listDraftTexts(here).filter((draft) => !isInMemory(draft))],
    there: listDraftTexts(there),
  };
  const sideOf = (side: 'here' | 'there', store: Store, otherStore: Store): ComparedSide => ({
    texts: nodes[side].texts,
    own: nodes[side].own.length,
    beginnings: nodes[side].own
      .slice(-MAX_BEGINNINGS)
      .reverse()
      .map((id) => beginningOf(store, id, BEGINNING_LENGTH).replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== ''),
    ownTrees: listTitlesOnlyIn(store, otherStore),
    typedWords: countWordsOnlyIn(drafts[side], drafts[side === 'here' ? 'there' : 'here']),
    notes: nodes[side].notes,
    bookmarks: countDiffering(listBookmarks(store), listBookmarks(otherStore)),
    tags: countDiffering(listTagged(store), listTagged(otherStore)),
    pruned: countPrunedOnlyIn(store, otherStore, nodes[side].own),
    summaries: countDiffering(listSummaries(store), listSummaries(otherStore)),
  });
  return {
    isSameGrove: getGrove(here).id === getGrove(there).id,
    here: sideOf('here', here, there),
    there: sideOf('there', there, here),
  };
}

/** The contents of one side. */
class SideCounts {
  texts = 0;
  /** Notes that the other side does not have. */
  notes = 0;
  /** Texts that the other side does not have, oldest first. */
  readonly own: NodeId[] = [];

  add({ id, isNote }: ListedNode, isShared: boolean): void {
    if (!isNote) this.texts += 1;
    if (isShared) return;
    if (isNote) this.notes += 1;
    else this.own.push(id);
  }
}

function compareNodes(here: Store, there: Store) {
  const sides = { here: new SideCounts(), there: new SideCounts() };
  const left = eachListedNode(here);
  const right = eachListedNode(there);
  let [one, other] = [left.next(), right.next()];
  while (one.done !== true || other.done !== true) {
    const isShared = one.done !== true && other.done !== true && one.value.id === other.value.id;
    const isHere = one.done !== true && (other.done === true || one.value.id <= other.value.id);
    const isThere = other.done !== true && (one.done === true || other.value.id <= one.value.id);
    if (isHere && one.done !== true) {
      sides.here.add(one.value, isShared);
      one = left.next();
    }
    if (isThere && other.done !== true) {
      sides.there.add(other.value, isShared);
      other = right.next();
    }
  }
  return sides;
}

/** Counts the entries that the other side lacks or has with another value. */
function countDiffering(list: readonly Label[], others: readonly Label[]): number {
  const known = new Map(others.map(({ id, said }) => [id, said]));
  return list.filter(({ id, said }) => known.get(id) !== said).length;
}

/** @param own texts that the other side does not have: their being pruned is not a difference */
function countPrunedOnlyIn(store: Store, other: Store, own: readonly NodeId[]): number {
  const known = new Set<string>([...listPruned(other), ...own]);
  return listPruned(store).filter((id) => !known.has(id)).length;
}

function listTitlesOnlyIn(store: Store, other: Store): readonly string[] {
  const known = new Set(listTitles(other).map(({ id }) => id));
  return listTitles(store)
    .filter(({ id }) => !known.has(id))
    .map(({ title }) => title);
}

/** Words in drafts that the other side does not have in the same state. */
function countWordsOnlyIn(drafts: readonly StoredDraftText[], others: readonly StoredDraftText[]): number {
  const known = new Set(others.map(keyOf));
  return drafts
    .filter((draft) => !known.has(keyOf(draft)))
    .flatMap(({ text, edits }) => [text, ...edits])
    .reduce((words, text) => words + countWords(text), 0);
}

function keyOf({ treeId, agentId, text, edits }: StoredDraftText): string {
  return JSON.stringify([treeId, agentId, text, edits]);
}
