import type { AgentId, GroveId, PositionId, TreeId, TurnId } from '../../../core/ids.ts';
import { isLoomAware } from '../../../core/tree/agent.ts';
import type { NodeRecord } from '../../../ipc/wire/node.ts';
import type {
  CardPlace,
  MessageTurn,
  PermissionCard,
  RoundSnapshot,
  TraceAction,
  TraceCall,
  TraceTurn,
  TurnSnapshot,
} from '../../../ipc/wire/turn.ts';
import {
  cardAnnouncement,
  describeTurnUndo,
  endAnnouncement,
  NO_MESSAGE_THERE,
  NO_TURN_TO_REDO,
  NO_TURN_TO_UNDO,
  offeredInDocument,
  TURN_BUTTONS,
  turnStays,
} from '../../../ui-text/agents/turns.ts';
import { UNKNOWN_AGENT } from '../../../ui-text/page/authors.ts';
import { traceExported } from '../../../ui-text/window/notices.ts';
import type { Client } from '../../client.ts';
import { findAgent } from '../find-agent.ts';
import { type Notices, tellWritten } from '../notices.ts';
import { createStore, type Store, type WritableStore } from '../store.ts';
import type { TurnStarts } from '../tree/turn-starts.ts';
import { type AskingTurn, createPermissionCards, type PermissionCards } from '../turns/permission-cards.ts';
import { WatchedTrees } from '../turns/watched-trees.ts';
import type { SceneSession } from './scene-session.ts';
import type { TopicConversations } from './topic-conversations.ts';
import type { Desk } from './tree-desks.ts';

export type TracedTurn = TraceTurn;
export type TracedCall = TraceCall;
export type TracedAction = TraceAction;
/** Newest first. */
export type ShownTrace = readonly TraceTurn[];

/** Returns true if undoing a turn would take something back: in a tree, or in memory. */
export function hasChanged({ actions }: TraceTurn): boolean {
  return actions.some((action) => isDoneWrite(action) || (action.changesMemory && action.outcome === 'done'));
}

export function isDoneWrite({ isWrite, outcome }: Pick<TracedAction, 'isWrite' | 'outcome'>): boolean {
  return isWrite && outcome === 'done';
}

/** Returns true if a turn has ended and left anything to undo. */
export function isRevertible(turn: TraceTurn): boolean {
  return turn.state !== 'running' && hasChanged(turn);
}

/** Returns true if a turn answers the message at a position, or that message is part of it. */
export function isAt({ parentId, calls }: TraceTurn, positionId: PositionId): boolean {
  return parentId === positionId || calls.some(({ node }) => node?.positionId === positionId);
}

/** A turn as it stands under its message, and its effects. */
export type DidTurn = MessageTurn;
export type Outcome = MessageTurn['did'][number];

export interface TurnsSessionOptions {
  readonly client: Pick<Client, 'call' | 'on'>;
  readonly notices: Notices;
  /** The trees that the window shows. */
  scene(): Pick<SceneSession, 'findGrove' | 'findDesk' | 'findDeskOf' | 'desks'>;
  topics(): Pick<TopicConversations, 'findTopic' | 'choose' | 'focus'>;
  /** Has the window show a tree, unless it is on the screen. */
  showTree(treeId: TreeId): Promise<void>;
}

export type ShownTurn = TurnSnapshot;
export type ShownRound = RoundSnapshot;

export type TurnsView = 'messages' | 'trace';

