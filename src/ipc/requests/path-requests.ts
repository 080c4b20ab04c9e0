/** Requests that read or move the writer's path, save what is typed on it, and mark its positions. */
import * as v from 'valibot';
import type { Draft } from '../../core/buffer/draft.ts';
import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import type { UndoSteps } from '../../core/buffer/undo-steps.ts';
import type { AnchorId, NodeId, PositionId, RequestId, TreeId } from '../../core/ids.ts';
import { isWithinBounds, MAX_UNDO_LENGTH, MAX_UNDO_STEPS } from '../../core/text/limits.ts';
import type {
  CursorState,
  HeaderPatch,
  Intent,
  PathReply,
  PathSnapshot,
  PrunedPosition,
  PrunedReply,
  RestOfText,
  SelectedReply,
  SiblingTarget,
  TextPreview,
  VersionTarget,
} from '../wire/path.ts';
import type {
  AnchorSummary,
  BookmarkSummary,
  ChildSummary,
  LocalIdMatch,
  Remarks,
} from '../wire/position.ts';
import { listOf, stringUpTo } from './bounded.ts';
import {
  id,
  intent,
  nodeId,
  offset,
  positionId,
  prunedPositions,
  type SchemasOf,
  spans,
  targetWords,
  text,
  title,
  tree,
  treeId,
} from './fields.ts';

export interface PathRequests {
  'path.read'(input: { readonly treeId: TreeId }): PathSnapshot;
  /** Counts of those positions (at most 1,000 are given) that are on the path, and the path version they belong to. */
  'path.headers'(input: { readonly treeId: TreeId; readonly positionIds: readonly PositionId[] }): {
    readonly pathVersion: number;
    readonly headers: readonly HeaderPatch[];
  };
  /** The notes on whole texts of the path, and their summaries. */
  'path.remarks'(input: { readonly treeId: TreeId }): Remarks;
  /**
   * The list of what follows a position's text (`domain.md`, *Forks*), including what is pruned: first what follows in
   * the text itself, if it is divided there; then in the order they were requested.
   */
  'path.children'(input: { readonly treeId: TreeId; readonly parentId: PositionId }): readonly ChildSummary[];
  /** The items of that list whose text contains `text`, matched as in Find (accents, quotes). */
  'path.childrenWith'(input: {
    readonly treeId: TreeId;
    readonly parentId: PositionId;
    readonly text: string;
  }): readonly PositionId[];
  /**
   * The text as it would be if an item of a list were selected, from where it would differ, at most `limit` UTF-16
   * code units (1 to 100,000). Writes nothing.
   */
  'path.preview'(input: {
    readonly treeId: TreeId;
    /** The list is of what follows this position's text; by default, the one that has `positionId`. */
    readonly fork?: PositionId;
    readonly positionId: PositionId;
    readonly limit: number;
  }): TextPreview;
  /**
   * The text that stays in sight after a position where the path took another way: after a hidden split, the rest of
   * the text that it divides, otherwise the text before which the path was ended. Null if there is none. Writes
   * nothing.
   */
  'path.rest'(input: { readonly treeId: TreeId; readonly after: PositionId }): RestOfText | null;
  /** Switches, after a position on the path, to the text that stays in sight there. */
  'path.readOn'(input: Intent & { readonly after: PositionId }): PathReply;
  /**
   * Continues as before from `end`, the end of the path, where nothing arrived. Changes nothing if it is not the head,
   * something new continues it, or the working buffer has text.
   */
  'path.leaveEmpty'(input: Intent & { readonly end: PositionId }): PathReply;
  /** Returns true if `path.leaveEmpty` would continue from `end`. */
  'path.isEmpty'(input: { readonly treeId: TreeId; readonly end: PositionId }): boolean;
  /**
   * Selects an item of the list that has `at`, which is on the path, or of the list of what follows the text of `fork`,
   * which `at` shows, and goes down from there (`domain.md`, *Forks*).
   */
  'path.selectSibling'(
    input: Intent & { readonly at: PositionId; readonly fork?: PositionId; readonly to: SiblingTarget },
  ): SelectedReply;
  /** Makes `to` the head; it may be anywhere in the tree. */
  'path.moveHead'(input: Intent & { readonly to: PositionId }): PathReply;
  /**
   * Shows a node anywhere in the tree: selects its version and, if its position is not on the path, moves the
   * path there and goes down from it as `path.selectSibling` does.
   */
  'path.goTo'(input: Intent & { readonly nodeId: NodeId }): PathReply;
  /** Moves the head to the child last visited, or else the newest; the path is unchanged if there is none. */
  'path.goToChild'(input: Intent): PathReply;
  /** Makes a continuation the head that arrived while the writer waited at its parent. */
  'path.arrive'(input: Intent & { readonly positionId: PositionId }): PathReply;

