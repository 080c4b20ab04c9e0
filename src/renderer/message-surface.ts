/**
 * The face that the editor of one message (the composer, an open edit) shows to a session (`dialogue.md`). Offsets
 * and lengths are in UTF-16 code units.
 */
import type { UndoSteps } from '../core/buffer/undo-steps.ts';
import type { SpannedText } from '../core/text/span.ts';

/** The caret of a message: the moving end of the selection. */
export interface MessageCaret {
  readonly offset: number;
  /** Length of the whole text. */
  readonly length: number;
  /** It is in the first line on the screen; a paragraph may wrap into several. */
  readonly isAtFirstLine: boolean;
  readonly isAtLastLine: boolean;
}

/**
 * A text with its undo history and selection, which another editor of the same text begins with. As JSON, it is the
 * undo history alone, with which one can begin after a restart.
 */
export type MessageState = { toJSON(): readonly string[] } | readonly string[];

/** A surface that shows one text with its authors and takes text from the writer. */
export interface MessageSurface {
  focus(): void;
  /** The text as it is now, read when its fields are. */
  content(): SpannedText;
  /**
   * Shows another text, at once, without reporting it and without its history; the caret goes to its end. During a
   * composition the screen follows when that ends, and what it composes is dropped.
   * @param state of an earlier editor with this text, to continue with its history; none by default
   */
  setContent(content: SpannedText, state?: unknown): void;
  /** Replaces the selection as if by typing; does nothing if the text is read-only. */
  type(text: string): void;
  /** Replaces a part of the text as if by typing, and puts the caret after it; does nothing if the text is read-only. */
  typeOver(from: number, to: number, text: string): void;
  selectedText(): string;
  caret(): MessageCaret;
  moveCaretToEnd(): void;
  /**
   * True while an input method is composing, and then until the tasks that waited for it have run; commands are
   * ignored meanwhile.
   */
  isComposing(): boolean;
  /** Runs a task when the current composition ends, or at once if there is none. */
  afterComposing(task: () => void): void;
  /** Number of steps that can be undone. */
  undoDepth(): number;
  undo(): void;
  redo(): void;
  /** The present state, for `MessageEditorOptions.state`. */
  state(): MessageState;
  /** The undo steps that changed since this was called last, at first all; null for none. */
  takeUnsavedSteps(): UndoSteps | null;
}