/** The turns of loom-aware agents as a window shows them. Each method reports its own failures. */
export class TurnsSession implements TurnStarts {
  /** The traces of conversations (`agents.md`, *The trace*). */
  readonly trace: WatchedTrees<ShownTrace>;
  /** Agents' thoughts in conversations, by message. */
  readonly thoughts: WatchedTrees<ReadonlyMap<PositionId, readonly string[]>>;
  /** The effects of ended turns, by conversation. */
  readonly ofMessages: WatchedTrees<readonly MessageTurn[]>;
  readonly cards: PermissionCards;
  readonly #options: TurnsSessionOptions;
  readonly #turns = createStore<readonly TurnSnapshot[]>([]);
  /**
   * The turns that run or wait, in order, and of each conversation the last that ended `capped` or `failed`, until it is
   * dismissed or another begins there.
   */
  readonly turns: Store<readonly TurnSnapshot[]> = this.#turns;
  readonly #rounds = createStore<readonly RoundSnapshot[]>([]);
  /** The rounds that have not ended. */
  readonly rounds: Store<readonly RoundSnapshot[]> = this.#rounds;
  readonly #ending = createStore<ReadonlySet<TreeId>>(new Set());
  /** The conversations in which a turn has ended whose effects are still being read. */
  readonly ending: Store<ReadonlySet<TreeId>> = this.#ending;
  /** The conversations that show their trace; the others show messages. */
  readonly #tracedTrees: WritableStore<ReadonlySet<TreeId>> = createStore<ReadonlySet<TreeId>>(new Set());
  readonly tracedTrees: Store<ReadonlySet<TreeId>> = this.#tracedTrees;
  /** Turns of the grove that main has reported, and that may have ended since. */
  readonly #told = new Set<TurnId>();
  #groveId: GroveId | null = null;
  /** The banner about the turn that was undone or redone last. */
  #undoNotice: number | null = null;
  /** Notices about turns' offers in documents. */
  readonly #offers = new Map<TurnId, readonly number[]>();

  constructor(options: TurnsSessionOptions) {
    this.#options = options;
    this.cards = createPermissionCards(options);
    const { client, notices } = options;
    this.trace = new WatchedTrees(notices, (treeId) => client.call('turn.trace', { treeId }));
    this.thoughts = new WatchedTrees(notices, async (treeId) => {
      const all = await client.call('turn.thoughts', { treeId });
      return new Map(all.map(({ positionId, thoughts }) => [positionId, thoughts]));
    });
    this.ofMessages = new WatchedTrees(notices, (treeId) => client.call('turn.ofMessages', { treeId }));
  }

  get isRunning(): boolean {
    return this.#turns.get().some(isRunningTurn);
  }

