import type { Draft, SpannedText } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { normaliseSpannedText } from '../../../core/text/normalise.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { IdsAndClock } from '../../../core/tree/ids-and-clock.ts';
import { bookmark } from '../../../core/tree/metadata.ts';
import { branchEdit, continueFrom } from '../../../core/tree/operations.ts';
import { Overlay } from '../../../core/tree/overlay.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../../core/tree/tree-change.ts';
import type { FileTransaction } from '../../store/connection/store.ts';
import { listAgents } from '../../store/tables/agents.ts';
import type { LogKind } from '../../store/tables/log.ts';
import { writeChange } from '../../store/tables/write-change.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { isToBeSeen } from './reconcile-draft.ts';

/** What the bookmark of a branch says that keeps what a draft held. */
export const RECOVERED = 'Recovered draft';

export interface OrphanedDraft {
  readonly draft: Draft;
  /** Positions above its head, the nearest first. */
  readonly above: readonly PositionId[];
  /** Steps of it whose text is gone: what they put in is kept by itself. */
  readonly left: readonly DraftOp[];
}

/**
 * Writes a draft that does not fit the tree as branches, so that nothing of it is lost: an edit beside its node, the
 * working buffer after its head, or after the nearest position above that is there (`storage.md`, *Opening*). Nobody's
 * path moves; bookmarks tell where they are.
 * @returns the nodes, in the order of the draft
 */
export function saveOrphanedDraft(
  tx: FileTransaction,
  treeId: TreeId,
  writerId: AgentId,
  { draft, above, left }: OrphanedDraft,
  idsAndClock: IdsAndClock,
  { kind, label }: { readonly kind: LogKind; readonly label: string } = { kind: 'commit', label: RECOVERED },
): readonly NodeId[] {
  const { tree, path } = sqlViews(tx, treeId, writerId);
  const author = { id: writerId, type: 'human' } as const;
  const after = new Overlay(tree, path);
  const place =
    [draft.head, ...above].find((position) => isToBeSeen(tree, position)) ?? tree.tree.rootPositionId;
  const kept: NodeId[] = [];
  const add = ({ nodes, edges }: TreeChange) => {
    after.add({ nodes, edges, metadata: [], path: NO_PATH_CHANGE });
    for (const { id, positionId } of nodes) {
      after.add(bookmark(after.tree, positionId, label));
      kept.push(id);
    }
  };
  const agents = new Set(listAgents(tx).map(({ id }) => id));
  /** As it is stored; whoever this grove does not know is not named. */
  const asStored = (said: SpannedText): SpannedText => {
    const { text, spans } = normaliseSpannedText(said);
    return {
      text,
      spans: spans.map((span) => (agents.has(span.agent) ? span : { ...span, agent: writerId })),
    };
  };
  const goOn = (said: SpannedText) => {
    const { text, spans } = asStored(said);
    if (text.trim() === '') return;
    add(
      continueFrom(
        after.tree,
        after.path,
        place,
        { content: { type: 'text', text }, spans },
        author,
        idsAndClock,
      ),
    );
  };
  for (const { nodeId, ...said } of draft.edits) {
    const node = tree.findNode(nodeId);
    if (node === undefined || node.contentType !== 'text' || !isToBeSeen(tree, node.positionId)) {
      goOn(said);
      continue;
    }
    const { text, spans } = asStored(said);
    add(
      branchEdit(
        after.tree,
        after.path,
        nodeId,
        { content: { type: 'text', text }, spans },
        author,
        idsAndClock,
      ),
    );
  }
  goOn(draft.buffer);
  for (const op of left) {
    if ('closed' in op) continue;
    const text = 'whole' in op ? op.whole.text : op.splice.insert;
    goOn({ text, spans: wholeSpans(writerId, text.length) });
  }
  const change = { ...after.change(), path: NO_PATH_CHANGE };
  writeChange(tx, treeId, writerId, change, kind, { details: { recovered: true } });
  return kept;
}
