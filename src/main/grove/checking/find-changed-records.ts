import { canonicalJson, type JsonValue, wellFormed } from '../../../core/provenance/canonical-json.ts';
import { LoggedState } from '../../../core/provenance/logged-state.ts';
import {
  DEFAULT_METADATA,
  isAlike,
  METADATA_GROUPS,
  type PositionMetadata,
} from '../../../core/tree/position-metadata.ts';
import { MARK_NAMES, MARKS, type MarkName } from '../../../core/tree/tree-marks.ts';
import { changedRecordsDetail, RECORDS_CHANGED } from '../../../ui-text/opening.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findTurn, listEndedTurns, loggedTurn } from '../../store/tables/agent-turns.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { listAlteredDrafts } from '../../store/tables/drafts.ts';
import { logPages } from '../../store/tables/log.ts';
import { markTable } from '../../store/tables/marks/mark-tables.ts';
import { findNode, listMistypedNodes } from '../../store/tables/nodes.ts';
import {
  digestOfResponse,
  isRequestLeftOut,
  listResponsesWithoutNode,
} from '../../store/tables/responses.ts';
import { listTags } from '../../store/tables/tags.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { listMarkedNodes, listMetadataAt, type NodeMetadata } from '../../store/tree/position-metadata.ts';
import type { GroveNotices } from '../grove-notices.ts';
import { responseToVerify } from '../reading/node-reader.ts';

/** Positions compared, or rows of the log read, per step. */
const PAGE = 200;

/** The name of each recorded property. Other properties of a record are not compared. */
const AGENT_PROPERTIES = [
  ['name', 'name'],
  ['type', 'type'],
  ['modelRef', 'model'],
  ['archivedAt', 'time of archiving'],
] as const;
const TAG_PROPERTIES = [
  ['name', 'name'],
  ['folded', 'folded name'],
  ['color', 'colour'],
  ['createdAt', 'time of creation'],
  ['archivedAt', 'time of archiving'],
  ['mergedInto', 'other tag'],
] as const;
const TREE_PROPERTIES = [
  ['title', 'title'],
  ['mode', 'mode'],
  ['kind', 'kind'],
  ['archivedAt', 'time of archiving'],
] as const;

/** A comparison, a little at a time: a description of a difference, or undefined after a step that found none. */
export type ComparisonSteps = Generator<string | undefined, void>;

export interface RecordComparison {
  /** The records that *Undo turn*, exports and requests rely on. The file must not be written until this has ended. */
  readonly records: ComparisonSteps;
  /** The records of responses, which do not change. Only after `records`; the file may be written meanwhile. */
  readonly responses: ComparisonSteps;
}

/**
 * Compares with the log what content hashes do not cover: agents, the titles of trees, metadata, tags, marks on texts, turns and
 * the records of responses; and drafts with their own digests (`storage.md`). What an older version of the
 * program did not record is not compared, nor is the record of a response whose request a shared copy leaves out. Bodies of responses
 * that no node names are compared with their hashes.
 * The steps throw CORRUPT when a row cannot be read.
 */
export function compareRecords(reader: Reader): RecordComparison {
  let logged = new LoggedState(new Set());
  function* records(): ComparisonSteps {
    const marked = listMarkedNodes(reader);
    logged = new LoggedState(new Set<string>(marked.map(({ positionId }) => positionId)));
    for (const rows of logPages(reader, 0, PAGE)) {
      for (const row of rows) logged.add(row);
      yield;
    }
    yield* compare('agent', logged.agents, listAgents(reader), AGENT_PROPERTIES);
    yield* compare('tree', logged.trees, listTrees(reader), TREE_PROPERTIES);
    yield* compare('tag', logged.tags, listTags(reader), TAG_PROPERTIES);
    for (const { id } of listTags(reader)) if (!logged.tags.has(id)) yield `tag ${id}: it is not in the log`;
    yield;
    for (const id of listMistypedNodes(reader))
      yield `node ${id}: its author is not of the type that it says`;
    yield* compareMetadata(reader, logged, marked);
    for (const name of MARK_NAMES) yield* compareMarks(reader, logged, name);
    yield* compareTurns(reader, logged);
    for (const { treeId, agentId } of listAlteredDrafts(reader))
      yield `the draft of agent ${agentId} in tree ${treeId} has changed since it was written`;
  }
  function* responses(): ComparisonSteps {
    for (const { node: id, digest } of logged.responses()) {
      yield;
      const node = findNode(reader, id);
      // The node may have been deleted meanwhile; damage to it shows in the log's nodes.
      if (node === undefined) continue;
      const { responseId } = node;
      const actual = responseId === null ? null : digestOfResponse(reader, responseId);
      if (actual !== digest && (responseId === null || !isRequestLeftOut(reader, responseId)))
        yield `node ${id}: the record of its response has changed since it was written`;
    }
    yield* findChangedBodies(reader);
  }
  return { records: records(), responses: responses() };
}

