import { assert } from '../../../../core/assert.ts';
import type { ContextNode } from '../../../../core/context/story.ts';
import { AspenError } from '../../../../core/errors.ts';
import {
  type AgentId,
  firstNodeAt,
  type NodeId,
  type PositionId,
  positionOpenedBy,
  type TreeId,
  type TurnId,
} from '../../../../core/ids.ts';
import { type Agent, isLoomAware, type SamplingSettings } from '../../../../core/tree/agent.ts';
import type { LoomTree } from '../../../../core/tree/loom-tree.ts';
import { isHeldBack } from '../../../../core/tree/tree-node.ts';
import type { WireError } from '../../../../ipc/wire/app.ts';
import type { PathReply } from '../../../../ipc/wire/path.ts';
import type { CardAnswer, RoundSnapshot, TurnSnapshot, TurnUndoReport } from '../../../../ipc/wire/turn.ts';
import { describeError } from '../../../../ui-text/errors.ts';
import {
  AGENTS_ANSWER_IN_CONVERSATIONS,
  mayNotAct,
  NO_MESSAGE_TO_ANSWER,
} from '../../../../ui-text/refusals.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { transactWithRetry } from '../../../store/connection/store.ts';
import { addTurn, findTurn } from '../../../store/tables/agent-turns.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findNode } from '../../../store/tables/nodes.ts';
import { findCursor } from '../../../store/tables/path-state.ts';
import { getTree } from '../../../store/tables/trees.ts';
import { runsThrough } from '../../../store/tree/lineage.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { readPathContext } from '../../reading/path-context.ts';
import type { IntentParts } from '../../writing/intent-writer.ts';
import type { GenerationStart, TreeSession } from '../../writing/tree-session.ts';
import { HeldTargets } from '../held-targets.ts';
import type { ContinuationOrder } from '../make-continuations.ts';
import { redoTurn, undoTurn } from '../undo/undo-turn.ts';
import type { WorkingAgent } from './turn-place.ts';
import { type TurnOrder, TurnRun, type TurnRunOptions } from './turn-run.ts';

/** The most tokens of each answer, unless more is chosen or set for the agent. */
const USUAL_CALL_TOKENS = 1_000;

/** The request for a turn. */
export interface TurnRequest {
  /** A position on the path after the commit; null for the head. */
  readonly at: PositionId | null;
  readonly agentId: AgentId;
  /** Chosen for the conversation: an answer may always have at least as many. */
  readonly maxTokens: number;
  /** The writer's place in the topic; null if unknown. */
  readonly topicAt: PositionId | null;
  /** The capped turn that it continues. */
  readonly goesOnWith: TurnId | null;
  /** The writer's instruction for this reply, kept as a note. Null for none. */
  readonly instruction: string | null;
  /** The reply beside which it is requested, to be shown in its place. */
  readonly insteadOf?: PositionId;
}

type TurnOptions = Pick<TurnRequest, 'maxTokens' | 'topicAt' | 'goesOnWith' | 'insteadOf'>;

/** The message that a turn answers, and what is asked for in its reply. */
type TurnStart = Pick<RoundPlace, 'parentId' | 'originId'> & Partial<Pick<GenerationStart, 'instruction'>>;

/** The request for a round. */
export interface RoundRequest extends Pick<TurnRequest, 'at' | 'topicAt'> {
  /** In the order in which they reply. */
  readonly agentIds: readonly AgentId[];
  readonly maxTokens: number;
  /** Override the agents' own settings. */
  readonly parameters: SamplingSettings;
}

export interface AgentTurnsOptions extends TurnRunOptions {
  /** The writer's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  treeSession(treeId: TreeId): Pick<TreeSession, 'prepareGeneration'>;
  /** @throws {AspenError} MODEL_NOT_FOUND if no provider has an agent's model */
  requireModel(agent: ReturnType<typeof getAgent>): void;
  /** An agent with the context length that its service has, if that is known to be smaller than its own. */
  asServed(agent: Agent): Agent;
  /** A turn began, continued or ended. */
  onChanged(turn: TurnSnapshot): void;
  /** A round began, came to its next agent or ended. */
  onRound(round: RoundSnapshot): void;
  /** A round ended because its next agent could not be asked. */
  emit(event: 'error.raised', error: WireError): void;
}

/**
 * The turns of an open grove (`agents.md`, *Several at once*). Those on different branches run at once; others run in
 * the order in which they began, since each is to see the effects of the one before it: turns on one branch of a
 * conversation, and turns of one agent in one tree, where it has one place.
 */
