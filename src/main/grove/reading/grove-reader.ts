import { lengthOfTokens } from '../../../core/context/estimate-tokens.ts';
import { AspenError } from '../../../core/errors.ts';
import type { NodeId, PositionId, ProposalId, TreeId, TurnId } from '../../../core/ids.ts';
import type { ProposalUsage } from '../../../core/proposals/proposal.ts';
import { isoTime } from '../../../core/provenance/iso-time.ts';
import type { UsageRow } from '../../../core/provenance/token-usage.ts';
import { parentsOf } from '../../../core/provenance/verify.ts';
import { answeredIn, answerRuns, answerSource } from '../../../core/rewrites/answer-runs.ts';
import { MOST_SENT, SUMMARY_FROM, summaryCost } from '../../../core/summaries/summary-prompt.ts';
import { countWords } from '../../../core/text/count-words.ts';
import { type SpannedText, sliceSpans } from '../../../core/text/span.ts';
import { withoutPossessive } from '../../../core/text/spelling.ts';
import { familyOf } from '../../../core/tree/family.ts';
import { type ForkItem, itemsAtFork, memberToRead, restAfter, selectItem } from '../../../core/tree/forks.ts';
import { positionsTo } from '../../../core/tree/path.ts';
import { textOf, type WholeNode } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { MissingSummaries } from '../../../ipc/wire/generation.ts';
import type { GroveVerification } from '../../../ipc/wire/grove.ts';
import type {
  AnnotationSummary,
  NodeDetails,
  NodeRecord,
  NodeRun,
  RunSource,
  TokenProbability,
} from '../../../ipc/wire/node.ts';
import type { RestOfText, TextPreview } from '../../../ipc/wire/path.ts';
import type {
  AnchorSummary,
  BookmarkSummary,
  ChildSummary,
  LocalIdMatch,
  PositionLabel,
  Remarks,
  TreeChanges,
  TreePage,
  VersionSummary,
} from '../../../ipc/wire/position.ts';
import type { MessageThoughts, MessageTurn, TraceTurn } from '../../../ipc/wire/turn.ts';
import { TEXT_IS_PRUNED } from '../../../ui-text/refusals.ts';
import type { Reader } from '../../store/connection/query.ts';
import { readTextsWith, searchText } from '../../store/search/search.ts';
import type { SearchOptions, SearchResult } from '../../store/search/search-result.ts';
import { findAgent } from '../../store/tables/agents.ts';
import { countLacking } from '../../store/tables/marks/summaries.ts';
import { findWholeNodes } from '../../store/tables/nodes.ts';
import { findCursor } from '../../store/tables/path-state.ts';
import { findProposal } from '../../store/tables/proposals/proposals.ts';
import { listProposalUsage } from '../../store/tables/proposals/suggestions.ts';
import { findResponse, findResponseBytes, listUsage } from '../../store/tables/responses.ts';
import { isHiddenAt } from '../../store/tree/lineage.ts';
import { loadPath, type PathIds } from '../../store/tree/path-loading.ts';
import { readPositionLabels } from '../../store/tree/position-labels.ts';
import { sqlTree, sqlViews } from '../../store/tree/sql-tree.ts';
import { readChangedPositions, readPositionPage } from '../../store/tree/tree-positions.ts';
import { verifyAll } from '../checking/verify-all.ts';
import type { GroveScope } from '../grove-scope.ts';
import { getFork, getItemAt } from '../writing/path-moves.ts';
import {
  findByLocalId,
  findNextBookmark,
  listVersions,
  readAnchors,
  readAnnotations,
  readBookmarks,
  readNode,
  readNodeReasoning,
  readRecord,
  readRemarks,
  readTokens,
  recordOfResponse,
} from './node-reader.ts';
import { findContinuations, readContinuations, textFrom } from './read-continuations.ts';
import { findCallResponse, readMessageTurns, readThoughts, readTrace } from './read-trace.ts';

/** Length of a label, in characters. */
export const LABEL_EXCERPT = 120;
/** File rows read for one page of a tree: main is blocked for no more than a frame or two. */
const PAGE = 5_000;
/** Time that a search spends on older texts, in milliseconds. */
const SCAN = 500;

/** All queries of an open grove that change nothing. */
export class GroveReader {
  readonly #scope: GroveScope;

  constructor(scope: GroveScope) {
    this.#scope = scope;
  }

