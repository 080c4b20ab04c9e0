import { basename } from 'node:path';
import { AspenError, describeError } from '../../core/errors.ts';
import type { ExportedPath } from '../../core/exchange/exported-path.ts';
import type { AgentId, TreeId } from '../../core/ids.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
import type { GroveOffer, GroveSnapshot } from '../../ipc/wire/grove.ts';
import { Generator } from '../generation/generator.ts';
import type { Provider } from '../generation/providers/provider.ts';
import type { Store } from '../store/connection/store.ts';
import { transactAnyway } from '../store/connection/transact-anyway.ts';
import { listAgents } from '../store/tables/agents.ts';
import { getGrove, renameGrove } from '../store/tables/grove.ts';
import { closeSession } from '../store/tables/sessions.ts';
import { getTree } from '../store/tables/trees.ts';
import { beginGrove, readerOf, type SessionNote } from './begin-grove.ts';
import { checkGrove } from './checking/check-grove.ts';
import type { CheckCopy, VerifyFile } from './copies/check-copy.ts';
import { GroveCopies } from './copies/grove-copies.ts';
import type { Emit } from './emit.ts';
import { KnownHeads } from './file/known-heads.ts';
import { SaveHealth } from './file/save-health.ts';
import { warnRolledBack } from './file/warn-rolled-back.ts';
import { GroveAgents } from './grove-agents.ts';
import { GroveContents } from './grove-contents.ts';
import { GroveGeneration } from './grove-generation.ts';
import { GroveIds } from './grove-ids.ts';
import { GroveNotices, type OfferHelp } from './grove-notices.ts';
import { GrovePositions } from './grove-positions.ts';
import { GroveTrees } from './grove-trees.ts';
import { type GroveFile, type GroveFileOptions, openGroveFile } from './open-grove-file.ts';
import { joinPath } from './reading/export-path.ts';
import { exportTree } from './reading/export-tree.ts';
import { GroveReader } from './reading/grove-reader.ts';
import { recoverDrafts, recoverLostDrafts } from './rescue/recover-drafts.ts';
import { recoverPartials } from './rescue/recover-partials.ts';
import type { Settled } from './writing/draft-state.ts';
import type { RecoveryJournal } from './writing/recovery-journal.ts';
import { SessionJournal } from './writing/session-journal.ts';
import { titleOf } from './writing/tree-commands.ts';
import type { TreeSession } from './writing/tree-session.ts';
import { TreeSessions } from './writing/tree-sessions.ts';

export interface OpenGroveOptions extends GroveFileOptions {
  readonly appVersion: string;
  readonly host: string;
  /** The human agent that this computer writes as. */
  writer(): { readonly id: string; readonly name: string };
  /** Keeps what the file does not have yet. */
  readonly journal: RecoveryJournal;
  readonly checkCopy: CheckCopy;
  readonly verifyFile: VerifyFile;
  /** Whether every byte of a file can be read, whatever they say. */
  canRead(path: string): Promise<boolean>;
  /** Whoever continues text under this id; undefined where nobody of that id is set up. */
  findProvider(id: string): Provider | undefined;
  onBug(what: string, error: unknown): void;
  /** The grove goes on in another file. */
  onMoved(grove: OpenGrove): void;
  onClosed(): void;
}

/** The authority for one open file: everything that reads or writes it goes through here (`house.md`). */
export class OpenGrove {
  readonly #options: OpenGroveOptions;
  readonly #store: Store;
  /** Of this opening. */
  readonly #session: SessionNote;
  readonly #writerId: AgentId;
  readonly #ids: GroveIds;
  /** Whatever can be asked without changing anything. */
  readonly read: GroveReader;
  readonly trees: GroveTrees;
  readonly positions: GrovePositions;
  readonly agents: GroveAgents;
  readonly generation: GroveGeneration;
  /** Whatever is written to other files, and read from them. */
  readonly copies: GroveCopies;
  readonly #idsAndClock: IdsAndClock;
  readonly #sessions: TreeSessions;
  readonly #journal: SessionJournal;
  readonly #heads: KnownHeads;
  readonly #notices = new GroveNotices();
  readonly #contents: GroveContents;
  readonly #standing: SaveHealth;
  #stopChecking: () => void = () => undefined;
  #listener: Emit | undefined;

