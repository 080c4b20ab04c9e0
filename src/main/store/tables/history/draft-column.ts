/**
 * The draft of a state as JSON: `{"buffer": splice or null, "edits": [[node id, splice or null], …]}`, where a splice is
 * `[from, to, text, authorship]`: it replaces a range of the text before it, in UTF-16 code units, and `authorship` is that
 * of the inserted text, as in other columns. The text before it is that of the last layer for a draft layer, and otherwise
 * that of the node, or the empty buffer.
 */

import { AspenError } from '../../../../core/errors.ts';
import type { StateDraft } from '../../../../core/history/path-state.ts';
import { applyDraftChange, type CommittedText, draftChange } from '../../../../core/history/state-draft.ts';
import type { AgentId, NodeId } from '../../../../core/ids.ts';
import type { DraftSplice } from '../../../../core/text/splice.ts';
import { textOf } from '../../../../core/tree/tree-node.ts';
import type { Reader } from '../../connection/query.ts';
import { decodeSpans, encodeSpans, mapAuthorship } from '../authorship-column.ts';
import { parseColumn } from '../json-column.ts';
import { type AgentKeys, readAgentKeys } from '../keys.ts';
import { getNodeContent } from '../nodes.ts';
import type { Key } from '../schema.ts';

type StoredSplice = readonly [from: number, to: number, insert: string, authorship: unknown];

interface StoredDraft {
  readonly buffer: StoredSplice | null;
  readonly edits: readonly (readonly [nodeId: string, splice: StoredSplice | null])[];
}

/**
 * @param before what it is stored as the change of; null for the committed texts
 * @param owner whose draft it is: text of theirs has no authorship
 * @throws {AspenError} NOT_FOUND if it names a node or agent that does not exist
 */
export function encodeDraft(
  reader: Reader,
  before: StateDraft | null,
  draft: StateDraft,
  owner: AgentId,
): string {
  const agents = readAgentKeys(reader);
  const stored = (splice: DraftSplice | null): StoredSplice | null => {
    if (splice === null) return null;
    const authorship = encodeSpans(splice.spans, owner, agents);
    return [splice.from, splice.to, splice.insert, authorship === null ? null : JSON.parse(authorship)];
  };
  const { buffer, edits } = draftChange(before, draft, committedIn(reader, agents));
  const value: StoredDraft = {
    buffer: stored(buffer),
    edits: edits.map(({ nodeId, change }) => [nodeId, stored(change)]),
  };
  return JSON.stringify(value);
}

/** @throws {AspenError} CORRUPT if the column is invalid, or does not fit what it is the change of */
export function decodeDraft(
  reader: Reader,
  before: StateDraft | null,
  column: unknown,
  owner: AgentId,
): StateDraft {
  const { buffer, edits } = parseColumn<StoredDraft>(column, 'the draft of a layer', faultOfDraft);
  const agents = readAgentKeys(reader);
  const splice = (stored: StoredSplice | null): DraftSplice | null => {
    if (stored === null) return null;
    const [from, to, insert, authorship] = stored;
    const runs = authorship === null ? null : JSON.stringify(authorship);
    return { from, to, insert, spans: decodeSpans(runs, insert.length, owner, agents) };
  };
  const change = {
    buffer: splice(buffer),
    edits: edits.map(([nodeId, stored]) => ({ nodeId: nodeId as NodeId, change: splice(stored) })),
  };
  try {
    return applyDraftChange(before, change, committedIn(reader, agents));
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    throw new AspenError('CORRUPT', `the draft of a layer does not fit: ${error.detail}`, { cause: error });
  }
}

/** The column of the same draft in another file, where agents have other keys. @throws {AspenError} CORRUPT */
export function mapDraftColumn(
  column: string,
  agentKey: (key: Key) => Key,
  nodeId: (id: NodeId) => NodeId,
): string {
  const { buffer, edits } = parseColumn<StoredDraft>(column, 'the draft of a layer', faultOfDraft);
  const mapped = (splice: StoredSplice | null): StoredSplice | null => {
    if (splice === null) return null;
    const [from, to, insert, authorship] = splice;
    const runs = authorship === null ? null : mapAuthorship(JSON.stringify(authorship), agentKey);
    return [from, to, insert, runs === null ? null : JSON.parse(runs)];
  };
  const value: StoredDraft = {
    buffer: mapped(buffer),
    edits: edits.map(([id, splice]) => [nodeId(id as NodeId), mapped(splice)]),
  };
  return JSON.stringify(value);
}

function committedIn(reader: Reader, agents: AgentKeys): CommittedText {
  return (nodeId) => {
    const { content, spans } = getNodeContent(reader, nodeId, agents);
    return { text: textOf(content), spans };
  };
}

function faultOfDraft(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'is not an object';
  const { buffer, edits } = value as Readonly<Record<string, unknown>>;
  if (!isSplice(buffer)) return 'has an invalid buffer';
  const areEdits =
    Array.isArray(edits) &&
    edits.every((edit) => Array.isArray(edit) && typeof edit[0] === 'string' && isSplice(edit[1]));
  return areEdits ? null : 'has an invalid edit';
}

function isSplice(value: unknown): boolean {
  if (value === null) return true;
  if (!Array.isArray(value)) return false;
  const [from, to, insert] = value as readonly unknown[];
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && typeof insert === 'string';
}
