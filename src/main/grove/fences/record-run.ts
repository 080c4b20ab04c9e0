/** Records what requests left out and what fences gave, with the answer (`layers.md`, *Dimensions and roll-off*). */
import { type FenceExecution, nextStep } from '../../../core/fences/fence-execution.ts';
import { outputHash } from '../../../core/fences/fence-hashes.ts';
import { opsOfRun } from '../../../core/fences/levels.ts';
import type { NodeId, ResponseId } from '../../../core/ids.ts';
import type { FinishReason } from '../../../core/tree/tree-node.ts';
import type { ResponseToStore } from '../../generation/answer-to-store.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { addExecution, hasCoordinate } from '../../store/tables/history/executions.ts';
import { appendOpsLayer } from '../../store/tables/history/ops-layers.ts';

/** The results of a run. */
export interface RunResults {
  readonly responseId: ResponseId;
  /** The version that had the fence, or its beginning. */
  readonly fenceNodeId: NodeId;
  readonly outputs: readonly string[];
}

/** Returns true if an answer is reusable: a truncated one is a version of the text, but no output of its fence. */
export function isOutput(finishReason: FinishReason): boolean {
  return finishReason === 'stop' || finishReason === 'length';
}

/** Keeps the level that a request read, as a layer of the agent that read it; nothing if it left nothing out. */
export function recordReading(tx: FileTransaction, { treeId, agent, context }: ResponseToStore): void {
  const { snipped = [] } = context;
  if (snipped.length === 0) return;
  const ref = { treeId, agentId: agent.id, dimension: 'levels', chain: 0 } as const;
  appendOpsLayer(tx, ref, { reason: 'level', ops: snipped });
}

/** Records each output of a run with its coordinate; it is used from now on for its step. */
export function recordRun(
  tx: FileTransaction,
  { treeId, agent }: ResponseToStore,
  execution: FenceExecution,
  { responseId, fenceNodeId, outputs }: RunResults,
): void {
  const { requestedBy, fence, templateHash, inputHash } = execution;
  const ref = { treeId, agentId: requestedBy, dimension: 'executions', chain: 0 } as const;
  for (const output of outputs) {
    const next = nextStep(execution, (coordinate) => hasCoordinate(tx, treeId, coordinate));
    if (next === null) return;
    const layer = appendOpsLayer(tx, ref, { reason: 'run', ops: opsOfRun(fence, output) });
    addExecution(tx, treeId, layer, {
      ...next,
      fenceNodeId,
      templateHash,
      inputHash,
      outputHash: outputHash(output),
      output,
      agentId: agent.id,
      responseId,
    });
  }
}
