import { sha256 } from '#sha256';
import { isRecord, listOf } from '../../../core/answers/read-json.ts';
import type { RefusedFields } from '../../../core/answers/refused-fields.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, ResponseId, TreeId } from '../../../core/ids.ts';
import { listedInOutline } from '../../../core/outline/outline-place.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { checkPrompt, nodesOfRequest } from '../../../core/provenance/rebuild-prompt.ts';
import { nodesToVerify, type ResponseToVerify, verifyNode } from '../../../core/provenance/verify.ts';
import { familyOf } from '../../../core/tree/family.ts';
import { baseOf, isPruned, versionAt } from '../../../core/tree/shown-version.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { TreeView } from '../../../core/tree/tree-view.ts';
import type {
  AnnotationSummary,
  NodeDetails,
  NodeRecord,
  RecordedBody,
  TokenProbability,
} from '../../../ipc/wire/node.ts';
import type { AnchorSummary, BookmarkSummary, Remarks, VersionSummary } from '../../../ipc/wire/position.ts';
import { readLeftOut, readReasoning } from '../../generation/read-reasoning.ts';
import { tokenProbabilities } from '../../generation/token-probabilities.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAnchors, listPositionsOnlyOnPhrases } from '../../store/tables/marks/anchors.ts';
import { type Annotation, listAnnotations, listNotesOnTexts } from '../../store/tables/marks/annotations.ts';
import * as bookmarks from '../../store/tables/marks/bookmarks.ts';
import { listSummariesOf } from '../../store/tables/marks/summaries.ts';
import type { AuthoredNode } from '../../store/tables/node-rows.ts';
import { findWholeNodes, getAuthoredNodes } from '../../store/tables/nodes.ts';
import { findResponse, findResponseBytes, type ResponseBytes } from '../../store/tables/responses.ts';
import { findTree } from '../../store/tables/trees.ts';
import { hasSplits, readBookmarksOnSplits } from '../../store/tree/hidden-splits.ts';
import * as localIds from '../../store/tree/local-ids.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';
import { sqlTree, sqlViews } from '../../store/tree/sql-tree.ts';
import { listedVersionsAt } from '../../store/tree/turns/listed-versions.ts';

/** Length of an excerpt in a list, in UTF-16 code units. */
export const EXCERPT = 240;
/** UTF-16 code units of a response's body that are sent: more is not read on a screen. */
const RECORDED_TEXT = 200_000;
/** Less that was trimmed from the beginning of an answer is white space. UTF-16 code units. */
const SHORTEST_LEFT_OUT = 3;

