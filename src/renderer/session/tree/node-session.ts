import { firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../core/ids.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { AnnotationSummary, NodeDetails, NodeRecord } from '../../../ipc/wire/node.ts';
import type { VersionSummary } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import type { CaretSummary } from '../../surface.ts';
import type { PathSession } from '../path/path-session.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

/** The caret may cross many nodes on its way: what is told follows it at most this often. Milliseconds. */
export const FOLLOW_AFTER = 150;

export type Note = AnnotationSummary;
export type Version = VersionSummary;
export type RecordedAnswer = NodeRecord;

/** What is told of one node; the record only once someone asked for it. */
export interface ShownNode {
  readonly positionId: PositionId;
  readonly nodeId: NodeId;
  readonly details: NodeDetails;
  /** Of its position, oldest first. */
  readonly versions: readonly VersionSummary[];
  /** On its position, oldest first, removed ones too. */
  readonly notes: readonly AnnotationSummary[];
}

/** The record of a node's answer: null where it has none. */
export interface ShownRecord {
  readonly nodeId: NodeId;
  readonly record: NodeRecord | null;
}

/** Two versions of one position, the older first. */
export interface Comparison {
  readonly positionId: PositionId;
  readonly older: NodeId;
  readonly newer: NodeId;
  readonly olderText: string;
  readonly newerText: string;
}

/**
 * A note that is begun and not yet saved. It is kept while the tab is away, and the tab goes on telling of the node that
 * the note is on.
 */
export interface NoteBegun {
  readonly on: NodeId;
  readonly positionId: PositionId;
  /** The note that is written anew; null for a new one. */
  readonly note: AnnotationSummary | null;
  readonly text: string;
}

/** Where the Node tab is to take the keyboard: its beginning, its notes, or the field of a new one. */
export interface NodeFocusRequest {
  readonly kind: 'about' | 'notes' | 'write';
  /** The node it is of; null for whichever is shown. */
  readonly positionId: PositionId | null;
}

export interface NodeSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly summary: Store<CaretSummary | null>;
  readonly notices: Notices;
}

/**
 * The node of the caret as the Node tab tells it. It is read while the tab is on the screen and for no other reason, and
 * again when the path says that something of it is another: a caret that moves inside one node asks for nothing.
 */
export class NodeSession {
  readonly #options: NodeSessionOptions;
  readonly #shown = createStore<ShownNode | null>(null);
  readonly #record = createStore<ShownRecord | null>(null);
  readonly #comparison = createStore<Comparison | null>(null);
  readonly #writing = createStore<NoteBegun | null>(null);
  readonly #focusRequest = createStore<NodeFocusRequest | null>(null);
  readonly #atCaret = createStore(true);
  readonly #stop: readonly (() => void)[];
  #watchers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of what was last asked for, so that a late answer does not replace a newer one. */
  #loads = 0;
  #loaded = '';

