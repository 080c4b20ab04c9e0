import { AspenError } from '../../../../core/errors.ts';
import type { AgentId, PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import { isLoomAware } from '../../../../core/tree/agent.ts';
import type { LoomTree } from '../../../../core/tree/loom-tree.ts';
import type { PathReply } from '../../../../ipc/wire/path.ts';
import type { CardAnswer, TurnSnapshot, TurnUndoReport } from '../../../../ipc/wire/turn.ts';
import { NO_MESSAGE_TO_ANSWER } from '../../../../ui-text/refusals.ts';
import { transactWithRetry } from '../../../store/connection/transact-with-retry.ts';
import { addTurn } from '../../../store/tables/agent-turns.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findCursor } from '../../../store/tables/path-state.ts';
import { getTree } from '../../../store/tables/trees.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import type { GenerationStart } from '../../writing/generation-start.ts';
import type { IntentParts } from '../../writing/intent-writer.ts';
import type { TreeSession } from '../../writing/tree-session.ts';
import { redoTurn, undoTurn } from '../undo/undo-turn.ts';
import { TurnRun, type TurnRunOptions } from './turn-run.ts';

/** The most tokens of each answer, unless more is chosen or the agent's settings say otherwise. */
const USUAL_CALL_TOKENS = 1_000;

/** What a turn is asked for. */
export interface TurnRequest {
  /** A position on the path after the commit; null for the head. */
  readonly at: PositionId | null;
  readonly agentId: AgentId;
  /** Chosen for the conversation: an answer may always have at least as many. */
  readonly maxTokens: number;
  /** Where the writer is in the topic; null where that is not known. */
  readonly topicAt: PositionId | null;
  /** The capped turn that it goes on with. */
  readonly goesOnWith: TurnId | null;
}

export interface AgentTurnsOptions extends TurnRunOptions {
  /** The writer's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): Pick<TreeSession, 'prepareGeneration'>;
  /** @throws {AspenError} MODEL_NOT_FOUND if no provider has an agent's model */
  requireModel(agent: ReturnType<typeof getAgent>): void;
  /** A turn began, went on or ended. */
  onChanged(turn: TurnSnapshot): void;
}

/** The turns of an open grove, one at a time: another message waits (`agents.md`, *A turn*). */
export class AgentTurns {
  readonly #options: AgentTurnsOptions;
  /** Those that have not ended, in order; only the first runs. */
  readonly #turns: TurnRun[] = [];
  /** Resolves when the turns so far have ended. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: AgentTurnsOptions) {
    this.#options = options;
  }

  /**
   * Commits the draft and begins a turn that answers a message, or has it wait for the turns before it.
   * @throws {AspenError} NOT_FOUND; MODEL_NOT_FOUND; INVALID_ARGUMENT for an agent that is not loom-aware, a manuscript,
   *   or a conversation without messages
   */
  start(
    treeId: TreeId,
    intent: IntentParts,
    { at, agentId, maxTokens, topicAt, goesOnWith }: TurnRequest,
  ): { readonly path: PathReply; readonly turn: TurnSnapshot } {
    const { store, session, requireModel, idsAndClock } = this.#options;
    const agent = getAgent(store, agentId);
    if (!isLoomAware(agent)) throw new AspenError('INVALID_ARGUMENT', `${agent.name} is not loom-aware`);
    const tree = getTree(store, treeId);
    if (tree.mode !== 'dialogue') throw new AspenError('INVALID_ARGUMENT', 'agents answer in conversations');
    requireModel(agent);
    const prepared = session(treeId).prepareGeneration(intent, at, (nodes) => {
      if (nodes.length === 0) throw new AspenError('INVALID_ARGUMENT', NO_MESSAGE_TO_ANSWER);
    });
    const { parentId, originId } = prepared;
    const turnId = idsAndClock.newId() as TurnId;
    const startedAt = idsAndClock.now();
    const row = { id: turnId, treeId, agentId, parentId, startedAt };
    transactWithRetry(store, (tx) =>
      addTurn(tx, { ...row, state: 'running', used: {}, endedAt: null, undoneAt: null }),
    );
    const place = this.#placeIn(tree, { parentId, agentId, topicAt });
    // What is chosen for a paragraph would cut an agent's commands.
    const room = Math.max(maxTokens, agent.configuration.maxTokens ?? USUAL_CALL_TOKENS);
    const order = { turnId, treeId, agent, parentId, originId, ...place, maxTokens: room, goesOnWith };
    const run = new TurnRun(order, this.#options, () => this.#notifyChanged(run));
    this.#enqueue(run);
    return { path: prepared.path, turn: run.snapshot() };
  }

  /** Stops a turn (null: all); resolves once it has ended. */
  async stop(turnId: TurnId | null): Promise<void> {
    await this.#stopThose(({ order }) => turnId === null || order.turnId === turnId);
  }

  /** Stops the turns of a conversation and those that act on this tree; resolves once they have ended. */
  async stopInTree(treeId: TreeId): Promise<void> {
    await this.#stopThose(({ order }) => order.treeId === treeId || order.actsOn === treeId);
  }

  /** A person answers a card. @throws {AspenError} CONFLICT if the turn does not wait for this one */
  answer(turnId: TurnId, card: number, answer: CardAnswer): void {
    const found = this.#turns.find(({ order }) => order.turnId === turnId);
    if (found === undefined) throw new AspenError('CONFLICT', 'the turn has ended');
    found.answerCard(card, answer);
  }

  /** Those that have not ended, in order; only the first runs. */
  running(): readonly TurnSnapshot[] {
    return this.#turns.map((run) => run.snapshot());
  }

  /** @throws {AspenError} as `undoTurn` */
  undo(turnId: TurnId): TurnUndoReport {
    return undoTurn(this.#options, turnId);
  }

  /** @throws {AspenError} as `redoTurn` */
  redo(turnId: TurnId): TurnUndoReport {
    return redoTurn(this.#options, turnId);
  }

  /** The tree that a turn acts on, and where its agent and the writer are in it. */
  #placeIn(
    { id, topicTreeId, settings }: LoomTree,
    {
      parentId,
      agentId,
      topicAt,
    }: Pick<TurnRequest, 'agentId' | 'topicAt'> & Pick<GenerationStart, 'parentId'>,
  ) {
    if (topicTreeId === null) return { actsOn: id, at: parentId, writerAt: parentId, sharesDraft: false };
    const { store, writerId } = this.#options;
    const { tree, path } = sqlViews(store, topicTreeId, writerId);
    const isThere = topicAt !== null && tree.versionsAt(topicAt).length > 0;
    const writerAt = isThere ? topicAt : path.head;
    const stays = settings.followsWriter === false && findCursor(store, topicTreeId, agentId) !== undefined;
    return { actsOn: topicTreeId, at: stays ? null : writerAt, writerAt, sharesDraft: isThere };
  }

  #notifyChanged(run: TurnRun): void {
    const turn = run.snapshot();
    if (turn.phase === 'ended') this.#turns.splice(this.#turns.indexOf(run), 1);
    this.#options.onChanged(turn);
  }

  #enqueue(run: TurnRun): void {
    this.#turns.push(run);
    this.#last = this.#last.then(() => run.run());
  }

  async #stopThose(isMeant: (run: TurnRun) => boolean): Promise<void> {
    const stopped = this.#turns.filter(isMeant);
    for (const run of stopped) run.stop();
    // Those that wait end at once.
    await Promise.all(stopped.map((run) => run.run()));
  }
}
