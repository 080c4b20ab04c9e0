import { gzipSync } from 'node:zlib';
import { sha256 } from '#sha256';
import type { AgentId, NodeId, TreeId } from '../../src/core/ids.ts';
import type { IdsAndClock } from '../../src/core/tree/new-node.ts';
import { NO_PATH_CHANGE } from '../../src/core/tree/tree-change.ts';
import type { Store } from '../../src/main/store/connection/store.ts';
import { addResponse, packResponse } from '../../src/main/store/tables/responses.ts';
import { writeChange } from '../../src/main/store/tables/write-change.ts';
import { newResponse } from './agent-turns.ts';

const BODY = Buffer.from('{"choices":[{"text":"A lamp burns."}]}');

/** Writes summaries of a tree and of a node in it, from one answer. */
export function writeSummariesOf(
  store: Store,
  idsAndClock: IdsAndClock,
  {
    treeId,
    agentId,
    nodeId,
  }: { readonly treeId: TreeId; readonly agentId: AgentId; readonly nodeId: NodeId },
): void {
  const response = newResponse(idsAndClock, BODY);
  store.transact((tx) => {
    const packed = packResponse(response, { gzippedBody: gzipSync(BODY), headers: {} });
    addResponse(tx, packed, { treeId, agentId });
    const summaries = [null, nodeId].map((node) => ({
      node,
      text: 'A lamp burns.',
      basis: sha256(`Summarize ${node}`),
      response: response.id,
      agent: agentId,
      createdAt: response.createdAt,
    }));
    const change = { nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, summaries };
    writeChange(tx, treeId, agentId, change, 'summary');
  });
}
