import type { SpannedText } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, Sha256, TreeId } from '../../../core/ids.ts';
import type { GroveVerification } from '../../../ipc/wire/grove.ts';
import type { AnnotationSummary, NodeDetails, NodeRecord, TokenProbability } from '../../../ipc/wire/node.ts';
import type {
  BookmarkSummary,
  ChildSummary,
  NamedPosition,
  PositionLabel,
  TreeChanges,
  TreePage,
  VersionSummary,
} from '../../../ipc/wire/position.ts';
import type { Store } from '../../store/connection/store.ts';
import { type SearchOptions, type SearchResult, searchText } from '../../store/search/search.ts';
import { findNextBookmark } from '../../store/tables/bookmarks.ts';
import { listUsage, type UsageRow } from '../../store/tables/usage.ts';
import { verifyGrove } from '../checking/verify-grove.ts';
import { type ExportedFile, exportRecord } from './export-record.ts';
import {
  findByLocalId,
  findChildren,
  listVersions,
  readAnnotations,
  readBookmarks,
  readChildren,
  readNode,
  readRecord,
  readTokens,
} from './node-reader.ts';
import { readPreview } from './read-preview.ts';
import { readLabels, readTreeChanges, readTreePage } from './tree-reader.ts';

/** A search in letters that the index does not know may take this long, in milliseconds. */
const SCAN = 500;

export interface GroveReaderOptions {
  readonly store: Store;
  /** Through whose eyes. */
  readonly writerId: AgentId;
  sha256(data: string | Uint8Array): Sha256;
}

/** What can be asked of an open grove without changing it. */
export class GroveReader {
  readonly #options: GroveReaderOptions;

  constructor(options: GroveReaderOptions) {
    this.#options = options;
  }

  /** Nodes that say what is looked for; see `searchText`. */
  search(
    text: string,
    {
      treeId,
      ...wanted
    }: Omit<SearchOptions, 'treeId' | 'scanMilliseconds'> & { readonly treeId: TreeId | null },
  ): SearchResult {
    const where = treeId === null ? {} : { treeId };
    return searchText(this.#options.store, text, { ...where, ...wanted, scanMilliseconds: SCAN });
  }

  /** Everything that can be proved of the grove: hashes, invariants, the log. */
  verify(): GroveVerification {
    const { sha256 } = this.#options;
    return this.#options.store.snapshot((reader) => verifyGrove(reader, { sha256, sha256OfBytes: sha256 }));
  }

  /** Everything that is told of one node. @throws {AspenError} NOT_FOUND */
  readNode(treeId: TreeId, nodeId: NodeId): NodeDetails {
    const { sha256 } = this.#options;
    return readNode(this.#options.store, treeId, nodeId, { sha256, sha256OfBytes: sha256 });
  }

  /** The versions at a position, oldest first. @throws {AspenError} NOT_FOUND */
  listVersions(treeId: TreeId, positionId: PositionId): readonly VersionSummary[] {
    return listVersions(this.#options.store, treeId, this.#options.writerId, positionId);
  }

  /** Continuations of a position, in the order they were asked for. @throws {AspenError} NOT_FOUND */
  readChildren(treeId: TreeId, parentId: PositionId): readonly ChildSummary[] {
    return readChildren(this.#options.store, treeId, this.#options.writerId, parentId);
  }

  /** Continuations of a position that say `text` somewhere. */
  findChildren(treeId: TreeId, parentId: PositionId, text: string): readonly PositionId[] {
    return findChildren(this.#options.store, treeId, this.#options.writerId, parentId, text);
  }

  /** What the writer would see from a position on, at most `limit` UTF-16 code units. @throws {AspenError} NOT_FOUND */
  readPreview(treeId: TreeId, positionId: PositionId, limit: number): SpannedText {
    return readPreview(this.#options.store, treeId, this.#options.writerId, positionId, limit);
  }

  /** The record of the answer that a node came from; null where there is none. */
  readRecord(treeId: TreeId, nodeId: NodeId): NodeRecord | null {
    return readRecord(this.#options.store, treeId, nodeId, this.#options.sha256);
  }

  /** A node's record as a file that others can check. @throws {AspenError} NOT_FOUND */
  exportRecord(treeId: TreeId, nodeId: NodeId): ExportedFile {
    return exportRecord(this.#options.store, treeId, nodeId);
  }

  /** How likely each token of a node was; empty where no provider told. @throws {AspenError} NOT_FOUND */
  readTokens(treeId: TreeId, nodeId: NodeId): readonly TokenProbability[] {
    return readTokens(this.#options.store, treeId, nodeId);
  }

  /** Notes on any version at a node's position, oldest first, removed ones too. @throws {AspenError} NOT_FOUND */
  readAnnotations(treeId: TreeId, nodeId: NodeId): readonly AnnotationSummary[] {
    return readAnnotations(this.#options.store, treeId, nodeId);
  }

  /** Where the version of a local id, in any case, stands; null for none. */
  findByLocalId(treeId: TreeId, localId: string): NamedPosition | null {
    return findByLocalId(this.#options.store, treeId, localId);
  }

  /** Positions of a tree as they look to the writer, page by page. @throws {AspenError} NOT_FOUND */
  readTreePage(treeId: TreeId, after: number): TreePage {
    return readTreePage(this.#options.store, treeId, this.#options.writerId, after);
  }

  /** Positions that something was written at since a row of the log. @throws {AspenError} NOT_FOUND */
  readTreeChanges(treeId: TreeId, since: number): TreeChanges {
    return readTreeChanges(this.#options.store, treeId, this.#options.writerId, since);
  }

  /** What positions are called, in the order they are named; those that are not there are left out. */
  readLabels(treeId: TreeId, positionIds: readonly PositionId[]): readonly PositionLabel[] {
    return readLabels(this.#options.store, treeId, this.#options.writerId, positionIds);
  }

  /** Bookmarked positions in the order they were made. */
  readBookmarks(treeId: TreeId): readonly BookmarkSummary[] {
    return readBookmarks(this.#options.store, treeId);
  }

  /** The bookmark after (1) or before (-1) a position in the order of the tree; null where there is none. */
  findNextBookmark(treeId: TreeId, from: PositionId | null, direction: 1 | -1): PositionId | null {
    return findNextBookmark(this.#options.store, treeId, from, direction);
  }

  /** What everything that is kept took, newest day first. */
  usage(): readonly UsageRow[] {
    return listUsage(this.#options.store);
  }
}
