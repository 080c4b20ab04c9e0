import type { NodeId } from '../../../core/ids.ts';
import { countWords } from '../../../core/text/count-words.ts';
import type { ComparedSide } from '../../../ipc/wire/copies.ts';
import type { Store } from '../../store/connection/store.ts';
import {
  beginningOf,
  eachListedNode,
  type ListedNode,
  listBookmarks,
  listDraftTexts,
  listPruned,
  listSummaries,
  listTitles,
  type SaidOf,
  type StoredDraftText,
} from '../../store/copies/compare-lists.ts';
import { getGrove } from '../../store/tables/grove.ts';

/** So many texts that only one side has are shown by how they begin. */
const SHOWN = 5;
/** Of each so much, in UTF-16 code units. */
const LENGTH = 80;

export interface ComparedFiles {
  readonly isSameGrove: boolean;
  readonly here: ComparedSide;
  readonly there: ComparedSide;
}

/**
 * Holds two files against each other, by the ids of what is in them.
 * @param held drafts as main has them, which count before those in the file here
 */
export function compareFiles(here: Store, there: Store, held: readonly StoredDraftText[]): ComparedFiles {
  const nodes = compareNodes(here, there);
  const isHeld = ({ treeId, agentId }: StoredDraftText) =>
    held.some((draft) => draft.treeId === treeId && draft.agentId === agentId);
  const drafts = {
    here: [...held, ...listDraftTexts(here).filter((draft) => !isHeld(draft))],
    there: listDraftTexts(there),
  };
  const sideOf = (side: 'here' | 'there', store: Store, otherStore: Store): ComparedSide => ({
    texts: nodes[side].texts,
    own: nodes[side].own.length,
    beginnings: nodes[side].own
      .slice(-SHOWN)
      .reverse()
      .map((id) => beginningOf(store, id, LENGTH).replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== ''),
    ownTrees: titlesOnlyIn(store, otherStore),
    typedWords: wordsOnlyIn(drafts[side], drafts[side === 'here' ? 'there' : 'here']),
    notes: nodes[side].notes,
    bookmarks: saidOnlyIn(listBookmarks(store), listBookmarks(otherStore)),
    pruned: prunedOnlyIn(store, otherStore, nodes[side].own),
    summaries: saidOnlyIn(listSummaries(store), listSummaries(otherStore)),
  });
  return {
    isSameGrove: getGrove(here).id === getGrove(there).id,
    here: sideOf('here', here, there),
    there: sideOf('there', there, here),
  };
}

/** What one side has of nodes. */
class SideOfNodes {
  texts = 0;
  /** Notes that the other side has not got. */
  notes = 0;
  /** Texts that the other side has not got, oldest first. */
  readonly own: NodeId[] = [];

  add({ id, isNote }: ListedNode, isShared: boolean): void {
    if (!isNote) this.texts += 1;
    if (isShared) return;
    if (isNote) this.notes += 1;
    else this.own.push(id);
  }
}

function compareNodes(here: Store, there: Store) {
  const sides = { here: new SideOfNodes(), there: new SideOfNodes() };
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

/** How much of what is said the other side does not say of the same. */
function saidOnlyIn(list: readonly SaidOf[], others: readonly SaidOf[]): number {
  const known = new Map(others.map(({ id, said }) => [id, said]));
  return list.filter(({ id, said }) => known.get(id) !== said).length;
}

/** @param own texts that the other side has not got: that they are pruned is no difference */
function prunedOnlyIn(store: Store, other: Store, own: readonly NodeId[]): number {
  const known = new Set<string>([...listPruned(other), ...own]);
  return listPruned(store).filter((id) => !known.has(id)).length;
}

function titlesOnlyIn(store: Store, other: Store): readonly string[] {
  const known = new Set(listTitles(other).map(({ id }) => id));
  return listTitles(store)
    .filter(({ id }) => !known.has(id))
    .map(({ title }) => title);
}

/** Words of the drafts that the other side has not got as they are. */
function wordsOnlyIn(drafts: readonly StoredDraftText[], others: readonly StoredDraftText[]): number {
  const known = new Set(others.map(nameOf));
  return drafts
    .filter((draft) => !known.has(nameOf(draft)))
    .flatMap(({ text, edits }) => [text, ...edits])
    .reduce((words, text) => words + countWords(text), 0);
}

function nameOf({ treeId, agentId, text, edits }: StoredDraftText): string {
  return JSON.stringify([treeId, agentId, text, edits]);
}
