/**
 * Types shared by editor and sessions about suggestions in a manuscript (`edits.md`, *In the manuscript*): plain data,
 * and the part of a surface that shows them. Offsets are in the whole text, in UTF-16 code units.
 */
import type { AgentId } from '../core/ids.ts';
import type { SuggestionRef } from '../core/proposals/places.ts';

/** A suggestion to show, where it was when its proposals were read. */
export interface SuggestionToShow extends SuggestionRef {
  readonly agentId: AgentId;
  /** For screen readers and the marks. */
  readonly agentName: string;
  readonly from: number;
  readonly to: number;
  readonly removed: string;
  readonly inserted: string;
  /** The rest of the sentences that it changes. */
  readonly before: string;
  readonly after: string;
  readonly unsure: boolean;
  readonly decision: 'open' | 'accepted' | 'rejected';
}

/**
 * A suggestion as it is now. `conflict`: its sentences were changed since; `done`: its text is there already.
 * Decided ones are listed too, so that undo can open them again.
 */
export interface SuggestionNow extends SuggestionRef {
  readonly from: number;
  readonly to: number;
  readonly state: 'open' | 'conflict' | 'done' | 'accepted' | 'rejected';
  /** Its number among the suggestions that meet at its place; 1 for one alone. */
  readonly atPlace: number;
}

/** The changes of the text since it began; it ends with `showSuggestions` or `stop`. */
export interface ChangeRecording {
  stop(): void;
}

/** The part of a manuscript that shows suggestions. None of it moves the caret or scrolls unless stated. */
export interface ProposalSurface {
  /** Records the changes of the text from now on. */
  recordChanges(): ChangeRecording;
  /**
   * Shows these suggestions, and no others, whose offsets are in the text as it was when `since` began. Those that are shown
   * already stay where they are.
   * @returns those that are shown elsewhere than their offsets say; null if the text was replaced since (another path was
   *   shown): then nothing changes, and they are to be read again
   */
  showSuggestions(
    suggestions: readonly SuggestionToShow[],
    since: ChangeRecording,
  ): readonly SuggestionRef[] | null;
  /** All of them, in text order. */
  suggestions(): readonly SuggestionNow[];
  /** The current one: at the caret, or the one last gone to; null for none. */
  currentSuggestion(): SuggestionRef | null;
  /**
   * Makes the next or the previous suggestion, from the caret on and around the ends, or a certain one the current one,
   * and scrolls no further than it takes to show it. @returns false if there is none
   */
  goToSuggestion(which: 'next' | 'previous' | SuggestionRef): boolean;
  /**
   * Accepts suggestions in one transaction, routed like typing: open ones, and of conflicts those named alone. One undo
   * restores text and suggestions. @param caret `after` moves it behind the text of the last one
   */
  acceptSuggestions(which: readonly SuggestionRef[], caret: 'after' | 'keep'): void;
  /** Rejects them in one transaction; one undo shows them again. */
  rejectSuggestions(which: readonly SuggestionRef[]): void;
  /** Accepts one and selects its inserted text. */
  editSuggestion(which: SuggestionRef): void;
  /** The text at the place of a suggestion now, with its sentences, for *Was · Yours · Suggested*; null if it is not shown. */
  textAtSuggestion(which: SuggestionRef): string | null;
}
