import { basename } from 'node:path';
import type { DraftOp } from '../../core/buffer/pending-edit.ts';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, TreeId } from '../../core/ids.ts';
import type { Author } from '../../core/tree/new-node.ts';
import type { FolderKind, StoryPart } from '../../ipc/wire/exchange.ts';
import type { GroveOffer, GroveSnapshot } from '../../ipc/wire/grove.ts';
import { describeError } from '../../ui-text/errors.ts';
import { GROVE_NEEDS_NAME } from '../../ui-text/refusals.ts';
import { damagedTexts } from '../../ui-text/save-trouble.ts';
import { transactWithRetry } from '../store/connection/store.ts';
import { renameGrove } from '../store/tables/grove.ts';
import { hasVisited } from '../store/tables/path-state.ts';
import { closeSession, findSession } from '../store/tables/sessions.ts';
import type { AgentTurns } from './agents/turns/agent-turns.ts';
import type { WriterCommands } from './agents/writer-commands.ts';
import { HashPass } from './checking/hash-pass.ts';
import type { OpeningCheck } from './checking/opening-check.ts';
import type { GroveCopies } from './copies/grove-copies.ts';
import { warnRolledBack } from './file/known-heads.ts';
import type { GroveAgents } from './grove-agents.ts';
import type { GroveGeneration } from './grove-generation.ts';
import type { GroveLinks } from './grove-links.ts';
import type { DoneOptions, OfferHelp } from './grove-notices.ts';
import { createGroveParts, type GroveParts, type GrovePartsOptions } from './grove-parts.ts';
import type { GrovePositions } from './grove-positions.ts';
import type { Emit } from './grove-scope.ts';
import type { GroveTags } from './grove-tags.ts';
import type { GroveTrees } from './grove-trees.ts';
import { type GroveFile, openGroveFile } from './open-grove-file.ts';
import type { EditAsks } from './proposals/edit-asks.ts';
import type { GroveProposals } from './proposals/grove-proposals.ts';
import { exportBranches, type FolderExport } from './reading/export-branches.ts';
import { type PathToExport, readStoryPart, type ShownTree } from './reading/export-path.ts';
import { exportTree } from './reading/export-tree.ts';
import { exportVault } from './reading/export-vault.ts';
import type { GroveReader } from './reading/grove-reader.ts';
import type { WantedMarks } from './reading/read-marks.ts';
import { keepText } from './rescue/recover-drafts.ts';
import type { Settled } from './writing/draft-state.ts';
import { titleOf } from './writing/tree-commands.ts';
import type { TreeSession } from './writing/tree-session.ts';

export interface OpenGroveOptions extends GrovePartsOptions {
  /** The grove switched to another file. */
  onMoved(grove: OpenGrove): void;
  onClosed(): void;
}

/** The authority for one open file: everything that reads or writes it goes through here (`house.md`). */
export class OpenGrove {
  /** All queries that change nothing. */
  readonly read: GroveReader;
  readonly trees: GroveTrees;
  readonly positions: GrovePositions;
  readonly tags: GroveTags;
  readonly links: GroveLinks;
  readonly agents: GroveAgents;
  /** Commands that the writer types instead of a message. */
  readonly commands: WriterCommands;
  /** The turns of loom-aware agents. */
  readonly turns: AgentTurns;
  /** Agents' proposals for manuscripts. */
  readonly proposals: GroveProposals;
  /** Writers' requests to agents for edits of manuscripts. */
  readonly edits: EditAsks;
  readonly timeline: GroveParts['timeline'];
  readonly generation: GroveGeneration;
  /** Reads from and writes to other files. */
  readonly copies: GroveCopies;
  /** The check of a file that was opened after only the quick checks; what writes waits for it. */
  readonly check: OpeningCheck;
  readonly #options: OpenGroveOptions;
  readonly #parts: GroveParts;
  readonly #window: WindowEvents;

