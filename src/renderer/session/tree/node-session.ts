import { firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { AnnotationSummary, NodeDetails, NodeRecord, NodeRun } from '../../../ipc/wire/node.ts';
import type { VersionSummary } from '../../../ipc/wire/position.ts';
import type { ProposalSnapshot } from '../../../ipc/wire/proposal.ts';
import {
  NOTE_ADDED,
  NOTE_CHANGED,
  NOTE_REMOVED_UNDO,
  NOTE_RESTORED,
  UNSAVED_NOTES_DROPPED_DETAIL,
  unsavedNotesDropped,
} from '../../../ui-text/node/notes.ts';
import { recordSaved } from '../../../ui-text/window/notices.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { FocusRequest } from '../focus.ts';
import { LiveQuery } from '../live-query.ts';
import { tellWritten } from '../notices.ts';
import { createStore, type Store } from '../store.ts';
import type { CommittedPhrase } from './bookmarks-session.ts';
import { NodeSummaries } from './node-summaries.ts';
import { NoteDrafts, type UnsavedNote } from './note-drafts.ts';

/** The tab follows the caret at most this often, because it may cross many nodes. Milliseconds. */
export const FOLLOW_AFTER = 150;

export type Note = AnnotationSummary;
export type Version = VersionSummary;
export type RecordedAnswer = NodeRecord;
export type TextRun = NodeRun;

/** A node in the tab, apart from its record, which is read on request. */
export interface ShownNode {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly details: NodeDetails;
  /** The answer that each part of the text is from; empty for none. */
  readonly runs: readonly NodeRun[];
  /** Agents' proposals for its tree; empty if no part of the text can be from one. */
  readonly proposals: readonly ProposalSnapshot[];
  /** The versions at its position, oldest first. */
  readonly versions: readonly VersionSummary[];
  /** The notes on its position, oldest first, removed ones included. */
  readonly notes: readonly AnnotationSummary[];
}

/** The records that were asked for, by the node whose response it is; null for one that is not in this grove. */
export type ReadRecords = ReadonlyMap<NodeId, NodeRecord | null>;

/** Two versions of one position, the older first. */
export interface Comparison {
  readonly positionId: PositionId;
  readonly older: NodeId;
  readonly newer: NodeId;
  readonly olderText: string;
  readonly newerText: string;
}

/** The part of the Passage tab that gets the keyboard: the heading, the notes, or the field of a new note. */
export interface NodeFocusTarget {
  readonly kind: 'about' | 'notes' | 'write';
  /** The node the tab has to show first; null for any. */
  readonly positionId: PositionId | null;
}

/** The key that the tab reads: the node, and the facts in its header. */
type NodeKey = {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly versionCount: number;
  readonly flags: number;
};

/**
 * The caret's node, for the Passage tab. Read only while the tab is on the screen, and again when the path has a change of
 * the node; moving the caret inside a node reads nothing.
 */
export class NodeSession {
  /** Granted once the tab shows the node (`grantableFocus`). */
  readonly focusRequest = new FocusRequest<NodeFocusTarget>();
  /** The writer's summaries of its nodes. */
  readonly summaries: NodeSummaries;
  readonly #scope: TreeScope;
  readonly #node: LiveQuery<ShownNode | null, NodeKey>;
  readonly #records = createStore<ReadRecords>(new Map());
  /** The records of the shown node, and of the answers that its text is from. */
  readonly records: Store<ReadRecords> = this.#records;
  /** The node that was shown when they were asked for. */
  #recordsOf: NodeId | null = null;
  readonly #comparison = createStore<Comparison | null>(null);
  readonly comparison: Store<Comparison | null> = this.#comparison;
  readonly #writing = createStore<UnsavedNote | null>(null);
  readonly unsavedNote: Store<UnsavedNote | null> = this.#writing;
  /** The unsaved notes of the tree whose fields were left, which `continueNote` opens again. */
  readonly drafts: NoteDrafts;
  /** The words that the next new note is on. */
  #phrase: CommittedPhrase | null = null;
  readonly #atCaret = createStore(true);
  /** True if the shown node is the caret's, which commands act on; false while an unsaved note is on another. */
  readonly atCaret: Store<boolean> = this.#atCaret;
  readonly #unsubscribe: readonly (() => void)[];

  /** @param summaries unsaved summaries of its tree from when it was left; null for none */
  constructor(scope: TreeScope, summaries: NodeSummaries | null) {
    this.#scope = scope;
    const { client, treeId, path, notices, surface } = scope;
    this.drafts = new NoteDrafts({
      client,
      treeId,
      onDropped: (count) =>
        notices.show({ sentence: unsavedNotesDropped(count), detail: UNSAVED_NOTES_DROPPED_DETAIL }),
      onError: (error) => notices.report(error),
    });
    this.summaries = summaries ?? new NodeSummaries({ client, treeId, notices });
    this.#node = new LiveQuery<ShownNode | null, NodeKey>({
      initial: null,
      delay: FOLLOW_AFTER,
      pause: () => FOLLOW_AFTER,
      key: () => this.#findKey(),
      read: (key) => this.#read(key),
      onError: (error) => notices.report(error),
    });
    this.#unsubscribe = [
      surface.summary.subscribe(() => this.#node.follow()),
      path.mirror.subscribe(() => this.#node.follow()),
      this.shown.subscribe(() => this.#onShown()),
      surface.summary.subscribe(() => this.#updateAtCaret()),
      this.#writing.subscribe(() => this.drafts.keepOpen(this.#writing.get())),
    ];
  }

  /** Null until the first answer. */
  get shown(): Store<ShownNode | null> {
    return this.#node.value;
  }

  /** The tab appeared on the screen. Returns the function to call when it leaves. */
  watch(): () => void {
    this.drafts.load();
    return this.#node.watch();
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    void this.flushDrafts();
    this.#node.close();
  }

  /** Versions, metadata or notes of these positions changed. */
  onTreeChange(changed: readonly PositionId[]): void {
    const shown = this.shown.get();
    if (shown !== null && changed.includes(shown.positionId)) this.onTreeReplaced();
  }

  /** The shown node may have changed. */
  onTreeReplaced(): void {
    this.#node.invalidate();
  }

  /** Resolves once main keeps what is typed of notes that are not saved, and of summaries. */
  async flushDrafts(): Promise<void> {
    await this.summaries.saver.flush();
    await this.drafts.flush();
  }

  /** The tab is to show a position with the field of a new note on it. @param phrase its words; null for all of it */
  requestNote(positionId: PositionId | null, phrase: CommittedPhrase | null): void {
    this.#phrase = phrase;
    this.focusRequest.request({ kind: 'write', positionId });
  }

  /**
   * Starts a new note on the shown node, or (with `note`) an edit, with what was left unsaved of it; does nothing if the
   * field of a note is open.
   */
  startNote(note: AnnotationSummary | null): void {
    const on = this.shown.get();
    if (on === null || this.#writing.get() !== null) return;
    const phrase = note === null ? this.#phrase : null;
    this.#phrase = null;
    const { positionId } = on;
    const edited =
      note === null ? null : { positionId: note.positionId, nodeId: note.nodeId, text: note.text };
    const text = note?.text ?? '';
    const started = { on: phrase?.nodeId ?? on.nodeId, positionId, phrase, note: edited, text };
    this.continueNote(this.drafts.find(started) ?? started);
  }

  /** Opens the field of an unsaved note; does nothing if that of another is open. */
  continueNote(draft: UnsavedNote): void {
    if (this.#writing.get() !== null) return;
    this.drafts.remove(draft);
    this.#writing.set(draft);
  }

  /** Closes the field and keeps its text. */
  leaveNote(): void {
    const unsavedNote = this.#writing.get();
    if (unsavedNote !== null) this.drafts.keep(unsavedNote);
    this.discardNote();
  }

  typeNote(text: string): void {
    const unsavedNote = this.#writing.get();
    if (unsavedNote !== null) this.#writing.set({ ...unsavedNote, text });
  }

  /** Closes the field and forgets its text. */
  discardNote(): void {
    this.#writing.set(null);
    this.#node.follow();
  }

  /** Saves the note; resolves to whether that succeeded. */
  async saveNote(): Promise<boolean> {
    const { client, treeId } = this.#scope;
    const unsavedNote = this.#writing.get();
    if (unsavedNote === null) return false;
    const { on, note, phrase, text } = unsavedNote;
    const place = phrase === null ? {} : { phrase: { start: phrase.start, length: phrase.length } };
    const isSaved = await (note === null
      ? this.#change(client.call('node.annotate', { treeId, nodeId: on, text, ...place }), NOTE_ADDED)
      : this.#change(client.call('node.reviseNote', { treeId, nodeId: note.nodeId, text }), NOTE_CHANGED));
    if (isSaved) this.discardNote();
    return isSaved;
  }

  /** Removes a note, or restores it; resolves to whether that succeeded. */
  setNoteKept(noteId: NodeId, kept: boolean): Promise<boolean> {
    const { client, treeId } = this.#scope;
    const message = kept ? NOTE_RESTORED : NOTE_REMOVED_UNDO;
    return this.#change(client.call('node.keepNote', { treeId, nodeId: noteId, kept }), message);
  }

  /** Reads the record of the response that a node came from: the shown one, or one that its text is from. */
  async readRecord(nodeId: NodeId): Promise<void> {
    const { client, treeId, notices } = this.#scope;
    const shownId = this.shown.get()?.nodeId;
    if (shownId === undefined || this.#records.get().has(nodeId)) return;
    await notices.attempt(async () => {
      const record = await client.call('node.record', { treeId, nodeId });
      if (this.shown.get()?.nodeId === shownId)
        this.#records.set(new Map([...this.#records.get(), [nodeId, record]]));
    });
  }

  /** Asks for a file and saves the record of a node there. */
  async exportRecord(nodeId: NodeId): Promise<void> {
    const { client, treeId, notices } = this.#scope;
    await notices.attempt(async () => {
      const file = await client.call('node.exportRecord', { treeId, nodeId });
      if (file !== null) tellWritten(this.#scope, recordSaved(file.name), file, true);
    });
  }

  /** Reads the texts of two versions of the shown position. */
  async compare(older: NodeId, newer: NodeId): Promise<void> {
    const { client, treeId, notices } = this.#scope;
    const positionId = this.shown.get()?.positionId;
    if (positionId === undefined) return;
    await notices.attempt(async () => {
      const [one, other] = await Promise.all(
        [older, newer].map((nodeId) => client.call('node.read', { treeId, nodeId })),
      );
      if (one === undefined || other === undefined || this.shown.get()?.positionId !== positionId) return;
      const texts = { olderText: textOf(one.content), newerText: textOf(other.content) };
      this.#comparison.set({ positionId, older, newer, ...texts });
    });
  }

  stopComparing(): void {
    this.#comparison.set(null);
  }

  /** The node to show; null while its commit is in progress. */
  #findKey(): NodeKey | null {
    const { path } = this.#scope;
    const caret = this.#scope.surface.summary.get();
    const positionId = this.#writing.get()?.positionId ?? caret?.currentPositionId ?? null;
    if (caret === null || positionId === null) return null;
    if (positionId === path.rootPositionId)
      return { positionId, nodeId: firstNodeAt(positionId), versionCount: 1, flags: 0 };
    const header = path.findHeader(positionId);
    if (header === undefined) return null;
    const { nodeId, versionCount, flags } = header;
    return { positionId, nodeId, versionCount, flags };
  }

  async #read({ positionId, nodeId }: NodeKey): Promise<ShownNode> {
    const { client, treeId } = this.#scope;
    const [details, runs, versions, notes] = await Promise.all([
      client.call('node.read', { treeId, nodeId }),
      client.call('node.runs', { treeId, nodeId }),
      client.call('node.versions', { treeId, positionId }),
      client.call('node.annotations', { treeId, nodeId }),
    ]);
    const isSuggested = runs.some(({ source }) => source === null);
    const proposals = isSuggested ? await client.call('proposal.list', { treeId }) : [];
    return { positionId, nodeId, details, runs, proposals, versions, notes };
  }

  #onShown(): void {
    const shown = this.shown.get();
    if (shown !== null) this.summaries.onRead(shown.nodeId, shown.details.node.summary);
    if (shown !== null && shown.nodeId !== this.#recordsOf) {
      this.#recordsOf = shown.nodeId;
      this.#records.set(new Map());
    }
    if (shown !== null && this.#comparison.get()?.positionId !== shown.positionId) this.#comparison.set(null);
    this.#updateAtCaret();
  }

  #updateAtCaret(): void {
    // During a commit the caret's position is unknown; change nothing until it is over.
    const current = this.#scope.surface.summary.get()?.currentPositionId ?? null;
    if (current !== null) this.#atCaret.set(current === this.shown.get()?.positionId);
  }

  /** Waits for a change to a note, announces it, and reads the notes again. */
  async #change(request: Promise<AnnotationSummary>, message: string): Promise<boolean> {
    const { notices } = this.#scope;
    try {
      await request;
    } catch (error) {
      notices.report(error);
      return false;
    }
    notices.announce(message);
    void this.#node.refresh();
    return true;
  }
}

/**
 * The part of the tab that can get the keyboard while it shows `shown`; null for none yet. An unsaved note
 * keeps the tab at its own node, so then any request is granted there.
 */
export function grantableFocus(
  { kind, positionId }: NodeFocusTarget,
  shown: ShownNode,
  writing: UnsavedNote | null,
): NodeFocusTarget['kind'] | null {
  const isShown = positionId === null || positionId === shown.positionId;
  return isShown || writing !== null ? kind : null;
}
