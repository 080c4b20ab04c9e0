/** Requests about one node: its versions, its notes and its record. */
import * as v from 'valibot';
import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { MAX_NOTE_DRAFTS } from '../../core/text/limits.ts';
import type { WrittenFile } from '../wire/exchange.ts';
import type {
  AnnotationSummary,
  NodeDetails,
  NodeRecord,
  NodeRun,
  NoteDraft,
  TokenProbability,
} from '../wire/node.ts';
import type { Intent, PathReply } from '../wire/path.ts';
import type { VersionSummary } from '../wire/position.ts';
import { listOf, stringUpTo } from './bounded.ts';
import {
  intent,
  nodeId,
  nodeIdOrNull,
  offset,
  positionId,
  remark,
  type SchemasOf,
  text,
  tree,
  treeId,
} from './fields.ts';

export interface NodeRequests {
  /**
   * Splits the text of a segment, including its pending edit, at `offset` and moves the head there. `nodeId`
   * is null for the working buffer.
   */
  'node.split'(input: Intent & { readonly nodeId: NodeId | null; readonly offset: number }): PathReply;
  /** Turns the pending edit of a node, or the version just committed, into a branch beside it. */
  'node.branchEdit'(input: Intent & { readonly nodeId: NodeId }): PathReply;
  /** Writes a note on a node, or on `phrase` of its text: `[start, start + length)`, in UTF-16 code units. */
  'node.annotate'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
    readonly text: string;
    readonly phrase?: { readonly start: number; readonly length: number } | undefined;
  }): AnnotationSummary;
  /** Writes another version of a note; nothing if its newest version has this text. */
  'node.reviseNote'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
    readonly text: string;
  }): AnnotationSummary;
  /** Removes a note (`kept` false) or restores it. */
  'node.keepNote'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
    readonly kept: boolean;
  }): AnnotationSummary;
  /** Notes on any version at a node's position, oldest first, including removed ones. */
  'node.annotations'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
  }): readonly AnnotationSummary[];
  /** Writes the writer's summary of a node in place of any other; a blank one removes it. */
  'node.setSummary'(input: {
    readonly treeId: TreeId;
    readonly nodeId: NodeId;
    readonly summary: string;
  }): Record<string, never>;
  /** Oldest first. */
  'node.versions'(input: {
    readonly treeId: TreeId;
    readonly positionId: PositionId;
  }): readonly VersionSummary[];
  'node.read'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): NodeDetails;
  /**
   * The answer that each part of a node's text is from, in text order; empty for one author's text that is from no
   * rewrite or bridge.
   */
  'node.runs'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): readonly NodeRun[];
  /** The probability of each token of a node; empty if the provider did not report them. */
  'node.tokens'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): readonly TokenProbability[];
  /**
   * Splits a continuation at a token and continues with another token in its place, in the name of its agent.
   * The head moves after the new token.
   */
  'node.chooseToken'(
    input: Intent & { readonly nodeId: NodeId; readonly offset: number; readonly text: string },
  ): PathReply;
  /** The record of the response that a node came from; null if there is none. */
  'node.record'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): NodeRecord | null;
  /** Shows the system's save dialog and writes the record of a node there as JSON; null if the writer cancels. */
  'node.exportRecord'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): WrittenFile | null;
}

const node = v.strictObject({ treeId, nodeId });
const note = v.strictObject({ treeId, nodeId, text: remark });

export const nodeSchemas: SchemasOf<NodeRequests> = {
  'node.split': v.strictObject({ ...intent, nodeId: nodeIdOrNull, offset }),
  'node.branchEdit': v.strictObject({ ...intent, nodeId }),
  'node.annotate': v.strictObject({
    ...note.entries,
    phrase: v.optional(v.strictObject({ start: offset, length: offset })),
  }),
  'node.reviseNote': note,
  'node.keepNote': v.strictObject({ treeId, nodeId, kept: v.boolean() }),
  'node.annotations': node,
  'node.setSummary': v.strictObject({ treeId, nodeId, summary: remark }),
  'node.versions': v.strictObject({ treeId, positionId }),
  'node.read': node,
  'node.runs': node,
  'node.tokens': node,
  'node.chooseToken': v.strictObject({
    ...intent,
    nodeId,
    offset,
    text: v.pipe(stringUpTo(1_000), v.minLength(1)),
  }),
  'node.record': node,
  'node.exportRecord': node,
};

/** Requests about notes that are not saved yet. They are kept on this computer, not in the grove. */
export interface NoteRequests {
  /** The unsaved notes of a tree, the one left last at the end. */
  'note.drafts'(input: { readonly treeId: TreeId }): readonly NoteDraft[];
  /** Keeps these unsaved notes of a tree in place of those kept before. `dropped` is how many, of any tree, have no room. */
  'note.keepDrafts'(input: { readonly treeId: TreeId; readonly drafts: readonly NoteDraft[] }): {
    readonly dropped: number;
  };
}

const draft: v.GenericSchema<unknown, NoteDraft> = v.strictObject({
  on: nodeId,
  positionId,
  phrase: v.nullable(v.strictObject({ nodeId, start: offset, length: offset, text })),
  note: v.nullable(v.strictObject({ positionId, nodeId, text: remark })),
  text: remark,
});

export const noteSchemas: SchemasOf<NoteRequests> = {
  'note.drafts': tree,
  'note.keepDrafts': v.strictObject({ treeId, drafts: listOf(draft, MAX_NOTE_DRAFTS) }),
};
