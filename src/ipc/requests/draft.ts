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
  /** Flushes the draft to the file at once: on blur and on closing. */
  'draft.flush'(input: { readonly treeId: TreeId }): Record<string, never>;
  'cursor.save'(input: { readonly treeId: TreeId; readonly cursor: CursorState }): Record<string, never>;
}

const cursor = v.strictObject({ anchor: offset, head: offset, scroll: offset });

export const draftSchemas: SchemasOf<DraftRequests> = {
  'draft.save': v.strictObject({ ...intent, digest: v.nullable(v.pipe(v.string(), v.maxLength(128))) }),
  'draft.commit': v.strictObject({ ...intent, requestId: id<RequestId>() }),
  'draft.flush': tree,
  'cursor.save': v.strictObject({ treeId, cursor }),
};
