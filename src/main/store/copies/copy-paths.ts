import type { Draft } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { Reader } from '../connection/query.ts';
import { copyAgents } from '../tables/agents.ts';
import { findDraft, saveDraft } from '../tables/drafts.ts';
import { findCursor, listAgentsIn, listChoices, writeCursor } from '../tables/path-state.ts';
import { copyLayers } from './copy-layers.ts';
import { requireDraftFits } from './copy-tree.ts';

/**
 * Copies everyone's cursors, choices, drafts and time lines in a tree to a copy with the same ids that has none, and the
 * agents they refer to.
 * @throws {AspenError} NOT_FOUND when the copy lacks a node; INVALID_ARGUMENT when a draft is too long
 */
export function copyPaths(tx: FileTransaction, from: Reader, as: LoomTree, by: AgentId): void {
  const agents = listAgentsIn(from, as.id);
  for (const agentId of agents) requireDraftFits(from, as, agentId);
  const authors = agents.flatMap((agentId) => [...agentsOf(findDraft(from, as.id, agentId))]);
  copyAgents(tx, from, new Set([...agents, ...authors]), by);
  copyCursorsOf(tx, { from, treeId: as.id, as, nodeId: (id) => id });
  copyLayers(tx, { from, treeId: as.id, nodeId: (id) => id, positionId: (id) => id, by });
}

/** A tree whose cursors are copied, and its copy, in the same file or another. */
export interface CopyCursorsOptions {
  readonly from: Reader;
  readonly treeId: TreeId;
  /** The copy, whose nodes have been written. */
  readonly as: LoomTree;
  /** The id of a node's copy. */
  nodeId(id: NodeId): NodeId;
}

/** Copies everyone's cursors, choices and drafts in a tree to a copy whose nodes have been written. */
export function copyCursorsOf(tx: FileTransaction, options: CopyCursorsOptions): void {
  const { from, treeId } = options;
  for (const agentId of listAgentsIn(from, treeId)) copyCursor(tx, options, agentId);
}

/** The authors of a draft: a pasted passage keeps its agents. */
function agentsOf(draft: Draft | undefined): ReadonlySet<AgentId> {
  const texts = draft === undefined ? [] : [draft.buffer, ...draft.edits];
  return new Set(texts.flatMap(({ spans }) => spans.map(({ agent }) => agent)));
}

/** Copies one agent's cursor, choices and draft. */
function copyCursor(tx: FileTransaction, options: CopyCursorsOptions, agentId: AgentId): void {
  const { from, treeId, as } = options;
  const cursor = findCursor(from, treeId, agentId);
  if (cursor === undefined) return;
  const choices = listChoices(from, treeId, agentId).map(({ position, version, lastChild, ...choice }) => ({
    ...choice,
    position: toCopiedPosition(position, options),
    version: version === null ? null : options.nodeId(version),
    lastChild: lastChild === null ? null : toCopiedPosition(lastChild, options),
  }));
  writeCursor(tx, as.id, agentId, { ...cursor, head: toCopiedPosition(cursor.head, options) }, choices);
  const draft = findDraft(from, treeId, agentId);
  if (draft === undefined) return;
  saveDraft(tx, as.id, agentId, {
    head: toCopiedPosition(draft.head, options),
    buffer: draft.buffer,
    edits: draft.edits.map((edit) => ({ ...edit, nodeId: options.nodeId(edit.nodeId) })),
  });
}

/** A position's id is that of its first node. */
function toCopiedPosition(id: PositionId, options: CopyCursorsOptions): PositionId {
  return options.nodeId(id as string as NodeId) as string as PositionId;
}
