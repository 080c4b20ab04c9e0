import type { Draft, SpannedText } from '../../../core/buffer/draft.ts';
import { isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import type { Mint } from '../../../core/tree/ids-and-clock.ts';
import { moveHead } from '../../../core/tree/path.ts';
import type { Store, Writer } from '../../store/connection/store.ts';
import { addAgent, findAgent, listAgents } from '../../store/tables/agents.ts';
import { deleteDraft, saveDraft } from '../../store/tables/drafts.ts';
import { writePath } from '../../store/tables/path-state.ts';
import { findTree, listTrees } from '../../store/tables/trees.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { humanOf } from '../begin-grove.ts';
import { fits } from './reconcile-draft.ts';
import { keepStranded } from './save-orphaned-draft.ts';

/** What is typed and not committed in one tree. */
export interface PlacedDraft {
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
export function putHeld(
  writer: Writer,
  { treeId, draft, above }: PlacedDraft,
  writerId: AgentId,
  mint: Mint,
): boolean {
  const isThere = findTree(writer, treeId) !== undefined;
  if (isEmptyDraft(draft)) {
    if (isThere) deleteDraft(writer, treeId, writerId);
    return false;
  }
  if (isThere && hasAgents(writer, draft, writerId)) {
    const { tree, path } = sqlViews(writer, treeId, writerId);
    if (fits(tree, draft)) {
      if (path.head !== draft.head) writePath(writer, treeId, writerId, moveHead(tree, path, draft.head));
      const edits = draft.edits.map((edit) => ({ ...edit, ...normaliseSpannedText(edit) }));
      const buffer = normaliseSpannedText(draft.buffer);
      saveDraft(writer, treeId, writerId, { head: draft.head, buffer, edits });
      return false;
    }
  }
  const home = isThere ? treeId : listTrees(writer).at(0)?.id;
  if (home === undefined) throw new AspenError('NOT_FOUND', 'the copy has no tree');
  return keepStranded(writer, home, writerId, { draft, above, left: [] }, mint).length > 0;
}

/** All that is typed and not committed, and by whom. */
export interface AllHeld {
  readonly held: readonly PlacedDraft[];
  readonly writer: { readonly id: AgentId; readonly name: string };
  readonly mint: Mint;
}

/**
 * Writes all that is typed into a copy, which is closed then.
 * @returns whether some of it has no place there but a branch
 * @throws {AspenError} what the store throws
 */
export function putHeldInto(copy: Store, { held, writer: person, mint }: AllHeld): boolean {
  try {
    return copy.transact((writer) => {
      if (findAgent(writer, person.id) === undefined) addAgent(writer, humanOf(person, mint.now()));
      return held.filter((draft) => putHeld(writer, draft, person.id, mint)).length > 0;
    });
  } finally {
    copy.close();
  }
}

/** Whether everybody who wrote a part of a draft is known. */
function hasAgents(writer: Writer, { buffer, edits }: Draft, writerId: AgentId): boolean {
  const known = new Set(listAgents(writer).map(({ id }) => id));
  const texts: readonly SpannedText[] = [buffer, ...edits];
  return known.has(writerId) && texts.every(({ spans }) => spans.every(({ agent }) => known.has(agent)));
}
