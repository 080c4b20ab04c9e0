import type { LayerReason } from '../../../core/history/layer-reason.ts';
import { laterVersions } from '../../../core/history/state-difference.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { readHead } from '../../store/connection/log-head.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { ownChain } from '../../store/tables/history/chain-ref.ts';
import { getHead } from '../../store/tables/path-state.ts';
import { loadPathIds } from '../../store/tree/path-loading.ts';
import { writeWhole } from './layer-recorder.ts';
import { stateDraftOf } from './state-drafts.ts';

/**
 * Records what an agent's path in a manuscript shows, in the transaction that wrote it without `TreeTransactions`, as
 * an import does; nothing if the last layer is the same. Reads the whole path.
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function recordPath(tx: FileTransaction, treeId: TreeId, agentId: AgentId, reason: LayerReason): void {
  const versions = new Set(laterVersions(loadPathIds(tx, treeId, agentId)));
  const draft = stateDraftOf(findDraft(tx, treeId, agentId));
  const state = { head: getHead(tx, treeId, agentId), versions, draft };
  writeWhole(tx, ownChain(treeId, agentId), reason, state, readHead(tx).seq);
}
