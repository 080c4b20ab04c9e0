/** Requests about the messages of a conversation, the turns of agents, and what agents propose. */
import * as v from 'valibot';
import type { AgentId, NodeId, PositionId, ProposalId, TreeId, TurnId } from '../../core/ids.ts';
import type { ProposalUsage } from '../../core/proposals/proposal.ts';
import type { TextRange } from '../../core/text/span.ts';
import type { SamplingSettings } from '../../core/tree/agent.ts';
import type { NodeRecord } from '../wire/node.ts';
import type { Intent, PathReply } from '../wire/path.ts';
import type { EditAsk, EditScope, ProposalSnapshot, SuggestionUpdate } from '../wire/proposal.ts';
import type {
  CardAnswer,
  CommandOutcome,
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
  nodeId,
  nothing,
  offset,
  positionId,
  remark,
  type SchemasOf,
  text,
  tree,
  treeId,
  words,
} from './fields.ts';

/** Requests about single messages (`dialogue.md`). */
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

/** More lines than any turn may have commands. */
const MAX_LINES = 1_000;

/** Requests about the turns of loom-aware agents (`agents.md`). */
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

/** Requests about what agents propose to change in a manuscript (`edits.md`). */
export interface ProposalRequests {
  /**
   * The proposals for a manuscript, newest first: every open one, and the latest others. Commits nothing; ranges are in the
   * text on the screen after `ops`.
   */
  'proposal.read'(input: Intent): {
    readonly path: PathReply;
    readonly proposals: readonly ProposalSnapshot[];
    readonly asks: readonly EditAsk[];
  };
  /** The same without ranges, for a tree that the window does not show. */
  'proposal.list'(input: { readonly treeId: TreeId }): readonly ProposalSnapshot[];
  /** Stores what the writer decided, and where undo put suggestions. Commits nothing. */
  'proposal.update'(input: Intent & { readonly suggestions: readonly SuggestionUpdate[] }): {
    readonly path: PathReply;
  };
  /**
   * Takes a snapshot and asks an agent for an edit of it; what it proposes arrives by `proposals.changed`. Commits nothing.
   * INVALID_ARGUMENT if the scope does not fit the agent, or there is no text in it.
   */
  'proposal.ask'(
    input: Intent & {
      readonly agentId: AgentId;
      readonly instruction: string;
      readonly scope: EditScope;
      /** The selection, or the caret. */
      readonly range: TextRange;
    },
  ): { readonly path: PathReply; readonly ask: EditAsk };
  /**
   * Asks the same again with a new snapshot around `range`, of the same scope if that is known. Also for an ask that failed,
   * by its `askId`. NOT_FOUND if the proposal was not asked for by the writer.
   */
  'proposal.askAgain'(input: Intent & { readonly proposalId: ProposalId; readonly range: TextRange }): {
    readonly path: PathReply;
    readonly ask: EditAsk;
  };
  /** Stops an ask (null: every one), or dismisses one that failed. Nothing that it has received is proposed. */
  'proposal.stop'(input: { readonly askId: ProposalId | null }): Record<string, never>;
  /** The record of the answer behind a proposal; null if there is none. */
  'proposal.record'(input: { readonly proposalId: ProposalId }): NodeRecord | null;
  /** Results of the edits of each agent in the grove. */
  'proposal.usage'(input: Record<string, never>): readonly ProposalUsage[];
}

const proposalId = id<ProposalId>();
const range = v.strictObject({ from: offset, to: offset });

export const proposalSchemas: SchemasOf<ProposalRequests> = {
  'proposal.read': v.strictObject(intent),
  'proposal.list': tree,
  'proposal.update': v.strictObject({
    ...intent,
    suggestions: listOf(
      v.strictObject({
        proposalId,
        ordinal: offset,
        decision: v.picklist(['open', 'accepted', 'rejected', 'done']),
        range,
      }),
    ),
  }),
  'proposal.ask': v.strictObject({
    ...intent,
    agentId,
    instruction: remark,
    scope: v.picklist(['selection', 'chapter', 'all']),
    range,
  }),
  'proposal.askAgain': v.strictObject({ ...intent, proposalId, range }),
  'proposal.stop': v.strictObject({ askId: v.nullable(proposalId) }),
  'proposal.record': v.strictObject({ proposalId }),
  'proposal.usage': nothing,
};
