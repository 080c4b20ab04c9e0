/**
 * Types shared by editor and sessions about notes and bookmarks on phrases of a manuscript (`documents.md`, table
 * `anchor`): plain data, and the part of a surface that shows them. Lengths are in UTF-16 code units.
 */
import type { AnchorKind } from '../core/anchors/logged-anchor.ts';
import type { PhraseOfPassages } from '../core/anchors/place-phrases.ts';
import type { AnchorId, NodeId, PositionId } from '../core/ids.ts';

/** A note or a bookmark to show, wherever its words are in what the path shows. */
export interface PhraseToShow extends PhraseOfPassages {
  readonly anchorId: AnchorId;
  readonly kind: AnchorKind;
  /** Its whole position has a note, or a bookmark, too. */
  readonly besides: boolean;
  /** Its text: the note, or the bookmark's name; shown while the pointer rests on the phrase. */
  readonly title: string;
}

/** The place of a phrase on the path: an offset in what the `index`-th node shows. */
export interface PhrasePlace {
  readonly anchorId: AnchorId;
  readonly kind: AnchorKind;
  readonly positionId: PositionId;
  readonly index: number;
  readonly offset: number;
}

/** The words that a new note or bookmark would be on. */
export interface PhraseAtCaret {
  /** The node that has them; null while they are not committed, or are in a text that was changed since. */
  readonly nodeId: NodeId | null;
  /** In the text of that node. */
  readonly start: number;
  readonly length: number;
  readonly text: string;
  /** The writer selected them. */
  readonly isSelected: boolean;
}

/** The part of a manuscript that shows notes and bookmarks on phrases. */
export interface PhraseSurface {
  /** Shows these and no others, after `compositionend`. */
  showPhrases(phrases: readonly PhraseToShow[]): void;
  /** Their places on the path, in text order; without those that are on all of their position. */
  phrasePlaces(): readonly PhrasePlace[];
  /** Phrases that touch the selection, or the caret, the shortest first; or else those that `phraseAtCaret` is on. */
  phrasesAtCaret(): readonly PhrasePlace[];
  /**
   * The selected words in one node, or the sentence at the caret. Null if there are none, and for a caret in a short node,
   * which is marked as a whole.
   */
  phraseAtCaret(): PhraseAtCaret | null;
}
