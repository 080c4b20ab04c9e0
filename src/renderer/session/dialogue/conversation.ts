/**
 * A conversation as its window holds it (`dialogue.md`): the messages of the path, the composer and the open edits. It is
 * the surface that the outbox sends from, whatever of it is on the screen.
 */
import type { Draft } from '../../../core/buffer/draft.ts';
import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { WaitingEdit } from '../../../ipc/wire/path.ts';
import type { MessageSurface } from '../../message-surface.ts';
import type {
  CaretInSegment,
  CommitResult,
  DraftEvent,
  DraftSurface,
  ManuscriptContent,
  PathAndDraft,
  PathNode,
  PrunedPosition,
  TailOptions,
  TextSnapshot,
} from '../../surface.ts';
import { createSignal, createStore, type Signal, type Store } from '../store.ts';
import {
  type ConversationPlace,
  type ConversationState,
  type ConversationView,
  caretOf,
  draftOf,
  indexOfPosition,
  nodesOf,
  pathAndDraftOf,
  placeOf,
  type Revealed,
  viewOf,
  waitingOf,
  withMessages,
} from './conversation-state.ts';
import { ConversationUndo, type Depths, type PathChangeKind, savedStates } from './conversation-undo.ts';
import { createSeals, Outgoing } from './outgoing.ts';
import { type BoxStates, type BoxText, refOf, replaceAll, showEdits, TextBox } from './text-box.ts';

export interface ConversationOptions {
  readonly content: ManuscriptContent;
  readonly readOnly: boolean;
  /** Called for the writer's actions, in order. */
  onEvent(event: DraftEvent): void;
  /** Called when the writer's place may have changed. */
  onPlace(): void;
  /** Undo took these messages back. */
  onTakenBack(messages: readonly PathNode[]): void;
}

export class Conversation implements DraftSurface<ConversationPlace> {
  readonly #options: ConversationOptions;
  readonly #view;
  readonly #revealed = createSignal<Revealed>();
  /** The writer went to a message: it is to be scrolled into view, with the keyboard if a message had it. */
  readonly revealed: Signal<Revealed> = this.#revealed;
  readonly #rootPositionId: PositionId;
  #messages: readonly PathNode[];
  readonly #boxes: TextBoxes;
  readonly #seals = createSeals();
  readonly #outgoing: Outgoing;
  readonly #sentIds = new Set<PositionId>();
  #currentId: PositionId | null = null;
  /** Index at which a position was last found, and probably is the next time. */
  #foundIndex = -1;
  readonly #undo: ConversationUndo;

