/** Runs of prompt fences (`layers.md`, *Prompt fences*). */

import { sql } from 'kysely';
import type { KnownRun } from '../../../../core/fences/fence-hashes.ts';
import type { AgentId, NodeId, PositionId, ResponseId, Sha256, TreeId } from '../../../../core/ids.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import { getAgentKey, getNodeKeys, getResponseKey, getTreeKey } from '../keys.ts';
import type { Key } from '../schema.ts';
import { insertRow } from '../write-row.ts';

/** One result of a run. */
export interface NewExecution {
  readonly coordinate: string;
  /** The version that had the fence, or its beginning. */
  readonly fenceNodeId: NodeId;
  readonly templateHash: Sha256;
  readonly inputHash: Sha256;
  /** Its number among the results of its template and input, from 1. */
  readonly step: number;
  readonly outputHash: Sha256;
  /** All of it is by the agent. */
  readonly output: string;
  readonly agentId: AgentId;
  readonly responseId: ResponseId;
}

/** A result that can be used again. */
export interface RecordedOutput {
  readonly step: number;
  readonly output: string;
  readonly agentId: AgentId;
  /** A version that it made; null if that is not at its place any more. */
  readonly versionId: NodeId | null;
}

/** Stores a result of a fence, in keys of this file. */
export const insertExecution = insertRow('execution.insert', 'execution');

interface Pair {
  readonly tree: Key;
  readonly template: string;
  readonly input: string;
}

function isPair(p: Pair) {
  return sql`execution.template_hash = ${p.template} and execution.input_hash = ${p.input}
    and layer.loom_tree_key = ${p.tree}`;
}

const outputsOf = defineQuery(
  'execution.outputs',
  (_, p: Pair) => sql<{ step: number; output: string; agent: string; version: string | null }>`
    select execution.step, execution.output, agent.id as agent, (
      select version.id from node as fence
      join node as version on version.position_key = fence.position_key
      where fence.key = execution.fence_node_key
        and version.raw_api_response_key = execution.raw_api_response_key
        and instr(version.text, execution.output) > 0
      limit 1
    ) as version
    from execution join layer on layer.key = execution.layer_key
    join agent on agent.key = execution.agent_key
    where ${isPair(p)}
    order by execution.step, execution.layer_key`,
);

const runsIn = defineQuery(
  'execution.runs',
  (_, p: { tree: Key }) => sql<{ coordinate: string; template_hash: string }>`
    select execution.coordinate, execution.template_hash
    from layer join execution on execution.layer_key = layer.key
    where layer.loom_tree_key = ${p.tree} and layer.dimension = 'executions'`,
);

// A slug has no colon.
const lastOutput = defineQuery(
  'execution.last',
  (_, p: { tree: Key; prefix: string; length: number }) => sql<{ output: string; position: string }>`
    select execution.output, position.id as position
    from layer join execution on execution.layer_key = layer.key
    join node as fence on fence.key = execution.fence_node_key
    join node as position on position.key = fence.position_key
    where layer.loom_tree_key = ${p.tree} and layer.dimension = 'executions'
      and substr(execution.coordinate, instr(execution.coordinate, ':'), ${p.length}) = ${p.prefix}
    order by layer.key desc limit 1`,
);

const withCoordinate = defineQuery(
  'execution.named',
  (_, p: { tree: Key; coordinate: string }) => sql<{ found: number }>`
    select 1 as found
    from layer join execution on execution.layer_key = layer.key
    where layer.loom_tree_key = ${p.tree} and layer.dimension = 'executions'
      and execution.coordinate = ${p.coordinate}
    limit 1`,
);

/**
 * Records a result. An earlier one of the same template, input and step is not used again; while its text is a version,
 * it names the source of that.
 * @param layer its layer of the dimension `executions`
 * @throws {AspenError} NOT_FOUND if it names something that the tree does not have
 */
export function addExecution(tx: FileTransaction, treeId: TreeId, layer: Key, execution: NewExecution): void {
  const { coordinate, templateHash, inputHash, step, outputHash, output } = execution;
  const tree = getTreeKey(tx, treeId);
  tx.run(insertExecution, {
    layer_key: layer,
    coordinate,
    fence_node_key: getNodeKeys(tx, tree, execution.fenceNodeId).key,
    template_hash: templateHash,
    input_hash: inputHash,
    step,
    output_hash: outputHash,
    output,
    authorship: null,
    agent_key: getAgentKey(tx, execution.agentId),
    raw_api_response_key: getResponseKey(tx, execution.responseId),
    created_at: tx.now(),
  });
}

/** The newest recorded result of each step of a template with an input, by step. @throws {AspenError} NOT_FOUND */
export function listOutputs(
  reader: Reader,
  treeId: TreeId,
  template: Sha256,
  input: Sha256,
): readonly RecordedOutput[] {
  const rows = reader.all(outputsOf, { tree: getTreeKey(reader, treeId), template, input });
  return [...new Map(rows.map((row) => [row.step, row])).values()].map(
    ({ step, output, agent, version }) => ({
      step,
      output,
      agentId: agent as AgentId,
      versionId: version as NodeId | null,
    }),
  );
}

/** All recorded runs of a tree. @throws {AspenError} NOT_FOUND */
export function listRuns(reader: Reader, treeId: TreeId): readonly KnownRun[] {
  return reader
    .all(runsIn, { tree: getTreeKey(reader, treeId) })
    .map(({ coordinate, template_hash }) => ({ coordinate, templateHash: template_hash as Sha256 }));
}

/** The newest result of a fence with this name, and where the fence is. @throws {AspenError} NOT_FOUND */
export function findLastOutput(
  reader: Reader,
  treeId: TreeId,
  name: string,
): { readonly output: string; readonly positionId: PositionId } | undefined {
  const prefix = `:${name}.`;
  const row = reader.first(lastOutput, { tree: getTreeKey(reader, treeId), prefix, length: prefix.length });
  return row && { output: row.output, positionId: row.position as PositionId };
}

/** Returns true if a run with this coordinate is recorded. @throws {AspenError} NOT_FOUND */
export function hasCoordinate(reader: Reader, treeId: TreeId, coordinate: string): boolean {
  return reader.first(withCoordinate, { tree: getTreeKey(reader, treeId), coordinate }) !== undefined;
}

const everyOutput = defineQuery('execution.everyOutput', (db) =>
  db.selectFrom('execution').select(['coordinate', 'output', 'output_hash']).orderBy('layer_key'),
);

/** Every recorded result of the grove with its hash, oldest first. */
export function listOutputHashes(
  reader: Reader,
): readonly { readonly coordinate: string; readonly output: string; readonly hash: string }[] {
  return reader
    .all(everyOutput, NONE)
    .map(({ coordinate, output, output_hash }) => ({ coordinate, output, hash: output_hash }));
}
