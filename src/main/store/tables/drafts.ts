import { sql } from 'kysely';
import { sha256 } from '#sha256';
import type { Draft, PendingEdit } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, Sha256, TreeId } from '../../../core/ids.ts';
import { canonicalJson } from '../../../core/provenance/canonical-json.ts';
import { isoTime } from '../../../core/provenance/iso-time.ts';
import { isWithinBounds, MAX_SPANS, MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
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
  /** `[from, to, insert]` for each splice of the node's text. */
  readonly changes?: readonly (readonly [number, number, string])[];
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
  (db, p: { tree: Key; agent: Key; head: Key; buffer: string; edits: string; now: number; digest: string }) =>
    db
      .insertInto('draft')
      .values({
        loom_tree_key: p.tree,
        agent_key: p.agent,
        head_position_key: p.head,
        buffer: p.buffer,
        edits: p.edits,
        updated_at: p.now,
        digest: p.digest,
      })
      .onConflict((conflict) =>
        conflict.doUpdateSet({
          head_position_key: p.head,
          buffer: p.buffer,
          edits: p.edits,
          updated_at: p.now,
          digest: p.digest,
        }),
      ),
);

const treesWithDraft = defineQuery('draft.trees', (db, p: { agent: Key }) =>
  db
    .selectFrom('draft')
    .innerJoin('loom_tree', 'loom_tree.key', 'draft.loom_tree_key')
    .select('loom_tree.id')
    .where('draft.agent_key', '=', p.agent)
    .orderBy('loom_tree.key'),
);

const draftsWithDigest = defineQuery('draft.withDigest', (db) =>
  db
    .selectFrom('draft')
    .innerJoin('loom_tree', 'loom_tree.key', 'draft.loom_tree_key')
    .innerJoin('agent', 'agent.key', 'draft.agent_key')
    .leftJoin('node', 'node.key', 'draft.head_position_key')
    .select([
      'loom_tree.id as tree_id',
      'agent.id as agent_id',
      'node.id as head_id',
      'draft.buffer',
      'draft.edits',
      'draft.updated_at',
      'draft.digest',
    ])
    .where('draft.digest', 'is not', null)
    .orderBy('tree_id')
    .orderBy('agent_id'),
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

/** The trees in which an agent has a draft. @throws {AspenError} NOT_FOUND if there is no such agent */
export function listTreesWithDraft(reader: Reader, agentId: AgentId): readonly TreeId[] {
  return reader.all(treesWithDraft, { agent: getAgentKey(reader, agentId) }).map(({ id }) => id as TreeId);
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
      const changes = edit.changes?.map(([from, to, insert]) => ({ from, to, insert }));
      return {
        nodeId: edit.node_id as NodeId,
        ...fromStored(edit, agentId, agents),
        ...(changes === undefined ? {} : { changes }),
      };
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
    const changes = edit.changes?.map(({ from, to, insert }) => [from, to, insert] as const);
    return {
      node_id: edit.nodeId,
      ...toStored(edit, agentId, agents, `the edit of ${edit.nodeId}`),
      ...(changes === undefined ? {} : { changes }),
    };
  });
  const row = {
    buffer: JSON.stringify(toStored(draft.buffer, agentId, agents, 'the working buffer')),
    edits: JSON.stringify(edits),
    now: tx.now(),
  };
  tx.run(upsertDraft, {
    tree,
    agent: agents.keyOf(agentId),
    head: getPositionKey(tx, tree, draft.head),
    ...row,
    digest: digestOfRow({ treeId, agentId, head: draft.head, ...row }),
  });
}

interface DraftToDigest {
  readonly treeId: string;
  readonly agentId: string;
  readonly head: string | null;
  /** JSON as it is stored, in which agents are named by their keys. */
  readonly buffer: string;
  readonly edits: string;
  readonly now: number;
}

/** Covers a draft's row, which the log does not name (`storage.md`). */
function digestOfRow(draft: DraftToDigest): Sha256 {
  const { treeId, agentId, head, buffer, edits, now } = draft;
  return sha256(canonicalJson(['aspen-draft-1', treeId, agentId, head, isoTime(now), buffer, edits]));
}

/**
 * Drafts that were changed after they were written, by tree and agent. A draft that an older version of the
 * program wrote has no digest, and is not among them.
 */
export function listAlteredDrafts(
  reader: Reader,
): readonly { readonly treeId: TreeId; readonly agentId: AgentId }[] {
  return reader
    .all(draftsWithDigest, NONE)
    .filter(
      ({ tree_id: treeId, agent_id: agentId, head_id: head, updated_at: now, buffer, edits, digest }) => {
        return digestOfRow({ treeId, agentId, head, buffer, edits, now }) !== digest;
      },
    )
    .map(({ tree_id, agent_id }) => ({ treeId: tree_id as TreeId, agentId: agent_id as AgentId }));
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