  /** Listens to main. */
  listen(): void {
    const { client, scene } = this.#options;
    client.on('turn.changed', (turn) => this.onTurn(turn));
    client.on('round.changed', (round) => this.#onRound(round));
    client.on('generation.started', (job) => scene().findDeskOf(job.treeId)?.tree.generation.add(job));
  }

  /** The window shows something else. Reads the turns of a grove that it did not show before. */
  async onGrove(): Promise<void> {
    const { client, notices, scene } = this.#options;
    const grove = scene().findGrove();
    if ((grove?.id ?? null) === this.#groveId) return;
    this.#groveId = grove?.id ?? null;
    this.#turns.set([]);
    this.#rounds.set([]);
    this.#told.clear();
    this.trace.clear();
    this.thoughts.clear();
    this.ofMessages.clear();
    if (grove === null) return;
    await notices.attempt(async () => {
      for (const turn of await client.call('turn.running', {})) this.onAnswer(turn);
      for (const round of await client.call('turn.rounds', {})) this.#onRound(round);
    });
  }

  takesTurns(agentId: AgentId): boolean {
    const grove = this.#options.scene().findGrove();
    const agent = grove === null ? undefined : findAgent(grove, agentId);
    return agent !== undefined && isLoomAware(agent);
  }

  findTopicPlace(conversationId: TreeId): PositionId | null {
    const topicId = this.findTarget(conversationId);
    if (topicId === conversationId) return null;
    return this.#options.scene().findDeskOf(topicId)?.tree.findCurrent() ?? null;
  }

  /** The tree that commands in a conversation act on: its topic, or itself. */
  findTarget(conversationId: TreeId): TreeId {
    const tree = this.#options
      .scene()
      .findGrove()
      ?.trees.find(({ id }) => id === conversationId);
    return tree?.topicTreeId ?? conversationId;
  }

  /** A turn from main's answer to a request: main may have reported its later phases before. */
  onAnswer(turn: TurnSnapshot): void {
    if (!this.#told.has(turn.turnId)) this.onTurn(turn);
  }

  onCommandsRun(conversationId: TreeId): void {
    void this.trace.read(conversationId);
  }

  /** Main reported that a turn began, continued or ended. An ended one never returns. */
  onTurn(turn: TurnSnapshot): void {
    this.#told.add(turn.turnId);
    const known = this.#turns.get();
    const before = known.find(({ turnId }) => turnId === turn.turnId);
    if (before !== undefined && !isRunningTurn(before) && isRunningTurn(turn)) return;
    if (turn.card !== null && turn.card.card !== before?.card?.card) this.#onCard(turn, turn.card);
    if (!isRunningTurn(turn) && (before === undefined || isRunningTurn(before))) this.#onEnd(turn);
    // Progress of another turn there is no reason to drop one that has ended.
    const isFresh = before === undefined || !isRunningTurn(turn);
    const others = known.filter((other) => other.treeId !== turn.treeId || isRunningTurn(other) || !isFresh);
    const isShown = isRunningTurn(turn) || turn.state === 'capped' || turn.state === 'failed';
    const next =
      before !== undefined && others.includes(before)
        ? others.flatMap((other) => (other !== before ? [other] : isShown ? [turn] : []))
        : [...others, ...(isShown ? [turn] : [])];
    if (!isRunningTurn(turn)) void this.#readEffects(turn.treeId);
    this.#turns.set(next);
    this.trace.onChange(turn.treeId);
    this.thoughts.onChange(turn.treeId);
  }

  async #readEffects(treeId: TreeId): Promise<void> {
    this.#ending.set(new Set([...this.#ending.get(), treeId]));
    await this.ofMessages.read(treeId);
    this.#ending.set(new Set([...this.#ending.get()].filter((ending) => ending !== treeId)));
  }

  #onRound(round: RoundSnapshot): void {
    const others = this.#rounds.get().filter((known) => known.round !== round.round);
    this.#rounds.set(round.replying === null ? others : [...others, round]);
  }

  /** Removes an ended turn from the conversation; the trace keeps it. */
  dismiss(turnId: TurnId): void {
    this.#turns.set(this.#turns.get().filter((turn) => turn.turnId !== turnId || isRunningTurn(turn)));
  }

  /** Stops a turn (null: every turn); what has arrived is kept. */
  async stop(turnId: TurnId | null): Promise<void> {
    await this.#report(this.#options.client.call('turn.stop', { turnId }));
  }

  /** The oldest turn that waits for the writer. */
  findAsking(treeId: TreeId | null = null): AskingTurn | null {
    const isAsking = (turn: TurnSnapshot): turn is AskingTurn =>
      turn.card !== null && isRunningTurn(turn) && (treeId === null || turn.treeId === treeId);
    return this.#turns.get().find(isAsking) ?? null;
  }

  // Undoing and continuing

  /** Undoes a turn of a conversation, and reports what stays. */
  async undo(treeId: TreeId, turnId: TurnId): Promise<void> {
    await this.#revert(treeId, turnId, 'turn.undo');
  }

  async redo(treeId: TreeId, turnId: TurnId): Promise<void> {
    await this.#revert(treeId, turnId, 'turn.redo');
  }

  /** The conversation with the keyboard, or that on the screen. */
  findConversation(): TreeId | null {
    const scene = this.#options.scene();
    const active = scene.findDesk();
    const desks = active === null ? [] : [active, ...scene.desks()];
    return desks.find(({ mode }) => mode === 'dialogue')?.tree.treeId ?? null;
  }

  /** Reports the changes that the newest turn for removed messages left in the tree, and offers to undo it, too. */
  async onTakenBack(treeId: TreeId, positions: readonly PositionId[]): Promise<void> {
    const trace = await this.trace.read(treeId);
    const isOf = (turn: TraceTurn) => positions.some((position) => isAt(turn, position));
    // The memory went with the messages.
    const hasWritten = ({ actions }: TraceTurn) => actions.some(isDoneWrite);
    const turn = trace?.find(
      (one) => isRevertible(one) && hasWritten(one) && one.undoneAt === null && isOf(one),
    );
    if (turn === undefined) return;
    const { turnId, agentId, actions } = turn;
    const changes = actions.filter(isDoneWrite).length;
    this.#dismissUndoNotice();
    this.#undoNotice = this.#options.notices.show({
      sentence: turnStays(this.#nameOf(agentId), changes),
      detail: '',
      isDone: true,
      actions: [{ label: TURN_BUTTONS.undoToo, run: () => void this.undo(treeId, turnId) }],
    });
  }

