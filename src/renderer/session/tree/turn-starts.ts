/** Starts of loom-aware agents' turns by messages, instead of replies (`agents.md`, *A turn*). */
import type { AgentId, PositionId, TreeId, TurnId } from '../../../core/ids.ts';
import type { SamplingSettings } from '../../../core/tree/agent.ts';
import type { TurnSnapshot } from '../../../ipc/wire/turn.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';

/** A conversation's access to the window for starting turns. */
export interface TurnStarts {
  /** Returns true if the agent answers with a turn: it is loom-aware. */
  takesTurns(agentId: AgentId): boolean;
  /** The writer's place in the topic of a conversation; null unless the window shows it. */
  findTopicPlace(conversationId: TreeId): PositionId | null;
  /** The tree that commands in a conversation act on: its topic, or itself. */
  findTarget(conversationId: TreeId): TreeId;
  /** Goes to what an id in a result names. Reports its own failures. */
  goTo(conversationId: TreeId, localId: string): Promise<void>;
  /** The writer's commands in a conversation were carried out: they are in its trace. */
  onCommandsRun(conversationId: TreeId): void;
  /** Undo took messages of a conversation back: what turns did for them stays. Reports its own failures. */
  onTakenBack(conversationId: TreeId, positions: readonly PositionId[]): Promise<void>;
  /** Main answered: the turn runs or waits. */
  onAnswer(turn: TurnSnapshot): void;
}

export interface TurnStart {
  /** A position on the path; null to commit the composer and answer that. */
  readonly at: PositionId | null;
  readonly agentId: AgentId;
  /** Length of each call's answer, in tokens. */
  readonly maxTokens: number;
  readonly goesOnWith?: TurnId;
  /** The writer's instruction for this reply. */
  readonly instruction?: string;
  /** The reply beside which it is requested, to be shown in its place. */
  readonly insteadOf?: PositionId;
  /** Runs before the request; memory and the other texts are part of it. */
  flushTexts(): Promise<void>;
  /** Asked when the request is about to be made; false makes it nothing. */
  mayStart?(): boolean;
  onStarted?(turn: TurnSnapshot): void;
}

export interface RoundStart extends Pick<TurnStart, 'at' | 'maxTokens' | 'flushTexts' | 'mayStart'> {
  /** In the order in which they reply. */
  readonly agentIds: readonly AgentId[];
  /** Override the agents' own settings. */
  readonly parameters: SamplingSettings;
}

/** Has agents reply to a message in turn. Their replies and turns arrive as events. */
export function startRound(
  { client, path }: Pick<IntentContext, 'client' | 'path'>,
  starts: TurnStarts,
  { flushTexts, mayStart, ...asked }: RoundStart,
): PathIntent {
  return () => {
    if (mayStart?.() === false) return null;
    return {
      ...(asked.at === null ? { part: null } : {}),
      send: async (intent) => {
        await flushTexts();
        const topicAt = starts.findTopicPlace(path.treeId);
        return client.call('turn.startRound', { ...intent, ...asked, topicAt });
      },
    };
  };
}

/** Begins a turn that answers a message. */
export function startTurn(
  { client, path }: Pick<IntentContext, 'client' | 'path'>,
  starts: TurnStarts,
  { flushTexts, mayStart, onStarted, ...asked }: TurnStart,
): PathIntent {
  return () => {
    if (mayStart?.() === false) return null;
    let turn: TurnSnapshot | undefined;
    return {
      ...(asked.at === null ? { part: null } : {}),
      send: async (intent) => {
        await flushTexts();
        const topicAt = starts.findTopicPlace(path.treeId);
        const answer = await client.call('turn.start', { ...intent, ...asked, topicAt });
        turn = answer.turn;
        return answer.path;
      },
      onDone: () => {
        if (turn === undefined) return;
        starts.onAnswer(turn);
        onStarted?.(turn);
      },
    };
  };
}
