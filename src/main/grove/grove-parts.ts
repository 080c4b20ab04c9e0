import { AspenError } from '../../core/errors.ts';
import type { AgentId, NodeId, TreeId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { Author, IdsAndClock } from '../../core/tree/new-node.ts';
import type { Preferences } from '../../ipc/preferences.ts';
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
import { OpeningCheck } from './checking/opening-check.ts';
import type { CheckCopy, VerifyFile } from './copies/check-copy.ts';
import { GroveCopies } from './copies/grove-copies.ts';
import { offerToMigrate, warnOfOtherNames } from './file/file-location.ts';
import { KnownHeads } from './file/known-heads.ts';
import { SaveHealth } from './file/save-health.ts';
import { GroveAgents, type KnownAgents } from './grove-agents.ts';
import { GroveContents } from './grove-contents.ts';
import { GroveGeneration } from './grove-generation.ts';
import { GroveLinks } from './grove-links.ts';
import { GroveNotices } from './grove-notices.ts';
import { GrovePositions } from './grove-positions.ts';
import { type Emit, type GroveScope, GroveSignals, InputClock } from './grove-scope.ts';
import { GroveTags } from './grove-tags.ts';
import { GroveTrees } from './grove-trees.ts';
import { GroveTimeline } from './history/grove-timeline.ts';
import { HistoryKeeper } from './history/history-keeper.ts';
import { GroveLore } from './lore/grove-lore.ts';
import { createCallModel, createContinuationMaker } from './model-requests.ts';
import type { GroveFile, GroveFileOptions } from './open-grove-file.ts';
import { CatchUp, OpeningWrites } from './opening-writes.ts';
import { EditAsks } from './proposals/edit-asks.ts';
import { GroveProposals } from './proposals/grove-proposals.ts';
import type { PlanEdit } from './proposals/snapshots-and-answers.ts';
import { GroveReader } from './reading/grove-reader.ts';
import { GroveSummaries } from './summaries/grove-summaries.ts';
import { TreeUpdates } from './tree-updates.ts';
import type { RecoveryJournal } from './writing/recovery-journal.ts';
import { SessionJournal } from './writing/session-journal.ts';
import { storeAnswer } from './writing/store-answer.ts';
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
export interface GroveParts extends GroveScope {
  readonly ids: GroveIds;
  readonly read: GroveReader;
  readonly trees: GroveTrees;
  readonly positions: GrovePositions;
  readonly tags: GroveTags;
  readonly links: GroveLinks;
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
  readonly heads: KnownHeads;
  readonly contents: GroveContents;
  readonly health: SaveHealth;
  readonly check: OpeningCheck;
  readonly opening: OpeningWrites;
  readonly catchUp: CatchUp;
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
  const { now, createSha256, findProvider, planEdit, backups, knownAgents, preferences, warn, onBug } =
    options;
  const ids = new GroveIds(store, options.makeIds);
  const idsAndClock: IdsAndClock = { newId: ids.next, now };
  const session: SessionNote = { id: ids.next(), host: options.host, appVersion: options.appVersion };
  const { id, name } = options.writer();
  const writerId = readerOf(store, id as AgentId) ?? (id as AgentId);
  const author: Author = { id: writerId, type: 'human' };
  const groveId = getGrove(store).id;
  const signals = new GroveSignals();
  const input = new InputClock(now);
  const feed = new ChangeFeed();
  const transactions = new TreeTransactions(store, feed);
  const journal = new SessionJournal({
    journal: options.journal,
    groveId,
    sessionId: session.id,
    origin: () => backups.originOf(store.path),
    warn,
  });
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
  const scope: GroveScope = {
    store,
    groveId,
    hold,
    session,
    writer: { id: writerId, name },
    writerId,
    author,
    idsAndClock,
    transactions,
    sessions,
    notices: new GroveNotices(),
    feed,
    signals,
    emit,
    treeSession: (treeId) => {
      input.note();
      return sessions.get(treeId);
    },
    preferences,
    now,
    idleFor: () => input.idleFor(),
    notifyChanged: () => void signals.emit('changed'),
    warn,
    onBug,
  };
  warnOfOtherNames(store.path, scope.notices);
  if (noBackup !== null) offerToMigrate(store, noBackup, scope.notices);
  warnOfChangedRecords(options.changedRecords ?? [], scope.notices);
  const contents = new GroveContents(scope);
  const opening = new OpeningWrites({
    ...scope,
    createSha256,
    journal: options.journal,
    ownJournal: journal,
  });
  if (!store.readonly)
    store.guardAgainstOverwriting((reader, head) =>
      findOverwrite(reader, { groveId, head, sessionId: opening.hasBegun ? session.id : null }),
    );
  // A grove with agents came from elsewhere, whatever its log contains.
  const isNew = store.head.seq === 0 && listAgents(store).length === 0;
  if (!store.readonly && !hold.isOn) opening.begin();
  const heads = new KnownHeads({
    ...scope,
    journal: options.journal,
    backups,
    migrations: options.migrations,
  });
  new TreeUpdates(scope).follow(feed);
  const agents = new GroveAgents(scope, knownAgents);
  if (isNew || knownAgents.adopts([store.path, store.givenPath])) agents.adopt();
  const permitted = (agent: Agent) => agents.permitted(agent);
  const showReply = (reply: ShowableContinuation) => {
    if (reply.requestedBy !== writerId) return;
    try {
      if (sessions.get(reply.treeId).moves.onReply(reply.positionId, reply.insteadOf))
        emit('reply.arrived', reply);
    } catch (error) {
      // It is stored, and listed with the others; a file that takes no path is reported by its banner.
      if (error instanceof AspenError) warn(`a reply did not become the head: ${error.message}`);
      else onBug('A reply did not become the head.', error);
    }
  };
  const generator = new Generator({
    store: (answer) => storeAnswer(answer, transactions, idsAndClock),
    idsAndClock,
    createSha256,
    findProvider,
    partials: journal.forContinuations(),
    onShowable: (continuation) => showReply(continuation),
    emit: (update) => emit('generation.updated', update),
    onBug,
  });
  const lore = new GroveLore(scope);
  const generation = new GroveGeneration({
    ...scope,
    generator,
    lore,
    permitted,
    workingIn: (treeId) => turns.workingIn(treeId),
  });
  const notifyProposals = (treeId: TreeId) => emit('proposals.changed', { treeId, asks: edits.asks(treeId) });
  const proposals = new GroveProposals({ ...scope, planEdit, onChanged: notifyProposals });
  const edits: EditAsks = new EditAsks({
    ...scope,
    proposals,
    createSha256,
    findProvider,
    planEdit,
    lore,
    onChanged: notifyProposals,
  });
  const timeline = new GroveTimeline(scope);
  timeline.follow();
  const forAgents = {
    ...scope,
    actor: author,
    wantSummary: (treeId: TreeId, node: NodeId | null) => void signals.emit('summaryWanted', treeId, node),
    writerWork: (treeId: TreeId) => writerWorkIn(store, writerId, treeId, sessions.find(treeId)?.draft),
    proposals,
    lore,
    generate: createContinuationMaker({ ...scope, lore }, generator),
  };
  const turns: AgentTurns = new AgentTurns({
    ...forAgents,
    permitted,
    callModel: createCallModel(scope, generator),
    requireModel: (agent) => generator.requireModel(agent),
    asServed: (agent) => generator.asServed(agent),
    findPrice: options.findPrice,
    onChanged: (turn) => emit('turn.changed', turn),
    onRound: (round) => emit('round.changed', round),
  });
  const stopModels = async (treeId: TreeId | null) => {
    await (treeId === null ? turns.stop(null) : turns.stopInTree(treeId));
    await (treeId === null ? generator.stop(null, null) : generator.stopInTree(treeId));
    await (treeId === null ? edits.stop(null) : edits.stopInTree(treeId));
    await summaries.stopIn(treeId);
  };
  const trees = new GroveTrees({
    ...scope,
    discardSession: (treeId) => {
      proposals.dropTree(treeId);
      sessions.discard(treeId);
      journal.forgetUndo(treeId);
    },
    stopInTree: stopModels,
    raiseIds: () => ids.raise(),
    onCreated: (treeId) => contents.show(treeId),
  });
  signals.on('text', (treeId) => trees.updateTitleFromText(treeId));
  const folder = {
    ...backups,
    moveIntoPlace: (partial: string, target: string) => {
      backups.moveIntoPlace(partial, target);
      // The copy replaced the file whose head was known.
      heads.forgetFileAt(target);
    },
  };
  const { migrations, nativeBinding, checkCopy, verifyFile, canRead, keepFile } = options;
  const copies = new GroveCopies({ ...scope, migrations, nativeBinding, folder, checkCopy, verifyFile });
  const health = new SaveHealth({ ...scope, redo, copies, heads, contents, folder, canRead, keepFile });
  signals.on('saved', (state) => health.onSaveState(state));
  signals.on('malformed', () => health.onMalformed());
  const catchUp = new CatchUp({ ...scope, opening, heads, copies });
  const check = new OpeningCheck({
    ...scope,
    bytes: () => copies.bytes(),
    firstNodes: () => sessions.get(contents.read().openTreeId).nodeIds,
    onDamage: (what) => health.onDamage(what),
    onMalformed: () => health.onMalformed(),
    onReady: () => catchUp.run(),
  });
  const summaries = new GroveSummaries({ ...scope, createSha256, findProvider });
  summaries.follow();
  signals.on('left', (treeId) => summaries.onLeft(treeId));
  signals.on('summaryWanted', (treeId, node) => summaries.want(treeId, node));
  const history = new HistoryKeeper(scope);
  history.start();
  signals.on('moved', () => check.skip());
  signals.on('damaged', () => {
    void summaries.stop();
    check.onDamaged();
    history.stop();
    sessions.onFileChecked();
  });
  return {
    ...scope,
    ids,
    read: new GroveReader(scope),
    trees,
    positions: new GrovePositions(scope),
    tags: new GroveTags(scope),
    links: new GroveLinks(scope),
    agents,
    generation,
    commands: new WriterCommands(forAgents),
    turns,
    proposals,
    edits,
    timeline,
    stopModels,
    stopBackground: async () => {
      health.stop();
      history.stop();
      await summaries.stop();
      await check.stop();
      copies.stop();
      opening.stop();
    },
    copies,
    heads,
    contents,
    health,
    check,
    opening,
    catchUp,
  };
}

/**
 * Makes ids that sort after every id in the file (`domain.md`, *Entities*), including those from another computer whose
 * clock is ahead: the last node written is the newest, and nodes that the writer could see when typing sort before it.
 */
class GroveIds {
  readonly #store: Store;
  readonly #makeIds: (after: string) => () => string;
  #make: () => string;
  /** The store's `externalWrites` when its greatest id was last read. */
  #externalWrites: number;

  /** @param makeIds makes ULIDs that sort after `after` */
  constructor(store: Store, makeIds: (after: string) => () => string) {
    this.#store = store;
    this.#makeIds = makeIds;
    this.#externalWrites = store.externalWrites;
    this.#make = makeIds(getGreatestId(store));
  }

  /** The next id. */
  readonly next = (): string => {
    if (this.#externalWrites !== this.#store.externalWrites) this.raise();
    return this.#make();
  };

  /** Raises the sequence above ids that were added to the file from elsewhere. */
  raise(): void {
    this.#externalWrites = this.#store.externalWrites;
    const greatest = getGreatestId(this.#store);
    if (greatest > this.#make()) this.#make = this.#makeIds(greatest);
  }
}