export class AgentTurns {
  readonly #options: AgentTurnsOptions;
  /** Turns that have not ended, in order. */
  readonly #turns: TurnRun[] = [];
  /** Rounds of agents that reply in turn, by the controller that ends each. */
  readonly #rounds = new Map<AbortController, RoundSnapshot>();
  #roundCount = 0;
  readonly #held: HeldTargets;

  constructor(options: AgentTurnsOptions) {
    this.#options = options;
    const { store } = options;
    this.#held = new HeldTargets(
      (treeId, position, through) =>
        findNode(store, firstNodeAt(through)) !== undefined && runsThrough(store, treeId, position, through),
    );
  }

  /**
   * Commits the draft and begins a turn that answers a message, or has it wait for the turns before it.
   * @throws {AspenError} NOT_FOUND; MODEL_NOT_FOUND; INVALID_ARGUMENT for an agent that is not loom-aware, a manuscript,
   *   or a conversation without messages
   */
  start(
    treeId: TreeId,
    intent: IntentParts,
    { at, agentId, instruction, ...request }: TurnRequest,
  ): { readonly path: PathReply; readonly turn: TurnSnapshot } {
    const { store, treeSession, requireModel, asServed } = this.#options;
    const agent = asServed(getAgent(store, agentId));
    if (!isLoomAware(agent)) throw new AspenError('INVALID_ARGUMENT', mayNotAct(agent.name));
    const tree = getConversation(store, treeId);
    requireModel(agent);
    const prepared = treeSession(treeId).prepareGeneration(intent, at, requireMessage, instruction);
    const run = this.#begin(tree, agent, prepared, request);
    return { path: prepared.path, turn: run.snapshot() };
  }

  /**
   * Commits the draft and has agents reply in turn, each to the one before: loom-aware ones with a turn. Their messages
   * arrive as events.
   * @throws {AspenError} NOT_FOUND; MODEL_NOT_FOUND; CONTEXT_TOO_LONG for the first; INVALID_ARGUMENT for an agent that
   *   is no model, a manuscript, or a conversation without messages
   */
  startRound(
    treeId: TreeId,
    intent: IntentParts,
    { at, agentIds, maxTokens, parameters, topicAt }: RoundRequest,
  ): PathReply {
    const { store, writerId, generate, treeSession, requireModel, asServed, onRound, emit, onBug } =
      this.#options;
    const tree = getConversation(store, treeId);
    const agents = agentIds.map((id): Agent => {
      const agent = asServed(getAgent(store, id));
      if (agent.type !== 'model') throw new AspenError('INVALID_ARGUMENT', `${agent.name} is not a model`);
      requireModel(agent);
      return { ...agent, configuration: { ...agent.configuration, ...parameters } };
    });
    const [first] = agents;
    const order = { treeId, agents, maxTokens, topicAt };
    const prepared = treeSession(treeId).prepareGeneration(intent, at, (nodes) => {
      requireMessage(nodes);
      // The answered message may not be committed yet; an estimate uses only the texts.
      const place = { parentId: tree.rootPositionId, originId: firstNodeAt(tree.rootPositionId), nodes };
      if (first !== undefined && !isLoomAware(first))
        generate.estimate(orderInRound({ writerId }, order, first, place));
    });
    const takeTurn = (agent: Agent, place: RoundPlace) =>
      this.#takeTurn(tree, agent, place, { maxTokens, topicAt, goesOnWith: null });
    const round = new AbortController();
    this.#roundCount += 1;
    const began = { round: this.#roundCount, treeId, replying: null, waiting: [] };
    this.#rounds.set(round, began);
    const onNext = (replying: Agent, waiting: readonly Agent[]) => {
      const now = { ...began, replying: replying.id, waiting: waiting.map(({ id }) => id) };
      this.#rounds.set(round, now);
      onRound(now);
    };
    runRound({ store, writerId, generate, takeTurn, onNext, signal: round.signal }, order, prepared)
      .catch((error: unknown) => {
        if (error instanceof AspenError) emit('error.raised', describeError(error));
        else onBug('A round failed', error);
      })
      .finally(() => {
        this.#rounds.delete(round);
        onRound(began);
      });
    return prepared.path;
  }

  /**
   * Resolves to the turn's last message, or to the one that it answers if it has none; null unless it ends by itself.
   */
  async #takeTurn(
    tree: LoomTree,
    agent: Agent,
    place: RoundPlace,
    request: TurnOptions,
  ): Promise<PositionId | null> {
    const run = this.#begin(tree, agent, place, request);
    await run.ended;
    const { turnId, state } = run.snapshot();
    if (state !== 'done') return null;
    const said = findTurn(this.#options.store, turnId)?.calls.findLast(({ nodeId }) => nodeId !== null);
    return said?.nodeId == null ? place.parentId : positionOpenedBy(said.nodeId);
  }

  /** Begins a turn that answers a message, or has it wait. */
  #begin(
    tree: LoomTree,
    agent: Agent,
    { parentId, originId, instruction = null }: TurnStart,
    { maxTokens, topicAt, goesOnWith, insteadOf }: TurnOptions,
  ): TurnRun {
    const { store, idsAndClock } = this.#options;
    const treeId = tree.id;
    const agentId = agent.id;
    const turnId = idsAndClock.newId() as TurnId;
    const startedAt = idsAndClock.now();
    const row = { id: turnId, treeId, agentId, parentId, startedAt };
    transactWithRetry(store, (tx) =>
      addTurn(tx, { ...row, state: 'running', used: {}, endedAt: null, undoneAt: null }),
    );
    const place = this.#placeIn(tree, { parentId, agentId, topicAt });
    // A limit chosen for a paragraph would cut an agent's commands.
    const room = Math.max(maxTokens, agent.configuration.maxTokens ?? USUAL_CALL_TOKENS);
    const order = {
      turnId,
      treeId,
      agent,
      parentId,
      originId,
      ...place,
      maxTokens: room,
      goesOnWith,
      instruction,
      insteadOf: insteadOf ?? null,
    };
    const before = this.#turns.filter((earlier) => this.#areInOrder(earlier.order, order));
    const run = new TurnRun(order, this.#options, {
      holds: this.#held.of(turnId),
      waitsFor: before.map((earlier) => earlier.order.turnId),
      others: () => this.workingIn(order.actsOn).filter((one) => one.agentId !== agentId),
      onChanged: () => this.#notifyChanged(run),
    });
    this.#enqueue(run, before);
    return run;
  }

  /** Stops a turn (null: all, and all rounds); resolves once it has ended. */
  async stop(turnId: TurnId | null): Promise<void> {
    if (turnId === null) this.#stopRounds(() => true);
    await this.#stopThose(({ order }) => turnId === null || order.turnId === turnId);
  }

  /** Stops the turns of a conversation and those that act on this tree; resolves once they have ended. */
  async stopInTree(treeId: TreeId): Promise<void> {
    this.#stopRounds((other) => other === treeId);
    await this.#stopThose(({ order }) => order.treeId === treeId || order.actsOn === treeId);
  }

  /** A person answers a card. @throws {AspenError} CONFLICT if the turn does not wait for this one */
  answer(turnId: TurnId, card: number, answer: CardAnswer): void {
    const found = this.#turns.find(({ order }) => order.turnId === turnId);
    if (found === undefined) throw new AspenError('CONFLICT', 'the turn has ended');
    found.answerCard(card, answer);
  }

  /** The turns that have not ended, in the order in which they began. */
  running(): readonly TurnSnapshot[] {
    return this.#turns.map((run) => run.snapshot());
  }

  /** The rounds that have not ended, in the order in which they began. */
  rounds(): readonly RoundSnapshot[] {
    return [...this.#rounds.values()];
  }

  /** The agents whose turns act on a tree now, and where they are. */
  workingIn(treeId: TreeId): readonly WorkingAgent[] {
    return this.#turns.flatMap((run) => {
      const { agent, actsOn } = run.order;
      const { place } = run.snapshot();
      const isHere = actsOn === treeId && place !== null;
      return isHere ? [{ agentId: agent.id, name: agent.name, place: place.positionId }] : [];
    });
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
    if (turn.phase === 'ended') {
      this.#turns.splice(this.#turns.indexOf(run), 1);
      this.#held.release(turn.turnId);
    } else if (turn.phase === 'asking') this.#held.pause(turn.turnId);
    else this.#held.resume(turn.turnId);
    this.#options.onChanged(turn);
  }

  #stopRounds(isMeant: (treeId: TreeId) => boolean): void {
    for (const [round, { treeId }] of this.#rounds) if (isMeant(treeId)) round.abort();
  }

  #enqueue(run: TurnRun, before: readonly TurnRun[]): void {
    this.#turns.push(run);
    Promise.all(before.map(({ ended }) => ended))
      .then(() => run.run())
      .catch((error: unknown) => this.#options.onBug('A turn could not end', error));
  }

  /** Returns true if the later of two turns waits for the end of the earlier. */
  #areInOrder(earlier: TurnOrder, later: TurnOrder): boolean {
    if (earlier.agent.id === later.agent.id && earlier.actsOn === later.actsOn) return true;
    const { store } = this.#options;
    const { treeId, parentId } = later;
    return (
      earlier.treeId === treeId &&
      (runsThrough(store, treeId, parentId, earlier.parentId) ||
        runsThrough(store, treeId, earlier.parentId, parentId))
    );
  }

  async #stopThose(isMeant: (run: TurnRun) => boolean): Promise<void> {
    const stopped = this.#turns.filter(isMeant);
    for (const run of stopped) run.stop();
    // Waiting turns end at once.
    await Promise.all(stopped.map((run) => run.run()));
  }
}

