import type { Splice } from '../../text/splice.ts';

/** A change that a hunk makes, before it is reduced to the difference. */
export interface DraftEdit extends Splice {
  readonly hunk: number;
  /** The hunk only removes text here, so the space around goes too. */
  readonly isRemoval: boolean;
}
