import { lengthOfTokens } from '../../../core/context/estimate-tokens.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, NodeId, PositionId, ProposalId, Sha256, TreeId, TurnId } from '../../../core/ids.ts';
import type { UsageRow } from '../../../core/provenance/usage.ts';
import { MOST_SENT, SUMMARY_FROM, summaryCost } from '../../../core/summaries/summary-prompt.ts';
import type { MissingSummaries } from '../../../ipc/wire/generation.ts';
import type { GroveVerification } from '../../../ipc/wire/grove.ts';
import type {
  AnnotationSummary,
  NodeDetails,
  NodeRecord,
  NodeRun,
  TokenProbability,
} from '../../../ipc/wire/node.ts';
import type { RestOfText, TextPreview } from '../../../ipc/wire/path.ts';
import type {
  AnchorSummary,
  BookmarkSummary,
  ChildSummary,
  LocalIdMatch,
  PositionLabel,
  TreeChanges,
  TreePage,
  VersionSummary,
} from '../../../ipc/wire/position.ts';
import type { MessageThoughts, MessageTurn, TraceTurn } from '../../../ipc/wire/turn.ts';
import { findOddValues } from '../../store/connection/odd-values.ts';
import type { Store } from '../../store/connection/store.ts';
import { searchText } from '../../store/search/search.ts';
import type { TypedText } from '../../store/search/search-drafts.ts';
import type { SearchOptions, SearchResult } from '../../store/search/search-result.ts';
import { countLacking } from '../../store/tables/marks/summaries.ts';
import { findCursor } from '../../store/tables/path-state.ts';
import { findProposal } from '../../store/tables/proposals/proposals.ts';
import { listProposalUsage, type ProposalUsage } from '../../store/tables/proposals/suggestions.ts';
import { listUsage } from '../../store/tables/usage.ts';
import { findChangedRecords } from '../checking/find-changed-records.ts';
import { MAX_NAMED, verifyGrove } from '../checking/verify-grove.ts';
import { verifyLayers } from '../checking/verify-layers.ts';
import { type ExportedFile, exportRecord } from './export-record.ts';
import { findNames } from './find-names.ts';
import { readMessageTurns } from './message-turns.ts';
import {
  findByLocalId,
  findNextBookmark,
  listVersions,
  readAnnotations,
  readBookmarks,
  readNode,
  readNodeReasoning,
  readRecord,
  readTokens,
  recordOfResponse,
} from './node-reader.ts';
import { readAnchors } from './read-anchors.ts';
import { findContinuations, readContinuations } from './read-continuations.ts';
import { type PreviewedItem, readPreview } from './read-preview.ts';
import { readRest } from './read-rest.ts';
import { readRuns } from './read-runs.ts';
import { findCallResponse, readThoughts, readTrace } from './read-trace.ts';
import { readLabels, readTreeChanges, readTreePage } from './tree-reader.ts';

/** How long a search looks at older texts, in milliseconds. */
const SCAN = 500;

export interface GroveReaderOptions {
  readonly store: Store;
  /** Whose paths are shown. */
  readonly writerId: AgentId;
  now(): number;
  /** What the writer has typed and not committed, in every tree. */
  drafts(): readonly Pick<TypedText, 'treeId' | 'draft'>[];
  sha256(data: string | Uint8Array): Sha256;
}

/** All queries of an open grove that change nothing. */
export class GroveReader {
  readonly #options: GroveReaderOptions;

  constructor(options: GroveReaderOptions) {
    this.#options = options;
  }

