import type { NodeId } from '../ids.ts';
import { NO_TEXT } from '../text/span.ts';
import type { TreeMode } from '../tree/loom-tree.ts';
import type { Draft, WorkingBuffer } from './draft.ts';

/** The part of a draft that is committed: everything, the composer, the pending edit of one node, or nothing. */
export type CommitPolicy = 'all' | 'buffer' | 'edit' | 'none';

/**
 * An intent's effect on commits: it saves or sends the text, moves along the path or changes the tree beside it,
 * commits an edit, or leaves the draft alone.
 */
export type CommitTrigger = 'save' | 'move' | 'edit' | 'none';

const POLICIES: Readonly<Record<TreeMode, Readonly<Record<CommitTrigger, CommitPolicy>>>> = {
  // `domain.md`, *Mapping an edit of the buffer to nodes*: all triggers commit the whole draft.
  buffer: { save: 'all', move: 'all', edit: 'all', none: 'none' },
  // `dialogue.md`: only Send commits the composer, and only Save as branch and Fix in place commit an edit.
  dialogue: { save: 'buffer', move: 'none', edit: 'edit', none: 'none' },
};

/** The part of the draft that an intent commits in a tree of this mode. */
export function commitPolicy(mode: TreeMode, trigger: CommitTrigger): CommitPolicy {
  return POLICIES[mode][trigger];
}

/** A draft in two parts. */
export interface DividedDraft {
  readonly committed: Draft;
  /** The part that stays a draft. */
  readonly kept: Omit<Draft, 'head'>;
}

/** @param edited the node whose edit the policy `edit` commits; null for none */
export function divideDraft(draft: Draft, policy: CommitPolicy, edited: NodeId | null): DividedDraft {
  const buffer: WorkingBuffer = NO_TEXT;
  const { head, edits } = draft;
  switch (policy) {
    case 'all':
      return { committed: draft, kept: { buffer, edits: [] } };
    case 'buffer':
      // White space is not sent (`dialogue.md`, *The tree*), and stays.
      if (draft.buffer.text.trim() === '') return divideDraft(draft, 'none', edited);
      return { committed: { ...draft, edits: [] }, kept: { buffer, edits } };
    case 'edit': {
      const isEdited = ({ nodeId }: { readonly nodeId: NodeId }) => nodeId === edited;
      return {
        committed: { head, buffer, edits: edits.filter(isEdited) },
        kept: { buffer: draft.buffer, edits: edits.filter((edit) => !isEdited(edit)) },
      };
    }
    case 'none':
      return { committed: { head, buffer, edits: [] }, kept: draft };
  }
}