/** @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for a manuscript */
function getConversation(store: Reader, treeId: TreeId): LoomTree {
  const tree = getTree(store, treeId);
  if (tree.mode !== 'dialogue') throw new AspenError('INVALID_ARGUMENT', AGENTS_ANSWER_IN_CONVERSATIONS);
  return tree;
}

/** @throws {AspenError} INVALID_ARGUMENT */
function requireMessage(nodes: readonly ContextNode[]): void {
  if (nodes.length === 0) throw new AspenError('INVALID_ARGUMENT', NO_MESSAGE_TO_ANSWER);
}

// Agents that reply in turn, each to the one before, for one round (`dialogue.md`, *Replies*).

/** The message that the next agent replies to. */
interface RoundPlace {
  readonly parentId: PositionId;
  readonly originId: NodeId;
  /** The path to it, without the root. */
  readonly nodes: readonly ContextNode[];
}

/** The agents that reply, and the length of their replies. */
interface RoundOrder {
  readonly treeId: TreeId;
  /** In the order in which they reply. */
  readonly agents: readonly Agent[];
  readonly maxTokens: number;
  /** The writer's place in the topic; null if unknown. */
  readonly topicAt: PositionId | null;
}

interface RoundOptions extends Pick<AgentTurnsOptions, 'store' | 'writerId' | 'generate'> {
  /** Aborted to end the round: the reply being written is stopped, and no further agent is asked. */
  readonly signal: AbortSignal;
  /** An agent is about to reply. @param waiting those who follow it */
  onNext(replying: Agent, waiting: readonly Agent[]): void;
  /** Has a loom-aware agent reply with a turn. Resolves to its last message; null if the turn did not end by itself. */
  takeTurn(agent: Agent, place: RoundPlace): Promise<PositionId | null>;
}

