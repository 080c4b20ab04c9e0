/** Requests about the messages of a conversation (`dialogue.md`). */
import * as v from 'valibot';
import type { NodeId } from '../../core/ids.ts';
import type { Intent, PathReply } from '../wire/path.ts';
import { intent, nodeId, type SchemasOf } from './fields.ts';

export interface MessageRequests {
  /**
   * Commits the open edit of a message and nothing else: as a branch beside it, which becomes the head, or as a version
   * of it, whose head stays. An edit that changes nothing is dropped. Only in dialogue mode.
   */
  'message.saveEdit'(
    input: Intent & { readonly nodeId: NodeId; readonly how: 'branch' | 'inPlace' },
  ): PathReply;
}

export const messageSchemas: SchemasOf<MessageRequests> = {
  'message.saveEdit': v.strictObject({ ...intent, nodeId, how: v.picklist(['branch', 'inPlace']) }),
};
