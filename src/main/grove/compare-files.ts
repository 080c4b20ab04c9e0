import type { NodeId } from '../../core/ids.ts';
import { countWords } from '../../core/text/count-words.ts';
import type { ComparedSide } from '../../ipc/wire.ts';
import {
  beginningOf,
  eachTextId,
  listDraftTexts,
  listTitles,
  type StoredDraftText,
} from '../store/compare-lists.ts';
import { getGrove } from '../store/grove.ts';
import type { Store } from '../store/store.ts';

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
  const own = { here: [] as NodeId[], there: [] as NodeId[] };
  const total = { here: 0, there: 0 };
  const left = eachTextId(here);
  const right = eachTextId(there);
  let [one, other] = [left.next(), right.next()];
  while (one.done !== true || other.done !== true) {
    const isHere = one.done !== true && (other.done === true || one.value <= other.value);
    const isThere = other.done !== true && (one.done === true || other.value <= one.value);
    if (isHere && !isThere && one.done !== true) own.here.push(one.value);
    if (isThere && !isHere && other.done !== true) own.there.push(other.value);
    if (isHere) {
      total.here += 1;
      one = left.next();
    }
    if (isThere) {
      total.there += 1;
      other = right.next();
    }
  }
  const isHeld = ({ treeId, agentId }: StoredDraftText) =>
    held.some((draft) => draft.treeId === treeId && draft.agentId === agentId);
  const drafts = {
    here: [...held, ...listDraftTexts(here).filter((draft) => !isHeld(draft))],
    there: listDraftTexts(there),
  };
  const sideOf = (side: 'here' | 'there', store: Store, otherStore: Store): ComparedSide => ({
    texts: total[side],
    own: own[side].length,
    beginnings: own[side]
      .slice(-SHOWN)
      .reverse()
      .map((id) => beginningOf(store, id, LENGTH).replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== ''),
    ownTrees: titlesOnlyIn(store, otherStore),
    typedWords: wordsOnlyIn(drafts[side], drafts[side === 'here' ? 'there' : 'here']),
  });
  return {
    isSameGrove: getGrove(here).id === getGrove(there).id,
    here: sideOf('here', here, there),
    there: sideOf('there', there, here),
  };
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
