/**
 * A conversation as its window holds it (`dialogue.md`): the messages of the path, the composer and the open edits. It is
 * the surface that the outbox sends from, whatever of it is on the screen.
 */
import type { Draft } from '../../../core/buffer/draft.ts';
import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { WaitingEdit } from '../../../ipc/wire/path.ts';
import type {
  CaretInSegment,
  CommitResult,
  DraftEvent,
  DraftSurface,
  ManuscriptContent,
  PathAndDraft,
  PathNode,
  TailOptions,
  TextSnapshot,
} from '../../surface.ts';
import { createSignal, type Signal } from '../signal.ts';
import { createStore, type Store } from '../store.ts';
import {
  type ConversationPlace,
  type ConversationState,
  type ConversationView,
  caretOf,
  draftOf,
  indexOfPosition,
  placeOf,
  type Revealed,
  viewOf,
  waitingOf,
} from './conversation-state.ts';
import { Outgoing } from './outgoing.ts';
import { Seals } from './seals.ts';
import { type BoxStates, showEdits } from './show-edits.ts';
import { refOf, replaceAll, TextBox } from './text-box.ts';
import { type CancelledEdit, type PruningStep, UndoableSteps } from './undoable-steps.ts';

export interface ConversationOptions {
  readonly content: ManuscriptContent;
  readonly readOnly: boolean;
  /** What the writer did, in order. */
  onEvent(event: DraftEvent): void;
  /** Where the writer is may have changed. */
  onPlace(): void;
  /** Undo came to what was pruned or restored last. */
  onUndoPruning(step: PruningStep): void;
}

export class Conversation implements DraftSurface<ConversationPlace> {
  readonly #options: ConversationOptions;
  readonly #view;
  readonly #revealed = createSignal<Revealed>();
  readonly #rootPositionId: PositionId;
  #messages: readonly PathNode[];
  readonly #composer: TextBox;
  /** The open edits, also of messages that have left the path. */
  readonly #edits = new Map<NodeId, TextBox>();
  readonly #seals = new Seals();
  readonly #outgoing: Outgoing;
  #currentId: PositionId | null = null;
  /** The box that had the keyboard last. */
  #active: TextBox;
  readonly #steps = new UndoableSteps();

