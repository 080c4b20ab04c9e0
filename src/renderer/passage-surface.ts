/**
 * Types shared by editor and sessions about a passage that is rewritten or bridged (`edits.md`, *Rewrites and
 * bridges*): plain data, and the part of a surface that shows it. Lengths are in UTF-16 code units.
 */

import type { TrimmedText } from '../core/answers/left-out.ts';
import type { PromptFence } from '../core/fences/prompt-fence.ts';
import type { AgentId, PositionId } from '../core/ids.ts';
import type { SuggestionRef } from '../core/proposals/places.ts';
import type { ReplacedPart } from '../core/rewrites/offer-replacement.ts';
import type { TextRange } from '../core/text/span.ts';

/** A point of the path's text as it is shown; in the working buffer, `at` is null. */
export interface PassagePoint {
  readonly at: PositionId | null;
  readonly offset: number;
}

/** The marked passage as it is now; empty for the place of a bridge. */
export interface ShownPassage {
  readonly from: PassagePoint;
  readonly to: PassagePoint;
  /** Length of the text of `to.at` after the passage. */
  readonly rest: number;
  readonly text: string;
}

/** A passage by the text around it, which is the same in every version that only changes the passage. */
export interface PassagePlace {
  readonly from: { readonly at: PositionId; readonly offset: number };
  readonly to: { readonly at: PositionId; readonly rest: number };
}

/** A text that is shown at the marked place, in its agent's colour, without being part of the text. */
export interface OfferedText {
  readonly agentId: AgentId;
  readonly text: string;
  /** It is complete; otherwise, it still grows. */
  readonly isComplete: boolean;
}

/** The place of an answer in the text: the marked passage, or the paragraphs from the first suggestion to the last. */
export type TrimmedPlace = 'passage' | readonly SuggestionRef[];

/** The part of a manuscript that shows a passage. None of it moves the caret or scrolls unless stated. */
export interface PassageSurface {
  /**
   * Selects the sentence at the caret unless something is selected, and marks what is selected.
   * @returns false if that is nothing but white space; then nothing changes
   */
  markSelection(): boolean;
  /** Marks the caret's place, for a bridge. */
  markCaret(): void;
  /** The prompt fences of the text, in order (`layers.md`, *Prompt fences*). */
  promptFences(): readonly PromptFence[];
  /** The prompt fence that the caret is in; null if it is in none. */
  fenceAtCaret(): PromptFence | null;
  /** Marks a range of the text. */
  markRange(range: TextRange): void;
  /** Marks a passage again where it is now; null removes the mark. If its text is not on the path, the mark goes. */
  markPassage(place: PassagePlace | null): void;
  /** The marked passage; null if none is marked. */
  passage(): ShownPassage | null;
  /** The place of consecutive parts of the path's text; null if one is not on the path, or has a pending edit. */
  placeOfParts(parts: readonly ReplacedPart[]): PassagePlace | null;
  /** Scrolls no further than it takes to show the marked passage. */
  revealPassage(): void;
  /** Shows a text at the end of the marked passage, or (null) removes it; at most one dispatch per frame. */
  showOffered(offered: OfferedText | null): void;
  /** Returns true if the text around a place lacks the trimmed parts of the answer there, and they can be restored. */
  lacksTrimmed(place: TrimmedPlace, trimmed: TrimmedText): boolean;
  /** Puts that there as the agent's words, in one step of undo; nothing if the text has it already. */
  putBack(place: TrimmedPlace, trimmed: TrimmedText, agentId: AgentId): void;
}