  private constructor(options: OpenGroveOptions, parts: GroveParts, window: WindowEvents) {
    this.#options = options;
    this.#parts = parts;
    this.#window = window;
    this.read = parts.read;
    this.trees = parts.trees;
    this.positions = parts.positions;
    this.tags = parts.tags;
    this.links = parts.links;
    this.agents = parts.agents;
    this.commands = parts.commands;
    this.turns = parts.turns;
    this.proposals = parts.proposals;
    this.edits = parts.edits;
    this.timeline = parts.timeline;
    this.generation = parts.generation;
    this.copies = parts.copies;
    this.check = parts.check;
    parts.signals.on('changed', () => this.#notifyChanged());
    parts.signals.on('moved', () => options.onMoved(this));
  }

  /**
   * Opens the grove at a path; creates it, with a first empty tree, if there is no file and `create` is set.
   * @throws {AspenError} as `openGroveFile`, and CORRUPT if a text does not match its hash; then nothing was
   *   written
   */
  static open(options: OpenGroveOptions): OpenGrove {
    const file = openGroveFile(options);
    try {
      verifyFirstVisit(file, options.writer().id as AgentId);
      const window = new WindowEvents();
      return new OpenGrove(options, createGroveParts(options, file, window.emit), window);
    } catch (error) {
      file.store.close();
      throw error;
    }
  }

  /** The path as people know it, perhaps a link. */
  get path(): string {
    return this.#parts.store.givenPath;
  }

  get realPath(): string {
    return this.#parts.store.path;
  }

  /** Opened for reading only, so that nothing is written to the file. */
  get isReadOnly(): boolean {
    return this.#parts.store.readonly;
  }

  get name(): string {
    return this.#parts.contents.read().name;
  }

  /** The id of this opening, as recorded in the file. */
  get sessionId(): string {
    return this.#parts.session.id;
  }

  /**
   * Recovers what earlier sessions left in the journal, and starts backups: now, or once the file is checked
   * if that comes first (`checksFirst`). Call once, before any request.
   * @param openSessions the sessions of groves open now, whose journal entries are left alone
   * @throws {AspenError} what the store throws
   */
  async start(openSessions: () => readonly string[]): Promise<void> {
    const { check, copies, catchUp } = this.#parts;
    catchUp.openSessions = openSessions;
    if (check.isWaiting) {
      check.start();
      return;
    }
    await this.recover(openSessions());
    copies.startBackups();
  }

  /** The first step of `start` on its own: recovers what earlier sessions left in the journal. */
  async recover(openSessions: readonly string[]): Promise<void> {
    await this.#parts.opening.recover(openSessions);
  }

  /**
   * Checks the texts in the background, and the file itself while the writer is idle, without making anything
   * wait. On damage, refuses all further writes and adds a notice.
   */
  checkInBackground(): void {
    this.#parts.check.start();
  }

  /** Adds a notice if the file lacks what this computer knew it had. Call once, before `recover`. */
  async warnIfRolledBack(): Promise<void> {
    const known = await this.#parts.heads.findMissing();
    if (known === null) return;
    const open = (path: string) => this.#parts.copies.open(path, true);
    warnRolledBack(this.#parts, known, this.#options.backups, open);
  }

  /** Starts recording how far the file's log has come. Call once. */
  watchHead(): void {
    this.#parts.heads.watch();
  }

  dismissNotice(id: number): GroveSnapshot {
    this.#parts.notices.dismiss(id);
    return this.snapshot();
  }

  /** Runs a notice's offer. @throws {AspenError} NOT_FOUND; what the offer throws */
  acceptOffer(id: number, offer: GroveOffer, help: OfferHelp): Promise<void> {
    return this.#parts.notices.accept(id, offer, help);
  }

  /** Sets the one window that shows this grove; events emitted before that are dropped. */
  listen(listener: Emit): void {
    this.#window.listener = listener;
  }

  snapshot(): GroveSnapshot {
    const contents = this.#parts.contents.read();
    return {
      ...contents,
      unconfirmedAgents: this.#parts.agents.unconfirmed(contents.agents),
      fileName: basename(this.path),
      readOnly: this.#parts.store.readonly,
      isChecking: this.#parts.check.isWaiting,
      notices: this.#parts.notices.list(),
      trouble: this.#parts.health.notice,
      writerId: this.#parts.writerId,
    };
  }

  /** Reads the shown tree's path, for which a window that is being made will ask. */
  readAhead(): void {
    try {
      this.treeSession(this.snapshot().openTreeId).readAhead();
    } catch (error) {
      // The window is told why when it asks.
      if (!(error instanceof AspenError)) throw error;
    }
  }

  /** The writer's session in one tree, opened on first use. @throws {AspenError} NOT_FOUND */
  treeSession(treeId: TreeId): TreeSession {
    return this.#parts.treeSession(treeId);
  }

  /** Another agent's session in one tree, opened on first use. @throws {AspenError} NOT_FOUND */
  agentSession(treeId: TreeId, author: Author): TreeSession {
    return this.#parts.sessions.get(treeId, author);
  }

  /** Shows a tree in the window; the grove opens with it next time. @throws {AspenError} NOT_FOUND */
  showTree(treeId: TreeId): GroveSnapshot {
    const session = this.treeSession(treeId);
    if (this.#parts.check.isWaiting) this.#parts.catchUp.markVisitedLater(treeId);
    else session.markVisited();
    this.#parts.contents.show(treeId);
    return this.snapshot();
  }

  /** Renames the grove. @throws {AspenError} INVALID_ARGUMENT for an empty name */
  rename(given: string): GroveSnapshot {
    const name = titleOf(given);
    if (name === null) throw new AspenError('INVALID_ARGUMENT', GROVE_NEEDS_NAME);
    this.#parts.store.transact((tx) => renameGrove(tx, name));
    this.#notifyChanged();
    return this.snapshot();
  }

  /** Moves the grove to a new file; the page continues undisturbed (`SaveHealth.move`). */
  moveFile(target: string, help: OfferHelp, removeOld: (path: string) => void): Promise<boolean> {
    return this.#parts.health.move(target, help, removeOld);
  }

  /** Keeps typing that no draft takes any more, as branches. @throws {AspenError} as `keepText` */
  keepText(treeId: TreeId, ops: readonly DraftOp[]): void {
    this.#parts.feed.publishEverything(keepText(treeId, ops, this.#parts));
    this.#notifyChanged();
  }

  /** The text on the screen, including uncommitted text, or a part of it. @throws {AspenError} as `readStoryPart` */
  exportPath(treeId: TreeId, withFences: boolean, part?: StoryPart, wanted?: WantedMarks): PathToExport {
    return readStoryPart(this.#shownTree(treeId), withFences, part, wanted);
  }

  #shownTree(treeId: TreeId): ShownTree {
    const { store, writerId } = this.#parts;
    const partsOf = (id: TreeId) => this.treeSession(id).shown.momentParts();
    const suggestions = () =>
      this.treeSession(treeId)
        .places.read()
        .filter(({ state }) => state === 'open');
    return { store, treeId, writerId, partsOf, suggestions };
  }

  /** Every branch of a tree, or all documents, as a folder of texts. @throws {AspenError} as `exportBranches` and `exportVault` */
  exportFolder(kind: FolderKind, treeId: TreeId, withFences: boolean): FolderExport {
    return kind === 'branches'
      ? exportBranches(this.#shownTree(treeId), withFences)
      : exportVault(this.#parts, this.name, withFences);
  }

  /** A whole tree as JSON, in pieces (`exportTree`). @throws {AspenError} NOT_FOUND */
  exportTree(treeId: TreeId, onProgress: (share: number) => void): Iterable<string> {
    const { draft } = this.treeSession(treeId);
    return exportTree(this.#parts.store, { treeId, writerId: this.#parts.writerId, draft, onProgress });
  }

  /** Sends the window the imported trees and shows one of them. */
  showImported(treeId: TreeId): void {
    this.#parts.contents.show(treeId);
    this.#notifyChanged();
  }

  /**
   * Before closing: stops running jobs, stores the text received so far, and writes unsaved text to the file or, if
   * that fails, to the journal. If both fail the window must stay open; a notice gives the reason and offers ways out.
   * @returns the worst result of all trees
   */
  async settle(): Promise<Settled> {
    await this.#parts.stopModels(null);
    const settled: Settled[] = [];
    for (const session of this.#parts.sessions) settled.push(await session.settle());
    if (await this.#parts.health.settleOverwritten()) return { where: 'backup' };
    const lost = settled.find(({ where }) => where === 'nowhere');
    if (lost !== undefined) this.#parts.health.warnUnsaved();
    const find = (wanted: Settled['where']) => settled.find(({ where }) => where === wanted);
    if (lost !== undefined) return lost;
    const journaled = find('journal');
    if (journaled !== undefined) return journaled;
    return this.#parts.health.isInPlace() ? (find('waiting') ?? { where: 'file' }) : { where: 'astray' };
  }

  /** Writes unsaved text, and backs up the grove. @throws {AspenError} IO_ERROR if text stays unsaved; as `GroveCopies.backUp` */
  async backUpSaved(): Promise<void> {
    for (const session of this.#parts.sessions) {
      const { where } = await session.settle();
      if (where !== 'file') throw new AspenError('IO_ERROR', 'some text is not in the file yet');
    }
    await this.copies.backUp();
  }

  /** Closing was cancelled because main refused text that only the page has; a notice offers ways out. */
  warnUnsaved(): void {
    this.#parts.health.warnUnsaved();
  }

  /**
   * Stops running jobs and stores the text received so far, writes unsaved text and closes the file. Writes
   * nothing if the file is still being checked.
   * @throws {AspenError} what could not be written; the file is closed all the same
   */
  async close(): Promise<void> {
    await this.#parts.stopBackground();
    const failures: unknown[] = [];
    let noteLeft: () => void = () => undefined;
    const attempt = (act: () => void) => {
      try {
        act();
      } catch (error) {
        failures.push(error);
      }
    };
    try {
      await this.#parts.trees.arrivals.stop();
      await this.#parts.stopModels(null);
      if (this.#parts.health.isReplaced) {
        // The window already shows the other grove: emit and write nothing more of this one.
        this.#window.listener = undefined;
        attempt(() => this.#parts.sessions.release());
      } else if (this.isOverwritten || this.#parts.check.isWaiting) {
        // The journal has the drafts; of an overwritten grove, the backups have this version.
        this.#parts.sessions.stop();
      } else {
        for (const session of this.#parts.sessions) attempt(() => session.close());
        if (!this.#parts.store.readonly) attempt(() => this.#endSession());
        await this.#parts.copies.closing();
      }
      noteLeft = this.#parts.heads.close();
    } finally {
      attempt(() => this.#parts.store.close());
      this.#options.onClosed();
    }
    if (failures.length > 0) throw failures[0];
    noteLeft();
  }

  /** Records the end of the session, if its beginning could be recorded. @throws {AspenError} */
  #endSession(): void {
    const { store, session } = this.#parts;
    transactWithRetry(store, (tx) => {
      if (findSession(tx, session.id) !== undefined) closeSession(tx, session.id);
    });
  }

  get isOpen(): boolean {
    return this.#parts.store.isOpen;
  }

  /** True if something else has overwritten the file, which is then neither read nor written. */
  get isOverwritten(): boolean {
    return this.#parts.health.isOverwritten;
  }

  /**
   * Merges a copy of this grove (`GroveCopies.merge`); the shown tree stays the same.
   * @throws {AspenError} as `GroveCopies.merge`; then nothing was written
   */
  async merge(path: string, name: string, signal?: AbortSignal): Promise<void> {
    await this.#parts.stopModels(null);
    const { openTreeId } = this.snapshot();
    await this.#parts.copies.merge(path, name, signal);
    this.#parts.ids.raise();
    // In the copy the writer may have been in another tree last.
    this.showTree(openTreeId);
    this.#parts.feed.publishEverything(openTreeId);
    this.#notifyChanged();
  }

  /** Adds a banner that reports a failure. */
  notifyFailure(error: unknown): void {
    const { sentence, detail } = describeError(error);
    this.#parts.notices.add(sentence, {}, { detail });
    this.#notifyChanged();
  }

  /** Adds a banner that reports a completed action. */
  notifyDone(sentence: string, detail: string, options?: DoneOptions): void {
    this.#parts.notices.addDone(sentence, detail, options);
    this.#notifyChanged();
  }

  #notifyChanged(): void {
    this.#window.emit('grove.changed', this.snapshot());
  }
}

/** Sends events to the one window that shows a grove. */
class WindowEvents {
  /** Events emitted while there is none are dropped. */
  listener: Emit | undefined;

  readonly emit: Emit = (name, value) => this.listener?.(name, value);
}

/**
 * Verifies all texts at once if the writer has no path yet, since opening must then write one, which cannot wait.
 * @throws {AspenError} CORRUPT if a text does not match its hash
 */
function verifyFirstVisit({ store, hold }: GroveFile, writerId: AgentId): void {
  if (!hold.isOn || hasVisited(store, writerId)) return;
  const pass = new HashPass({ reader: store, firstNodes: () => [] });
  while (!pass.isDone) pass.step();
  const damaged = pass.countDamaged();
  if (damaged > 0) throw new AspenError('CORRUPT', damagedTexts(damaged));
  hold.lift();
}
