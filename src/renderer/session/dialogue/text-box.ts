import type { PendingEdit } from '../../../core/buffer/draft.ts';
import { groupSteps, type StepGroup } from '../../../core/buffer/undo-steps.ts';
import type { NodeId, PositionId, SegmentId } from '../../../core/ids.ts';
import { equalSpans, type SpannedText } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { MessageState, MessageSurface } from '../../message-surface.ts';
import type { PathNode, SegmentRef, WaitingEdit } from '../../surface.ts';

/** A text box at one moment. */
export interface BoxText {
  /** Null for the composer. */
  readonly message: EditedMessage | null;
  readonly content: SpannedText;
  /** Selection and undo history. */
  readonly state: MessageState | null;
}

let lastSegmentId = 0;

/** The message that an open edit is of. */
export interface EditedMessage {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
  /** The position that it continues; null for none. */
  readonly parentId: PositionId | null;
}

/** The composer, or the open edit of a message: its text, whether or not an editor is on the screen. */
export class TextBox {
  /** The message that is edited; null for the composer. */
  readonly message: EditedMessage | null;
  readonly segmentId: SegmentId;
  #content: SpannedText;
  /** Main has a draft of it, or is about to. */
  isDraft: boolean;
  #editor: MessageSurface | null = null;
  #state: MessageState | null;
  /** Null until the editor, or the state without one, was asked for them. */
  #stepGroups: readonly StepGroup[] | null = null;
  readonly #onAttached: (() => void)[] = [];

  /** @param state of an earlier editor with this text; null for none */
  constructor(
    message: EditedMessage | null,
    content: SpannedText,
    isDraft: boolean,
    state: MessageState | null = null,
  ) {
    lastSegmentId += 1;
    this.segmentId = lastSegmentId as SegmentId;
    this.message = message;
    this.#content = content;
    this.isDraft = isDraft;
    this.#state = state;
  }

  /** Null for the composer. */
  get nodeId(): NodeId | null {
    return this.message?.nodeId ?? null;
  }

  get content(): SpannedText {
    return this.#content;
  }

  get isBlank(): boolean {
    return this.#content.text.trim() === '';
  }

  /** Null while it is not on the screen. */
  get editor(): MessageSurface | null {
    return this.#editor;
  }

  /** Selection and undo history, for the next editor that shows it. */
  get state(): MessageState | null {
    return this.#editor?.state() ?? this.#state;
  }

  /** The undo history as it is saved. Groups that did not change since this was called last are the same objects. */
  stepGroups(): readonly StepGroup[] {
    if (this.#editor !== null) {
      const unsaved = this.#editor.takeUnsavedSteps();
      if (unsaved !== null) this.#stepGroups = groupSteps(this.#stepGroups ?? [], unsaved);
    } else this.#stepGroups ??= groupSteps([], { first: 0, from: 0, steps: stepsOf(this.#state) });
    return this.#stepGroups ?? [];
  }

  /** Resolves when an editor shows it. */
  async untilAttached(): Promise<void> {
    if (this.#editor !== null) return;
    await new Promise<void>((resolve) => {
      this.#onAttached.push(resolve);
    });
  }

  /** @returns a function to call before the editor is destroyed */
  attach(editor: MessageSurface): () => void {
    this.#editor = editor;
    this.#stepGroups = null;
    for (const resolve of this.#onAttached.splice(0)) resolve();
    return () => {
      if (this.#editor !== editor) return;
      this.#editor = null;
      this.#setState(editor.state());
    };
  }

  /** The editor changed the text. */
  onTyped(content: SpannedText): void {
    this.#content = content;
    if (this.nodeId !== null) this.isDraft = true;
  }

  /** Shows another text; forgets the undo history unless the text is the same. */
  setContent(content: SpannedText): void {
    if (this.#content.text === content.text && equalSpans(this.#content.spans, content.spans)) return;
    this.#content = content;
    this.#setState(null);
    this.#editor?.setContent(content);
  }

  /** Shows a text as it was, with its undo history. */
  restore({ content, state }: Pick<BoxText, 'content' | 'state'>): void {
    this.#content = content;
    this.#setState(state);
    this.#editor?.setContent(content, state);
  }

  /** The text as it is now, as a value. */
  save(): BoxText {
    const { text, spans } = this.#content;
    return { message: this.message, content: { text, spans }, state: this.state };
  }

  /** The draft of an edit as main has it; null for none. */
  pendingEdit(): PendingEdit | null {
    return this.nodeId === null || !this.isDraft ? null : { nodeId: this.nodeId, ...this.#content };
  }

  #setState(state: MessageState | null): void {
    this.#state = state;
    // An editor reports the steps that a new state has lost or got.
    if (this.#editor === null) this.#stepGroups = null;
  }
}

function stepsOf(state: MessageState | null): readonly string[] {
  if (state === null) return [];
  return 'toJSON' in state ? state.toJSON() : state;
}

/** Names the text of a box in what a conversation reports. */
export function refOf({ segmentId, nodeId }: TextBox): SegmentRef {
  return { segmentId, nodeId, seal: null };
}

/** A splice that turns one text into another. */
export function replaceAll(from: SpannedText, to: SpannedText): DraftSplice {
  return { from: 0, to: from.text.length, insert: to.text, spans: to.spans };
}

/** Boxes as a snapshot keeps them: selection and undo history by node, null for the composer. */
export type BoxStates = ReadonlyMap<NodeId | null, MessageState | null>;

/**
 * Makes open edits those that main has: opens and changes boxes, and closes those that main has no draft of. One that
 * was opened and not changed stays.
 * @param edits of these messages
 * @param waiting of messages that are not on the path
 */
export function showEdits(
  boxes: Map<NodeId, TextBox>,
  rootPositionId: PositionId,
  messages: readonly PathNode[],
  edits: readonly PendingEdit[],
  waiting: readonly WaitingEdit[],
  states: BoxStates = new Map(),
): void {
  const known = new Set([...edits, ...waiting].map(({ nodeId }) => nodeId));
  for (const [nodeId, { isDraft }] of boxes) if (isDraft && !known.has(nodeId)) boxes.delete(nodeId);
  const shown = edits.flatMap((edit) => {
    const index = messages.findIndex(({ nodeId }) => nodeId === edit.nodeId);
    const message = messages[index];
    if (message === undefined) return [];
    const { positionId } = message;
    return [{ ...edit, positionId, parentId: messages[index - 1]?.positionId ?? rootPositionId }];
  });
  for (const { nodeId, positionId, parentId, text, spans } of [...shown, ...waiting]) {
    const box = boxes.get(nodeId);
    if (box === undefined) {
      const state = states.get(nodeId) ?? null;
      boxes.set(nodeId, new TextBox({ nodeId, positionId, parentId }, { text, spans }, true, state));
    } else {
      box.isDraft = true;
      box.setContent({ text, spans });
    }
  }
}