  /** Searches the grove and the writer's typed text; see `searchText`. */
  search(
    text: string,
    {
      treeId,
      thorough = false,
      ...wanted
    }: Omit<SearchOptions, 'treeId' | 'scanMilliseconds' | 'typed'> & {
      readonly treeId: TreeId | null;
      readonly thorough?: boolean;
    },
  ): SearchResult {
    const { store, writerId, now, sessions } = this.#scope;
    const texts = sessions.typedDrafts().map((draft) => ({ ...draft, writerId }));
    return searchText(store, text, {
      ...(treeId === null ? {} : { treeId }),
      ...wanted,
      scanMilliseconds: thorough ? Number.POSITIVE_INFINITY : SCAN,
      typed: { texts, now: now() },
    });
  }

  /** True if the writer has a path in a tree: if not, showing the tree writes one. @throws {AspenError} NOT_FOUND */
  hasPath(treeId: TreeId): boolean {
    return findCursor(this.#scope.store, treeId, this.#scope.writerId) !== undefined;
  }

  /**
   * The names among words that no dictionary has: those that the grove's texts, or `typed`, use at least twice with a
   * capital in the middle of a sentence.
   * @param typed texts that are not in the grove's nodes yet
   * @throws {AspenError} what reading the file throws
   */
  findNames(words: readonly string[], typed: readonly string[]): ReadonlySet<string> {
    const capitalised = words.filter((word) => CAPITALISED.test(word)).slice(0, MAX_WORDS);
    return new Set(capitalised.filter((word) => isName(this.#scope.store, withoutPossessive(word), typed)));
  }

  /** Verifies hashes, invariants and the log, and what the log records. */
  verify(): GroveVerification {
    return this.#scope.store.snapshot(verifyAll);
  }

  /** The details of one node. @throws {AspenError} NOT_FOUND */
  readNode(treeId: TreeId, nodeId: NodeId): NodeDetails {
    return readNode(this.#scope.store, treeId, nodeId);
  }

  /**
   * The answer that each part of a node's text is from, in text order (`edits.md`, *Rewrites and bridges*); empty for one
   * author's text that is from no rewrite or bridge.
   * @throws {AspenError} NOT_FOUND; CORRUPT
   */
  readRuns(treeId: TreeId, nodeId: NodeId): readonly NodeRun[] {
    const { store } = this.#scope;
    if (sqlTree(store, treeId).findNode(nodeId) === undefined)
      throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
    const versions = editsOf(store, nodeId);
    const [node] = versions;
    if (node === undefined) return [];
    const runs = answerRuns(versions);
    if (runs.length < 2 && answeredIn(node) === null) return [];
    const sources = new Map<NodeId, RunSource>();
    for (const [index, version] of versions.entries()) {
      if (runs.every((run) => run.nodeId !== version.id)) continue;
      const record = version.responseId === null ? undefined : findResponse(store, version.responseId);
      const source = answerSource(version, versions[index + 1], record?.request ?? null);
      sources.set(version.id, { ...source, nodeId: version.id, createdAt: version.createdAt });
    }
    return runs.map(({ from, to, agent, nodeId: answer }) => ({
      from,
      to,
      authorId: agent,
      source: answer === null ? null : (sources.get(answer) ?? null),
    }));
  }

  /** The versions at a position, oldest first. @throws {AspenError} NOT_FOUND */
  listVersions(treeId: TreeId, positionId: PositionId): readonly VersionSummary[] {
    return listVersions(this.#scope.store, treeId, this.#scope.writerId, positionId);
  }

  /** The list of what follows a position's text. @throws {AspenError} NOT_FOUND */
  readContinuations(treeId: TreeId, parentId: PositionId): readonly ChildSummary[] {
    return readContinuations(this.#scope.store, treeId, this.#scope.writerId, parentId);
  }

  /** The items of that list that contain `text`. @throws {AspenError} NOT_FOUND */
  findContinuations(treeId: TreeId, parentId: PositionId, text: string): readonly PositionId[] {
    return findContinuations(this.#scope.store, treeId, this.#scope.writerId, parentId, text);
  }

  /**
   * Reads the text that would follow if an item of a list were selected, from where it would differ: the item and
   * everything below on its path. Writes nothing.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it or a position above is pruned
   */
  readPreview(treeId: TreeId, { fork, positionId, limit }: PreviewedItem): TextPreview {
    const { store, writerId } = this.#scope;
    const { tree, path } = sqlViews(store, treeId, writerId);
    if (isHiddenAt(store, treeId, positionId)) {
      throw new AspenError('INVALID_ARGUMENT', TEXT_IS_PRUNED);
    }
    const items = itemsAtFork(tree, path, getFork(tree, path, positionId, fork));
    const item = getItemAt(items, positionId);
    const numbers = { number: items.indexOf(item) + 1, count: items.length };
    return {
      ...placeOf(tree, path, item),
      ...numbers,
      ...cut(textFrom(tree, path, item, memberToRead(tree, path, item), limit), limit),
    };
  }

  /**
   * Reads the text in sight after a position of the path, and not on the path (`restAfter`). Writes nothing.
   * @returns null if nothing follows
   * @throws {AspenError} NOT_FOUND
   */
  readRest(treeId: TreeId, after: PositionId): RestOfText | null {
    const { store, writerId } = this.#scope;
    const { tree, path } = sqlViews(store, treeId, writerId);
    const item = restAfter(tree, path, after);
    if (item === null) return null;
    const { head } = selectItem(tree, path, item);
    const steps = loadPath(store, treeId, writerId, head);
    const parent = tree.parentOf(item.position);
    const first = steps.findIndex(({ node }) => node.positionId === parent) + 1;
    const texts = steps.slice(first).map(({ node }) => textOf(node.content));
    const offset = item.readsOn ?? 0;
    const words = countWords(texts.join('').slice(offset));
    return words === 0 ? null : { words, offset };
  }

  /** The results of each agent's edits. */
  proposalUsage(): readonly ProposalUsage[] {
    return listProposalUsage(this.#scope.store);
  }

  /** The record of the response that a node came from; null if there is none. */
  readRecord(treeId: TreeId, nodeId: NodeId): NodeRecord | null {
    return readRecord(this.#scope.store, treeId, nodeId);
  }

  /** A node's record as a file that others can verify. @throws {AspenError} NOT_FOUND */
  exportRecord(treeId: TreeId, nodeId: NodeId): ExportedFile {
    return exportRecord(this.#scope.store, treeId, nodeId);
  }

  /** The probability of each token of a node; empty if the provider sent none. @throws {AspenError} NOT_FOUND */
  readTokens(treeId: TreeId, nodeId: NodeId): readonly TokenProbability[] {
    return readTokens(this.#scope.store, treeId, nodeId);
  }

  /** A model's reasoning before the text of a node; empty for none. @throws {AspenError} NOT_FOUND; CORRUPT */
  readReasoning(treeId: TreeId, nodeId: NodeId): string {
    return readNodeReasoning(this.#scope.store, treeId, nodeId);
  }

  /**
   * Notes on any version at a node's position, and on its family, oldest first, including removed ones.
   * @throws {AspenError} NOT_FOUND
   */
  readAnnotations(treeId: TreeId, nodeId: NodeId): readonly AnnotationSummary[] {
    return readAnnotations(this.#scope.store, treeId, nodeId);
  }

  /** The position of the version with a local id, in any case; null if there is none. */
  findByLocalId(treeId: TreeId, localId: string): LocalIdMatch | null {
    return findByLocalId(this.#scope.store, treeId, this.#scope.writerId, localId);
  }

  /** Positions of a tree as the writer sees them, page by page. @throws {AspenError} NOT_FOUND */
  readTreePage(treeId: TreeId, after: number): TreePage {
    const { store, writerId } = this.#scope;
    return { ...readPositionPage(store, treeId, writerId, after, PAGE), seq: store.head.seq };
  }

  /** Positions that were written since a row of the log. @throws {AspenError} NOT_FOUND */
  readTreeChanges(treeId: TreeId, since: number): TreeChanges {
    return readChangedPositions(this.#scope.store, treeId, this.#scope.writerId, since);
  }

  /** The labels of positions, in the given order; missing positions are left out. */
  readLabels(treeId: TreeId, positionIds: readonly PositionId[]): readonly PositionLabel[] {
    const { store, writerId } = this.#scope;
    return readPositionLabels(store, treeId, writerId, positionIds, LABEL_EXCERPT);
  }

  /** Bookmarks on whole texts in the order they were created. */
  readBookmarks(treeId: TreeId): readonly BookmarkSummary[] {
    return readBookmarks(this.#scope.store, treeId);
  }

  /** Notes and bookmarks on phrases. @throws {AspenError} NOT_FOUND */
  readAnchors(treeId: TreeId): readonly AnchorSummary[] {
    return readAnchors(this.#scope.store, treeId);
  }

  /** The notes on whole texts of a path, and their summaries. @throws {AspenError} NOT_FOUND */
  readRemarks(treeId: TreeId, path: readonly PathIds[]): Remarks {
    return readRemarks(this.#scope.store, treeId, path);
  }

  /** The next (1) or previous (-1) bookmark in tree order; null if there is none. */
  findNextBookmark(treeId: TreeId, from: PositionId | null, direction: 1 | -1): PositionId | null {
    return findNextBookmark(this.#scope.store, treeId, from, direction);
  }

  /** The turns of a conversation, newest first. @throws {AspenError} NOT_FOUND; CORRUPT */
  trace(treeId: TreeId): readonly TraceTurn[] {
    return readTrace(this.#scope.store, treeId, this.#scope.writerId);
  }

  /** Agents' thoughts in a conversation, by message. @throws {AspenError} NOT_FOUND */
  thoughts(treeId: TreeId): readonly MessageThoughts[] {
    return readThoughts(this.#scope.store, treeId);
  }

  /** The effects of a conversation's turns, by message. @throws {AspenError} NOT_FOUND; CORRUPT */
  turnsOfMessages(treeId: TreeId): readonly MessageTurn[] {
    return readMessageTurns(this.#scope.store, treeId);
  }

  /** The record of the answer to a call of a turn; null if there is none. @throws {AspenError} NOT_FOUND; CORRUPT */
  callRecord(turnId: TurnId, ordinal: number): NodeRecord | null {
    const { store } = this.#scope;
    const id = findCallResponse(store, turnId, ordinal);
    return id === null ? null : recordOfResponse(store, id);
  }

  /** The record of the answer behind a proposal; null if there is none. @throws {AspenError} NOT_FOUND; CORRUPT */
  proposalRecord(id: ProposalId): NodeRecord | null {
    const { store } = this.#scope;
    const proposal = findProposal(store, id);
    if (proposal === undefined) throw new AspenError('NOT_FOUND', `no proposal ${id}`);
    const { responseId } = proposal;
    return responseId === null ? null : recordOfResponse(store, responseId);
  }

  /** Upper limit of what missing summaries would need. */
  missingSummaries(): Omit<MissingSummaries, 'cost'> {
    const { count, length } = countLacking(this.#scope.store, SUMMARY_FROM, lengthOfTokens(MOST_SENT));
    return { requests: count, ...summaryCost(count, length) };
  }

  /** The usage of all stored responses, newest day first. */
  usage(): readonly UsageRow[] {
    return listUsage(this.#scope.store);
  }
}

/** A slip does not happen twice with a capital in the middle of a sentence. */
const ENOUGH = 2;

/** More different words than these on one screen are not names. */
const MAX_WORDS = 300;

const CAPITALISED = /^\p{Lu}['’ʼ]?\p{Lu}?[\p{Ll}\p{M}][\p{L}\p{M}'’ʼ]*$/u;

function isName(reader: Reader, word: string, typed: readonly string[]): boolean {
  // The texts may have either apostrophe.
  const pattern = word.replaceAll("'", "['’ʼ]");
  const inSentence = new RegExp(`(?<=[\\p{L}\\p{N},;:—–][’'”"]?\\s)${pattern}(?![\\p{L}\\p{M}])`, 'gu');
  let count = 0;
  const isEnough = (text: string) => {
    for (const _ of text.matchAll(inSentence)) if (++count >= ENOUGH) return true;
    return false;
  };
  return typed.some(isEnough) || readTextsWith(reader, word).some(isEnough);
}

/** Limits on following edits back: versions, and UTF-16 code units of all their texts. */
const MAX_VERSIONS = 100;
const MAX_LENGTH = 2_000_000;

/** A node, and each that the one before it was edited from. */
function editsOf(reader: Reader, nodeId: NodeId): readonly WholeNode[] {
  const versions: WholeNode[] = [];
  const seen = new Set<NodeId>();
  let length = 0;
  for (let id: NodeId | null = nodeId; id !== null && versions.length < MAX_VERSIONS && !seen.has(id); ) {
    seen.add(id);
    const node: WholeNode | undefined = findWholeNodes(reader, [id]).get(id);
    length += node === undefined ? 0 : textOf(node.content).length;
    if (node === undefined || (versions.length > 0 && length > MAX_LENGTH)) break;
    versions.push(node);
    id = node.editedFrom;
  }
  return versions;
}

/** An item of a list at a fork. */
interface PreviewedItem {
  /** The list is of what follows its text; by default, the one that has `positionId`. */
  readonly fork?: PositionId;
  readonly positionId: PositionId;
  /** The most that is read, in UTF-16 code units. */
  readonly limit: number;
}

/** The place on the path at which an item's text would begin. */
function placeOf(
  tree: TreeView,
  path: PathView,
  { from: { position, offset } }: ForkItem,
): Pick<TextPreview, 'at' | 'offset'> {
  if (offset === 0) return { at: tree.parentOf(position) ?? position, offset: null };
  const family = familyOf(tree, position);
  const members = family === null ? [] : [family.base, ...family.splits];
  const onPath = new Set(positionsTo(tree, path.head));
  return { at: members.find((member) => onPath.has(member)) ?? position, offset };
}

/** The beginning of a text, never splitting a surrogate pair. */
function cut({ text, spans }: SpannedText, limit: number): SpannedText {
  if (text.length <= limit) return { text, spans };
  const end = text.slice(0, limit).isWellFormed() || !text.isWellFormed() ? limit : limit - 1;
  return { text: text.slice(0, end), spans: sliceSpans(spans, 0, end) };
}

/** One node's record as a file that can be verified without this program (`docs/format.md`). */
interface ExportedFile {
  /** The file name, without a folder. */
  readonly name: string;
  readonly text: string;
}

/**
 * The record of a node as JSON: everything its hash covers, the same of its parents, and the response it came
 * from, byte for byte.
 * @throws {AspenError} NOT_FOUND; CORRUPT if the record is invalid
 */
export function exportRecord(reader: Reader, treeId: TreeId, nodeId: NodeId): ExportedFile {
  const tree = sqlTree(reader, treeId);
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { id, localId, authorId, choiceIndex, seam, finishReason } = node;
  const author = findAgent(reader, authorId);
  const record = {
    format: 'aspen-record-1',
    ...hashedParts(reader, tree, nodeId),
    parents: parentsOf(tree.findEdgeInto(nodeId))
      .filter((parent) => tree.findNode(parent) !== undefined)
      .map((parent) => hashedParts(reader, tree, parent)),
    response: responseOf(reader, node.responseId),
    about: {
      id,
      localId,
      author: { name: author?.name ?? null, type: node.authorType, modelRef: author?.modelRef ?? null },
      choiceIndex,
      seam,
      finishReason,
    },
  };
  return { name: `aspen-${localId}.json`, text: `${JSON.stringify(record, null, 2)}\n` };
}

/** The hash of a node and everything it covers, with the property names of `domain.md`. */
function hashedParts(reader: Reader, tree: TreeView, nodeId: NodeId) {
  const node = tree.findNode(nodeId);
  if (node === undefined) throw new AspenError('NOT_FOUND', `no node ${nodeId}`);
  const { contentHash, createdAt, authorId, responseId } = node;
  const response = responseId === null ? undefined : findResponse(reader, responseId);
  return {
    contentHash,
    content: tree.getContent(nodeId).content,
    parentHashes: parentsOf(tree.findEdgeInto(nodeId))
      .flatMap((parent) => tree.findNode(parent)?.contentHash ?? [])
      .sort(),
    createdAt: isoTime(createdAt),
    authorAgentId: authorId,
    rawResponseHash: response?.bodySha256 ?? null,
  };
}

/** The response; null if the node has none. Its body is null in a copy that was shared without bodies. */
function responseOf(reader: Reader, id: Parameters<typeof findResponse>[1] | null) {
  const response = id === null ? undefined : findResponse(reader, id);
  if (response === undefined) return null;
  const {
    provider,
    modelIdentifier,
    requestId,
    request,
    latencyMs,
    tokenUsage,
    bodySha256,
    redacted,
    decoded,
  } = response;
  const bytes = findResponseBytes(reader, response.id);
  return {
    provider,
    model: modelIdentifier,
    requestId,
    requestedAt: isoTime(response.requestedAt),
    respondedAt: isoTime(response.respondedAt),
    latencyMs,
    tokenUsage,
    request,
    headers: bytes?.headers ?? null,
    bodySha256,
    redacted,
    decoded,
    body: bytes === undefined ? null : Buffer.from(bytes.body).toString('base64'),
  };
}
