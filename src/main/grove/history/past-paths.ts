import type { PathState } from '../../../core/history/path-state.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import type { WholeNode } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { ChainRef } from '../../store/tables/history/chain-ref.ts';
import { readState } from '../../store/tables/history/layer-state.ts';
import { loadPathAt } from '../../store/tree/past/path-at-state.ts';
import { pathIdsNear } from '../../store/tree/past/path-near.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';

/** The path after a layer. */
export interface PastPath {
  readonly seq: number;
  readonly state: PathState;
  /** From below the root to the head. */
  readonly ids: readonly PathIds[];
  /** Its nodes with their texts, if it was just read as a whole. */
  readonly nodes?: readonly WholeNode[];
}

/** Paths kept: those that the window shows, compares and goes to. */
const KEPT = 4;
/** Beyond this many layers, a path is read without looking at one that is known. */
const NEAR = 100;

interface KnownPath extends PastPath {
  readonly ref: ChainRef;
}

/**
 * The paths after layers, from a cache: a step along the time line reads only what differs. Whoever changes layers or the
 * tree must `clear` it.
 */
export class PastPaths {
  #known: readonly KnownPath[] = [];

  /** @throws {AspenError} NOT_FOUND if there is no such layer (any more); CORRUPT */
  read(reader: Reader, ref: ChainRef, seq: number): PastPath {
    const inChain = this.#known.filter((path) => isSameChain(path.ref, ref));
    const found = inChain.find((path) => path.seq === seq) ?? readNear(reader, ref, seq, inChain);
    const { nodes: _texts, ...known } = found;
    const others = this.#known.filter((path) => path !== found);
    this.#known = [known, ...others].slice(0, KEPT);
    return found;
  }

  clear(treeId: TreeId): void {
    this.#known = this.#known.filter(({ ref }) => ref.treeId !== treeId);
  }
}

function readNear(reader: Reader, ref: ChainRef, seq: number, known: readonly KnownPath[]): KnownPath {
  const distanceOf = (path: KnownPath) => Math.abs(path.seq - seq);
  const [nearest] = known.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  const near = nearest !== undefined && distanceOf(nearest) <= NEAR ? nearest : undefined;
  const state = readState(reader, ref, seq, near);
  const ids =
    near && pathIdsNear(reader, ref.treeId, near.ids, state, differing(near.state.versions, state.versions));
  if (ids !== undefined) return { ref, seq, state, ids };
  // Nearly all of it is read now, so that reading the ids before the texts would only cost more.
  const nodes = loadPathAt(reader, ref.treeId, state)
    .slice(1)
    .map(({ node }) => node);
  const shown = nodes.map(({ id, positionId }) => ({ nodeId: id, positionId }));
  return { ref, seq, state, ids: shown, nodes };
}

/** The versions that only one of the states has. */
function differing(one: ReadonlySet<NodeId>, other: ReadonlySet<NodeId>): readonly NodeId[] {
  const only = (these: ReadonlySet<NodeId>, those: ReadonlySet<NodeId>) =>
    [...these].filter((id) => !those.has(id));
  return [...only(one, other), ...only(other, one)];
}

function isSameChain(one: ChainRef, other: ChainRef): boolean {
  return one.treeId === other.treeId && one.agentId === other.agentId && one.chain === other.chain;
}