  constructor(options: NodeSessionOptions) {
    this.#options = options;
    this.#stop = [
      options.summary.subscribe(() => this.#follow()),
      options.path.mirror.subscribe(() => this.#follow()),
      this.#shown.subscribe(() => this.#compareWithCaret()),
      options.summary.subscribe(() => this.#compareWithCaret()),
    ];
  }

  /** Null until the first answer came. */
  get shown(): Store<ShownNode | null> {
    return this.#shown;
  }

  /** Whether it is the node of the caret: what commands act on. Not while a note is written on another one. */
  get atCaret(): Store<boolean> {
    return this.#atCaret;
  }

  get record(): Store<ShownRecord | null> {
    return this.#record;
  }

  get comparison(): Store<Comparison | null> {
    return this.#comparison;
  }

  get writing(): Store<NoteBegun | null> {
    return this.#writing;
  }

  /** Null once it is granted. */
  get focusRequest(): Store<NodeFocusRequest | null> {
    return this.#focusRequest;
  }

  /** The tab is on the screen from now on; returns the function that says it is no longer. */
  watch(): () => void {
    this.#watchers += 1;
    // What was told when the tab was last shown is not told of another node.
    if (this.#target()?.positionId !== this.#shown.get()?.positionId) this.#shown.set(null);
    this.#load();
    return () => {
      this.#watchers -= 1;
    };
  }

  close(): void {
    for (const stop of this.#stop) stop();
    clearTimeout(this.#timer);
  }

  /** Notes on `positionId` may be others, though its header is the same. */
  treeChanged(positionIds: readonly PositionId[]): void {
    const shown = this.#shown.get();
    if (shown === null || !positionIds.includes(shown.positionId)) return;
    this.#loaded = '';
    this.#follow();
  }

  /** Asks the tab to take the keyboard as soon as it tells of the node. */
  requestFocus(focusRequest: NodeFocusRequest): void {
    this.#focusRequest.set(focusRequest);
  }

  /** Begins to write a note on the node that is shown, or anew one that is there; goes on with one that is begun. */
  startNote(note: AnnotationSummary | null): void {
    const on = this.#shown.get();
    if (on === null || this.#writing.get() !== null) return;
    this.#writing.set({ on: on.nodeId, positionId: on.positionId, note, text: note?.text ?? '' });
  }

  typeNote(text: string): void {
    const writing = this.#writing.get();
    if (writing !== null) this.#writing.set({ ...writing, text });
  }

  cancelNote(): void {
    this.#writing.set(null);
    this.#follow();
  }

  /** Writes the note that was begun; resolves to whether it is written. */
  async saveNote(): Promise<boolean> {
    const { client, treeId } = this.#options;
    const writing = this.#writing.get();
    if (writing === null) return false;
    const { on, note, text } = writing;
    const isWritten = await (note === null
      ? this.#written(client.call('node.annotate', { treeId, nodeId: on, text }), 'Note added.')
      : this.#written(
          client.call('node.reviseNote', { treeId, nodeId: note.nodeId, text }),
          'Note changed.',
        ));
    if (isWritten) this.cancelNote();
    return isWritten;
  }

  clearFocusRequest(): void {
    this.#focusRequest.set(null);
  }

  /** Takes a note away, or brings it back; resolves to whether it is so. */
  keepNote(noteId: NodeId, kept: boolean): Promise<boolean> {
    const { client, treeId } = this.#options;
    const said = kept ? 'The note is back.' : 'Note removed. Undo brings it back.';
    return this.#written(client.call('node.keepNote', { treeId, nodeId: noteId, kept }), said);
  }

  /** Reads the record of the shown node's answer. */
  async readRecord(): Promise<void> {
    const { client, treeId, notices } = this.#options;
    const nodeId = this.#shown.get()?.nodeId;
    if (nodeId === undefined || this.#record.get()?.nodeId === nodeId) return;
    try {
      const record = await client.call('node.record', { treeId, nodeId });
      if (this.#shown.get()?.nodeId === nodeId) this.#record.set({ nodeId, record });
    } catch (error) {
      notices.report(error);
    }
  }

  /** Saves the record of a node as a file of the writer's choice. */
  async exportRecord(nodeId: NodeId): Promise<void> {
    const { client, treeId, notices } = this.#options;
    try {
      if (await client.call('node.exportRecord', { treeId, nodeId })) notices.announce('Record saved.');
    } catch (error) {
      notices.report(error);
    }
  }

  /** Reads the texts of two versions of the shown position. */
  async compare(older: NodeId, newer: NodeId): Promise<void> {
    const { client, treeId, notices } = this.#options;
    const positionId = this.#shown.get()?.positionId;
    if (positionId === undefined) return;
    try {
      const [one, other] = await Promise.all(
        [older, newer].map((nodeId) => client.call('node.read', { treeId, nodeId })),
      );
      if (one === undefined || other === undefined || this.#shown.get()?.positionId !== positionId) return;
      const texts = { olderText: textOf(one.content), newerText: textOf(other.content) };
      this.#comparison.set({ positionId, older, newer, ...texts });
    } catch (error) {
      notices.report(error);
    }
  }

  stopComparing(): void {
    this.#comparison.set(null);
  }

  /** The node to tell of; undefined while its commit is under way. */
  #target(): { readonly positionId: PositionId; readonly nodeId: NodeId; readonly key: string } | undefined {
    const { path, summary } = this.#options;
    const caret = summary.get();
    const positionId = this.#writing.get()?.positionId ?? caret?.currentPositionId ?? null;
    if (caret === null || positionId === null) return undefined;
    if (positionId === path.rootPositionId)
      return { positionId, nodeId: firstNodeAt(positionId), key: positionId };
    const header = path.findHeader(positionId);
    if (header === undefined) return undefined;
    const { nodeId, versionCount, flags } = header;
    return { positionId, nodeId, key: `${nodeId} ${versionCount} ${flags}` };
  }

  #compareWithCaret(): void {
    // What it is after a commit that is under way is not known yet: nothing changes until then.
    const current = this.#options.summary.get()?.currentPositionId ?? null;
    if (current !== null) this.#atCaret.set(current === this.#shown.get()?.positionId);
  }

  #follow(): void {
    if (this.#watchers === 0 || this.#timer !== undefined) return;
    const target = this.#target();
    if (target === undefined || target.key === this.#loaded) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#load();
    }, FOLLOW_AFTER);
  }

  #load(): void {
    const target = this.#target();
    if (this.#watchers === 0 || target === undefined || target.key === this.#loaded) return;
    const { client, treeId, notices } = this.#options;
    const { positionId, nodeId, key } = target;
    const load = ++this.#loads;
    this.#loaded = key;
    const asked = { treeId, nodeId };
    Promise.all([
      client.call('node.read', asked),
      client.call('node.versions', { treeId, positionId }),
      client.call('node.annotations', asked),
    ]).then(
      ([details, versions, notes]) => {
        if (load !== this.#loads) return;
        if (this.#record.get()?.nodeId !== nodeId) this.#record.set(null);
        if (this.#comparison.get()?.positionId !== positionId) this.#comparison.set(null);
        this.#shown.set({ positionId, nodeId, details, versions, notes });
      },
      (error: unknown) => {
        if (load === this.#loads) this.#loaded = '';
        notices.report(error);
      },
    );
  }

  /** Waits until a note is written, and shows the notes as they are then. */
  async #written(request: Promise<AnnotationSummary>, said: string): Promise<boolean> {
    const { notices } = this.#options;
    try {
      await request;
    } catch (error) {
      notices.report(error);
      return false;
    }
    notices.announce(said);
    this.#loaded = '';
    this.#load();
    return true;
  }
}

/** What of a wish can be granted while `shown` is told: a note that is begun keeps the tab at its own node. */
export function grantable(
  focusRequest: NodeFocusRequest | null,
  shown: ShownNode,
  writing: NoteBegun | null,
): NodeFocusRequest['kind'] | null {
  const isThere = focusRequest?.positionId === null || focusRequest?.positionId === shown.positionId;
  return focusRequest !== null && (isThere || writing !== null) ? focusRequest.kind : null;
}