/**
 * All differences that `compareRecords` finds.
 * @returns lazy, so a caller that needs only some pays only for those
 * @throws {AspenError} CORRUPT when a row cannot be read
 */
export function* findChangedRecords(reader: Reader): Generator<string> {
  const { records, responses } = compareRecords(reader);
  for (const steps of [records, responses])
    for (const difference of steps) if (difference !== undefined) yield difference;
}

/** A part of a row of the log that an earlier version wrote with half of a surrogate pair, which no column stores. */
function asStored(logged: unknown): JsonValue {
  return wellFormed(logged as JsonValue);
}

function* compare<T extends { readonly id: string }>(
  what: string,
  records: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  stored: readonly T[],
  properties: readonly (readonly [keyof T & string, string])[],
): Generator<string> {
  const byId = new Map<string, T>(stored.map((one) => [one.id, one]));
  for (const [id, record] of records) {
    const actual = byId.get(id);
    if (actual === undefined) {
      yield `${what} ${id}: it was written but no longer exists`;
      continue;
    }
    for (const [property, name] of properties)
      if (Object.hasOwn(record, property) && asStored(record[property]) !== actual[property])
        yield `${what} ${id}: its ${name} is not the one in the log`;
  }
}

/** A shared path has none, and its log names none. */
function* compareMarks(reader: Reader, logged: LoggedState, name: MarkName): Generator<string> {
  const { one } = MARKS[name];
  const stored = new Map(markTable(name).listAll(reader));
  for (const [key, record] of logged.marks(name)) {
    const actual = stored.get(key);
    stored.delete(key);
    if (actual === undefined) yield `${one} ${key}: it was written but no longer exists`;
    else if (canonicalJson({ ...actual }) !== canonicalJson(asStored(record)))
      yield `${one} ${key}: it is not the one in the log`;
  }
  for (const key of stored.keys()) yield `${one} ${key}: it is not in the log`;
}

/** A shared copy has no turns at all, whatever the log names. */
function* compareTurns(reader: Reader, logged: LoggedState): ComparisonSteps {
  const unnamed = new Set(listEndedTurns(reader));
  if (unnamed.size === 0) return;
  for (const { id, digest } of logged.turns()) {
    yield;
    if (!unnamed.delete(id)) {
      if (findTurn(reader, id) === undefined) yield `turn ${id}: it was written but no longer exists`;
      else yield `turn ${id}: it ended, but does not say so any more`;
    } else if (loggedTurn(reader, id).digest !== digest)
      yield `turn ${id}: what it did has changed since it was written`;
  }
  for (const id of unnamed) yield `turn ${id}: it is not in the log`;
}

/** The hash of a node covers the body of its response. */
function* findChangedBodies(reader: Reader): ComparisonSteps {
  for (const id of listResponsesWithoutNode(reader)) {
    yield;
    const response = responseToVerify(reader, id);
    if (response !== undefined && response.bodyHash !== null && response.bodyHash !== response.recordedHash)
      yield `response ${id}: it is not the one that was received`;
  }
}

function* compareMetadata(
  reader: Reader,
  logged: LoggedState,
  marked: readonly NodeMetadata[],
): ComparisonSteps {
  const positions = [...logged.metadata.keys()];
  for (let from = 0; from < positions.length; from += PAGE) {
    yield;
    for (const node of listMetadataAt(reader, positions.slice(from, from + PAGE))) {
      const record = logged.metadata.get(node.positionId);
      if (record !== undefined) yield* differences(node, record);
    }
  }
  for (const node of marked) {
    if (!logged.metadata.has(node.positionId) && logged.beganPlain(node.positionId))
      yield* differences(node, DEFAULT_METADATA);
  }
}

function* differences(node: NodeMetadata, record: PositionMetadata): Generator<string> {
  for (const { names, called } of METADATA_GROUPS)
    if (!isAlike(node, record, names)) yield `node ${node.id}: ${called} is not as in the log`;
}

/** As many differences as the banner lists. */
const MAX_LISTED = 20;

/**
 * Warns that records of an open grove are not as they were written (`compareRecords`), though its texts and its tree are
 * (`storage.md`, *Opening, in order*, step 4).
 */
export function warnOfChangedRecords(differences: readonly string[], notices: GroveNotices): void {
  if (differences.length === 0) return;
  const detail = changedRecordsDetail(differences.slice(0, MAX_LISTED), differences.length - MAX_LISTED);
  notices.add(RECORDS_CHANGED, { openBackup: (help) => help.runCommand('copies.openBackup') }, { detail });
}