  private constructor(options: OpenGroveOptions, { store, redo }: GroveFile) {
    this.#options = options;
    this.#store = store;
    this.#ids = new GroveIds({ store, makeIds: options.makeIds });
    const newId = this.#ids.next;
    const { appVersion, host, now, sha256, warn } = options;
    const idsAndClock: IdsAndClock = { newId, now, sha256 };
    this.#idsAndClock = idsAndClock;
    const session: SessionNote = { id: newId(), host, appVersion };
    this.#session = session;
    const { id, name } = options.writer();
    const writerId = readerOf(store) ?? (id as AgentId);
    const writer = { id: writerId, name };
    this.#writerId = writerId;
    this.read = new GroveReader({ store, writerId, sha256 });
    if (!store.readonly) store.transact((file) => beginGrove(file, { session, writer, idsAndClock }));
    this.#contents = new GroveContents({
      store,
      writerId,
      onDamage: () => this.#standing.meetDamage(),
      warn,
    });
    this.#journal = new SessionJournal({
      journal: options.journal,
      groveId: getGrove(store).id,
      sessionId: session.id,
      warn,
    });
    this.#heads = new KnownHeads({
      store,
      journal: options.journal,
      sessionId: session.id,
      now,
      sha256,
      originOf: (path) => options.backups.originOf(path),
      warn,
    });
    this.#sessions = new TreeSessions({
      store,
      writerId,
      idsAndClock,
      journalOf: (treeId) => this.#journal.ofDraft(treeId, writerId),
      onSaveState: (state) => this.#standing.follow(state),
      onText: (treeId) => this.trees.followText(treeId),
    });
    const keeping = {
      store,
      writerId,
      idsAndClock,
      emit: this.#emit,
      tell: () => this.#tellOfGrove(),
      session: (treeId: TreeId) => this.treeSession(treeId),
      findSession: (treeId: TreeId) => this.#sessions.find(treeId),
    };
    this.trees = new GroveTrees({
      ...keeping,
      sha256,
      warn,
      letGo: (treeId) => this.#sessions.letGo(treeId),
      stopIn: (treeId) => this.generation.stopIn(treeId),
      onMade: (treeId) => this.#contents.show(treeId),
    });
    this.positions = new GrovePositions(keeping);
    this.agents = new GroveAgents(keeping);
    const folder = {
      ...options.backups,
      intoPlace: (partial: string, place: string) => this.#intoPlace(partial, place),
    };
    this.copies = new GroveCopies({
      ...keeping,
      sessionId: session.id,
      sessions: this.#sessions,
      sha256,
      migrations: options.migrations,
      nativeBinding: options.nativeBinding,
      folder,
      checkCopy: options.checkCopy,
      verifyFile: options.verifyFile,
      notices: this.#notices,
      warn,
    });
    this.#standing = new SaveHealth({
      store,
      redo,
      session,
      writer,
      idsAndClock,
      sessions: this.#sessions,
      copies: this.copies,
      heads: this.#heads,
      notices: this.#notices,
      folder,
      name: () => this.name,
      emit: this.#emit,
      tell: () => this.#tellOfGrove(),
      canRead: (path) => options.canRead(path),
      isOpen: () => this.isOpen,
      onMoved: () => options.onMoved(this),
      warn,
    });
    const generator = new Generator({
      store,
      idsAndClock,
      sha256OfBytes: sha256,
      findProvider: options.findProvider,
      partials: this.#journal.ofContinuations(),
      emit: (update) => this.#emit('generation.updated', update),
      onStored: (treeId, parentId) => this.positions.tellOfChildren(treeId, parentId),
      onBug: options.onBug,
    });
    this.generation = new GroveGeneration({ ...keeping, generator });
  }

  /**
   * Opens the grove at a path; makes it, with a first empty tree, when there is no file and `create` is set.
   * @throws {AspenError} as `openGroveFile`: nothing was written then
   */
  static open(options: OpenGroveOptions): OpenGrove {
    const file = openGroveFile(options);
    try {
      return new OpenGrove(options, file);
    } catch (error) {
      file.store.close();
      throw error;
    }
  }

  get path(): string {
    return this.#store.path;
  }

  get name(): string {
    return this.#contents.read().name;
  }

  /** Of this opening, as the file notes it. */
  get sessionId(): string {
    return this.#session.id;
  }

  /**
   * Brings back what earlier sessions left in the journal and the file does not have. To be called once, before anything
   * is asked of the grove. A journal that cannot be read keeps nothing from being opened.
   * @param openSessions of groves that are open now: what the journal has of them is theirs
   */
  async recover(openSessions: readonly string[]): Promise<void> {
    const { journal, sha256, warn } = this.#options;
    if (this.#store.readonly) return;
    const kept = {
      store: this.#store,
      idsAndClock: this.#idsAndClock,
      journal,
      notices: this.#notices,
      warn,
    };
    recoverLostDrafts(this.#store, this.#writerId, this.#idsAndClock, this.#notices);
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

  /** Says so where the file lacks what this computer knew of it. To be called once, before `recover`. */
  async compareWithKnown(): Promise<void> {
    const known = await this.#heads.findMissing();
    if (known === null) return;
    warnRolledBack({
      store: this.#store,
      known,
      sha256: this.#options.sha256,
      notices: this.#notices,
      folder: this.#options.backups,
      open: (path) => this.copies.open(path, true),
    });
  }

  /** Remembers from now on how far the file has come. To be called once. */
  rememberHead(): void {
    this.#heads.watch();
  }

  /** A copy comes to its place: whatever was known of a file there is known of another. */
  #intoPlace(partial: string, place: string): void {
    this.#options.backups.intoPlace(partial, place);
    this.#heads.forgetFileAt(place);
  }

  /**
   * Looks through the texts while the writer writes, and through the file while they do not: for a file that was opened
   * after the quick checks. Where there is damage, nothing is written to it any more, and a notice says so.
   */
  checkInBackground(): void {
    const { sha256, now, warn } = this.#options;
    this.#stopChecking = checkGrove({
      store: this.#store,
      sha256,
      now,
      bytes: () => this.copies.bytes(),
      quietFor: () => this.copies.quietFor(),
      onDamage: (what) => this.#standing.takeDamage(what),
      onMalformed: () => this.#standing.meetDamage(),
      warn,
    });
  }

  /** The writer has read a notice. */
  putAwayNotice(id: number): GroveSnapshot {
    this.#notices.hide(id);
    return this.snapshot();
  }

  /** Does what a notice offers. @throws {AspenError} NOT_FOUND; what the offer throws */
  takeOffer(id: number, offer: GroveOffer, help: OfferHelp): Promise<void> {
    return this.#notices.take(id, offer, help);
  }

  /** The one window that shows this grove; what is emitted before there is one is not wanted by anybody. */
  listen(listener: Emit): void {
    this.#listener = listener;
  }

  snapshot(): GroveSnapshot {
    return {
      ...this.#contents.read(),
      fileName: basename(this.path),
      readOnly: this.#store.readonly,
      notices: this.#notices.list(),
      trouble: this.#standing.notice,
      writerId: this.#writerId,
    };
  }

  /** The writer's place in one tree, opened when first asked for. @throws {AspenError} NOT_FOUND */
  treeSession(treeId: TreeId): TreeSession {
    this.copies.noteInput();
    return this.#sessions.get(treeId);
  }

  /** Shows a tree in the window, and with it the grove opens next time. @throws {AspenError} NOT_FOUND */
  showTree(treeId: TreeId): GroveSnapshot {
    this.treeSession(treeId).enterAgain();
    this.#contents.show(treeId);
    return this.snapshot();
  }

  /** @throws {AspenError} INVALID_ARGUMENT for an empty name */
  rename(given: string): GroveSnapshot {
    const name = titleOf(given);
    if (name === null) throw new AspenError('INVALID_ARGUMENT', 'a grove has a name');
    this.#store.transact((tx) => renameGrove(tx, name));
    this.#tellOfGrove();
    return this.snapshot();
  }

  /** The text on the screen, with what is typed and not committed. @throws {AspenError} NOT_FOUND */
  exportPath(treeId: TreeId): ExportedPath {
    const shown = this.treeSession(treeId).shown.parts();
    return joinPath(getTree(this.#store, treeId), shown, listAgents(this.#store), this.#writerId);
  }

  /** A whole tree as JSON, a piece at a time (`exportTree`). @throws {AspenError} NOT_FOUND */
  exportTree(treeId: TreeId, onProgress: (share: number) => void): Iterable<string> {
    const { draft } = this.treeSession(treeId);
    return exportTree(this.#store, { treeId, writerId: this.#writerId, draft, onProgress });
  }

  /** Tells the window of trees that came in, and shows one of them. */
  showImported(treeId: TreeId): void {
    this.#contents.show(treeId);
    this.#tellOfGrove();
  }

  /**
   * Before closing: stops what runs and keeps what has arrived, and brings what is unwritten to the file or, where that
   * fails, to the journal. Where neither has it the window must stay open; a notice says why and offers ways out.
   * @returns the worst of all trees
   */
  async settle(): Promise<Settled> {
    await this.generation.stop(null, null);
    const settled: Settled[] = [];
    for (const session of this.#sessions) settled.push(await session.settle());
    const lost = settled.find(({ where }) => where === 'nowhere');
    if (lost !== undefined) this.#standing.tellOfUnsaved();
    return (
      lost ??
      settled.find(({ where }) => where === 'journal') ??
      (this.#standing.isInPlace() ? { where: 'file' } : { where: 'astray' })
    );
  }

  /** The window was to be closed, and stays, since main refused what the page alone has; a notice offers ways out. */
  tellOfUnsaved(): void {
    this.#standing.tellOfUnsaved();
  }

  /**
   * Stops what runs and keeps what has arrived, writes what is unwritten and closes the file.
   * @throws {AspenError} what could not be written; the file is closed all the same
   */
  async close(): Promise<void> {
    this.#stopChecking();
    this.copies.stop();
    this.#standing.stop();
    const failures: unknown[] = [];
    const attempt = (act: () => void) => {
      try {
        act();
      } catch (error) {
        failures.push(error);
      }
    };
    try {
      await this.generation.stop(null, null);
      if (this.#standing.isHandedOn) {
        // The window shows the other by now: nothing of this one is told to it, or written.
        this.#listener = undefined;
        attempt(() => this.#sessions.handOn());
      } else {
        for (const session of this.#sessions) attempt(() => session.close());
        if (!this.#store.readonly)
          attempt(() => transactAnyway(this.#store, (tx) => closeSession(tx, this.#session.id)));
        await this.copies.closing();
      }
      this.#heads.close();
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

  /**
   * Brings in what a copy of this grove has besides (`GroveCopies.merge`); the tree that is shown stays the one.
   * @throws {AspenError} as `GroveCopies.merge`: nothing is written then
   */
  async merge(path: string, name: string, signal?: AbortSignal): Promise<void> {
    await this.generation.stop(null, null);
    const { openTreeId } = this.snapshot();
    await this.copies.merge(path, name, signal);
    this.#ids.rise();
    // The writer was in a tree that came over, too, but not last.
    this.showTree(openTreeId);
    this.#tellOfGrove();
  }

  /** Says in a banner that something could not be done. */
  tellOfFailure(error: unknown): void {
    const { sentence, detail } = describeError(error);
    this.#notices.add(sentence, {}, { detail });
    this.#tellOfGrove();
  }

  /** Says in a banner that something was done. */
  tellOfDone(sentence: string, detail: string): void {
    this.#notices.add(sentence, {}, { detail, isDone: true });
    this.#tellOfGrove();
  }

  #tellOfGrove(): void {
    this.#emit('grove.changed', this.snapshot());
  }

  #emit: Emit = (name, value) => this.#listener?.(name, value);
}
