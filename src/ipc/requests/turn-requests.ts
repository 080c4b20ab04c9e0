/** Requests about the turns of loom-aware agents (`agents.md`). */
import * as v from 'valibot';
import type { AgentId, PositionId, TreeId, TurnId } from '../../core/ids.ts';
import type { SamplingSettings } from '../../core/tree/agent.ts';
import type { NodeRecord } from '../wire/node.ts';
import type { Intent, PathReply } from '../wire/path.ts';
import type {
  CardAnswer,
  MessageThoughts,
  MessageTurn,
  RoundSnapshot,
  TraceTurn,
  TurnSnapshot,
  TurnUndoReport,
} from '../wire/turn.ts';
import { samplingFields } from './agent-fields.ts';
import { listOf } from './bounded.ts';
import {
  agentId,
  agentIds,
  id,
  intent,
  maxTokens,
  nothing,
  offset,
  positionId,
  remark,
  type SchemasOf,
  tree,
  words,
} from './fields.ts';

/** More lines than any turn may have commands. */
const MAX_LINES = 1_000;

export interface TurnRequests {
  /**
   * Commits the draft and begins a turn that answers `at`, a position on the path after the commit (null: the head).
   * While another turn runs in the grove, it waits.
   */
  'turn.start'(
    input: Intent & {
      readonly at: PositionId | null;
      readonly agentId: AgentId;
      readonly maxTokens: number;
      /** The writer's place in the topic; null if unknown, or without a topic. */
      readonly topicAt: PositionId | null;
      /** The capped turn that it continues. */
      readonly goesOnWith?: TurnId;
      /** The writer's instruction for this reply, kept as a note on `at`. */
      readonly instruction?: string;
      /** As in `generation.start`. */
      readonly insteadOf?: PositionId;
    },
  ): { readonly path: PathReply; readonly turn: TurnSnapshot };
  /**
   * Commits the draft and has agents reply to `at`, as in `turn.start`, in turn: each replies to the one before, with
   * one reply or, if it is loom-aware, a turn. The round ends with the first that produces nothing or is stopped.
   */
  'turn.startRound'(
    input: Intent & {
      readonly at: PositionId | null;
      /** 1 to 10 different agents, in the order in which they reply. */
      readonly agentIds: readonly AgentId[];
      /** The length of each reply. */
      readonly maxTokens: number;
      /** Override the agents' own settings. */
      readonly parameters?: SamplingSettings;
      readonly topicAt: PositionId | null;
    },
  ): PathReply;
  /** Stops a turn (null: every turn); what has arrived is kept. Answers once it has stopped. */
  'turn.stop'(input: { readonly turnId: TurnId | null }): Record<string, never>;
  /** Answers a card. CONFLICT if the turn does not wait for this one. */
  'turn.answer'(input: {
    readonly turnId: TurnId;
    readonly card: number;
    readonly answer: CardAnswer;
  }): Record<string, never>;
  /** The turns that run or wait, in order. */
  'turn.running'(input: Record<string, never>): readonly TurnSnapshot[];
  /** The rounds that have not ended, in the order in which they began. */
  'turn.rounds'(input: Record<string, never>): readonly RoundSnapshot[];
  /** The turns of a conversation, newest first. */
  'turn.trace'(input: { readonly treeId: TreeId }): readonly TraceTurn[];
  /** Agents' thoughts in a conversation, by the message that followed. */
  'turn.thoughts'(input: { readonly treeId: TreeId }): readonly MessageThoughts[];
  /** The effects of a conversation's ended turns, oldest first; turns that carried out nothing are left out. */
  'turn.ofMessages'(input: { readonly treeId: TreeId }): readonly MessageTurn[];
  /** The record of the answer to a call of a turn, whose first has the number 0; null if there is none. */
  'turn.record'(input: { readonly turnId: TurnId; readonly call: number }): NodeRecord | null;
  /** Undoes a turn, in one transaction (`agents.md`, *Undoing a turn*). */
  'turn.undo'(input: { readonly turnId: TurnId }): TurnUndoReport;
  'turn.redo'(input: { readonly turnId: TurnId }): TurnUndoReport;
}

const turnId = id<TurnId>();
const turn = v.strictObject({ turnId });

export const turnSchemas: SchemasOf<TurnRequests> = {
  'turn.start': v.strictObject({
    ...intent,
    at: v.nullable(positionId),
    agentId,
    maxTokens,
    topicAt: v.nullable(positionId),
    goesOnWith: v.exactOptional(turnId),
    instruction: v.exactOptional(words),
    insteadOf: v.exactOptional(positionId),
  }),
  'turn.startRound': v.strictObject({
    ...intent,
    at: v.nullable(positionId),
    agentIds,
    maxTokens,
    parameters: v.exactOptional(v.strictObject(samplingFields)),
    topicAt: v.nullable(positionId),
  }),
  'turn.stop': v.strictObject({ turnId: v.nullable(turnId) }),
  'turn.answer': v.strictObject({
    turnId,
    card: offset,
    answer: v.variant('kind', [
      v.strictObject({ kind: v.literal('allow'), lines: listOf(offset, MAX_LINES), forTurn: v.boolean() }),
      v.strictObject({ kind: v.literal('deny'), words: remark }),
    ]),
  }),
  'turn.running': nothing,
  'turn.rounds': nothing,
  'turn.trace': tree,
  'turn.thoughts': tree,
  'turn.ofMessages': tree,
  'turn.record': v.strictObject({ turnId, call: offset }),
  'turn.undo': turn,
  'turn.redo': turn,
};