  constructor(options: ConversationOptions) {
    const { nodes, edits, waiting = [], buffer, rootPositionId, snapshot } = options.content;
    this.#options = options;
    this.#rootPositionId = rootPositionId;
    this.#messages = nodes;
    const states = (snapshot?.state ?? new Map()) as BoxStates;
    this.#composer = new TextBox(null, buffer, true, states.get(null) ?? null);
    this.#outgoing = new Outgoing({
      composer: this.#composer,
      seals: this.#seals,
      emit: (event) => this.#emit(event),
    });
    this.#active = this.#composer;
    showEdits(this.#edits, this.#rootPositionId, nodes, edits, waiting, states);
    this.#view = createStore<ConversationView>(viewOf(this.#state()));
  }

  get view(): Store<ConversationView> {
    return this.#view;
  }

  /** The writer went to a message: it is to be scrolled into view, with the keyboard if a message had it. */
  get revealed(): Signal<Revealed> {
    return this.#revealed;
  }

  get composer(): TextBox {
    return this.#composer;
  }

  // The writer

  /** The editor of a box changed its text. */
  onTyped(box: TextBox, splices: readonly DraftSplice[], content: SpannedText): void {
    const wasBlank = box.isBlank;
    const wasDraft = box.isDraft;
    box.onTyped(content);
    for (const splice of splices)
      this.#emitTyped(box, box === this.#composer ? this.#outgoing.shift(splice) : splice);
    if (box.isBlank !== wasBlank || box.isDraft !== wasDraft) this.#publish();
    else this.#options.onPlace();
  }

  /** Send was pressed: what the composer has is on its way, and what is typed from now on is the next message. */
  hold(): void {
    this.#outgoing.hold();
    this.#publish();
  }

  /** Whether a message waits to be committed. */
  get isSending(): boolean {
    return !this.#outgoing.isEmpty;
  }

  /** What was sent could not be: it is in the composer again, before what was typed since. */
  release(): void {
    this.#outgoing.release();
    this.#publish();
  }

  /** The keyboard is in a box. */
  onBoxFocus(box: TextBox): void {
    this.#active = box;
    const edited = this.#messages.find(({ nodeId }) => nodeId === box.nodeId);
    this.#setCurrent(edited?.positionId ?? null);
  }

  /** The keyboard is at a message or one of its buttons. */
  onMessageFocus({ nodeId, positionId }: PathNode): void {
    if (!this.#edits.has(nodeId)) this.#active = this.#composer;
    this.#setCurrent(positionId);
  }

  /** Whether a box had the keyboard last. */
  isActive(box: TextBox): boolean {
    return this.#active === box;
  }

  /** The node whose open edit had the keyboard last; null if that was the composer or a message. */
  get activeEdit(): NodeId | null {
    const { nodeId } = this.#active;
    return nodeId !== null && this.#edits.get(nodeId) === this.#active ? nodeId : null;
  }

  /** Opens the edit of a message, or finds the open one. Null if it is not on the path, or its edit is being saved. */
  openEdit(nodeId: NodeId): TextBox | null {
    const index = this.#messages.findIndex((known) => known.nodeId === nodeId);
    const message = this.#messages[index];
    if (message === undefined || this.#options.readOnly || this.#seals.has(nodeId)) return null;
    const { positionId, text, spans } = message;
    const parentId = this.#messages[index - 1]?.positionId ?? this.#rootPositionId;
    const box =
      this.#edits.get(nodeId) ?? new TextBox({ nodeId, positionId, parentId }, { text, spans }, false);
    this.#open(box, message);
    return box;
  }

  /** Makes a message current and moves the keyboard to it. @param index 0-based */
  goTo(index: number): void {
    const message = this.#messages[index];
    if (message === undefined) return;
    this.#active = this.#composer;
    this.#setCurrent(message.positionId);
    this.#revealed.emit({ index, takesFocus: true });
  }

  /** Moves the keyboard to the composer; the current message is the head again. */
  focusComposer(): void {
    this.#active = this.#composer;
    this.#setCurrent(null);
    this.#composer.editor?.focus();
  }

  readonly findEdit = (nodeId: NodeId): TextBox | null => this.#edits.get(nodeId) ?? null;

  /** Closes an edit and drops its text; undo brings back one that changed something. */
  cancelEdit(nodeId: NodeId): void {
    const box = this.#edits.get(nodeId);
    if (box === undefined) return;
    if (box.isDraft) this.#steps.addCancelled(box);
    this.#close(box);
  }

  // What a session asks of any surface

  focus(): void {
    const index = this.#indexOf(this.#currentId);
    if (this.#active === this.#composer && index >= 0) this.#revealed.emit({ index, takesFocus: true });
    else this.#active.editor?.focus();
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
    if (this.#options.readOnly) return;
    const box = this.#active.editor === null ? this.#composer : this.#active;
    box.editor?.type(text);
  }

  readonly selectedText = (): string => this.#active.editor?.selectedText() ?? '';

  isComposing(): boolean {
    return this.#composingEditor() !== undefined;
  }

  afterComposing(task: () => void): void {
    const editor = this.#composingEditor();
    if (editor === undefined) task();
    else editor.afterComposing(task);
  }

  readonly undoDepth = (): number => this.#active.editor?.undoDepth() ?? 0;

  /** Within the box that has the keyboard; where nothing is left to undo there, or at a message, `undoStep`. */
  undo(): void {
    const { editor } = this.#active;
    const isInBox = this.activeEdit !== null || this.#currentId === null;
    if (isInBox && editor !== null && editor.undoDepth() > 0) editor.undo();
    else this.undoStep();
  }

  /** Reverts the last thing that was no typing: brings back a cancelled edit, or reverts a pruning. */
  undoStep(): void {
    // A message has one edit at most: one that is open or being saved comes first.
    const mayOpen = ({ nodeId }: PathNode) =>
      !this.#seals.has(nodeId) && this.#edits.get(nodeId)?.isDraft !== true;
    const step = this.#steps.take(this.#messages.filter(mayOpen));
    if (step === null) return;
    if ('box' in step) this.#reopen(step);
    else this.#options.onUndoPruning(step);
  }

  #reopen({ box, message }: CancelledEdit): void {
    this.#emitTyped(box, replaceAll(message, box.content));
    this.#open(box, message);
  }

  #open(box: TextBox, { nodeId, positionId }: PathNode): void {
    this.#edits.set(nodeId, box);
    this.#active = box;
    this.#currentId = positionId;
    this.#publish();
  }

  redo(): void {
    this.#active.editor?.redo();
  }

  /** Undo stays within a box, so it never has to wait for a move along the tree. */
  holdHistory(): void {}

  // What the outbox asks

  showPath({ nodes, edits, waiting = [], buffer }: Parameters<DraftSurface['showPath']>[0]): void {
    this.#messages = nodes;
    showEdits(this.#edits, this.#rootPositionId, nodes, edits, waiting);
    this.#outgoing.rebase(buffer);
    this.#publish();
  }

  seal(part?: NodeId | null): void {
    if (part === undefined) return;
    const box = part === null ? undefined : this.#edits.get(part);
    if (part === null) this.#outgoing.sealFirst();
    else if (box !== undefined && !box.isBlank && box.isDraft) {
      const event = this.#seals.add(box, box.content);
      this.#edits.delete(part);
      this.#onClosed(box);
      this.#emit(event);
    }
    this.#publish();
  }

  applyCommit(commit: CommitResult): void {
    for (const message of this.#seals.takeCommitted(commit)) {
      const index = this.#indexOf(message.positionId);
      this.#messages = index < 0 ? [...this.#messages, message] : this.#messages.with(index, message);
    }
    this.#publish();
  }

  unseal(): void {
    const sealed = this.#seals.takeAll();
    this.#outgoing.putBack(sealed.flatMap(({ nodeId, content }) => (nodeId === null ? [content] : [])));
    for (const { nodeId, message, content } of sealed)
      if (nodeId !== null) this.#edits.set(nodeId, new TextBox(message, content, true));
    this.#publish();
  }

  replaceTail(keptBefore: number, nodes: readonly PathNode[], options: TailOptions): void {
    const { caret, keptAfter = 0, pruned = [] } = options;
    const headId = this.#messages.at(-1)?.positionId ?? null;
    if (pruned.length > 0) this.#steps.addPruning({ pruned, headId });
    const kept = this.#messages.slice(this.#messages.length - keptAfter);
    this.#messages = [...this.#messages.slice(0, keptBefore), ...nodes, ...kept];
    if (caret !== 'keep' && caret !== 'end')
      this.moveCaretAfter(typeof caret === 'number' ? caret : caret.index);
    else if (caret === 'end') this.#setCurrent(null);
    this.#publish();
  }

  append(node: PathNode): void {
    this.#messages = [...this.#messages, node];
    this.#publish();
  }

  pathAndDraft(): PathAndDraft {
    const nodes = this.#messages.map(({ nodeId, positionId }) => ({ nodeId, positionId }));
    return { nodes, draft: this.draft() };
  }

  snapshot(): TextSnapshot | null {
    if (!this.#seals.isEmpty || !this.#outgoing.isEmpty || this.isComposing()) return null;
    const boxes = [this.#composer, ...this.#edits.values()];
    const state: BoxStates = new Map(boxes.map((box) => [box.nodeId, box.state]));
    return { path: this.pathAndDraft(), state };
  }

  #close(box: TextBox): void {
    if (box.nodeId !== null) this.#edits.delete(box.nodeId);
    if (box.isDraft) this.#emit({ kind: 'closed', ...refOf(box) });
    this.#onClosed(box);
  }

  /** Moves the keyboard from an edit that closed to its message. */
  #onClosed(box: TextBox): void {
    this.#publish();
    if (this.#active !== box) return;
    this.#active = this.#composer;
    const index = this.#indexOf(box.message?.positionId ?? null);
    if (index >= 0) this.#revealed.emit({ index, takesFocus: true });
  }

  #composingEditor() {
    return [this.#composer, ...this.#edits.values()]
      .flatMap(({ editor }) => editor ?? [])
      .find((editor) => editor.isComposing());
  }

  #indexOf(positionId: PositionId | null): number {
    return indexOfPosition(this.#messages, positionId);
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
      composer: this.#composer,
      edits: this.#edits,
      sealed: this.#seals.all,
      outgoing: this.#outgoing.all,
      currentId: this.#currentId,
    };
  }
}