/** The order for an agent that replies without a turn. */
function orderInRound(
  { writerId }: Pick<RoundOptions, 'writerId'>,
  { treeId, agents, maxTokens, topicAt }: RoundOrder,
  agent: Agent,
  place: RoundPlace,
): ContinuationOrder {
  const takingPart = agents.map(({ id }) => id);
  return { treeId, ...place, agent, count: 1, maxTokens, requestedBy: writerId, takingPart, topicAt };
}

/**
 * Asks the agents one after another. The round ends with the first that produces nothing, or whose reply was stopped or
 * is held back: agents do not reply to text that the writer is not shown.
 * @throws {AspenError} as `ContinuationMaker.make`
 */
async function runRound(options: RoundOptions, order: RoundOrder, first: RoundPlace): Promise<void> {
  let place: RoundPlace | null = first;
  for (const [index, agent] of order.agents.entries()) {
    if (place === null || options.signal.aborted) return;
    options.onNext(agent, order.agents.slice(index + 1));
    const last: PositionId | null = isLoomAware(agent)
      ? await options.takeTurn(agent, place)
      : await reply(options, orderInRound(options, order, agent, place));
    if (last === null) return;
    place = placeAt(options, order.treeId, last);
  }
}

async function reply(
  { store, generate, signal }: RoundOptions,
  order: ContinuationOrder,
): Promise<PositionId | null> {
  const [made] = await generate.make(order, signal, () => undefined);
  if (made === undefined || made.text === '') return null;
  const finishReason = findNode(store, firstNodeAt(made.positionId))?.finishReason ?? null;
  return isHeldBack(finishReason) || finishReason === 'stopped' ? null : made.positionId;
}

/** Null once the message is pruned, or its tree is gone. */
function placeAt({ store, writerId }: RoundOptions, treeId: TreeId, position: PositionId): RoundPlace | null {
  if (findNode(store, firstNodeAt(position)) === undefined) return null;
  const nodes = readPathContext(store, treeId, writerId, position);
  const last = nodes.at(-1);
  assert(last !== undefined && last.nodeId !== null, 'a message is on its own path');
  return last.pruned ? null : { parentId: position, originId: last.nodeId, nodes };
}