  /** Undoes the newest turn of the conversation on the screen that wrote anything and is not undone. */
  async undoNewest(): Promise<void> {
    await this.#revertOne('turn.undo', NO_TURN_TO_UNDO, (trace) =>
      trace.find((turn) => turn.undoneAt === null && isRevertible(turn)),
    );
  }

  /** Redoes the last undone turn in the conversation on the screen. */
  async redoNewest(): Promise<void> {
    await this.#revertOne('turn.redo', NO_TURN_TO_REDO, (trace) =>
      trace
        .filter(({ undoneAt }) => undoneAt !== null)
        .toSorted((one, other) => (other.undoneAt ?? 0) - (one.undoneAt ?? 0))
        .at(0),
    );
  }

  /** The ended turn of a conversation on the screen that can continue. */
  findCapped(treeId: TreeId | null = this.findConversation()): TurnSnapshot | null {
    const isCapped = (turn: TurnSnapshot) => turn.treeId === treeId && turn.state === 'capped';
    return this.#turns.get().find(isCapped) ?? null;
  }

  /** Begins a turn that continues a capped one, from the end of the path. */
  async goOn({
    treeId,
    turnId,
    agentId,
    parentId,
  }: Pick<TurnSnapshot, 'treeId' | 'turnId' | 'agentId' | 'parentId'>): Promise<void> {
    const desk = this.#options.scene().findDeskOf(treeId);
    if (desk?.mode !== 'dialogue') return;
    const { tree } = desk;
    const { path } = tree;
    // The writer may have gone elsewhere: then it continues after the message that it answered.
    if (parentId !== path.rootPositionId && path.indexOf(parentId) < 0) await tree.navigation.goTo(parentId);
    await tree.generationCommands.goOn({ turnId, agentId });
  }

  // Views

  /** @param view of a conversation */
  show(treeId: TreeId, view: TurnsView): void {
    const traced = new Set(this.#tracedTrees.get());
    if (view === 'trace') traced.add(treeId);
    else traced.delete(treeId);
    this.#tracedTrees.set(traced);
  }

  /** Shows a conversation, beside its topic if the window shows that. */
  async reveal(treeId: TreeId): Promise<void> {
    const { topics, scene, showTree } = this.#options;
    const topic = topics().findTopic();
    if (scene().findDeskOf(treeId) !== null) return;
    if (topic === null || topic.id !== this.findTarget(treeId)) return showTree(treeId);
    topics().choose(topic.id, treeId);
    topics().focus();
  }

  /** The record of the answer to a call of a turn; null if there is none, or after a failure, which is reported. */
  async readRecord(turnId: TurnId, call: number): Promise<NodeRecord | null> {
    const { client, notices } = this.#options;
    return (await notices.attempt(client.call('turn.record', { turnId, call }))) ?? null;
  }

  /** Writes the trace of the conversation on the screen to a file that the writer chooses. */
  async exportTrace(format: 'markdown' | 'json'): Promise<void> {
    const { client, notices } = this.#options;
    const treeId = this.findConversation();
    if (treeId === null) return;
    await notices.attempt(async () => {
      const file = await client.call('exchange.exportTrace', { treeId, format });
      if (file !== null) tellWritten(this.#options, traceExported(file.name), file, true);
    });
  }

  /** Goes to the position that a result of a conversation's turn names, in the tree that it acted on or in itself. */
  async goTo(conversationId: TreeId, localId: string): Promise<void> {
    const { client, notices } = this.#options;
    await notices.attempt(async () => {
      // Results name texts of documents too.
      const all = this.#options.scene().findGrove()?.trees ?? [];
      const documents = all.filter(({ kind }) => kind === 'document').map(({ id }) => id);
      const trees = [this.findTarget(conversationId), conversationId, ...documents];
      for (const treeId of new Set(trees)) {
        const found = await client.call('position.find', { treeId, localId });
        if (found === null || found.pruned) continue;
        await this.goToPosition(treeId, found.positionId);
        return;
      }
      notices.show({ sentence: NO_MESSAGE_THERE, detail: '' });
    });
  }

  /** Goes to a position of a tree, which the window shows then. @returns its desk; null if it cannot be shown */
  async goToPosition(treeId: TreeId, positionId: PositionId): Promise<Desk | null> {
    const { scene, showTree } = this.#options;
    if (scene().findDeskOf(treeId) === null) await showTree(treeId);
    const desk = scene().findDeskOf(treeId);
    if (desk === null) return null;
    if (desk.mode === 'dialogue') this.show(treeId, 'messages');
    await desk.tree.navigation.goTo(positionId);
    return desk;
  }

  /** Goes to the words that a card is about, and selects them. */
  async goToWords({ treeId, nodeId, positionId, from, to }: CardPlace): Promise<void> {
    const { scene, showTree } = this.#options;
    const isArrival = scene().findDeskOf(treeId) === null;
    if (isArrival) await showTree(treeId);
    const desk = scene().findDeskOf(treeId);
    const hit = { nodeId, positionId, from, to, typed: nodeId === null, noteOn: null };
    await desk?.tree.navigation.goToFound(hit, isArrival);
  }

  /** Marks the words that a card is about, if a text on the screen has them. @returns a function that takes the mark away */
  pointOut(place: CardPlace): () => void {
    const navigation = this.#options.scene().findDeskOf(place.treeId)?.tree.navigation;
    navigation?.highlight(place);
    return () => navigation?.highlight(null);
  }

  #onCard({ agentId }: TurnSnapshot, card: PermissionCard): void {
    this.#options.notices.announce(cardAnnouncement(this.#nameOf(agentId), card));
  }

  #onEnd(turn: TurnSnapshot): void {
    this.#options.notices.announce(endAnnouncement(this.#nameOf(turn.agentId), turn));
    void tellOffered({ ...this.#options, turns: this }, turn).then((ids) => {
      if (ids.length > 0) this.#offers.set(turn.turnId, ids);
    });
  }

  #nameOf(agentId: AgentId): string {
    const grove = this.#options.scene().findGrove();
    return (grove === null ? undefined : findAgent(grove, agentId)?.name) ?? UNKNOWN_AGENT;
  }

  async #revertOne(
    name: 'turn.undo' | 'turn.redo',
    ifNone: string,
    choose: (trace: readonly TraceTurn[]) => TraceTurn | undefined,
  ): Promise<void> {
    const treeId = this.findConversation();
    if (treeId === null) return;
    const trace = await this.trace.read(treeId);
    if (trace === null) return;
    const turn = choose(trace);
    if (turn === undefined) this.#options.notices.tell(ifNone);
    else await this.#revert(treeId, turn.turnId, name);
  }

  async #revert(treeId: TreeId, turnId: TurnId, name: 'turn.undo' | 'turn.redo'): Promise<void> {
    const { client, notices } = this.#options;
    await notices.attempt(async () => {
      const report = await client.call(name, { turnId });
      const back = report.isUndone ? 'redo' : 'undo';
      const run = () => void this[back](treeId, turnId);
      const actions = report.isRefused ? [] : [{ label: TURN_BUTTONS[back], run }];
      this.#dismissUndoNotice();
      this.#undoNotice = notices.tell(describeTurnUndo(report), actions);
      if (report.isUndone && !report.isRefused) this.#onUndone(turnId);
      this.ofMessages.onChange(treeId);
      if (this.trace.of(treeId).get() !== undefined) await this.trace.read(treeId);
    });
  }

  /** Removes the turn's offers. */
  #onUndone(turnId: TurnId): void {
    this.dismiss(turnId);
    for (const id of this.#offers.get(turnId) ?? []) this.#options.notices.dismiss(id);
    this.#offers.delete(turnId);
  }

  #dismissUndoNotice(): void {
    if (this.#undoNotice !== null) this.#options.notices.dismiss(this.#undoNotice);
    this.#undoNotice = null;
  }

  async #report(request: Promise<unknown>): Promise<void> {
    await this.#options.notices.attempt(request);
  }
}

