import { existsSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AspenError, describeError } from '../../core/errors.ts';
import type { ExportedPath } from '../../core/exchange/exported-path.ts';
import type { AgentId, GroveId, JobId, NodeId, PositionId, Sha256, TreeId } from '../../core/ids.ts';
import type { Agent, SamplingSettings } from '../../core/tree/agent.ts';
import type { Mint } from '../../core/tree/mint.ts';
import type { TreeChange } from '../../core/tree/tree-change.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import type { EventName, Events, Input } from '../../ipc/contract.ts';
import type {
  AgentProperties,
  AnnotationSummary,
  ContextPreview,
  GroveOffer,
  GroveSnapshot,
  JobSnapshot,
  PathReply,
  PrunedPosition,
  SaveState,
  ShareWish,
} from '../../ipc/wire.ts';
import { agentContext } from '../generation/agent-context.ts';
import { Generator } from '../generation/jobs.ts';
import { offlineAgent } from '../generation/offline-agent.ts';
import { previewContext } from '../generation/preview-context.ts';
import type { Provider } from '../generation/providers/provider.ts';
import { addAgent, findAgent, getAgent, listAgents } from '../store/agents.ts';
import type { StoredDraftText } from '../store/compare-lists.ts';
import { copyPlaces, findLastHuman } from '../store/copy-places.ts';
import { findDraft } from '../store/drafts.ts';
import { becomeAnother, getGreatestId, getGrove, renameGrove, setGroveOwner } from '../store/grove.ts';
import { readState } from '../store/grove-state.ts';
import { findFileFaults } from '../store/integrity.ts';
import { type NewGrove, openFile } from '../store/open-file.ts';
import { findLastTree } from '../store/path-state.ts';
import { type SaveCopyOptions, saveCheckedCopy, saveCopy } from '../store/save-copy.ts';
import { beginSession, closeSession, listSessions } from '../store/sessions.ts';
import { sqlTree } from '../store/sql-tree.ts';
import type { Store, Writer } from '../store/store.ts';
import { getTree, listTrees } from '../store/trees.ts';
import type { BackupFolder } from './backup-folder.ts';
import { Backups } from './backups.ts';
import { checkHashes } from './check-hashes.ts';
import { checkTables } from './check-tables.ts';
import { joinPath } from './export-path.ts';
import { exportTree } from './export-tree.ts';
import { FilePlace } from './file-place.ts';
import { GroveNotices, type OfferHelp } from './grove-notices.ts';
import { GroveReader } from './grove-reader.ts';
import { GroveTrees } from './grove-trees.ts';
import type { Settled } from './held-draft.ts';
import { type AgentKeeping, type AgentWish, changeAgent, createAgent, duplicateAgent } from './keep-agent.ts';
import { keepStranded } from './keep-stranded.ts';
import { makeTree, titleOf } from './keep-tree.ts';
import { type MergedGrove, mergeGrove } from './merge-grove.ts';
import { recoverDrafts, recoverLostDrafts, tellOfBranch } from './recover-drafts.ts';
import { recoverPartials } from './recover-partials.ts';
import type { RecoveryJournal } from './recovery-journal.ts';
import { SaveTrouble } from './save-trouble.ts';
import { sayMerged, sayWayBack } from './say-merged.ts';
import { SessionJournal } from './session-journal.ts';
import { shareGrove, sharePath } from './share-grove.ts';
import { type IntentParts, TreeSession } from './tree-session.ts';
import { keepNote, type NoteOptions, rewriteNote, type WrittenNote, writeNote } from './write-note.ts';

export type Emit = <E extends EventName>(name: E, value: Events[E]) => void;

export interface OpenGroveOptions {
  readonly path: string;
  /** Makes the grove where there is no file. */
  readonly create: boolean;
  /** Nothing is written, not even that the grove was opened. */
  readonly readOnly?: boolean;
  /** The folder of migrations. */
  readonly migrations: string;
  /** better-sqlite3's addon, where its own cannot be loaded. */
  readonly nativeBinding?: string | undefined;
  readonly appVersion: string;
  readonly host: string;
  /** The human agent that this computer writes as. */
  writer(): { readonly id: string; readonly name: string };
  /** Makes ULIDs that sort after `after`. */
  makeIds(after: string): () => string;
  now(): number;
  sha256(data: string | Uint8Array): Sha256;
  /** Keeps what the file does not have yet. */
  readonly journal: RecoveryJournal;
  /** Where backups go. */
  readonly backups: BackupFolder;
  /** What is wrong with a large copy of ours, found out where it keeps nobody waiting; empty where all holds. */
  checkCopy(path: string): Promise<readonly string[]>;
  /** Whoever continues text under this id; undefined where nobody of that id is set up. */
  findProvider(id: string): Provider | undefined;
  warn(message: string): void;
  onBug(what: string, error: unknown): void;
  /** The grove goes on in another file. */
  onMoved(grove: OpenGrove): void;
  onClosed(): void;
}