  /** Selects a version of `at`, whose pending edit is committed first; the head stays. */
  'path.selectVersion'(input: Intent & { readonly at: PositionId; readonly to: VersionTarget }): PathReply;
  /**
   * Selects versions, each at its position: what an answer to a rewrite made, or what was there before it. Pending edits
   * are committed first; the head stays.
   */
  'path.selectVersions'(input: Intent & { readonly versions: readonly NodeId[] }): PathReply;
  /**
   * Restores what undo or redo recorded, including the draft; the only intent that commits nothing (`manuscript.md`).
   */
  'path.restore'(input: {
    readonly treeId: TreeId;
    readonly pathVersion: number;
    readonly head: PositionId;
    /** Versions to select at their positions. */
    readonly versions: readonly NodeId[];
    /** Positions to prune or restore, applied in this order before the path is restored. */
    readonly pruned: readonly PrunedPosition[];
    readonly draft: Omit<Draft, 'head'>;
    /** Redo recorded it: the time line distinguishes the two. */
    readonly isRedo?: true;
  }): PathReply;
}

const siblingTarget: v.GenericSchema<unknown, SiblingTarget> = v.union([
  v.strictObject({ step: v.picklist([-1, 1]) }),
  v.strictObject({ index: v.pipe(offset, v.minValue(1)) }),
  v.strictObject({ positionId }),
]);

const versionTarget: v.GenericSchema<unknown, VersionTarget> = v.union([
  v.strictObject({ step: v.picklist([-1, 1]) }),
  v.strictObject({ nodeId }),
]);

export const pathSchemas: SchemasOf<PathRequests> = {
  'path.read': tree,
  'path.headers': v.strictObject({
    treeId,
    positionIds: listOf(positionId, 1_000),
  }),
  'path.remarks': tree,
  'path.children': v.strictObject({ treeId, parentId: positionId }),
  'path.childrenWith': v.strictObject({
    treeId,
    parentId: positionId,
    text: v.pipe(stringUpTo(1_000), v.minLength(1)),
  }),
  'path.preview': v.strictObject({
    treeId,
    fork: v.exactOptional(positionId),
    positionId,
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  }),
  'path.rest': v.strictObject({ treeId, after: positionId }),
  'path.readOn': v.strictObject({ ...intent, after: positionId }),
  'path.leaveEmpty': v.strictObject({ ...intent, end: positionId }),
  'path.isEmpty': v.strictObject({ treeId, end: positionId }),
  'path.selectSibling': v.strictObject({
    ...intent,
    at: positionId,
    fork: v.exactOptional(positionId),
    to: siblingTarget,
  }),
  'path.moveHead': v.strictObject({ ...intent, to: positionId }),
  'path.goTo': v.strictObject({ ...intent, nodeId }),
  'path.goToChild': v.strictObject(intent),
  'path.arrive': v.strictObject({ ...intent, positionId }),
  'path.selectVersion': v.strictObject({ ...intent, at: positionId, to: versionTarget }),
  'path.selectVersions': v.strictObject({ ...intent, versions: v.pipe(listOf(nodeId), v.minLength(1)) }),
  'path.restore': v.strictObject({
    treeId,
    pathVersion: offset,
    head: positionId,
    versions: listOf(nodeId),
    pruned: prunedPositions,
    draft: v.pipe(
      v.strictObject({
        buffer: v.strictObject({ text, spans, wasNode: v.exactOptional(nodeId) }),
        edits: listOf(v.strictObject({ nodeId, text, spans })),
      }),
      v.check(({ buffer, edits }) => isWithinBounds([buffer, ...edits])),
    ),
    isRedo: v.exactOptional(v.literal(true)),
  }),
};

