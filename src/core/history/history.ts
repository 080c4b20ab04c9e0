import type { Sha256 } from '../ids.ts';
import type { Block } from './block.ts';
import type { Layer } from './layer.ts';

/** Subjects of layers (`layers.md`, *Dimensions and roll-off*). */
export const DIMENSIONS = ['versions', 'executions', 'levels'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** A layer with its address, and when it was made, in milliseconds since 1970 UTC. */
export interface AddressedLayer extends Layer {
  readonly hash: Sha256;
  readonly createdAt: number;
}

/** All blocks as they are after a layer, called a snapshot in `layers.md`. */
export interface Keyframe {
  /** The layer's hash. */
  readonly hash: Sha256;
  /** The number of the layer in its chain, from 0, including those that were rolled off. */
  readonly position: number;
  readonly blocks: readonly Block[];
}

/** A chain of layers, each the parent of the next. */
export interface History {
  /** The title of the tree, as it is in coordinates. */
  readonly slug: string;
  readonly dimension: Dimension;
  /** The position of the first layer; if it is not 0, there is a keyframe at the position before it. */
  readonly first: number;
  readonly layers: readonly AddressedLayer[];
  readonly keyframes: readonly Keyframe[];
}

/** The hash of the last layer; null if there has never been one. */
export function headOf({ first, layers, keyframes }: History): Sha256 | null {
  const base = keyframes.find(({ position }) => position === first - 1);
  return layers.at(-1)?.hash ?? base?.hash ?? null;
}
