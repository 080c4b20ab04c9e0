import { sql } from 'kysely';
import type { Draft, PendingEdit, SpannedText } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { isWithinBounds, MAX_SPANS, MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { checkSpannedText, decodeSpans, encodeSpans } from './authorship-column.ts';
import { parseColumn } from './json-column.ts';
import { faultOfDraftEdits, faultOfDraftText } from './json-values.ts';
import {
  type AgentKeys,
  getAgentKey,
  getNodeKeys,
  getPositionKey,
  getTreeKey,
  readAgentKeys,
} from './keys.ts';
import { findNode } from './nodes.ts';
import type { Key } from './schema.ts';

/** A draft of no more bytes is within the bounds: each code unit takes at least one, each span at least six. */
const SURELY_WITHIN = Math.min(MAX_TEXT_LENGTH, 6 * MAX_SPANS);

/** `authorship` is JSON as in other columns, but here it is embedded in JSON and so not quoted again. */
interface StoredText {
  readonly text: string;
  readonly authorship: unknown;
}

interface StoredEdit extends StoredText {
  readonly node_id: string;
}

const draftOf = defineQuery('draft.find', (db, p: { tree: Key; agent: Key }) =>
  db
    .selectFrom('draft')
    .innerJoin('node', 'node.key', 'draft.head_position_key')
    .select(['node.id as head_id', 'draft.buffer', 'draft.edits'])
    .where('draft.loom_tree_key', '=', p.tree)
    .where('draft.agent_key', '=', p.agent),
);

const draftRow = defineQuery('draft.row', (db, p: { tree: Key; agent: Key }) =>
  db
    .selectFrom('draft')
    .leftJoin('node', (join) =>
      join.onRef('node.key', '=', 'draft.head_position_key').on('node.loom_tree_key', '=', p.tree),
    )
    .select(['node.id as head_id', 'draft.buffer', 'draft.edits'])
    .where('draft.loom_tree_key', '=', p.tree)
    .where('draft.agent_key', '=', p.agent),
);

// Neither column is read for this.
const draftSize = defineQuery(
  'draft.size',
  (_, p: { tree: Key; agent: Key }) => sql<{ bytes: number }>`
    select octet_length(buffer) + octet_length(edits) as bytes from draft
    where loom_tree_key = ${p.tree} and agent_key = ${p.agent}`,
);

const upsertDraft = defineQuery(
  'draft.save',
  (db, p: { tree: Key; agent: Key; head: Key; buffer: string; edits: string; now: number }) =>
    db
      .insertInto('draft')
      .values({
        loom_tree_key: p.tree,
        agent_key: p.agent,
        head_position_key: p.head,
        buffer: p.buffer,
        edits: p.edits,
        updated_at: p.now,
      })
      .onConflict((conflict) =>
        conflict.doUpdateSet({
          head_position_key: p.head,
          buffer: p.buffer,
          edits: p.edits,
          updated_at: p.now,
        }),
      ),
);

const deleteDraftRow = defineQuery('draft.delete', (db, p: { tree: Key; agent: Key }) =>
  db.deleteFrom('draft').where('loom_tree_key', '=', p.tree).where('agent_key', '=', p.agent),
);

/**
 * An agent's draft in a tree; undefined when everything is committed.
 * @throws {AspenError} NOT_FOUND; CORRUPT when the stored draft is invalid
 */
export function findDraft(reader: Reader, treeId: TreeId, agentId: AgentId): Draft | undefined {
  const row = reader.first(draftOf, {
    tree: getTreeKey(reader, treeId),
    agent: getAgentKey(reader, agentId),
  });
  return row === undefined
    ? undefined
    : { head: row.head_id as PositionId, ...textsOf(reader, row, agentId) };
}

/**
 * The texts of an orphaned draft: its head, or a node it edits, is no longer in the tree. Undefined when the
 * draft is not orphaned or does not exist.
 * @throws {AspenError} NOT_FOUND; CORRUPT when the stored draft is invalid
 */
export function findOrphanedDraft(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
): Omit<Draft, 'head'> | undefined {
  const tree = getTreeKey(reader, treeId);
  const row = reader.first(draftRow, { tree, agent: getAgentKey(reader, agentId) });
  if (row === undefined) return undefined;
  const texts = textsOf(reader, row, agentId);
  const isIntact = row.head_id !== null && texts.edits.every(({ nodeId }) => hasNode(reader, treeId, nodeId));
  return isIntact ? undefined : texts;
}

/**
 * An agent's draft if it is longer than a draft may be (`generation.md`, *Bounds*), which earlier versions
 * did not limit; undefined if it is not, or there is none.
 * @throws {AspenError} NOT_FOUND; CORRUPT when the stored draft is invalid
 */
export function findLongDraft(reader: Reader, treeId: TreeId, agentId: AgentId): Draft | undefined {
  const size = reader.first(draftSize, {
    tree: getTreeKey(reader, treeId),
    agent: getAgentKey(reader, agentId),
  });
  if ((size?.bytes ?? 0) <= SURELY_WITHIN) return undefined;
  const draft = findDraft(reader, treeId, agentId);
  return draft === undefined || isWithinBounds([draft.buffer, ...draft.edits]) ? undefined : draft;
}

function hasNode(reader: Reader, treeId: TreeId, nodeId: NodeId): boolean {
  return findNode(reader, nodeId)?.treeId === treeId;
}

function textsOf(
  reader: Reader,
  row: { readonly buffer: string; readonly edits: string },
  agentId: AgentId,
): Omit<Draft, 'head'> {
  const agents = readAgentKeys(reader);
  const buffer = parseColumn<StoredText>(row.buffer, 'the draft', faultOfDraftText);
  const edits = parseColumn<readonly StoredEdit[]>(row.edits, 'the draft’s edits', faultOfDraftEdits);
  return {
    buffer: fromStored(buffer, agentId, agents),
    edits: edits.map((edit: StoredEdit): PendingEdit => {
      return { nodeId: edit.node_id as NodeId, ...fromStored(edit, agentId, agents) };
    }),
  };
}

/**
 * Stores an agent's draft, replacing the previous one. No log row: a draft is not part of the tree.
 * @throws {AspenError} NOT_FOUND when it names a head, node or agent that does not exist; INVALID_ARGUMENT
 *   when spans do not add up to their text, or a text is not well-formed Unicode
 */
export function saveDraft(tx: FileTransaction, treeId: TreeId, agentId: AgentId, draft: Draft): void {
  const tree = getTreeKey(tx, treeId);
  const agents = readAgentKeys(tx);
  const edits = draft.edits.map((edit): StoredEdit => {
    getNodeKeys(tx, tree, edit.nodeId);
    return { node_id: edit.nodeId, ...toStored(edit, agentId, agents, `the edit of ${edit.nodeId}`) };
  });
  tx.run(upsertDraft, {
    tree,
    agent: agents.keyOf(agentId),
    head: getPositionKey(tx, tree, draft.head),
    buffer: JSON.stringify(toStored(draft.buffer, agentId, agents, 'the working buffer')),
    edits: JSON.stringify(edits),
    now: tx.now(),
  });
}

/** Deletes an agent's draft after it was committed or discarded; harmless when there is none. */
export function deleteDraft(tx: FileTransaction, treeId: TreeId, agentId: AgentId): void {
  tx.run(deleteDraftRow, { tree: getTreeKey(tx, treeId), agent: getAgentKey(tx, agentId) });
}

function toStored({ text, spans }: SpannedText, owner: AgentId, agents: AgentKeys, what: string): StoredText {
  checkSpannedText(text, spans, what);
  const authorship = encodeSpans(spans, owner, agents);
  return { text, authorship: authorship === null ? null : JSON.parse(authorship) };
}

function fromStored({ text, authorship }: StoredText, owner: AgentId, agents: AgentKeys): SpannedText {
  const column = authorship === null || authorship === undefined ? null : JSON.stringify(authorship);
  // JSON can name half a character, which the program never writes.
  return { text: text.toWellFormed(), spans: decodeSpans(column, text.length, owner, agents) };
}
