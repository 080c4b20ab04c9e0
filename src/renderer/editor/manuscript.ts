/**
 * The editor's interface to the rest of the renderer: plain data in, plain data out (`manuscript.md`). Text, segments,
 * authors and undo live in CodeMirror state; nothing here copies them. The types shared with sessions are in
 * `surface.ts`.
 */

import type { AgentId, AnchorId, NodeId, PositionId } from '../../core/ids.ts';
import type { SuggestionRef } from '../../core/proposals/places.ts';
import type { TextSection } from '../../core/sections/sections.ts';
import type { TextRange } from '../../core/text/span.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { PassageSurface } from '../passage-surface.ts';
import type { TimelineSurface } from '../past-surface.ts';
import type { PhraseSurface } from '../phrase-surface.ts';
import type { ProposalSurface, SuggestionNow } from '../proposal-surface.ts';
import type {
  BufferSurface,
  CursorState,
  DraftEvent,
  FindReport,
  ManuscriptContent,
  ManuscriptRequest,
  ManuscriptSummary,
  RefusedText,
} from '../surface.ts';
import type { CoveredCorner } from './caret/covered-corner.ts';
import type { SuggestionList } from './content-attributes.ts';
import type { SearchThread } from './find/find-thread.ts';
import type { LinkQuery } from './links/link-completion.ts';
import type { LinkHost } from './links/link-host.ts';
import type { ManuscriptPreferences } from './preferences.ts';

/** The part of an agent that the editor needs to show its text. */
export type ManuscriptAuthor = Pick<Agent, 'id' | 'type' | 'color'>;

/**
 * Returns the misspelled ones of these words (all different, with plain apostrophes); null if there is no
 * dictionary to ask. Never rejects.
 */
export type CheckWords = (words: readonly string[]) => Promise<readonly string[] | null>;

/** The keys of lore in each of these texts, as ranges of it; null if they could not be looked for. Never rejects. */
export type FindLoreKeys = (texts: readonly string[]) => Promise<readonly (readonly TextRange[])[] | null>;

/** The tokens of a node in order, as ranges of its text, empty if they are unknown; null for text that is not a model's. Never rejects. */
export type ReadTokens = (nodeId: NodeId, positionId: PositionId) => Promise<readonly TextRange[] | null>;

/** A word of the text. Offsets are UTF-16 code units of the whole text. */
export interface ManuscriptWord {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The spelling checker is on and knows this word to be misspelled. */
  readonly isWrong: boolean;
}

export interface ManuscriptOptions {
  readonly parent: HTMLElement;
  readonly content: ManuscriptContent;
  readonly writerId: AgentId;
  /** The grove's agents; text by any other agent looks like a model's in the default colour. */
  readonly authors?: readonly ManuscriptAuthor[];
  /** By default plain text with its authors (`PLAIN`). */
  readonly preferences?: ManuscriptPreferences;
  /** Its text is Markdown, with all that a document has (`documents.md`). */
  readonly isDocument?: boolean;
  /** Its accessible name; by default `Manuscript`. */
  readonly label?: string;
  /** Words written in this window so far. */
  readonly sessionWords?: number;
  /** Nonce for the style sheets that CodeMirror creates. */
  readonly nonce: string;
  readonly readOnly: boolean;
  /**
   * Returns true if editing another node commits the draft first; otherwise the draft gets another pending edit. By
   * default it does.
   */
  mayCommit?(): boolean;
  /** The place of a card over the text; null for none. By default there is none. */
  coveredCorner?(): CoveredCorner | null;
  /** Without it, spelling is not checked. */
  readonly checkWords?: CheckWords;
  /** Without it, no token probabilities are shown. */
  readonly readTokens?: ReadTokens;
  /** Without it, keys of lore are not underlined. */
  readonly findLoreKeys?: FindLoreKeys | undefined;
  onEvent(event: DraftEvent): void;
  /** Called at most once a frame, when the summary has changed. */
  onSummary(summary: ManuscriptSummary): void;
  /**
   * The chapters and scenes of the text, in order: called when they, their words or their places have changed, once the
   * writer pauses. Without it they are not read.
   */
  onSections?(sections: readonly TextSection[]): void;
  /** Called at most once a frame. */
  onFind?(report: FindReport): void;
  /** The thread that `find` searches in; a worker by default. */
  startSearchThread?(): SearchThread;
  /** The caret or the scroll position settled somewhere else. */
  onCursor(cursor: CursorState): void;
  onBlur(): void;
  /** A dropped file is not UTF-8 text, or cannot be read. */
  onFileRefused?(name: string): void;
  /** A change was refused as a whole. */
  onTextRefused?(refused: RefusedText): void;
  /** The marker of a node's notes was clicked, or that of a note on a phrase. */
  onNotes?(positionId: PositionId, anchorId: AnchorId | null): void;
  onRequest?(request: ManuscriptRequest): void;
  /** Looks links up and follows them. Without it, and in a story, links are text. */
  readonly links?: LinkHost;
  /** A link is being typed, so that a list can offer what it may be; null once none is. */
  onLinkQuery?(query: LinkQuery | null): void;
  /** A key while a link is being typed, before the editor's own; true if it was handled. */
  onLinkKey?(event: KeyboardEvent): boolean;
  /**
   * The suggestions in text order, and the current one: called at most once a frame, when one came, went or changed its
   * state, or another became the current one; and after undo and redo, which may have put one in another place
   * (`hasStepped`). That they moved with the text is not reported.
   */
  onSuggestions?(now: readonly SuggestionNow[], current: SuggestionRef | null, hasStepped: boolean): void;
}

export interface Manuscript extends BufferSurface, PassageSurface, ProposalSurface, TimelineSurface {
  readonly phrases: PhraseSurface;
  destroy(): void;
  /** The agents or their colours changed. */
  setAuthors(authors: readonly ManuscriptAuthor[]): void;
  /** Applies changed preferences after `compositionend`. */
  setPreferences(preferences: ManuscriptPreferences): void;
  /**
   * The word at a point of the window, in CSS pixels; moves the caret there unless the selection covers it.
   * With null, the word at the caret, which does not move.
   */
  pointAt(point: { readonly x: number; readonly y: number } | null): ManuscriptWord | null;
  /** Replaces a word in one undo step; does nothing if it is no longer there. */
  replaceWord(word: ManuscriptWord, text: string): void;
  selectAll(): void;
  /** Trees came, went or have other names or settings: links and keys of lore are looked up again. */
  refreshLinks(): void;
  /** Puts a text in place of the link that is being typed. */
  completeLink(text: string): void;
  /** Tells screen readers which option of a list is highlighted; null for no list. */
  setSuggestions(list: SuggestionList | null): void;
  /** The whole text; for tests and digests, never on a keystroke. */
  textForChecks(): string;
}
