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