/** Everything the Passage tab shows of one node, its hash verified. @throws {AspenError} NOT_FOUND */
export function readNode(reader: Reader, treeId: TreeId, nodeId: NodeId): NodeDetails {
  const tree = sqlTree(reader, treeId);
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { content, spans } = tree.getContent(nodeId);
  const [toVerify] = nodesToVerify(tree, [nodeId], (id) => responseToVerify(reader, id));
  if (toVerify === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  return {
    node,
    content,
    spans,
    edge: tree.findEdgeInto(nodeId) ?? null,
    verdict: verifyNode(toVerify),
    ...aboutAnswer(reader, node),
  };
}

/** Facts about the answer that a node is from. */
function aboutAnswer(reader: Reader, node: TreeNode): Pick<NodeDetails, 'answeredBy' | 'leftOut'> {
  const { responseId, choiceIndex, seam, finishReason, treeId } = node;
  const response = responseId === null ? undefined : findResponse(reader, responseId);
  if (response === undefined) return { answeredBy: null, leftOut: [] };
  const { modelIdentifier: answeredBy, request } = response;
  // Anything shorter is white space, or nothing.
  const mayLeaveOut =
    seam !== null && (seam.answerTrimmed >= SHORTEST_LEFT_OUT || seam.answerTrimmedAfter !== undefined);
  const bytes = mayLeaveOut ? findResponseBytes(reader, response.id) : undefined;
  if (bytes === undefined || seam === null) return { answeredBy, leftOut: [] };
  const isMessage = findTree(reader, treeId)?.mode === 'dialogue';
  const choice = { choiceIndex: choiceIndex ?? 0, stops: stopsOf(request), seam, finishReason, isMessage };
  return { answeredBy, leftOut: readLeftOut(bytes.body, choice) };
}

/** The fields that a recorded request sent otherwise; none for one by an older program. */
function sentOtherwiseIn(request: JsonValue): RefusedFields {
  const fields = isRecord(request) && isRecord(request.sentOtherwise) ? request.sentOtherwise : {};
  const isInstead = (instead: unknown) =>
    instead === null || typeof instead === 'string' || typeof instead === 'number';
  return Object.fromEntries(
    Object.entries(fields).filter(([, instead]) => isInstead(instead)),
  ) as RefusedFields;
}

/** The stop sequences that a recorded request was sent with. */
function stopsOf(request: JsonValue): readonly string[] {
  const parameters = isRecord(request) ? request.parameters : null;
  const stop = isRecord(parameters) ? parameters.stop : null;
  return listOf(stop).filter((one) => typeof one === 'string');
}

/** The hashes of a stored response: the recorded one, and that of its current bytes. */
export function responseToVerify(
  reader: Reader,
  id: Parameters<typeof findResponse>[1],
): ResponseToVerify | undefined {
  const record = findResponse(reader, id);
  if (record === undefined) return undefined;
  const bytes = findResponseBytes(reader, id);
  return {
    recordedHash: record.bodySha256,
    bodyHash: bytes === undefined ? null : sha256(bytes.body),
    isRedacted: record.redacted.length > 0,
  };
}

/** The versions at a position, oldest first; empty if there is no such position. */
export function listVersions(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  positionId: PositionId,
): readonly VersionSummary[] {
  const { tree, path } = sqlViews(reader, treeId, agentId);
  const versions = listedVersionsAt(reader, tree, positionId);
  if (versions.length === 0) return [];
  const selected = versionAt(tree, path, positionId).id;
  const ids = versions.map(({ id }) => id);
  return getAuthoredNodes(reader, ids).map((version) => versionSummary(version, selected));
}

/** One version of a position as lists show it. */
export function versionSummary(
  { id, localId, authorId, authors, editedFrom, createdAt, offered }: AuthoredNode,
  selected: NodeId,
): VersionSummary {
  const isSelected = id === selected;
  return { nodeId: id, localId, authorId, authors, editedFrom, createdAt, selected: isSelected, offered };
}

/**
 * Notes on any version at a node's position, and on the text that it divides or that divides it, oldest first,
 * including removed ones: a divided text is one text (`domain.md`, *Forks*).
 * @throws {AspenError} NOT_FOUND
 */
export function readAnnotations(
  reader: Reader,
  treeId: TreeId,
  nodeId: NodeId,
): readonly AnnotationSummary[] {
  const tree = sqlTree(reader, treeId);
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { positionId } = node;
  const base = isPruned(tree, positionId) ? positionId : (familyOf(tree, positionId)?.base ?? positionId);
  return [base, ...unprunedSplits(tree, base)]
    .flatMap((position) => listAnnotations(reader, treeId, position))
    .map(annotationSummary)
    .sort((one, other) => (one.positionId < other.positionId ? -1 : 1));
}

/** The splits that a position hides, but for pruned ones. */
export function unprunedSplits(tree: TreeView, position: PositionId): readonly PositionId[] {
  const family = familyOf(tree, position);
  if (family?.base !== position) return [];
  return family.splits.filter((split) => !isPruned(tree, split));
}

/** A note as lists show it. */
export function annotationSummary({ node, originId, versionCount, quote }: Annotation): AnnotationSummary {
  const { id, positionId, authorId, createdAt, content, spans, pruned } = node;
  const said = { text: textOf(content), spans };
  const about = { originId, authorId, createdAt, versionCount, quote };
  return { nodeId: id, positionId, ...about, removed: pruned, ...said };
}

/**
 * The record of the response that a node came from; null if it has none, or its record is gone.
 * @throws {AspenError} NOT_FOUND; CORRUPT if the record is invalid
 */
export function readRecord(reader: Reader, treeId: TreeId, nodeId: NodeId): NodeRecord | null {
  const tree = sqlTree(reader, treeId);
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  return node.responseId === null ? null : recordOfResponse(reader, node.responseId);
}

/** The record of a response; null if it is not in this file. @throws {AspenError} CORRUPT */
export function recordOfResponse(reader: Reader, id: ResponseId): NodeRecord | null {
  const record = findResponse(reader, id);
  if (record === undefined) return null;
  const { provider, requestId, modelIdentifier, request, bodySha256 } = record;
  const { requestedAt, respondedAt, latencyMs, tokenUsage } = record;
  const bytes = findResponseBytes(reader, record.id);
  // From any tree: the record of a copy names the nodes of the tree that was copied.
  const sent = findWholeNodes(reader, nodesOfRequest(request));
  const findText = (id: NodeId) => {
    const found = sent.get(id);
    return found && textOf(found.content);
  };
  return {
    provider,
    requestId,
    model: modelIdentifier,
    request,
    sentOtherwise: sentOtherwiseIn(request),
    prompt: checkPrompt(request, findText),
    requestedAt,
    respondedAt,
    latencyMs,
    tokenUsage,
    bodySha256,
    body: bytes === undefined ? null : recordedBody(bytes),
  };
}

/** The probability of each token of a node; empty if the provider sent none. @throws {AspenError} NOT_FOUND; CORRUPT */
export function readTokens(reader: Reader, treeId: TreeId, nodeId: NodeId): readonly TokenProbability[] {
  const tree = sqlTree(reader, treeId);
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { responseId, choiceIndex, seam } = node;
  const bytes = responseId === null ? undefined : findResponseBytes(reader, responseId);
  if (bytes === undefined) return [];
  return tokenProbabilities(bytes.body, choiceIndex ?? 0, textOf(tree.getContent(nodeId).content), seam);
}

/** A model's recorded reasoning before the text of a node; empty for none. @throws {AspenError} NOT_FOUND; CORRUPT */
export function readNodeReasoning(reader: Reader, treeId: TreeId, nodeId: NodeId): string {
  const node = sqlTree(reader, treeId).findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { responseId, choiceIndex, seam } = node;
  const bytes = responseId === null ? undefined : findResponseBytes(reader, responseId);
  return bytes === undefined ? '' : readReasoning(bytes.body, choiceIndex ?? 0, seam?.answerTrimmed ?? 0);
}

function recordedBody({ body, headers }: ResponseBytes): RecordedBody {
  // A UTF-16 code unit takes at most three bytes.
  const decoded = new TextDecoder().decode(body.subarray(0, 3 * RECORDED_TEXT));
  const text = decoded.slice(0, RECORDED_TEXT);
  const cut = text.length < decoded.length || 3 * RECORDED_TEXT < body.length;
  return { headers, text, cut, bytes: body.length };
}

/**
 * The position of the version with a local id, in any case; for a hidden split without a row, the one that shows its
 * text. Null if there is none.
 * @throws {AspenError} NOT_FOUND
 */
export function findByLocalId(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  localId: string,
): localIds.LocalIdMatch | null {
  const found = localIds.findByLocalId(reader, treeId, localId, EXCERPT);
  if (found === null) return null;
  const { tree, path } = sqlViews(reader, treeId, agentId);
  return { ...found, positionId: listedInOutline(tree, path, found.positionId) };
}

/**
 * Bookmarks on whole texts with excerpts, in the order they were created; one of a hidden split at the text that it
 * divides. Those on phrases are anchors (`readAnchors`).
 */
export function readBookmarks(reader: Reader, treeId: TreeId): readonly BookmarkSummary[] {
  const moved = readBookmarksOnSplits(reader, treeId);
  const isForked = hasSplits(reader);
  const tree = sqlTree(reader, treeId);
  const onPhrases = listPositionsOnlyOnPhrases(reader, treeId);
  return bookmarks
    .listBookmarks(reader, treeId, EXCERPT, moved.labels)
    .filter(({ positionId }) => !moved.splits.has(positionId) && !onPhrases.has(positionId))
    .map((bookmark) => ({ ...bookmark, splits: isForked ? unprunedSplits(tree, bookmark.positionId) : [] }));
}

/** The notes on whole texts of a path, and the summaries of its versions. @throws {AspenError} NOT_FOUND */
export function readRemarks(reader: Reader, treeId: TreeId, path: readonly PathIds[]): Remarks {
  const tree = sqlTree(reader, treeId);
  const isForked = hasSplits(reader);
  const shown = path.map(({ positionId }) => positionId);
  const noted = isForked ? [...new Set([...shown, ...shown.flatMap((at) => baseOf(tree, at) ?? [])])] : shown;
  const notes = listNotesOnTexts(reader, noted, EXCERPT).map(({ positionId, noteId, text }) => ({
    positions: [positionId, ...(isForked ? unprunedSplits(tree, positionId) : [])],
    noteId,
    text,
  }));
  return {
    notes,
    summaries: listSummariesOf(
      reader,
      path.map(({ nodeId }) => nodeId),
    ),
  };
}

/** As `findNextBookmark` of the store. */
export function findNextBookmark(
  reader: Reader,
  treeId: TreeId,
  from: PositionId | null,
  direction: 1 | -1,
): PositionId | null {
  return bookmarks.findNextBookmark(reader, treeId, from, direction, readBookmarksOnSplits(reader, treeId));
}

/**
 * The notes, bookmarks and targets on phrases of a tree that are neither removed nor pruned, in the order in which they were set.
 * @throws {AspenError} NOT_FOUND if there is no such tree
 */
export function readAnchors(reader: Reader, treeId: TreeId): readonly AnchorSummary[] {
  const anchors = listAnchors(reader, treeId).filter(({ pruned }) => !pruned);
  if (anchors.length === 0) return [];
  const tree = sqlTree(reader, treeId);
  const isForked = hasSplits(reader);
  return anchors.map(
    ({ id, kind, position, node, start, length, quote, note, said, label, words = null, besides }) => ({
      anchorId: id,
      kind,
      positionId: position,
      positions: [position, ...(isForked ? unprunedSplits(tree, position) : [])],
      nodeId: node,
      start,
      length,
      quote,
      note: note === null ? null : { positionId: note, text: said ?? '' },
      label,
      words,
      besides,
    }),
  );
}
