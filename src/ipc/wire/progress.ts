import type { AgentId } from '../../core/ids.ts';

/** The words of one author on one day, which ends at four in the morning. */
export interface WordsOfDay {
  /** As `2026-11-30`, in the time zone of this computer. */
  readonly day: string;
  readonly agentId: AgentId;
  /** Words written on any branch, also those that were deleted since. */
  readonly written: number;
  /** Words that came into the story, less those that left it: over all days, the words of the path. */
  readonly net: number;
}

/** The words written in a tree, day by day. */
export interface Progress {
  readonly today: string;
  /** By day, and within one by author; without days on which nothing was written. */
  readonly days: readonly WordsOfDay[];
}
