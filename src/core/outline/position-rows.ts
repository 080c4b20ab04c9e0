import type { AgentId } from '../ids.ts';

/** Bit flags of a position for the outline and the map, in `PositionRows.flags`. */
export const OUTLINE_FLAGS = {
  bookmarked: 1,
  pruned: 2,
  excluded: 4,
  model: 8,
  unseen: 16,
  /** A hidden split without a row of its own (`domain.md`, *Forks*). */
  unlisted: 32,
  /** Nothing but white space, or withheld by its provider. */
  empty: 64,
} as const;

/** A row whose text several agents wrote. */
export interface SharedRow {
  /** Its index. */
  readonly at: number;
  /** All of them as indexes into `agents`, by decreasing share. */
  readonly authors: readonly number[];
}

/**
 * Positions of a tree without their texts, as arrays: index i describes the i-th. Positions are identified by
 * keys, numbers that the file assigns: keys increase with time, and the key of a position never changes.
 */
export interface PositionRows {
  readonly count: number;
  readonly keys: Float64Array;
  /** The key of the position that it is shown below (`placeInOutline`); -1 at the root. */
  readonly parents: Float64Array;
  /** The fork inside the text of that position which it follows: its offset, in UTF-16 code units; -1 for the end. */
  readonly offsets: Int32Array;
  /** `count` ids of `ID_LENGTH` characters, joined. */
  readonly ids: string;
  /** The agents that `authors` points into. */
  readonly agents: readonly AgentId[];
  /** The author of most of the shown version, as an index into `agents`. */
  readonly authors: Uint32Array;
  /** The rows whose shown version several agents wrote, in order. */
  readonly shared: readonly SharedRow[];
  readonly versions: Uint32Array;
  /** A sum of `OUTLINE_FLAGS` for each. `unseen`: written by a model and never shown on the path. */
  readonly flags: Uint8Array;
}
