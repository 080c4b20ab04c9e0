/** Requests that save the draft and the cursor. */
import * as v from 'valibot';
import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import type { UndoSteps } from '../../core/buffer/undo-steps.ts';
import type { RequestId, TreeId } from '../../core/ids.ts';
import { MAX_UNDO_LENGTH, MAX_UNDO_STEPS } from '../../core/text/limits.ts';
import type { CursorState, Intent, PathReply } from '../wire/path.ts';
import { listOf, stringUpTo } from './bounded.ts';
import { id, intent, offset, type SchemasOf, tree, treeId } from './fields.ts';

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
  'draft.keep': v.strictObject({ treeId, ops: intent.ops }),
  'draft.flush': tree,
  'cursor.save': v.strictObject({ treeId, cursor }),
};
