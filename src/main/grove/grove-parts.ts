import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, TreeId } from '../../core/ids.ts';
import type { Author, IdsAndClock } from '../../core/tree/new-node.ts';
import type { Preferences } from '../../ipc/preferences.ts';
import type { ContinuationJob } from '../../ipc/wire/generation.ts';
import type { AnswerToStore, ResponseToStore } from '../generation/answer-to-store.ts';
import { Generator, type ShowableContinuation } from '../generation/generator.ts';
import type { Provider } from '../generation/providers/provider.ts';
import type { Sha256OfStream } from '../generation/response-body.ts';
import type { Store } from '../store/connection/store.ts';
import { listAgents } from '../store/tables/agents.ts';
import { getGreatestId, getGrove } from '../store/tables/grove.ts';
import { findOverwrite } from '../store/tables/sessions.ts';
import { AgentTurns } from './agents/turns/agent-turns.ts';
import type { TokenPrice } from './agents/turns/call-model.ts';
import { WriterCommands, writerWorkIn } from './agents/writer-commands.ts';
import { readerOf, type SessionNote } from './begin-grove.ts';
import { ChangeFeed } from './change-feed.ts';
import { warnOfChangedRecords } from './checking/find-changed-records.ts';
import type { OpeningCheck } from './checking/opening-check.ts';
import type { CheckCopy, VerifyFile } from './copies/check-copy.ts';
import { GroveCopies } from './copies/grove-copies.ts';
import type { Emit } from './emit.ts';
import { offerToMigrate, warnOfOtherNames } from './file/file-location.ts';
import { KnownHeads } from './file/known-heads.ts';
import { SaveHealth } from './file/save-health.ts';
import { GroveAgents, type KnownAgents } from './grove-agents.ts';
import { createBackground } from './grove-background.ts';
import { GroveContents } from './grove-contents.ts';
import { GroveGeneration } from './grove-generation.ts';
import { GroveNotices } from './grove-notices.ts';
import { GrovePositions } from './grove-positions.ts';
import { GroveSignals } from './grove-signals.ts';
import { GroveTrees } from './grove-trees.ts';
import { GroveTimeline } from './history/grove-timeline.ts';
import { InputClock } from './input-clock.ts';
import { createCallModel, createContinuationMaker } from './model-requests.ts';
import type { GroveFile, GroveFileOptions } from './open-grove-file.ts';
import { type CatchUp, OpeningWrites } from './opening-writes.ts';
import { EditAsks } from './proposals/edit-asks.ts';
import { GroveProposals } from './proposals/grove-proposals.ts';
import type { PlanEdit } from './proposals/snapshots-and-answers.ts';
import { GroveReader } from './reading/grove-reader.ts';
import { TreeUpdates } from './tree-updates.ts';
import type { RecoveryJournal } from './writing/recovery-journal.ts';
import { SessionJournal } from './writing/session-journal.ts';
import { storeAnswer, storeResponse } from './writing/store-answer.ts';
import { TreeSessions } from './writing/tree-sessions.ts';
import { TreeTransactions } from './writing/tree-transactions.ts';

export interface GrovePartsOptions extends GroveFileOptions {
  readonly appVersion: string;
  readonly host: string;
  createSha256(): Sha256OfStream;
  /** The human agent who writes on this computer. */
  writer(): { readonly id: string; readonly name: string };
  /** Records that the check before opening found changed (`compareRecords`). */
  readonly changedRecords?: readonly string[];
  /** Stores what is not in the file yet. */
  readonly journal: RecoveryJournal;
  readonly checkCopy: CheckCopy;
  readonly verifyFile: VerifyFile;
  /** Resolves to true if every byte of the file at a path can be read, valid or not. */
  canRead(path: string): Promise<boolean>;
  /** Copies a file byte for byte in another process. @throws {AspenError} DISK_FULL, IO_ERROR */
  keepFile(path: string, target: string): Promise<void>;
  /** The provider with this id; undefined if none is set up. */
  findProvider(id: string): Provider | undefined;
  /** The writer's preferences as they are now. */
  preferences(): Preferences;
  /** The agents that may act without asking on this computer. */
  readonly knownAgents: KnownAgents;
  readonly planEdit: PlanEdit;
  /** The price of a model's tokens; null if unknown. @param modelRef `provider:model` */
  findPrice(modelRef: string): TokenPrice | null;
  onBug(what: string, error: unknown): void;
}

