import type { LayerLine } from './layer-line.ts';
import type { PastMoment } from './past-text.ts';

/** The time line of a manuscript, as its strip shows it. */
export interface TimelineState {
  readonly isOpen: boolean;
  /** Null until it is read. */
  readonly line: LayerLine | null;
  /** The index of the moment that was chosen; the number of layers for now. */
  readonly at: number;
  /** The text that is shown in place of the manuscript; null for the manuscript. It follows `at` as soon as it is read. */
  readonly past: PastMoment | null;
  /** Words of that text; null while they are being counted. */
  readonly words: number | null;
  /** Something is selected in that text. */
  readonly hasSelection: boolean;
}

export const CLOSED: TimelineState = {
  isOpen: false,
  line: null,
  at: 0,
  past: null,
  words: null,
  hasSelection: false,
};
