/** Requests about the prompt fences of a manuscript (`layers.md`, *Prompt fences*). */
import * as v from 'valibot';
import type { AgentId } from '../../core/ids.ts';
import type { ReplacementJob, ReplacementRequest } from '../wire/generation.ts';
import type { Intent, PathReply } from '../wire/path.ts';
import { listOf } from './bounded.ts';
import { agentId, intent, name, point, remark, type SchemasOf } from './fields.ts';

export interface FenceRequests {
  /**
   * Commits the draft and runs the prompt fence that a part of the path's text is. Its results become offered versions; no
   * path moves. What is wrong with the fence is refused before anything is sent (INVALID_ARGUMENT).
   */
  'fence.run'(
    input: Intent &
      Pick<ReplacementRequest, 'from' | 'to'> & {
        /** Runs a fence that names no agent. */
        readonly agentId: AgentId | null;
        /** Asks for new results in place of the recorded ones. */
        readonly isAgain: boolean;
        /** The writer's values for the names that are requested. */
        readonly values: readonly { readonly name: string; readonly value: string }[];
      },
  ): {
    readonly path: PathReply;
    /** Reused results are slots that are done; without a missing one, no request runs. */
    readonly job: ReplacementJob;
    /** Number of results taken from the record instead of requested. */
    readonly reused: number;
  };
}

/** As many names as one bar asks for. */
const MAX_VALUES = 50;

export const fenceSchemas: SchemasOf<FenceRequests> = {
  'fence.run': v.strictObject({
    ...intent,
    from: point,
    to: point,
    agentId: v.nullable(agentId),
    isAgain: v.boolean(),
    values: listOf(v.strictObject({ name, value: remark }), MAX_VALUES),
  }),
};