/** The parts of an open grove, connected to each other. */
export interface GroveParts {
  readonly store: Store;
  readonly session: SessionNote;
  readonly writerId: AgentId;
  readonly ids: GroveIds;
  readonly idsAndClock: IdsAndClock;
  readonly read: GroveReader;
  readonly trees: GroveTrees;
  readonly positions: GrovePositions;
  readonly agents: GroveAgents;
  readonly generation: GroveGeneration;
  readonly commands: WriterCommands;
  readonly turns: AgentTurns;
  readonly proposals: GroveProposals;
  readonly edits: EditAsks;
  readonly timeline: GroveTimeline;
  /** Stops turns, continuations, asks and summaries of a tree (null: of all); resolves once what was received is stored. */
  stopModels(treeId: TreeId | null): Promise<void>;
  /** Ends background work before closing; resolves when nothing more of it is written. */
  stopBackground(): Promise<void>;
  readonly copies: GroveCopies;
  readonly sessions: TreeSessions;
  readonly journal: SessionJournal;
  readonly heads: KnownHeads;
  readonly notices: GroveNotices;
  readonly contents: GroveContents;
  readonly health: SaveHealth;
  readonly check: OpeningCheck;
  readonly opening: OpeningWrites;
  readonly catchUp: CatchUp;
  readonly input: InputClock;
  readonly feed: ChangeFeed;
  readonly signals: GroveSignals;
}

/**
 * Builds the parts of an open grove, each after those it needs, and records the session in the file if it may
 * be written now.
 * @param emit sends an event to the window that shows the grove
 */
