/** The interface of one message's editor to the rest of the renderer (`dialogue.md`, *The screen*). */

import type { AgentId } from '../../../core/ids.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { MessageSurface } from '../../message-surface.ts';
import type { RefusedText } from '../../surface.ts';
import type { CheckWords, ManuscriptAuthor, ManuscriptWord } from '../manuscript.ts';
import type { ManuscriptPreferences } from '../preferences.ts';

export interface MessageEditorOptions {
  /** The text grows up to the `max-height` of this element (a length, not a percentage), and then scrolls. */
  readonly parent: HTMLElement;
  /** The text it begins with. */
  readonly content: SpannedText;
  /** The `state()` of an earlier editor, ignored if its text or authors are not those of `content`; null for none. */
  readonly state: unknown;
  /** The name of the text box. */
  readonly label: string;
  /** Shown while the text is empty. */
  readonly placeholder?: string;
  /** The author of typed text. */
  readonly writerId: AgentId;
  /** The grove's agents; text by any other agent looks like a model's in the default colour. */
  readonly authors?: readonly ManuscriptAuthor[];
  /** By default plain text with its authors (`PLAIN`). */
  readonly preferences?: ManuscriptPreferences;
  /** Nonce for the style sheets that CodeMirror creates. */
  readonly nonce: string;
  readonly readOnly: boolean;
  /** Without it, spelling is not checked. */
  readonly checkWords?: CheckWords;
  /**
   * The text or its authors changed by `splices`, each in the text left by the one before, into `content`. The text of
   * `content` is built when it is read, so that a keystroke does not cost the whole text.
   */
  onChange(splices: readonly DraftSplice[], content: SpannedText): void;
  /** Text came in otherwise than by typing: by a paste, a drop, undo or redo. An arrow → alone does not count. */
  onPasted?(): void;
  /** Called before the editor's own keys, but not while composing; true if the key was handled. */
  onKeyDown?(event: KeyboardEvent): boolean;
  onFocus?(): void;
  onBlur?(): void;
  /** A change was refused as a whole. */
  onRefused?(refused: RefusedText): void;
  /** A dropped file is not UTF-8 text, or cannot be read. */
  onFileRefused?(name: string): void;
}

/** A list beside the text box from which the keyboard chooses while it stays in the text: ids of elements. */
export interface SuggestionList {
  readonly listId: string;
  readonly optionId: string;
}

export interface MessageEditor extends MessageSurface {
  destroy(): void;
  /** Tells screen readers which option of a list is highlighted; null for no list. */
  setSuggestions(list: SuggestionList | null): void;
  /** The agents or their colours changed. */
  setAuthors(authors: readonly ManuscriptAuthor[]): void;
  /** Applies changed preferences after `compositionend`. */
  setPreferences(preferences: ManuscriptPreferences): void;
  /** As `Manuscript.pointAt`. */
  pointAt(point: { readonly x: number; readonly y: number } | null): ManuscriptWord | null;
  /** Replaces a word in one undo step; does nothing if it is no longer there. */
  replaceWord(word: ManuscriptWord, text: string): void;
  selectAll(): void;
}
