import type { AgentId } from '../ids.ts';

/**
 * Why a layer was written (`layers.md`, *What is stored*). `begin`: the first state that is known exactly. `move`, `switch`
 * and `version` are moves of the path with no writing in between: a run of them is one layer. `draft`: typing that was not
 * committed yet. `other`: another program moved the path. `run`: a prompt fence was run. `level`: a level over the one below.
 */
export const LAYER_REASONS = [
  'begin',
  'commit',
  'switch',
  'version',
  'move',
  'arrival',
  'prune',
  'undo',
  'redo',
  'restore',
  'import',
  'merge',
  'draft',
  'other',
  'rebuilt',
  'run',
  'level',
] as const;
export type LayerReason = (typeof LAYER_REASONS)[number];

const MOVES: ReadonlySet<LayerReason> = new Set(['switch', 'version', 'move']);

/** Returns true if a run of such layers is merged into one, or into none if it ends where it began. */
export function isMove(reason: LayerReason): boolean {
  return MOVES.has(reason);
}

/** All layers of a chain in order, as parallel arrays, because there may be 100,000. */
export interface LayerColumns {
  /** Ascending; negative for those rebuilt from the log, which come first (no merged chain includes them). */
  readonly seqs: Int32Array;
  /** Milliseconds since 1970 UTC. */
  readonly times: Float64Array;
  /** Indexes into `LAYER_REASONS`. */
  readonly reasons: Uint8Array;
  /** Words added and removed; -1 while they are not counted. */
  readonly added: Int32Array;
  readonly removed: Int32Array;
  /** Authors of most of the added text, as indexes into `agents`; -1 for none, or not counted. */
  readonly authors: Int32Array;
  readonly agents: readonly AgentId[];
  readonly labels: readonly { readonly seq: number; readonly label: string }[];
}
