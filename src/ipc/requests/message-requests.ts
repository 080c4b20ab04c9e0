/** Requests about the messages of a conversation (`dialogue.md`). */
import * as v from 'valibot';
import type { NodeId, PositionId, TreeId } from '../../core/ids.ts';
import type { CommandOutcome } from '../wire/command-outcome.ts';
import type { Intent, PathReply } from '../wire/path.ts';
import { intent, nodeId, positionId, type SchemasOf, text, treeId } from './fields.ts';

export interface MessageRequests {
  /**
   * Commits the open edit of a message and nothing else: as a branch beside it, which becomes the head, or as a version
   * of it, whose head stays. An edit that changes nothing is dropped. Only in dialogue mode.
   */
  'message.saveEdit'(
    input: Intent & { readonly nodeId: NodeId; readonly how: 'branch' | 'inPlace' },
  ): PathReply;
  /**
   * Carries out a text whose lines are all commands, as the writer (`agents.md`, *Where it talks*), in the topic of a
   * conversation or, without one, in itself; they are a turn in its trace. Does not commit the draft; no path moves.
   */
  'message.runCommands'(input: {
    readonly treeId: TreeId;
    /** Starting place in the tree that they act on; null for the end of the writer's path. */
    readonly at: PositionId | null;
    readonly text: string;
  }): readonly CommandOutcome[];
  /** A model's recorded reasoning before a message; empty for none. */
  'message.reasoning'(input: { readonly treeId: TreeId; readonly nodeId: NodeId }): string;
}

export const messageSchemas: SchemasOf<MessageRequests> = {
  'message.saveEdit': v.strictObject({ ...intent, nodeId, how: v.picklist(['branch', 'inPlace']) }),
  'message.runCommands': v.strictObject({ treeId, at: v.nullable(positionId), text }),
  'message.reasoning': v.strictObject({ treeId, nodeId }),
};
