import type { Draft, SpannedText } from '../../../core/buffer/draft.ts';
import { isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { moveHead } from '../../../core/tree/path.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import { addAgent, findAgent, listAgents } from '../../store/tables/agents.ts';
import { deleteDraft, saveDraft } from '../../store/tables/drafts.ts';
import { writePath } from '../../store/tables/path-state.ts';
import { findTree, listTrees } from '../../store/tables/trees.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { humanOf } from '../begin-grove.ts';
import { fits } from './reconcile-draft.ts';
import { saveOrphanedDraft } from './save-orphaned-draft.ts';

/** What is typed and not committed in one tree. */
export interface UncommittedDraft {
  readonly treeId: TreeId;
  readonly draft: Draft;
  /** Positions above its head, the nearest first. */
  readonly above: readonly PositionId[];
}

/**
 * Writes a draft into a copy that may lack what it is about: as the draft where all of that is there, else as branches of
 * the tree, or of another where the tree is gone too.
 * @returns whether it has no place there but a branch
 * @throws {AspenError} NOT_FOUND where the copy has no tree
 */
export function writeDrafts(
  tx: FileTransaction,
  { treeId, draft, above }: UncommittedDraft,
  writerId: AgentId,
  idsAndClock: IdsAndClock,
): boolean {
  const isThere = findTree(tx, treeId) !== undefined;
  if (isEmptyDraft(draft)) {
    if (isThere) deleteDraft(tx, treeId, writerId);
    return false;
  }
  if (isThere && hasAgents(tx, draft, writerId)) {
    const { tree, path } = sqlViews(tx, treeId, writerId);
    if (fits(tree, draft)) {
      if (path.head !== draft.head) writePath(tx, treeId, writerId, moveHead(tree, path, draft.head));
      const edits = draft.edits.map((edit) => ({ ...edit, ...normaliseSpannedText(edit) }));
      const buffer = normaliseSpannedText(draft.buffer);
      saveDraft(tx, treeId, writerId, { head: draft.head, buffer, edits });
      return false;
    }
  }
  const home = isThere ? treeId : listTrees(tx).at(0)?.id;
  if (home === undefined) throw new AspenError('NOT_FOUND', 'the copy has no tree');
  return saveOrphanedDraft(tx, home, writerId, { draft, above, left: [] }, idsAndClock).length > 0;
}

/** All that is typed and not committed, and by whom. */
export interface AllDrafts {
  readonly held: readonly UncommittedDraft[];
  readonly writer: { readonly id: AgentId; readonly name: string };
  readonly idsAndClock: IdsAndClock;
}

/**
 * Writes all that is typed into a copy, which is closed then.
 * @returns whether some of it has no place there but a branch
 * @throws {AspenError} what the store throws
 */
export function writeDraftsInto(copy: Store, { held, writer: person, idsAndClock }: AllDrafts): boolean {
  try {
    return copy.transact((tx) => {
      if (findAgent(tx, person.id) === undefined) addAgent(tx, humanOf(person, idsAndClock.now()));
      return held.filter((draft) => writeDrafts(tx, draft, person.id, idsAndClock)).length > 0;
    });
  } finally {
    copy.close();
  }
}

/** Whether everybody who wrote a part of a draft is known. */
function hasAgents(tx: FileTransaction, { buffer, edits }: Draft, writerId: AgentId): boolean {
  const known = new Set(listAgents(tx).map(({ id }) => id));
  const texts: readonly SpannedText[] = [buffer, ...edits];
  return known.has(writerId) && texts.every(({ spans }) => spans.every(({ agent }) => known.has(agent)));
}