/** Returns true if a turn runs or waits. */
export function isRunningTurn({ state }: Pick<TurnSnapshot, 'state'>): boolean {
  return state === 'running';
}

interface OfferedOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  scene(): Pick<SceneSession, 'findGrove'> & {
    /** Null for a tree that is not on the screen. */
    findDeskOf(treeId: TreeId): object | null;
  };
  /** Has the window show a tree. */
  showTree(treeId: TreeId): Promise<void>;
  readonly turns: { goToPosition(treeId: TreeId, positionId: PositionId): Promise<unknown> };
}

/**
 * Says in which documents an ended turn offers something: the writer's path stays there, so nothing else shows it to a writer
 * who is in another tree. Reports its own failures.
 * @returns the notices
 */
export async function tellOffered(
  { client, notices, scene, showTree, turns }: OfferedOptions,
  { turnId, treeId, agentId, commands }: TurnSnapshot,
): Promise<readonly number[]> {
  const told: number[] = [];
  if (commands === 0) return told;
  try {
    const trace = await client.call('turn.trace', { treeId });
    const actions = trace.find((turn) => turn.turnId === turnId)?.actions ?? [];
    const offered = actions.flatMap(({ offers }) => (offers === null ? [] : [offers]));
    const grove = scene().findGrove();
    if (grove === null) return told;
    const name = findAgent(grove, agentId)?.name ?? UNKNOWN_AGENT;
    for (const documentId of new Set(offered.map((offer) => offer.documentId))) {
      const tree = grove.trees.find(({ id }) => id === documentId);
      // A document on the screen shows its offers.
      if (tree === undefined || scene().findDeskOf(documentId) !== null) continue;
      const proposals = await client.call('proposal.list', { treeId: documentId });
      const isArriving = proposals.some((one) => one.agentId === agentId && one.acceptsOnArrival);
      const there = offered.filter((offer) => offer.documentId === documentId);
      const at = there.find(({ positionId }) => positionId !== null)?.positionId ?? null;
      const show = () => {
        notices.dismiss(id);
        return at === null ? showTree(documentId) : turns.goToPosition(documentId, at);
      };
      const id = notices.show({
        sentence: offeredInDocument(name, there.length, tree.title, isArriving),
        detail: '',
        isDone: true,
        stays: true,
        actions: [{ label: TURN_BUTTONS.show, run: () => void show() }],
      });
      told.push(id);
    }
  } catch (error) {
    notices.report(error);
  }
  return told;
}
