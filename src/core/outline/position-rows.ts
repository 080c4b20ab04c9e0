import type { AgentId } from '../ids.ts';

/** What the outline and the map know of a position, as a sum, in `PositionRows.flags`. */
export const LOOK_FLAGS = { bookmarked: 1, pruned: 2, excluded: 4, model: 8, unseen: 16 } as const;

/**
 * Positions of a tree without their texts, as arrays: index i speaks of the i-th. They are named by their keys, numbers
 * that the file gives: a later one is greater, and a position's key never changes.
 */
export interface PositionRows {
  readonly count: number;
  readonly keys: Float64Array;
  /** The key of the position that each continues; -1 at the root. */
  readonly parents: Float64Array;
  /** `count` ids of `ID_LENGTH` characters, joined. */
  readonly ids: string;
  /** The agents that `authors` points into. */
  readonly agents: readonly AgentId[];
  /** Who wrote the version that is shown. */
  readonly authors: Uint16Array;
  readonly versions: Uint16Array;
  /** A sum of `LOOK_FLAGS` each; `unseen` is what a model wrote and the path never showed. */
  readonly flags: Uint8Array;
}
