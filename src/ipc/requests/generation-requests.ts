import * as v from 'valibot';
import type { AgentId, JobId, PositionId, TreeId } from '../../core/ids.ts';
import type { SamplingSettings } from '../../core/tree/agent.ts';
import { type ContextPreview, PIECE_KINDS, type PieceRef } from '../wire/context.ts';
import type {
  ContinuationJob,
  JobSnapshot,
  MissingSummaries,
  ReplacementJob,
  ReplacementRequest,
  UsageSummary,
} from '../wire/generation.ts';
import type { Intent, PathReply } from '../wire/path.ts';
import { modelRef, samplingFields } from './agent-fields.ts';
import { listOf } from './bounded.ts';
import {
  agentId,
  agentIds,
  count,
  id,
  intent,
  isFirst,
  maxTokens,
  name,
  nothing,
  offset,
  point,
  positionId,
  remark,
  type SchemasOf,
  tree,
  treeId,
  words,
} from './fields.ts';

export interface GenerationRequests {
  /** Commits the draft and requests continuations of `at`, a position on the path after the commit (null: the head). */
  'generation.start'(
    input: Intent & {
      readonly at: PositionId | null;
      /** 1 to 10 different agents; each is asked for `count` continuations. */
      readonly agentIds: readonly AgentId[];
      /** 1 to 10. */
      readonly count: number;
      readonly maxTokens: number;
      /** Override the agents' own settings. */
      readonly parameters?: SamplingSettings;
      /** The writer's instruction for this reply, kept as a note on `at`. Only in a conversation. */
      readonly instruction?: string;
      /** In a conversation: the agent continues the message at `at`, its own, instead of replying to it. */
      readonly continues?: true;
      /** In a conversation: the reply beside which these are requested. The first takes its place if it is the head then. */
      readonly insteadOf?: PositionId;
      /** In a conversation about a manuscript, where the writer is in it: as in `turn.start`. */
      readonly topicAt?: PositionId | null;
    },
  ): { readonly path: PathReply; readonly job: ContinuationJob };
  /**
   * Commits the draft and requests texts in place of a part of the path's text: a rewrite, or a bridge where the part is
   * empty (`edits.md`, *Rewrites and bridges*). What arrives becomes offered versions; no path moves.
   */
  'generation.rewrite'(
    input: Intent &
      ReplacementRequest & {
        /** 1 to 5 different agents; each is asked for `count` texts. */
        readonly agentIds: readonly AgentId[];
        /** 1 to 5. */
        readonly count: number;
        /** The length of a bridge; that of a rewrite follows from the text and `length`. */
        readonly maxTokens: number;
        /** Override the agents' own settings. */
        readonly parameters?: SamplingSettings;
      },
  ): { readonly path: PathReply; readonly job: ReplacementJob };
  /** Usage of every request recorded in the grove, newest day first. */
  'generation.usage'(input: Record<string, never>): readonly UsageSummary[];
  /** Upper limit of what the grove's missing summaries would need from a model. */
  'generation.missingSummaries'(input: { readonly modelRef: string }): MissingSummaries;
  /**
   * The context that a request for continuations of `at` (null: the head) would send now, including the draft that main
   * has.
   */
  'generation.context'(input: {
    readonly treeId: TreeId;
    readonly at: PositionId | null;
    /** Includes only the text of the node at `at`, or of the working buffer for null, before this offset, as after a split. */
    readonly offset?: number;
    /** The piece to return unfolded, however long it is. */
    readonly whole?: PieceRef;
    readonly agentId: AgentId;
    /** All agents of the request: in a conversation, the others' words are sent as those of `user`. */
    readonly agentIds?: readonly AgentId[];
    readonly maxTokens: number;
    /** In a conversation about a manuscript, where the writer is in it: as in `turn.start`. */
    readonly topicAt?: PositionId | null;
    /** The rewrite or bridge whose context is wanted instead. */
    readonly replace?: ReplacementRequest;
  }): ContextPreview;
  /** Number of words of a conversation's topic that would be sent to the one of these agents that is sent the most. */
  'generation.topicWords'(input: {
    readonly treeId: TreeId;
    readonly agentIds: readonly AgentId[];
    /** As in `turn.start`. */
    readonly topicAt: PositionId | null;
  }): { readonly words: number };
  'generation.stop'(input: {
    readonly jobId: JobId | null;
    readonly slot: number | null;
  }): Record<string, never>;
  /** The writer reads this one of the replies that stream: once complete, it is chosen for the request. */
  'generation.prefer'(input: { readonly jobId: JobId; readonly slot: number }): Record<string, never>;
  'generation.running'(input: { readonly treeId: TreeId }): readonly JobSnapshot[];
}

/** The fields of `ReplacementRequest`. */
const replacement = {
  from: point,
  to: point,
  instruction: remark,
  length: v.picklist(['shorter', 'same', 'longer']),
};

/** At most five at once: a bar steps through them. */
const MAX_REWRITES = 5;

export const generationSchemas: SchemasOf<GenerationRequests> = {
  'generation.start': v.strictObject({
    ...intent,
    at: v.nullable(positionId),
    agentIds,
    count,
    maxTokens,
    parameters: v.exactOptional(v.strictObject(samplingFields)),
    instruction: v.exactOptional(words),
    continues: v.exactOptional(v.literal(true)),
    insteadOf: v.exactOptional(positionId),
    topicAt: v.exactOptional(v.nullable(positionId)),
  }),
  'generation.rewrite': v.strictObject({
    ...intent,
    ...replacement,
    agentIds: v.pipe(listOf(agentId, MAX_REWRITES), v.minLength(1), v.checkItems(isFirst)),
    count: v.pipe(count, v.maxValue(MAX_REWRITES)),
    maxTokens,
    parameters: v.exactOptional(v.strictObject(samplingFields)),
  }),
  'generation.usage': nothing,
  'generation.missingSummaries': v.strictObject({ modelRef }),
  'generation.context': v.strictObject({
    treeId,
    at: v.nullable(positionId),
    offset: v.exactOptional(offset),
    whole: v.exactOptional(
      v.strictObject({
        kind: v.picklist(PIECE_KINDS),
        nth: offset,
      }),
    ),
    agentId,
    agentIds: v.exactOptional(v.pipe(listOf(agentId, 10), v.checkItems(isFirst))),
    maxTokens,
    topicAt: v.exactOptional(v.nullable(positionId)),
    replace: v.exactOptional(v.strictObject(replacement)),
  }),
  'generation.topicWords': v.strictObject({
    treeId,
    agentIds: v.pipe(listOf(agentId, 10), v.checkItems(isFirst)),
    topicAt: v.nullable(positionId),
  }),
  'generation.stop': v.strictObject({ jobId: v.nullable(id<JobId>()), slot: v.nullable(offset) }),
  'generation.prefer': v.strictObject({ jobId: id<JobId>(), slot: offset }),
  'generation.running': tree,
};

/** Requests about the prompt fences of a manuscript (`layers.md`, *Prompt fences*). */
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
