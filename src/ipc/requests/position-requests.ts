/** Requests about positions: bookmarks, exclusion and pruning. */
import * as v from 'valibot';
import type { AnchorId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { Intent, PathReply, PrunedPosition, PrunedReply } from '../wire/path.ts';
import type { AnchorSummary, BookmarkSummary, LocalIdMatch } from '../wire/position.ts';
import { stringUpTo } from './bounded.ts';
import {
  id,
  intent,
  nodeId,
  offset,
  positionId,
  prunedPositions,
  type SchemasOf,
  title,
  tree,
  treeId,
} from './fields.ts';

export interface PositionRequests {
  /** Sets or removes a bookmark. A null label removes the label, not the bookmark. */
  'position.bookmark'(
    input: Intent & {
      readonly positionId: PositionId;
      readonly bookmarked: boolean;
      readonly label: string | null;
    },
  ): PathReply;
  /** Bookmarks a phrase of a version: `[start, start + length)` of its text, in UTF-16 code units. */
  'position.bookmarkPhrase'(
    input: Intent & {
      readonly nodeId: NodeId;
      readonly start: number;
      readonly length: number;
      readonly label: string | null;
    },
  ): PathReply;
  /** Names a bookmark of a phrase, or removes it (`kept` false). */
  'position.setAnchor'(
    input: Intent & { readonly anchorId: AnchorId; readonly kept: boolean; readonly label: string | null },
  ): PathReply;
  /** The notes and bookmarks on phrases that are neither removed nor pruned, in the order in which they were set. */
  'position.anchors'(input: { readonly treeId: TreeId }): readonly AnchorSummary[];
  'position.exclude'(
    input: Intent & { readonly positionId: PositionId; readonly excluded: boolean },
  ): PathReply;
  /** Hides a position and its subtree. The draft is committed first, and the head moves out of the subtree. */
  'position.prune'(input: Intent & { readonly positionId: PositionId }): PathReply;
  /** Hides and shows positions beside the path in one step, without committing the draft. */
  'position.setPruned'(input: Intent & { readonly positions: readonly PrunedPosition[] }): PrunedReply;
  /** The position of the node with this local id, in upper or lower case; null if there is none. */
  'position.find'(input: { readonly treeId: TreeId; readonly localId: string }): LocalIdMatch | null;
  /**
   * The bookmark after (1) or before (-1) a position (null: before the first) in tree order, wrapping around;
   * null if there is none.
   */
  'position.nextBookmark'(input: {
    readonly treeId: TreeId;
    readonly from: PositionId | null;
    readonly direction: 1 | -1;
  }): PositionId | null;
  /** Bookmarks on whole texts, by position id, which is their creation order; the others are anchors. */
  'position.bookmarks'(input: { readonly treeId: TreeId }): readonly BookmarkSummary[];
}

export const positionSchemas: SchemasOf<PositionRequests> = {
  'position.bookmark': v.strictObject({
    ...intent,
    positionId,
    bookmarked: v.boolean(),
    label: v.nullable(title),
  }),
  'position.bookmarkPhrase': v.strictObject({
    ...intent,
    nodeId,
    start: offset,
    length: offset,
    label: v.nullable(title),
  }),
  'position.setAnchor': v.strictObject({
    ...intent,
    anchorId: id<AnchorId>(),
    kept: v.boolean(),
    label: v.nullable(title),
  }),
  'position.anchors': tree,
  'position.exclude': v.strictObject({ ...intent, positionId, excluded: v.boolean() }),
  'position.prune': v.strictObject({ ...intent, positionId }),
  'position.setPruned': v.strictObject({ ...intent, positions: prunedPositions }),
  'position.find': v.strictObject({ treeId, localId: stringUpTo(40) }),
  'position.nextBookmark': v.strictObject({
    treeId,
    from: v.nullable(positionId),
    direction: v.picklist([1, -1]),
  }),
  'position.bookmarks': tree,
};