/** Requests that save the draft and the cursor. */
export interface DraftRequests {
  /** Sends what was typed. Resolves when main has it; `SaveState` events announce when the file does. */
  'draft.save'(input: {
    readonly treeId: TreeId;
    readonly pathVersion: number;
    readonly ops: readonly DraftOp[];
    /** Digest of the draft after `ops`, if both sides compare digests (`AppInfo.checks`); otherwise null. */
    readonly digest: string | null;
    /** Steps of undo that lead to the draft after `ops`, for after a restart. */
    readonly undo?: UndoSteps;
  }): { readonly digest: string };
  /** The steps of undo that an earlier session left of exactly this path and draft; null for none. */
  'draft.undo'(input: { readonly treeId: TreeId }): { readonly undo: UndoSteps | null };
  'draft.commit'(input: Intent & { readonly requestId: RequestId }): PathReply;
  /** The reply to a commit whose answer was lost; null if main has not carried it out. */
  'draft.committed'(input: { readonly treeId: TreeId; readonly requestId: RequestId }): {
    readonly reply: PathReply | null;
  };
  /**
   * Hands over typing that main refuses for good, because its node or its tree is gone. Main keeps it as
   * branches, and a notice names them.
   */
  'draft.keep'(input: { readonly treeId: TreeId; readonly ops: readonly DraftOp[] }): Record<string, never>;
  /** Flushes the draft to the file at once: on blur and on closing. */
  'draft.flush'(input: { readonly treeId: TreeId }): Record<string, never>;
  'cursor.save'(input: { readonly treeId: TreeId; readonly cursor: CursorState }): Record<string, never>;
}

const undoSteps = v.strictObject({
  first: offset,
  from: offset,
  steps: listOf(stringUpTo(MAX_UNDO_LENGTH), MAX_UNDO_STEPS),
});

const cursor = v.strictObject({ anchor: offset, head: offset, scroll: offset });

export const draftSchemas: SchemasOf<DraftRequests> = {
  'draft.save': v.strictObject({
    ...intent,
    digest: v.nullable(stringUpTo(128)),
    undo: v.exactOptional(undoSteps),
  }),
  'draft.undo': tree,
  'draft.commit': v.strictObject({ ...intent, requestId: id<RequestId>() }),
  'draft.committed': v.strictObject({ treeId, requestId: id<RequestId>() }),
  'draft.keep': v.strictObject({ treeId, ops: intent.ops }),
  'draft.flush': tree,
  'cursor.save': v.strictObject({ treeId, cursor }),
};

/** Requests about positions: bookmarks, exclusion and pruning. */
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
  /**
   * Sets the target of the part of the text under a heading, in place of the one with `anchorId`; 0 words for none. `start` and `length`
   * are those of the line of the heading in its node.
   */
  'position.setTarget'(
    input: Intent & {
      readonly nodeId: NodeId;
      readonly start: number;
      readonly length: number;
      readonly words: number;
      readonly anchorId: AnchorId | null;
    },
  ): PathReply;
  /** The notes, bookmarks and targets on phrases that are neither removed nor pruned, in the order in which they were set. */
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
  'position.setTarget': v.strictObject({
    ...intent,
    nodeId,
    start: offset,
    length: offset,
    words: targetWords,
    anchorId: v.nullable(id<AnchorId>()),
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
