/** Requests that save the draft and the cursor. */
import * as v from 'valibot';
import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import type { RequestId, TreeId } from '../../core/ids.ts';
import type { CursorState, Intent, PathReply } from '../wire/path.ts';
import { id, intent, offset, type SchemasOf, tree, treeId } from './fields.ts';

export interface DraftRequests {
  /** Sends what was typed. Resolves when main has it; `SaveState` events announce when the file does. */
  'draft.save'(input: {
    readonly treeId: TreeId;
    readonly pathVersion: number;
    readonly ops: readonly DraftOp[];
    /** Digest of the draft after `ops`, if both sides compare digests (`AppInfo.checks`); otherwise null. */
    readonly digest: string | null;
  }): { readonly digest: string };
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

const cursor = v.strictObject({ anchor: offset, head: offset, scroll: offset });

export const draftSchemas: SchemasOf<DraftRequests> = {
  'draft.save': v.strictObject({ ...intent, digest: v.nullable(v.pipe(v.string(), v.maxLength(128))) }),
  'draft.commit': v.strictObject({ ...intent, requestId: id<RequestId>() }),
  'draft.keep': v.strictObject({ treeId, ops: intent.ops }),
  'draft.flush': tree,
  'cursor.save': v.strictObject({ treeId, cursor }),
};