  /** What a search finds, also in what the writer has typed; see `searchText`. */
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
    const { store, writerId, now, drafts } = this.#options;
    const texts = drafts().map((draft) => ({ ...draft, writerId }));
    return searchText(store, text, {
      ...(treeId === null ? {} : { treeId }),
      ...wanted,
      scanMilliseconds: thorough ? Number.POSITIVE_INFINITY : SCAN,
      typed: { texts, now: now() },
    });
  }

  /** Whether the writer has a path in a tree: if not, showing the tree writes one. @throws {AspenError} NOT_FOUND */
  hasPath(treeId: TreeId): boolean {
    return findCursor(this.#options.store, treeId, this.#options.writerId) !== undefined;
  }

  /** The names among words that no dictionary has (`findNames`). @throws {AspenError} */
  findNames(words: readonly string[], typed: readonly string[]): ReadonlySet<string> {
    return findNames(this.#options.store, words, typed);
  }

  /** Verifies hashes, invariants and the log, and what the log records. */
  verify(): GroveVerification {
    const { sha256 } = this.#options;
    const digests = { sha256, sha256OfBytes: sha256 };
    return this.#options.store.snapshot((reader) => ({
      ...verifyGrove(reader, digests),
      records: [...findChangedRecords(reader, digests), ...findOddValues(reader)].slice(0, MAX_NAMED),
      layers: verifyLayers(reader, sha256, MAX_NAMED).faults,
    }));
  }

  /** The details of one node. @throws {AspenError} NOT_FOUND */
  readNode(treeId: TreeId, nodeId: NodeId): NodeDetails {
    const { sha256 } = this.#options;
    return readNode(this.#options.store, treeId, nodeId, { sha256, sha256OfBytes: sha256 });
  }

  /** Which answer each part of a node's text is from. @throws {AspenError} as `readRuns` */
  readRuns(treeId: TreeId, nodeId: NodeId): readonly NodeRun[] {
    return readRuns(this.#options.store, treeId, nodeId);
  }

  /** The versions at a position, oldest first. @throws {AspenError} NOT_FOUND */
  listVersions(treeId: TreeId, positionId: PositionId): readonly VersionSummary[] {
    return listVersions(this.#options.store, treeId, this.#options.writerId, positionId);
  }

  /** The list of what follows a position's text. @throws {AspenError} NOT_FOUND */
  readContinuations(treeId: TreeId, parentId: PositionId): readonly ChildSummary[] {
    return readContinuations(this.#options.store, treeId, this.#options.writerId, parentId);
  }

  /** The items of that list that contain `text`. @throws {AspenError} NOT_FOUND */
  findContinuations(treeId: TreeId, parentId: PositionId, text: string): readonly PositionId[] {
    return findContinuations(this.#options.store, treeId, this.#options.writerId, parentId, text);
  }

  /** What the writer would see if an item of a list were selected. @throws {AspenError} as `readPreview` */
  readPreview(treeId: TreeId, item: PreviewedItem): TextPreview {
    return readPreview(this.#options.store, treeId, this.#options.writerId, item);
  }

  /** What stays in sight after a position of the writer's path; null if nothing does. @throws {AspenError} NOT_FOUND */
  readRest(treeId: TreeId, after: PositionId): RestOfText | null {
    return readRest(this.#options.store, treeId, this.#options.writerId, after);
  }

  /** How the edits of each agent did, by agent. */
  proposalUsage(): readonly ProposalUsage[] {
    return listProposalUsage(this.#options.store);
  }

  /** The record of the response that a node came from; null if there is none. */
  readRecord(treeId: TreeId, nodeId: NodeId): NodeRecord | null {
    return readRecord(this.#options.store, treeId, nodeId, this.#options.sha256);
  }

  /** A node's record as a file that others can verify. @throws {AspenError} NOT_FOUND */
  exportRecord(treeId: TreeId, nodeId: NodeId): ExportedFile {
    return exportRecord(this.#options.store, treeId, nodeId);
  }

  /**
   * The probability of each token of a node; empty if the provider sent none.
   * @throws {AspenError} NOT_FOUND
   */
  readTokens(treeId: TreeId, nodeId: NodeId): readonly TokenProbability[] {
    return readTokens(this.#options.store, treeId, nodeId);
  }

  /** What a model reasoned before the text of a node; empty for none. @throws {AspenError} NOT_FOUND; CORRUPT */
  readReasoning(treeId: TreeId, nodeId: NodeId): string {
    return readNodeReasoning(this.#options.store, treeId, nodeId);
  }

  /**
   * Notes on any version at a node's position, and on its family, oldest first, including removed ones.
   * @throws {AspenError} NOT_FOUND
   */
  readAnnotations(treeId: TreeId, nodeId: NodeId): readonly AnnotationSummary[] {
    return readAnnotations(this.#options.store, treeId, nodeId);
  }

  /** The position of the version with a local id, in any case; null if there is none. */
  findByLocalId(treeId: TreeId, localId: string): LocalIdMatch | null {
    return findByLocalId(this.#options.store, treeId, this.#options.writerId, localId);
  }

  /** Positions of a tree as the writer sees them, page by page. @throws {AspenError} NOT_FOUND */
  readTreePage(treeId: TreeId, after: number): TreePage {
    return readTreePage(this.#options.store, treeId, this.#options.writerId, after);
  }

  /** Positions that were written since a row of the log. @throws {AspenError} NOT_FOUND */
  readTreeChanges(treeId: TreeId, since: number): TreeChanges {
    return readTreeChanges(this.#options.store, treeId, this.#options.writerId, since);
  }

  /** The labels of positions, in the given order; missing positions are left out. */
  readLabels(treeId: TreeId, positionIds: readonly PositionId[]): readonly PositionLabel[] {
    return readLabels(this.#options.store, treeId, this.#options.writerId, positionIds);
  }

  /** Bookmarks on whole texts in the order they were created. */
  readBookmarks(treeId: TreeId): readonly BookmarkSummary[] {
    return readBookmarks(this.#options.store, treeId);
  }

  /** Notes and bookmarks on phrases. @throws {AspenError} NOT_FOUND */
  readAnchors(treeId: TreeId): readonly AnchorSummary[] {
    return readAnchors(this.#options.store, treeId);
  }

  /** The next (1) or previous (-1) bookmark in tree order; null if there is none. */
  findNextBookmark(treeId: TreeId, from: PositionId | null, direction: 1 | -1): PositionId | null {
    return findNextBookmark(this.#options.store, treeId, from, direction);
  }

  /** The turns of a conversation, newest first. @throws {AspenError} NOT_FOUND; CORRUPT */
  trace(treeId: TreeId): readonly TraceTurn[] {
    return readTrace(this.#options.store, treeId, this.#options.writerId);
  }

  /** What agents thought in a conversation, by message. @throws {AspenError} NOT_FOUND */
  thoughts(treeId: TreeId): readonly MessageThoughts[] {
    return readThoughts(this.#options.store, treeId);
  }

  /** What the turns of a conversation did, by message. @throws {AspenError} NOT_FOUND; CORRUPT */
  turnsOfMessages(treeId: TreeId): readonly MessageTurn[] {
    return readMessageTurns(this.#options.store, treeId);
  }

  /** The record of the answer to a call of a turn; null if there is none. @throws {AspenError} NOT_FOUND; CORRUPT */
  callRecord(turnId: TurnId, ordinal: number): NodeRecord | null {
    const { store, sha256 } = this.#options;
    const id = findCallResponse(store, turnId, ordinal);
    return id === null ? null : recordOfResponse(store, id, sha256);
  }

  /** The record of the answer behind a proposal; null if there is none. @throws {AspenError} NOT_FOUND; CORRUPT */
  proposalRecord(id: ProposalId): NodeRecord | null {
    const { store, sha256 } = this.#options;
    const proposal = findProposal(store, id);
    if (proposal === undefined) throw new AspenError('NOT_FOUND', `no proposal ${id}`);
    const { responseId } = proposal;
    return responseId === null ? null : recordOfResponse(store, responseId, sha256);
  }

  /** What the summaries that are missing would need at most. */
  missingSummaries(): Omit<MissingSummaries, 'cost'> {
    const { count, length } = countLacking(this.#options.store, SUMMARY_FROM, lengthOfTokens(MOST_SENT));
    return { requests: count, ...summaryCost(count, length) };
  }

  /** The usage of all stored responses, newest day first. */
  usage(): readonly UsageRow[] {
    return listUsage(this.#options.store);
  }
}