/** A copy of no more bytes is looked through at once. */
const SOON_CHECKED = 4 * 1024 * 1024;

/** After opening, a large grove is backed up so much later, in milliseconds. */
const AFTER_OPENING = 2_000;

/** How often it is looked whether a backup is due, in milliseconds. */
const BACKUP_LOOK = 5_000;

/** What a window asks for when it asks for continuations. */
export interface GenerationWish {
  /** A position on the path after the commit; null for the head. */
  readonly at: PositionId | null;
  /** One or more, each of whom is asked for `count`. */
  readonly agentIds: readonly AgentId[];
  readonly count: number;
  readonly maxTokens: number;
  /** Counts before what the agents have of their own. */
  readonly parameters: SamplingSettings;
}

/** The authority for one open file: everything that reads or writes it goes through here (`house.md`). */
export class OpenGrove {
  readonly #options: OpenGroveOptions;
  readonly #store: Store;
  readonly #mint: Mint;
  readonly #sessionId: string;
  readonly #writerId: AgentId;
  /** Whatever can be asked without changing anything. */
  readonly read: GroveReader;
  readonly trees: GroveTrees;
  readonly #sessions = new Map<TreeId, TreeSession>();
  readonly #notices = new GroveNotices();
  readonly #backups: Backups;
  #openingTimer: ReturnType<typeof setTimeout> | undefined;
  #backupTimer: ReturnType<typeof setInterval> | undefined;
  readonly #journal: SessionJournal;
  readonly #saveTrouble = new SaveTrouble({
    notices: this.#notices,
    saveCopy: (target) => this.saveCopy(target),
    look: () => this.#place.look(),
    find: (help) => this.#place.find(help),
    saveHere: (help) => this.#place.copyHere(help),
    compare: async (help) =>
      this.#emit('grove.compared', await this.#place.compare(help, this.#heldDrafts())),
    onChange: () => this.#tellOfGrove(),
  });
  readonly #place: FilePlace;
  #stopChecking: () => void = () => undefined;
  readonly #generator: Generator;
  #listener: Emit | undefined;
  /** Undefined until the window asked for one. */
  #shownTreeId: TreeId | undefined;

  private constructor(options: OpenGroveOptions, store: Store, newId: () => string) {
    this.#options = options;
    this.#store = store;
    this.#mint = { newId, now: options.now, sha256: options.sha256 };
    this.#sessionId = newId();
    this.#writerId = readerOf(store) ?? (options.writer().id as AgentId);
    this.read = new GroveReader({ store, writerId: this.#writerId, sha256: options.sha256 });
    if (!store.readonly) store.transact((writer) => this.#begin(writer));
    this.trees = new GroveTrees({
      store,
      writerId: this.#writerId,
      mint: this.#mint,
      sha256: options.sha256,
      warn: options.warn,
      session: (treeId) => this.treeSession(treeId),
      findSession: (treeId) => this.#sessions.get(treeId),
      letGo: (treeId) => {
        this.#sessions.get(treeId)?.close();
        this.#sessions.delete(treeId);
      },
      stopIn: (treeId) => this.#stopIn(treeId),
      onMade: (treeId) => {
        this.#shownTreeId = treeId;
      },
      tell: () => this.#tellOfGrove(),
    });
    this.#backups = this.#makeBackups();
    this.#journal = new SessionJournal({
      journal: options.journal,
      groveId: getGrove(store).id,
      sessionId: this.#sessionId,
      warn: options.warn,
    });
    this.#place = new FilePlace({
      store,
      open: (path) => this.#openCopy(path),
      openToRead: (path) => this.#openCopy(path, true),
      copyTo: (path) => this.#copyToGoOn(path),
      beforeMove: () => this.#holdDrafts(),
      onChange: () => this.#followPlace(),
      onMoved: () => this.#takeMove(),
    });
    if (!store.readonly) this.#place.watch();
    this.#generator = new Generator({
      store,
      mint: this.#mint,
      sha256OfBytes: options.sha256,
      findProvider: options.findProvider,
      partials: this.#journal.ofContinuations(),
      emit: (update) => this.#emit('generation.updated', update),
      onStored: (treeId, parentId) => this.#tellOfChildren(treeId, parentId),
      onBug: options.onBug,
    });
  }

  /**
   * Opens the grove at a path; makes it, with a first empty tree, when there is no file and `create` is set.
   * @throws {AspenError} what `openFile` throws: nothing was written then
   */
  static open(options: OpenGroveOptions): OpenGrove {
    const { path, create, migrations, nativeBinding, now, sha256, warn } = options;
    const name = basename(path, extname(path));
    const binding = nativeBinding === undefined ? {} : { nativeBinding };
    const asItIs = { migrations, now, sha256, readonly: true, asItIs: true, ...binding };
    const store = openFile(path, {
      migrations,
      now,
      sha256,
      beforeMigration: (old) => backUpOld(old, options, (copy) => openFile(copy, asItIs)),
      report: ({ name: query, milliseconds }) => warn(`slow: ${query} took ${milliseconds.toFixed(1)} ms`),
      ...binding,
      ...(options.readOnly === true ? { readonly: true } : {}),
      ...(create && options.readOnly !== true
        ? { create: { id: options.makeIds('')() as GroveId, name } }
        : {}),
    });
    try {
      return new OpenGrove(options, store, options.makeIds(getGreatestId(store)));
    } catch (error) {
      store.close();
      throw error;
    }
  }

  get path(): string {
    return this.#store.path;
  }

  get name(): string {
    return getGrove(this.#store).name;
  }

  /** Of this opening, as the file notes it. */
  get sessionId(): string {
    return this.#sessionId;
  }

  /**
   * Brings back what earlier sessions left in the journal and the file does not have. To be called once, before anything
   * is asked of the grove. A journal that cannot be read keeps nothing from being opened.
   * @param openSessions of groves that are open now: what the journal has of them is theirs
   */
  async recover(openSessions: readonly string[]): Promise<void> {
    const { journal, sha256, warn } = this.#options;
    if (this.#store.readonly) return;
    const kept = { store: this.#store, mint: this.#mint, journal, notices: this.#notices, warn };
    recoverLostDrafts(this.#store, this.#writerId, this.#mint, this.#notices);
    const remains = await this.#journal.read(openSessions);
    if (remains === undefined) return;
    await recoverPartials(remains.partials, { ...kept, sha256OfBytes: sha256 });
    await recoverDrafts(remains.drafts, {
      ...kept,
      writerId: this.#writerId,
      treeSession: (treeId) => this.treeSession(treeId),
      onDraftChanged: () => this.#emit('draft.replaced', {}),
    });
  }

  /**
   * Looks through the texts while the writer writes, and through the file while they do not: for a file that was opened
   * after the quick checks. Where there is damage, nothing is written to it any more, and a notice says so.
   */
  checkInBackground(): void {
    const { sha256, now, warn } = this.#options;
    const reader = this.#store;
    const damaged = () => this.#takeDamage('a part of the file');
    const onTrouble = (error: unknown) => {
      if (error instanceof AspenError && error.code === 'CORRUPT') damaged();
      else warn(`the grove could not be looked through: ${String(error)}`);
    };
    const onSound = () => {
      const quietFor = () => this.#backups.quietFor();
      const bytes = this.#bytes();
      this.#stopChecking = checkTables({ reader, bytes, quietFor, onDamage: damaged, onTrouble });
    };
    this.#stopChecking = checkHashes({
      reader,
      sha256,
      now,
      onSound,
      onDamage: (count) => this.#takeDamage(count === 1 ? '1 text' : `${count} texts`),
      onTrouble,
    });
  }

  /** Backs the grove up from now on, a large one in a moment where a day has passed. To be called once. */
  keepBackups(): void {
    if (this.#store.readonly) return;
    // A window is there by then, and says what keeps it.
    this.#openingTimer = setTimeout(() => void this.#backups.opened(), AFTER_OPENING);
    this.#openingTimer.unref();
    const look = () => {
      if (!this.#store.readonly) void this.#backups.check();
    };
    this.#backupTimer = setInterval(look, BACKUP_LOOK);
    this.#backupTimer.unref();
  }

  /** The size of the file; 0 where it is gone. */
  #bytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  #takeDamage(what: string): void {
    this.#store.refuseWrites(new AspenError('CORRUPT', `${what} is not as it was written`));
    this.#saveTrouble.tellOfDamage(what);
  }

  /** The writer has read a notice. */
  putAwayNotice(id: number): GroveSnapshot {
    this.#notices.hide(id);
    return this.snapshot();
  }

  /** Does what a notice offers. @throws {AspenError} NOT_FOUND; what the offer throws */
  async takeOffer(id: number, offer: GroveOffer, help: OfferHelp): Promise<GroveSnapshot> {
    await this.#notices.take(id, offer, help);
    return this.snapshot();
  }

  /** The one window that shows this grove; what is emitted before there is one is not wanted by anybody. */
  listen(listener: Emit): void {
    this.#listener = listener;
  }

  snapshot(): GroveSnapshot {
    const { id, name } = getGrove(this.#store);
    const all = listTrees(this.#store);
    const trees = all.filter(({ archivedAt }) => archivedAt === null);
    const isShown = trees.some((tree) => tree.id === this.#shownTreeId);
    const openTreeId = isShown
      ? this.#shownTreeId
      : (findLastTree(this.#store, this.#writerId) ?? trees.at(-1)?.id);
    if (openTreeId === undefined) throw new AspenError('NOT_FOUND', 'the grove has no tree');
    return {
      id,
      name,
      fileName: basename(this.path),
      readOnly: this.#store.readonly,
      notices: this.#notices.list(),
      trouble: this.#saveTrouble.notice,
      writerId: this.#writerId,
      agents: listAgents(this.#store),
      trees,
      archivedTrees: all.filter(({ archivedAt }) => archivedAt !== null),
      openTreeId,
    };
  }

  /** The writer's place in one tree, opened when first asked for. @throws {AspenError} NOT_FOUND */
  treeSession(treeId: TreeId): TreeSession {
    this.#backups.noteInput();
    const known = this.#sessions.get(treeId);
    if (known !== undefined) return known;
    const session = new TreeSession({
      store: this.#store,
      treeId,
      writerId: this.#writerId,
      mint: this.#mint,
      journal: this.#journal.ofDraft(treeId, this.#writerId),
      onSaveState: (state) => this.#tellSaveState(state),
      onText: () => this.trees.followText(treeId),
    });
    this.#sessions.set(treeId, session);
    return session;
  }

  /** Commits the draft and asks for continuations; they arrive as events. */
  generate(
    treeId: TreeId,
    intent: IntentParts,
    { at, agentIds, count, maxTokens, parameters }: GenerationWish,
  ): { readonly path: PathReply; readonly job: JobSnapshot } {
    const agents = agentIds.map((id): Agent => {
      const agent = getAgent(this.#store, id);
      return { ...agent, configuration: { ...agent.configuration, ...parameters } };
    });
    // Everything that could be refused is looked at before the commit: both happen, or neither.
    for (const agent of agents) {
      if (agent.type !== 'model') throw new AspenError('INVALID_ARGUMENT', `${agent.name} is not a model`);
      this.#generator.requireModel(agent);
    }
    const { path, parentId, originId, nodes } = this.treeSession(treeId).prepareGeneration(intent, at);
    const tree = getTree(this.#store, treeId);
    const asks = agents.map((agent) => ({
      agent,
      context: agentContext(agent, tree, nodes, maxTokens),
      count,
      maxTokens,
    }));
    const job = this.#generator.start({ treeId, parentId, originId, asks });
    return { path, job };
  }

  /** What a request would send now, with what is typed and not committed. @throws {AspenError} NOT_FOUND */
  previewContext(
    treeId: TreeId,
    { at, offset, whole, agentId, maxTokens }: Omit<Input<'generation.context'>, 'treeId'>,
  ): ContextPreview {
    const agent = getAgent(this.#store, agentId);
    const nodes = this.treeSession(treeId).contextNodes(at, offset);
    return previewContext(agent, getTree(this.#store, treeId), nodes, { maxTokens, whole: whole ?? null });
  }

  /** Shows a tree in the window, and with it the grove opens next time. @throws {AspenError} NOT_FOUND */
  showTree(treeId: TreeId): GroveSnapshot {
    this.treeSession(treeId).enterAgain();
    this.#shownTreeId = treeId;
    return this.snapshot();
  }

  /** @throws {AspenError} INVALID_ARGUMENT for an empty name */
  rename(given: string): GroveSnapshot {
    const name = titleOf(given);
    if (name === null) throw new AspenError('INVALID_ARGUMENT', 'a grove has a name');
    this.#store.transact((writer) => renameGrove(writer, name));
    this.#tellOfGrove();
    return this.snapshot();
  }

  /** A new model agent. @throws {AspenError} INVALID_ARGUMENT for an empty name */
  createAgent(wanted: AgentWish): Agent {
    return this.#keepAgent((keep) => createAgent(keep, wanted));
  }

  /** Changes what may be changed of a model agent. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  updateAgent(agentId: AgentId, properties: AgentProperties): Agent {
    return this.#keepAgent((keep) => changeAgent(keep, agentId, properties));
  }

  /** Another agent that asks in the same way. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT */
  duplicateAgent(agentId: AgentId): Agent {
    return this.#keepAgent((keep) => duplicateAgent(keep, agentId));
  }

  /** The text on the screen, with what is typed and not committed. @throws {AspenError} NOT_FOUND */
  exportPath(treeId: TreeId): ExportedPath {
    const shown = this.treeSession(treeId).shownText();
    return joinPath(getTree(this.#store, treeId), shown, listAgents(this.#store), this.#writerId);
  }

  /** A whole tree as JSON, a piece at a time (`exportTree`). @throws {AspenError} NOT_FOUND */
  exportTree(treeId: TreeId, onProgress: (share: number) => void): Iterable<string> {
    const { draft } = this.treeSession(treeId);
    return exportTree(this.#store, { treeId, writerId: this.#writerId, draft, onProgress });
  }

  /** Tells the window of trees that came in, and shows one of them. */
  showImported(treeId: TreeId): void {
    this.#shownTreeId = treeId;
    this.#emit('grove.changed', this.snapshot());
  }

  annotate(treeId: TreeId, nodeId: NodeId, text: string): AnnotationSummary {
    return this.#tellOfNote(treeId, writeNote(this.#notes(treeId), nodeId, text));
  }

  /** Writes another version of a note. */
  rewriteNote(treeId: TreeId, noteId: NodeId, text: string): AnnotationSummary {
    return this.#tellOfNote(treeId, rewriteNote(this.#notes(treeId), noteId, text));
  }

  /** Takes a note away, or brings it back. */
  keepNote(treeId: TreeId, noteId: NodeId, kept: boolean): AnnotationSummary {
    return this.#tellOfNote(treeId, keepNote(this.#notes(treeId), noteId, kept));
  }

  /** Sets metadata of a position and tells the window's lists. */
  setMetadata(
    treeId: TreeId,
    positionId: PositionId,
    intent: IntentParts,
    change: (tree: TreeView) => TreeChange,
  ): PathReply {
    const reply = this.treeSession(treeId).setMetadata(intent, change);
    this.#tellOfSiblings(treeId, positionId);
    return reply;
  }

  /** Hides a position and all below it, and tells the window's lists. */
  prune(treeId: TreeId, positionId: PositionId, intent: IntentParts): PathReply {
    const reply = this.treeSession(treeId).prune(intent, positionId);
    this.#tellOfSiblings(treeId, positionId);
    return reply;
  }

  /** Puts back what undo or redo recorded, and tells the window's lists of what is pruned now and what no longer. */
  restorePath(treeId: TreeId, step: Omit<Input<'path.restore'>, 'treeId'>): PathReply {
    const { pathVersion, head, versions, pruned, draft } = step;
    const reply = this.treeSession(treeId).restorePath(pathVersion, head, versions, pruned, draft);
    this.#tellOfSiblings(treeId, ...pruned.map(({ positionId }) => positionId));
    return reply;
  }

  /** Hides positions beside the path and shows others again, and tells the window's lists. */
  setPruned(treeId: TreeId, positions: readonly PrunedPosition[], intent: IntentParts): PathReply {
    const reply = this.treeSession(treeId).setPruned(intent, positions);
    this.#tellOfSiblings(treeId, ...positions.map(({ positionId }) => positionId));
    return reply;
  }

  /** Stops one slot, one job, or everything; resolves when what had arrived is stored. */
  stopGeneration(jobId: JobId | null, slot: number | null): Promise<void> {
    return this.#generator.stop(jobId, slot);
  }

  runningJobs(treeId: TreeId): readonly JobSnapshot[] {
    return this.#generator.running(treeId);
  }

  /**
   * Before closing: stops what runs and keeps what has arrived, and brings what is unwritten to the file or, where that
   * fails, to the journal. Where neither has it the window must stay open; a notice says why and offers ways out.
   * @returns the worst of all trees
   */
  async settle(): Promise<Settled> {
    await this.#generator.stop(null, null);
    const settled: Settled[] = [];
    for (const session of this.#sessions.values()) settled.push(await session.settle());
    const lost = settled.find(({ where }) => where === 'nowhere');
    if (lost !== undefined) this.#saveTrouble.tellOfUnsaved();
    const isThere = this.#store.readonly || this.#place.look() === 'here';
    return (
      lost ??
      settled.find(({ where }) => where === 'journal') ??
      (isThere ? { where: 'file' } : { where: 'astray' })
    );
  }

  /**
   * Stops what runs and keeps what has arrived, writes what is unwritten and closes the file.
   * @throws {AspenError} what could not be written; the file is closed all the same
   */
  async close(): Promise<void> {
    this.#stopChecking();
    clearTimeout(this.#openingTimer);
    clearInterval(this.#backupTimer);
    this.#place.stop();
    const failures: unknown[] = [];
    const attempt = (act: () => void) => {
      try {
        act();
      } catch (error) {
        failures.push(error);
      }
    };
    try {
      await this.#generator.stop(null, null);
      for (const session of this.#sessions.values()) attempt(() => session.close());
      if (!this.#store.readonly)
        attempt(() => this.#store.transact((writer) => closeSession(writer, this.#sessionId)));
      if (!this.#store.readonly) await this.#backups.closing();
    } finally {
      attempt(() => this.#store.close());
      this.#options.onClosed();
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Whether it was not closed yet. */
  get isOpen(): boolean {
    return this.#store.isOpen;
  }

  /** Writes the grove with all that is typed into a file of its own. @throws {AspenError} as `saveCopy` */
  saveCopy(target: string): void {
    this.#saveCopy(target, (writer) => this.#endSession(writer));
  }

  /** Writes the grove with all that is typed into a file of its own, where it is another grove. @throws as `saveCopy` */
  copyTo(target: string): void {
    this.#saveCopy(target, (writer) => {
      this.#endSession(writer);
      becomeAnother(writer, this.#mint.newId() as GroveId, basename(target, extname(target)));
    });
  }

  /**
   * Writes a copy for somebody else, without what is typed and not committed: the whole grove, or one path of it.
   * @throws {AspenError} as `shareGrove` and `sharePath`
   */
  share(target: string, what: ShareWish): void {
    const sharing = {
      store: this.#store,
      target,
      open: (path: string, create?: NewGrove) => this.#openCopy(path, false, create),
      newId: this.#mint.newId,
      sha256: this.#options.sha256,
      intoPlace: (partial: string, place: string) => this.#options.backups.intoPlace(partial, place),
    };
    if (what.kind === 'grove') shareGrove(sharing, what.answers);
    else sharePath(sharing, what.treeId, this.#writerId);
  }

  /**
   * Brings in what a copy of this grove has besides, once a backup is made; a banner says what came. The window's page is
   * to be loaded anew after this.
   * @param other the copy, where it is open here too; else its file is opened for reading
   * @throws {AspenError} as `mergeGrove`, and as `saveCopy` where no backup can be made. Nothing is written then
   */
  async merge(path: string, other: OpenGrove | undefined): Promise<void> {
    await this.#generator.stop(null, null);
    const { openTreeId } = this.snapshot();
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
    await this.#backups.makeNow();
    const { sha256 } = this.#options;
    const merge = (from: Store) => {
      const merged = mergeGrove({ store: this.#store, from, by: this.#writerId, mint: this.#mint, sha256 });
      // The writer was in a tree that came over, too, but not last.
      this.showTree(openTreeId);
      return merged;
    };
    const name = basename(path, extname(path));
    if (other === undefined) {
      const from = this.#openCopy(path, true);
      try {
        this.#tellOfMerge(name, merge(from));
      } finally {
        from.close();
      }
    } else {
      for (const session of other.#sessions.values()) session.flush();
      this.#tellOfMerge(name, merge(other.#store));
    }
  }

  #tellOfMerge(name: string, merged: MergedGrove): void {
    const sentence = sayMerged(name, merged);
    this.#notices.add(sentence, {}, { detail: sayWayBack(merged), isDone: true });
    this.#emit('grove.changed', this.snapshot());
  }

  /** Says in a banner that something could not be done. */
  tellOfFailure(error: unknown): void {
    const { sentence, detail } = describeError(error);
    this.#notices.add(sentence, {}, { detail });
    this.#emit('grove.changed', this.snapshot());
  }

  /** @param complete writes what is different in the copy: that this session is not open in it, for one */
  #saveCopy(target: string, complete: (writer: Writer) => void = () => undefined): void {
    saveCopy(this.#copying(target, complete));
  }

  /** A small copy is looked through sooner than a process starts. */
  #backUp(target: string): Promise<void> {
    const copying = this.#copying(target, (writer) => this.#endSession(writer));
    return saveCheckedCopy(copying, async (path) => {
      if (statSync(path).size > SOON_CHECKED) return this.#options.checkCopy(path);
      const copy = this.#openCopy(path);
      try {
        return findFileFaults(copy);
      } finally {
        copy.close();
      }
    });
  }

  #copying(target: string, complete: (writer: Writer) => void): SaveCopyOptions {
    return {
      store: this.#store,
      target,
      open: (path) => this.#openCopy(path),
      complete: (writer) => {
        for (const session of this.#sessions.values()) session.putDraft(writer);
        complete(writer);
      },
      intoPlace: (partial, place) => this.#options.backups.intoPlace(partial, place),
    };
  }

  #endSession(writer: Writer): void {
    if (!this.#store.readonly) closeSession(writer, this.#sessionId);
  }

  /** A file that holds this grove too. */
  #openCopy(path: string, readonly = false, create?: NewGrove): Store {
    const { migrations, nativeBinding, now, sha256 } = this.#options;
    const binding = nativeBinding === undefined ? {} : { nativeBinding };
    const made = create === undefined ? {} : { create };
    return openFile(path, { migrations, now, sha256, readonly, ...made, ...binding });
  }

  /** What a backup holds; null for one of an older version, or one that cannot be read: it is no reason to make none. */
  #stateOf(path: string): string | null {
    try {
      const backup = this.#openCopy(path, true);
      try {
        return readState(backup);
      } finally {
        backup.close();
      }
    } catch (error) {
      if (!(error instanceof AspenError)) throw error;
      this.#options.warn(`the newest backup could not be read: ${error.message}`);
      return null;
    }
  }

  #makeBackups(): Backups {
    const { backups: folder, now, warn } = this.#options;
    return new Backups({
      folder,
      path: this.path,
      groveId: () => getGrove(this.#store).id,
      now,
      size: () => this.#bytes(),
      state: () => readState(this.#store),
      stateOf: (path) => this.#stateOf(path),
      write: (target) => this.#backUp(target),
      onLarge: async (isUnderWay) => {
        const name = basename(this.path);
        this.#emit('exchange.progressed', isUnderWay ? { kind: 'backup', name, share: 0 } : null);
        await turn();
      },
      onFailure: ({ detail }) => {
        this.#notices.add(
          'A backup of this grove could not be made. What you write is saved all the same.',
          {},
          { detail },
        );
        this.#emit('grove.changed', this.snapshot());
      },
      warn,
    });
  }

  /** Writes the grove with all that is typed where no file is; this session is open in it. @throws {AspenError} as `saveCopy` */
  #copyToGoOn(target: string): void {
    if (existsSync(target))
      throw new AspenError(
        'INVALID_ARGUMENT',
        `there is a file ${basename(target)} already; choose another name`,
      );
    this.#saveCopy(target);
  }

  /** Drafts that nobody has looked at in this session are held too, so that they come along to another file. */
  #holdDrafts(): void {
    for (const { id } of listTrees(this.#store))
      if (findDraft(this.#store, id, this.#writerId) !== undefined) this.treeSession(id);
  }

  #heldDrafts(): readonly StoredDraftText[] {
    return [...this.#sessions].map(([treeId, { draft }]) => ({
      treeId,
      agentId: this.#writerId,
      text: draft.buffer.text,
      edits: draft.edits.map(({ text }) => text),
    }));
  }

  /** What stands where the file was is another than before. */
  #followPlace(): void {
    if (this.#place.stands === 'here') this.#writeHeld();
    this.#tellSaveState({ state: 'saved' });
  }

  /** The grove goes on in another file, which may not know of this session yet. */
  #takeMove(): void {
    const { appVersion, host } = this.#options;
    this.#options.onMoved(this);
    const strange = [...this.#sessions].flatMap(([treeId, session]) => {
      const draft = session.takeOtherFile();
      return draft === undefined ? [] : [{ treeId, draft }];
    });
    this.#transactHere((writer) => {
      if (!listSessions(writer).some(({ id }) => id === this.#sessionId))
        beginSession(writer, { id: this.#sessionId, host, appVersion });
      for (const { treeId, draft } of strange)
        keepStranded(writer, treeId, this.#writerId, { draft, above: [], left: [] }, this.#mint);
    });
    if (strange.length > 0) tellOfBranch(this.#notices);
    this.#writeHeld();
    this.#tellSaveState({ state: 'saved' });
    this.#emit('draft.replaced', {});
  }

  /** In a file that has just been read anew, whatever its head. */
  #transactHere(fn: (writer: Writer) => void): void {
    try {
      this.#store.transact(fn);
    } catch (error) {
      if (!(error instanceof AspenError) || error.code !== 'CONFLICT') throw error;
      this.#store.transact(fn);
    }
  }

  /** Writes what is unwritten; where that fails, the save state says so. */
  #writeHeld(): void {
    for (const session of this.#sessions.values()) {
      try {
        session.flush();
      } catch (error) {
        if (!(error instanceof AspenError)) throw error;
      }
    }
  }

  /** Notes the session, adds the writer if the grove does not know them, and plants a first tree in a new grove. */
  #begin(writer: Writer): void {
    const { appVersion, host, now } = this.#options;
    beginSession(writer, { id: this.#sessionId, host, appVersion });
    if (findAgent(writer, this.#writerId) === undefined) {
      this.#addWriter(writer);
      // A writer's own grove on another of their computers shows what they left, not a page without words.
      const other = findLastHuman(writer, this.#writerId);
      if (other !== undefined) copyPlaces(writer, other, this.#writerId);
    }
    if (getGrove(writer).ownerId === null) setGroveOwner(writer, this.#writerId);
    if (listTrees(writer).length > 0) return;
    addAgent(writer, offlineAgent(this.#mint.newId() as AgentId, now()), this.#writerId);
    makeTree({ writer, by: this.#writerId, mint: this.#mint }, null);
  }

  #addWriter(writer: Writer): void {
    const time = this.#options.now();
    const agent: Agent = {
      id: this.#writerId,
      name: this.#options.writer().name,
      type: 'human',
      modelRef: null,
      configuration: {},
      permissions: [],
      loomAware: false,
      color: null,
      createdAt: time,
      updatedAt: time,
      archivedAt: null,
    };
    addAgent(writer, agent);
  }

  #keepAgent(change: (keep: AgentKeeping) => Agent): Agent {
    const { newId, now } = this.#mint;
    const agent = this.#store.transact((writer) => change({ writer, by: this.#writerId, newId, now }));
    this.#emit('grove.changed', this.snapshot());
    return agent;
  }

  /** Stops what is under way in a tree, and resolves when what had arrived is stored. */
  async #stopIn(treeId: TreeId): Promise<void> {
    await Promise.all(this.runningJobs(treeId).map(({ jobId }) => this.#generator.stop(jobId, null)));
  }

  #tellOfGrove(): void {
    this.#emit('grove.changed', this.snapshot());
  }

  #emit: Emit = (name, value) => this.#listener?.(name, value);

  /** The grove is saved when every tree of it is. */
  #tellSaveState(changed: SaveState): void {
    const states = [...this.#sessions.values()].map(({ saveState }) => saveState);
    const { stands } = this.#place;
    const lost =
      stands === 'here'
        ? undefined
        : describeError(new AspenError('MOVED', `${basename(this.path)} is not there`));
    const worst: SaveState =
      states.find(({ state }) => state === 'notSaved') ??
      (lost && { state: 'notSaved', error: lost, safe: states.some(({ state }) => state === 'safe') }) ??
      states.find(({ state }) => state === 'safe') ??
      changed;
    this.#emit('save.changed', worst);
    this.#saveTrouble.follow(worst);
  }

  #notes(treeId: TreeId): NoteOptions {
    return { store: this.#store, treeId, writerId: this.#writerId, mint: this.#mint };
  }

  /** Whether a position of the path has notes is part of its header. */
  #tellOfNote(treeId: TreeId, { note, on }: WrittenNote): AnnotationSummary {
    const headers = this.#sessions.get(treeId)?.headersAt([on]) ?? [];
    const parentId = sqlTree(this.#store, treeId).parentOf(on) ?? on;
    this.#emit('tree.changed', { treeId, parentId, headers });
    return note;
  }

  /** A parent is named once, however many of its children changed. */
  #tellOfSiblings(treeId: TreeId, ...positions: readonly PositionId[]): void {
    const tree = sqlTree(this.#store, treeId);
    const parents = new Set(positions.map((position) => tree.parentOf(position)));
    for (const parentId of parents) if (parentId !== null) this.#tellOfChildren(treeId, parentId);
  }

  #tellOfChildren(treeId: TreeId, parentId: PositionId): void {
    const headers = this.#sessions.get(treeId)?.headersBelow(parentId) ?? [];
    this.#emit('tree.changed', { treeId, parentId, headers });
  }
}

/** Through whose eyes a grove is read that cannot be written: its owner's, or a person's who writes in it. */
function readerOf(store: Store): AgentId | undefined {
  if (!store.readonly) return undefined;
  return getGrove(store).ownerId ?? listAgents(store).find(({ type }) => type === 'human')?.id;
}

/** A migration is one transaction and undone where it fails: where there is no room for a backup, it goes on without. */
function backUpOld(
  old: Store,
  { backups, now, warn }: OpenGroveOptions,
  open: (path: string) => Store,
): void {
  try {
    const target = backups.placeFor(getGrove(old).id, backups.originOf(old.path), now());
    const intoPlace = (partial: string, place: string) => backups.intoPlace(partial, place);
    saveCopy({ store: old, target, open, intoPlace });
  } catch (error) {
    warn(`no backup was made before the grove was brought up to date: ${String(error)}`);
  }
}
