/** The shape of a made grove. No number counts the root. */
export interface GroveShape {
  /** All nodes of the tree except its root. */
  readonly nodes: number;
  /** Positions on the writer's path, excluding the root. */
  readonly path: number;
  /** Continuations of one position in the middle of the path, including the path's own; 0 for no such place. */
  readonly siblings: number;
  /** Versions at one position of the path; 0 for no such place. */
  readonly versions: number;
  /** Depth of one branch that leaves the path early and never branches; 0 for no such place. */
  readonly branch: number;
  /** UTF-16 code units of the longest node, which is on the path; 0 for no such place. */
  readonly longest: number;
  /** UTF-16 code units of a node, on average. */
  readonly characters: number;
}

/** A small bushy tree with a little of everything. */
export const SMALL_SHAPE: GroveShape = {
  nodes: 1_000,
  path: 100,
  siblings: 20,
  versions: 10,
  branch: 50,
  longest: 5_000,
  characters: 300,
};

/** The purpose of a node. */
export type Role = 'path' | 'sibling' | 'version' | 'branch' | 'rest';

/** The special places, as indexes of positions on the path, from 0. */
export interface SpecialIndexes {
  readonly branchFrom: number;
  readonly versionsAt: number;
  readonly siblingsOf: number;
  readonly longestAt: number;
}

export function specialIndexes({ path }: GroveShape): SpecialIndexes {
  const at = (share: number) => Math.min(path - 1, Math.floor(path * share));
  return { branchFrom: at(0.1), versionsAt: at(0.3), siblingsOf: at(0.5), longestAt: at(0.7) };
}

/** Number of nodes of each role in the shape. @throws {RangeError} if they do not fit into `nodes` */
export function countRoles(shape: GroveShape): Record<Role, number> {
  for (const [name, value] of Object.entries(shape)) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} is ${value}`);
  }
  const { nodes, path, branch } = shape;
  if (path < 1) throw new RangeError('a path has at least one position');
  if (shape.siblings > 1 && path < 3) throw new RangeError('siblings need a path of three positions');
  const sibling = Math.max(0, shape.siblings - 1);
  const version = Math.max(0, shape.versions - 1);
  const rest = nodes - path - branch - sibling - version;
  if (rest < 0) throw new RangeError(`${nodes} nodes are ${-rest} too few for this shape`);
  return { path, sibling, version, branch, rest };
}
