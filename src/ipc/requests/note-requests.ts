/** Requests about notes that are not saved yet. They are kept on this computer, not in the grove. */
import * as v from 'valibot';
import type { TreeId } from '../../core/ids.ts';
import { MAX_NOTE_DRAFTS } from '../../core/text/limits.ts';
import type { NoteDraft } from '../wire/node.ts';
import { listOf } from './bounded.ts';
import { nodeId, offset, positionId, remark, type SchemasOf, text, tree, treeId } from './fields.ts';

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
