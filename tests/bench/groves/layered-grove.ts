import type { AgentId, NodeId, PositionId, TreeId } from '../../../src/core/ids.ts';
import type { WholeNode } from '../../../src/core/tree/tree-node.ts';
import { seededRandom } from '../../../src/main/generation/text-model/random.ts';
import type { TreeSession } from '../../../src/main/grove/writing/tree-session.ts';
import type { Store } from '../../../src/main/store/connection/store.ts';
import { type ChainRef, ownChain } from '../../../src/main/store/tables/history/chain-ref.ts';
import { appendLayer } from '../../../src/main/store/tables/history/layers.ts';
import { writeChange } from '../../../src/main/store/tables/write-change.ts';
import { edgeInto, newNode } from '../../helpers/grove.ts';
import { makeScratchGrove } from './scratch-grove.ts';

/** Versions of each position besides the first. */
const VERSIONS = 2;
/** The share of layers that move the head, to and from a place in the last tenth of the path. */
const SWITCHES = 0.1;

/** A long path that changed very often, and what it showed after some layers. */
export interface LayeredGrove {
  readonly store: Store;
  readonly treeId: TreeId;
  readonly writer: AgentId;
  readonly chain: ChainRef;
  readonly layers: number;
  /** The nodes from below the root, after each of these layers, in random order. */
  readonly seen: readonly { readonly seq: number; readonly nodeIds: readonly NodeId[] }[];
  openSession(): TreeSession;
}

/** @param nodes on the path @param seen how many layers to remember */
export function makeLayeredGrove(file: string, nodes: number, layers: number, seen: number): LayeredGrove {
  const { store, idsAndClock, tree, writer, addChain, openSession } = makeScratchGrove(file);
  const random = seededRandom(1);
  const below = (limit: number) => Math.floor(random() * limit);
  const chain = addChain(tree.rootPositionId, nodes);
  const versions = chain.map((node, at): readonly WholeNode[] => {
    const revised = Array.from({ length: VERSIONS }, (_, index) => ({
      ...newNode(idsAndClock, {
        treeId: tree.id,
        authorId: writer,
        text: `Version ${index + 2} of passage ${at}. `.repeat(10),
        editedFrom: node.id,
      }),
      positionId: node.positionId,
    }));
    return [node, ...revised];
  });
  store.transact((tx) => {
    const added = versions.flatMap((some) => some.slice(1));
    const parents = new Map(chain.map((node, at) => [node.positionId, chain[at - 1]?.positionId]));
    const edges = added.map((node) =>
      edgeInto(idsAndClock, node, parents.get(node.positionId) ?? tree.rootPositionId),
    );
    const path = { selected: [], lastChild: [] };
    writeChange(tx, tree.id, writer, { nodes: added, edges, metadata: [], path }, 'commit');
  });
  const ref = ownChain(tree.id, writer);
  const wanted = new Set(Array.from({ length: seen }, () => 1 + below(layers)));
  const shown = chain.map(() => 0);
  const nodeAt = (at: number): NodeId => {
    const node = versions[at]?.[shown[at] ?? 0];
    if (node === undefined) throw new Error(`no node ${at}`);
    return node.id;
  };
  const positionAt = (at: number): PositionId => {
    const node = chain[at];
    if (node === undefined) throw new Error(`no position ${at}`);
    return node.positionId;
  };
  /** The versions from one index to another that are not the first at their position. */
  const later = (from: number, to: number): readonly NodeId[] => {
    const ids: NodeId[] = [];
    for (let at = from; at < to; at += 1) if (shown[at] !== 0) ids.push(nodeAt(at));
    return ids;
  };
  const remembered: { readonly seq: number; readonly nodeIds: readonly NodeId[] }[] = [];
  /** The number of nodes on the path. */
  let length = nodes;
  store.transact((tx) => {
    for (let seq = 1; seq <= layers; seq += 1) {
      let versionsIn: readonly NodeId[] = [];
      let versionsOut: readonly NodeId[] = [];
      const isSwitch = random() < SWITCHES;
      if (isSwitch) {
        const next = length < nodes ? nodes : nodes - below(Math.ceil(nodes / 10));
        versionsIn = later(length, next);
        versionsOut = later(next, length);
        length = next;
      } else {
        const at = below(length);
        versionsOut = later(at, at + 1);
        shown[at] = ((shown[at] ?? 0) + 1 + below(VERSIONS)) % (VERSIONS + 1);
        versionsIn = later(at, at + 1);
      }
      const head = positionAt(length - 1);
      const layer = { head, versionsIn, versionsOut, draft: null, logSeq: null } as const;
      const reason = seq === 1 ? 'begin' : isSwitch ? 'switch' : 'commit';
      const options =
        seq === 1 ? { seq, snapshot: { head, versions: new Set(versionsIn), draft: null } } : { seq };
      appendLayer(tx, ref, { ...layer, reason }, options);
      if (wanted.has(seq)) {
        const nodeIds = Array.from({ length }, (_, at) => nodeAt(at));
        remembered.splice(below(remembered.length + 1), 0, { seq, nodeIds });
      }
    }
  });
  return { store, treeId: tree.id, writer, chain: ref, layers, seen: remembered, openSession };
}