export function createGroveParts(
  options: GrovePartsOptions,
  { store, redo, hold, noBackup }: GroveFile,
  emit: Emit,
): GroveParts {
  const { appVersion, now, createSha256, preferences, warn } = options;
  const ids = new GroveIds({ store, makeIds: options.makeIds });
  const idsAndClock: IdsAndClock = { newId: ids.next, now };
  const session: SessionNote = { id: ids.next(), host: options.host, appVersion };
  const { id, name } = options.writer();
  const writerId = readerOf(store) ?? (id as AgentId);
  const writer = { id: writerId, name };
  const author: Author = { id: writerId, type: 'human' };
  const signals = new GroveSignals();
  const notifyChanged = () => void signals.emit('changed');
  const input = new InputClock(now);
  const read = new GroveReader({ store, writerId, now, drafts: () => sessions.typedDrafts() });
  const groveId = getGrove(store).id;
  const notices = new GroveNotices();
  warnOfOtherNames(store.path, notices);
  if (noBackup !== null) offerToMigrate(store, noBackup, notices);
  warnOfChangedRecords(options.changedRecords ?? [], notices);
  const contents = new GroveContents({
    store,
    writerId,
    onDamage: () => signals.emit('malformed'),
    onLeft: (treeId) => signals.emit('left', treeId),
    warn,
  });
  const journal = new SessionJournal({
    journal: options.journal,
    groveId,
    sessionId: session.id,
    origin: () => options.backups.originOf(store.path),
    warn,
  });
  const feed = new ChangeFeed();
  const transactions = new TreeTransactions(store, feed);
  const storeRecord = (response: ResponseToStore) => storeResponse(response, transactions, idsAndClock);
  const storeIn = (answer: AnswerToStore) => storeAnswer(answer, transactions, idsAndClock);
  const sessions = new TreeSessions({
    store,
    author,
    transactions,
    idsAndClock,
    journalOf: (treeId, agentId) => journal.forDraft(treeId, agentId),
    onSaveState: (state) => signals.emit('saved', state),
    onText: (treeId) => signals.emit('text', treeId),
  });
  feed.onWritten(({ treeId, moved }) => sessions.onPathsMoved(treeId, moved));
  const opening = new OpeningWrites({
    store,
    session,
    writer,
    idsAndClock,
    agentTemplates: () => preferences().agentTemplates,
    storeAnswer: storeIn,
    createSha256,
    journal: options.journal,
    ownJournal: journal,
    notices,
    treeSession: (treeId) => sessions.get(treeId),
    onDraftChanged: (treeId) => emit('draft.replaced', { treeId }),
    warn,
  });
  if (!store.readonly)
    store.guardAgainstOverwriting((reader, head) =>
      findOverwrite(reader, { groveId, head, sessionId: opening.hasBegun ? session.id : null }),
    );
  // A grove with agents came from elsewhere, whatever its log contains.
  const isNew = store.head.seq === 0 && listAgents(store).length === 0;
  if (!store.readonly && !hold.isOn) opening.begin();
  const heads = new KnownHeads({
    store,
    journal: options.journal,
    sessionId: session.id,
    now,
    originOf: (path) => options.backups.originOf(path),
    warn,
  });
  const shared = {
    store,
    writerId,
    idsAndClock,
    emit,
    notifyChanged,
    session: (treeId: TreeId) => {
      input.note();
      return sessions.get(treeId);
    },
    findSession: (treeId: TreeId) => sessions.find(treeId),
    preferences,
    wantSummary: (treeId: TreeId, node: NodeId | null) => void signals.emit('summaryWanted', treeId, node),
  };
  const positions = new GrovePositions({ ...shared, author, transactions });
  new TreeUpdates({ ...shared, warn, onBug: options.onBug }).follow(feed);
  const { knownAgents } = options;
  const agents = new GroveAgents({ ...shared, groveId, known: knownAgents });
  if (isNew || knownAgents.adopts([store.path, store.givenPath])) agents.adopt();
  const showReply = (reply: ShowableContinuation) => {
    if (reply.requestedBy !== writerId) return;
    try {
      if (sessions.get(reply.treeId).moves.onReply(reply.positionId, reply.insteadOf))
        emit('reply.arrived', reply);
    } catch (error) {
      // It is stored, and listed with the others; a file that takes no path is reported by its banner.
      if (error instanceof AspenError) warn(`a reply did not become the head: ${error.message}`);
      else options.onBug('A reply did not become the head.', error);
    }
  };
  const generator = new Generator({
    store: storeIn,
    idsAndClock,
    createSha256,
    findProvider: options.findProvider,
    partials: journal.forContinuations(),
    onShowable: (continuation) => showReply(continuation),
    emit: (update) => emit('generation.updated', update),
    onBug: options.onBug,
  });
  const generation = new GroveGeneration({
    ...shared,
    notices,
    generator,
    transactions,
    permitted: (agent) => agents.permitted(agent),
    workingIn: (treeId) => turns.workingIn(treeId),
  });
  const proposals = new GroveProposals({
    store,
    idsAndClock,
    planEdit: options.planEdit,
    session: (treeId) => sessions.get(treeId),
    notifyChanged: (treeId) => notifyProposals(treeId),
  });
  const edits: EditAsks = new EditAsks({
    ...shared,
    proposals,
    createSha256,
    findProvider: options.findProvider,
    planEdit: options.planEdit,
    storeResponse: storeRecord,
    onChanged: (treeId) => notifyProposals(treeId),
    onBug: options.onBug,
  });
  const timeline = new GroveTimeline({ ...shared, feed });
  timeline.follow();
  const notifyProposals = (treeId: TreeId) => emit('proposals.changed', { treeId, asks: edits.asks(treeId) });
  const writerWork = (treeId: TreeId) => writerWorkIn(store, writerId, treeId, sessions.find(treeId)?.draft);
  const onStarted = (job: ContinuationJob) => emit('generation.started', job);
  const generate = createContinuationMaker({
    store,
    generator,
    writerId,
    preferences,
    onStarted,
  });
  const commands = new WriterCommands({
    store,
    actor: author,
    transactions,
    idsAndClock,
    wantSummary: shared.wantSummary,
    preferences,
    writerWork,
    proposals,
    generate,
  });
  const turns: AgentTurns = new AgentTurns({
    ...shared,
    transactions,
    writerWork,
    proposals,
    permitted: (agent) => agents.permitted(agent),
    callModel: createCallModel({ store, generator, requestedBy: writerId, onStarted }),
    generate,
    requireModel: (agent) => generator.requireModel(agent),
    asServed: (agent) => generator.asServed(agent),
    findPrice: options.findPrice,
    onChanged: (turn) => emit('turn.changed', turn),
    onRound: (round) => emit('round.changed', round),
    onBug: options.onBug,
  });
  const stopModels = async (treeId: TreeId | null) => {
    await (treeId === null ? turns.stop(null) : turns.stopInTree(treeId));
    await (treeId === null ? generation.stop(null, null) : generation.stopInTree(treeId));
    await (treeId === null ? edits.stop(null) : edits.stopInTree(treeId));
    await stopSummaries(treeId);
  };
  const trees = new GroveTrees({
    ...shared,
    warn,
    discardSession: (treeId) => {
      proposals.dropTree(treeId);
      sessions.discard(treeId);
      journal.forgetUndo(treeId);
    },
    stopInTree: stopModels,
    raiseIds: () => ids.raise(),
    onCreated: (treeId) => contents.show(treeId),
    onCounted: (treeId) => feed.publishLayers(treeId),
  });
  signals.on('text', (treeId) => trees.updateTitleFromText(treeId));
  const folder = {
    ...options.backups,
    moveIntoPlace: (partial: string, target: string) => {
      options.backups.moveIntoPlace(partial, target);
      // The copy replaced the file whose head was known.
      heads.forgetFileAt(target);
    },
  };
  const copies = new GroveCopies({
    ...shared,
    sessionId: session.id,
    sessions,
    migrations: options.migrations,
    nativeBinding: options.nativeBinding,
    folder,
    checkCopy: options.checkCopy,
    verifyFile: options.verifyFile,
    notices,
    idleFor: () => input.idleFor(),
    warn,
  });
  const health = new SaveHealth({
    store,
    redo,
    session,
    writer,
    idsAndClock,
    sessions,
    copies,
    heads,
    notices,
    folder,
    name: () => contents.read().name,
    emit,
    notifyChanged,
    canRead: (path) => options.canRead(path),
    keepFile: (path, target) => options.keepFile(path, target),
    isOpen: () => store.isOpen,
    onMoved: () => signals.emit('moved'),
    onDamaged: () => signals.emit('damaged'),
    warn,
  });
  signals.on('saved', (state) => health.onSaveState(state));
  signals.on('malformed', () => health.onMalformed());
  const { check, catchUp, stopBackground, stopSummaries } = createBackground({
    ...options,
    ...shared,
    hold,
    sessionId: session.id,
    contents,
    sessions,
    opening,
    heads,
    copies,
    health,
    input,
    feed,
    signals,
    notices,
    transactions,
    storeResponse: storeRecord,
  });
  return {
    store,
    session,
    writerId,
    ids,
    idsAndClock,
    read,
    trees,
    positions,
    agents,
    generation,
    commands,
    turns,
    proposals,
    edits,
    timeline,
    stopModels,
    stopBackground,
    copies,
    sessions,
    journal,
    heads,
    notices,
    contents,
    health,
    check,
    opening,
    catchUp,
    input,
    feed,
    signals,
  };
}

interface GroveIdsOptions {
  readonly store: Store;
  /** Makes ULIDs that sort after `after`. */
  makeIds(after: string): () => string;
}

/**
 * Makes ids that sort after every id in the file (`domain.md`, *Entities*), including those from another computer whose
 * clock is ahead: the last node written is the newest, and nodes that the writer could see when typing sort before it.
 */
class GroveIds {
  readonly #options: GroveIdsOptions;
  #make: () => string;
  /** The store's `externalWrites` when its greatest id was last read. */
  #externalWrites: number;

  constructor(options: GroveIdsOptions) {
    this.#options = options;
    this.#externalWrites = options.store.externalWrites;
    this.#make = options.makeIds(getGreatestId(options.store));
  }

  /** The next id. */
  readonly next = (): string => {
    if (this.#externalWrites !== this.#options.store.externalWrites) this.raise();
    return this.#make();
  };

  /** Raises the sequence above ids that were added to the file from elsewhere. */
  raise(): void {
    const { store, makeIds } = this.#options;
    this.#externalWrites = store.externalWrites;
    const greatest = getGreatestId(store);
    if (greatest > this.#make()) this.#make = makeIds(greatest);
  }
}