  constructor(options: ConversationOptions) {
    const { nodes, edits, waiting = [], buffer, rootPositionId, snapshot, undo } = options.content;
    this.#options = options;
    this.#rootPositionId = rootPositionId;
    this.#messages = nodes;
    const states = (snapshot?.state ?? (undo == null ? new Map() : savedStates(undo))) as BoxStates;
    const boxes = new TextBoxes(new TextBox(null, buffer, true, states.get(null) ?? null));
    const { composer } = boxes;
    this.#boxes = boxes;
    this.#outgoing = new Outgoing({ composer, seals: this.#seals, emit: (event) => this.#emit(event) });
    this.#undo = new ConversationUndo({
      composer,
      messages: () => this.#messages,
      depths: () => boxes.depths(),
      boxes: () => boxes.inOrderOfUse,
      mayOpen: (nodeId) => !this.#seals.has(nodeId) && boxes.edits.get(nodeId)?.isDraft !== true,
      isSending: () => !this.#seals.isEmpty || !this.#outgoing.isEmpty,
      reopen: (box, isReported) => this.#reopen(box, isReported),
      close: (nodeId) => this.#close(boxes.edits.get(nodeId)),
      showMessages: (messages) => this.#showRestored(messages),
      reportRestored: (isRedo, pruned) => this.#reportRestored(isRedo, pruned),
      onTakenBack: options.onTakenBack,
    });
    if (undo != null) this.#undo.restore(undo);
    showEdits(boxes.edits, this.#rootPositionId, nodes, edits, waiting, states);
    this.#view = createStore<ConversationView>(viewOf(this.#state()));
  }

  get view(): Store<ConversationView> {
    return this.#view;
  }

  get composer(): TextBox {
    return this.#boxes.composer;
  }

  // The writer

  /** The editor of a box changed its text. */
  onTyped(box: TextBox, splices: readonly DraftSplice[], content: SpannedText): void {
    const wasBlank = box.isBlank;
    const wasDraft = box.isDraft;
    box.onTyped(content);
    this.#undo.onTyped();
    for (const splice of splices)
      this.#emitTyped(box, box === this.#boxes.composer ? this.#outgoing.shift(splice) : splice);
    if (box.isBlank !== wasBlank || box.isDraft !== wasDraft) this.#publish();
    else this.#options.onPlace();
  }

  /** Send was pressed: the composer's text is on its way, and text typed from now on is the next message. */
  hold(): void {
    this.#outgoing.hold();
    this.#publish();
  }

  /** True while a message waits to be committed. */
  get isSending(): boolean {
    return !this.#outgoing.isEmpty;
  }

  /** True if a message was sent while the conversation was shown, so that it was there before it was stored. */
  wasSent(positionId: PositionId): boolean {
    return this.#sentIds.has(positionId);
  }

  /** Returns texts that could not be sent to the composer, before the text typed since. */
  release(): void {
    this.#outgoing.release();
    this.#undo.forgetWaiting();
    this.#publish();
  }

  /** The keyboard is in a box. */
  onBoxFocus(box: TextBox): void {
    this.#boxes.active = box;
    const edited = this.#messages.find(({ nodeId }) => nodeId === box.nodeId);
    this.#setCurrent(edited?.positionId ?? null);
  }

  /** The keyboard is at a message or one of its buttons. */
  onMessageFocus({ nodeId, positionId }: PathNode): void {
    if (!this.#boxes.edits.has(nodeId)) this.#boxes.active = this.#boxes.composer;
    this.#setCurrent(positionId);
  }

  /** Returns true if a box had the keyboard last. */
  isActive(box: TextBox): boolean {
    return this.#boxes.active === box;
  }

  /** The node whose open edit had the keyboard last; null if that was the composer or a message. */
  get activeEdit(): NodeId | null {
    return this.#boxes.activeEdit;
  }

  /** Opens the edit of a message, or finds the open one. Null if it is not on the path, or its edit is being saved. */
  openEdit(nodeId: NodeId): TextBox | null {
    const index = this.#messages.findIndex((known) => known.nodeId === nodeId);
    const message = this.#messages[index];
    if (message === undefined || this.#options.readOnly || this.#seals.has(nodeId)) return null;
    const { positionId, text, spans } = message;
    const parentId = this.#messages[index - 1]?.positionId ?? this.#rootPositionId;
    const box =
      this.#boxes.edits.get(nodeId) ?? new TextBox({ nodeId, positionId, parentId }, { text, spans }, false);
    this.#open(box, message);
    return box;
  }

  /** Makes a message current and moves the keyboard to it. @param index 0-based */
  goTo(index: number): void {
    const message = this.#messages[index];
    if (message === undefined) return;
    this.#boxes.active = this.#boxes.composer;
    this.#setCurrent(message.positionId);
    this.#revealed.emit({ index, takesFocus: true });
  }

  /** Moves the keyboard to the composer; the current message is the head again. */
  focusComposer(): void {
    this.#boxes.active = this.#boxes.composer;
    this.#setCurrent(null);
    this.#boxes.composer.editor?.focus();
  }

  readonly findEdit = (nodeId: NodeId): TextBox | null => this.#boxes.edits.get(nodeId) ?? null;

  /** Closes an edit and drops its text; undo restores one that changed something. */
  cancelEdit(nodeId: NodeId): void {
    const box = this.#boxes.edits.get(nodeId);
    if (box?.isDraft === true) this.#undo.onCancelled(box);
    this.#close(box);
  }

  // Requests of a session to any surface

  focus(): void {
    const index = this.#indexOf(this.#currentId);
    if (this.#boxes.active === this.#boxes.composer && index >= 0)
      this.#revealed.emit({ index, takesFocus: true });
    else this.#boxes.active.editor?.focus();
  }

  readonly summary = (): ConversationPlace => placeOf(this.#state());
  readonly draft = (): Draft => draftOf(this.#state());
  readonly waitingEdits = (): readonly WaitingEdit[] => waitingOf(this.#state());
  readonly caretInSegment = (): CaretInSegment => caretOf(this.#state());

  moveCaretAfter(index: number): void {
    const message = this.#messages[index];
    const isHead = index === this.#messages.length - 1;
    this.#setCurrent(isHead ? null : (message?.positionId ?? null));
    if (message !== undefined) this.#revealed.emit({ index, takesFocus: false });
  }

  readonly moveCaretInto = (index: number): void => this.moveCaretAfter(index);

  type(text: string): void {
    if (!this.#options.readOnly) this.#boxes.editorInUse?.type(text);
  }

  readonly selectedText = (): string => this.#boxes.active.editor?.selectedText() ?? '';

  isComposing(): boolean {
    return this.#boxes.findComposing() !== undefined;
  }

  afterComposing(task: () => void): void {
    const editor = this.#boxes.findComposing();
    if (editor === undefined) task();
    else editor.afterComposing(task);
  }

  readonly undoDepth = (): number => this.#boxes.active.editor?.undoDepth() ?? 0;

  readonly undo = (): boolean => this.#undo.undo();
  /** Reverts the last thing that was no typing. @returns whether it did */
  readonly undoStep = (): boolean => this.#undo.undoStep();
  readonly redo = (): boolean => this.#undo.redo();
  readonly holdHistory = (isHeld: boolean): void => this.#undo.hold(isHeld);

  // Requests of the outbox

  showPath({ nodes, edits, waiting = [], buffer }: Parameters<DraftSurface['showPath']>[0]): void {
    this.#messages = nodes;
    showEdits(this.#boxes.edits, this.#rootPositionId, nodes, edits, waiting);
    this.#outgoing.rebase(buffer);
    this.#undo.onPathShown();
    this.#publish();
  }

  seal(part?: NodeId | null): void {
    if (part === undefined) return;
    const box = part === null ? undefined : this.#boxes.edits.get(part);
    if (part === null) this.#outgoing.sealFirst();
    else if (box !== undefined && !box.isBlank && box.isDraft) {
      const event = this.#seals.add(box, box.content, box.state);
      this.#boxes.edits.delete(part);
      this.#onClosed(box);
      this.#emit(event);
    }
    this.#publish();
  }

  applyCommit(commit: CommitResult): void {
    const { messages, boxes: taken } = this.#seals.takeCommitted(commit);
    if (taken.some(({ message }) => message === null))
      for (const { positionId } of messages) this.#sentIds.add(positionId);
    this.#change(withMessages(this.#messages, messages), { taken });
  }

  unseal(): void {
    const sealed = this.#seals.takeAll();
    this.#outgoing.putBack(sealed.flatMap(({ nodeId, content }) => (nodeId === null ? [content] : [])));
    for (const { nodeId, message, content } of sealed)
      if (nodeId !== null) this.#boxes.edits.set(nodeId, new TextBox(message, content, true));
    this.#undo.forgetWaiting();
    this.#publish();
  }

  replaceTail(keptBefore: number, nodes: readonly PathNode[], options: TailOptions): void {
    const { caret, keptAfter = 0, pruned = [], isSwitch = false } = options;
    const kept = this.#messages.slice(this.#messages.length - keptAfter);
    this.#change([...this.#messages.slice(0, keptBefore), ...nodes, ...kept], { pruned, isSwitch });
    if (caret === 'end') this.#setCurrent(null);
    else if (caret !== 'keep') this.moveCaretAfter(typeof caret === 'number' ? caret : caret.index);
  }

  append(node: PathNode): void {
    this.#change([...this.#messages, node]);
  }

  readonly pathAndDraft = (): PathAndDraft => pathAndDraftOf(this.#state());

  snapshot(): TextSnapshot | null {
    if (!this.#seals.isEmpty || !this.#outgoing.isEmpty || this.isComposing()) return null;
    const path = { nodes: nodesOf(this.#messages), draft: this.draft() };
    return { path, state: this.#boxes.states() };
  }

  hasUnsavedSteps(): boolean {
    return this.#undo.isUnsaved && !this.isComposing();
  }

  takeUnsavedSteps(): UndoSteps | null {
    return this.hasUnsavedSteps() ? this.#undo.takeUnsaved() : null;
  }

  forgetSavedSteps(): void {
    this.#undo.forgetSaved();
  }

  #open(box: TextBox, { nodeId, positionId }: Pick<PathNode, 'nodeId' | 'positionId'>): void {
    this.#boxes.edits.set(nodeId, box);
    this.#boxes.active = box;
    this.#currentId = positionId;
    this.#publish();
  }

  /** @param isReported main is notified of the edit by itself, not with the path that is restored */
  #reopen({ message, content, state }: BoxText, isReported: boolean): void {
    if (message === null) return;
    const box = new TextBox(message, content, true, state);
    const shown = this.#messages.find(({ nodeId }) => nodeId === message.nodeId);
    if (isReported && shown !== undefined) this.#emitTyped(box, replaceAll(shown, content));
    this.#open(box, message);
  }

  #change(messages: readonly PathNode[], how: PathChangeKind = {}): void {
    const before = this.#messages;
    this.#messages = messages;
    this.#undo.onPathChanged(before, how);
    this.#publish();
  }

  #showRestored(messages: readonly PathNode[]): void {
    this.#messages = messages;
    if (this.activeEdit === null) this.#boxes.active = this.#boxes.composer;
    this.#currentId = null;
    this.#publish();
  }

  #reportRestored(isRedo: boolean, pruned: readonly PrunedPosition[]): void {
    this.#publish();
    // Text typed before it is sent is queued after it.
    const restored = this.pathAndDraft();
    this.#emit({ kind: 'restored', isRedo, pruned, read: () => restored });
  }

  #close(box: TextBox | undefined): void {
    if (box === undefined) return;
    if (box.nodeId !== null) this.#boxes.edits.delete(box.nodeId);
    if (box.isDraft) this.#emit({ kind: 'closed', ...refOf(box) });
    this.#onClosed(box);
  }

  /** Moves the keyboard from an edit that closed to its message. */
  #onClosed(box: TextBox): void {
    this.#publish();
    if (this.#boxes.active !== box) return;
    this.#boxes.active = this.#boxes.composer;
    const index = this.#indexOf(box.message?.positionId ?? null);
    if (index >= 0) this.#revealed.emit({ index, takesFocus: true });
  }

  #indexOf(positionId: PositionId | null): number {
    const index = indexOfPosition(this.#messages, positionId, this.#foundIndex);
    if (index >= 0) this.#foundIndex = index;
    return index;
  }

  #setCurrent(positionId: PositionId | null): void {
    if (this.#currentId === positionId) return;
    this.#currentId = positionId;
    this.#publish();
  }

  #emitTyped(box: TextBox, splice: DraftSplice): void {
    this.#emit({ kind: 'typed', ...refOf(box), splice });
  }

  #emit(event: DraftEvent): void {
    this.#options.onEvent(event);
  }

  #publish(): void {
    if (this.#indexOf(this.#currentId) < 0) this.#currentId = null;
    this.#view.set(viewOf(this.#state()));
    this.#options.onPlace();
  }

  #state(): ConversationState {
    return {
      rootPositionId: this.#rootPositionId,
      messages: this.#messages,
      composer: this.#boxes.composer,
      edits: this.#boxes.edits,
      sealed: this.#seals.all,
      outgoing: this.#outgoing.all,
      currentId: this.#currentId,
      currentIndex: this.#indexOf(this.#currentId),
    };
  }
}

/** The composer and the open edits of a conversation, and which of them had the keyboard last. */
class TextBoxes {
  readonly composer: TextBox;
  /** Also of messages that have left the path. */
  readonly edits = new Map<NodeId, TextBox>();
  /** The box that had the keyboard last. */
  active: TextBox;

  constructor(composer: TextBox) {
    this.composer = composer;
    this.active = composer;
  }

  get all(): readonly TextBox[] {
    return [this.composer, ...this.edits.values()];
  }

  /** The box that had the keyboard last, then the others. */
  get inOrderOfUse(): readonly TextBox[] {
    return [this.active, ...this.all.filter((box) => box !== this.active)];
  }

  /** The node whose open edit had the keyboard last; null if that was the composer or a message. */
  get activeEdit(): NodeId | null {
    const { nodeId } = this.active;
    return nodeId !== null && this.edits.get(nodeId) === this.active ? nodeId : null;
  }

  /** The editor of the box that had the keyboard last, if it is on the screen, or else of the composer. */
  get editorInUse(): MessageSurface | null {
    return this.active.editor ?? this.composer.editor;
  }

  /** The editor in which an input method is composing. */
  findComposing(): MessageSurface | undefined {
    return this.all.flatMap(({ editor }) => editor ?? []).find((editor) => editor.isComposing());
  }

  /** Number of typing steps that each can undo. */
  depths(): Depths {
    return new Map(this.all.map(({ nodeId, editor }) => [nodeId, editor?.undoDepth() ?? 0] as const));
  }

  states(): BoxStates {
    return new Map(this.all.map(({ nodeId, state }) => [nodeId, state]));
  }
}
