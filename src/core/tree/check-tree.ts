import type { LocalId, NodeId, PositionId } from '../ids.ts';
import { equalSpans, sliceSpans, spansLength } from '../text/span.ts';
import { isInsidePair } from '../text/surrogate-pair.ts';
import type { AgentType } from './agent.ts';
import type { LoomTree } from './loom-tree.ts';
import { type Hyperedge, type NodeContent, textOf, type WholeNode } from './tree-node.ts';

/** The fields of a node that the check needs; it does not need the text. */
export interface NodeToCheck {
  readonly id: NodeId;
  readonly localId: LocalId;
  readonly positionId: PositionId;
  readonly editedFrom: NodeId | null;
  readonly splitAt: number | null;
  readonly offered: boolean;
  readonly pruned: boolean;
  readonly authorType: AgentType;
  /** UTF-16 code units; 0 for content that is not text. */
  readonly textLength: number;
  /** The sum of the lengths of the authorship spans. */
  readonly spansLength: number;
}

/** The fields of an edge that the check needs. */
export type EdgeToCheck = Pick<Hyperedge, 'targetId' | 'type' | 'sources'>;

/**
 * The numbering of `domain.md`, *Invariants*. That content hashes verify (part of the fifth) is checked by
 * `verifyNodes`.
 */
type Invariant = 1 | 2 | 3 | 4 | 5 | 6;

export interface Violation {
  readonly invariant: Invariant;
  readonly nodeId: NodeId | null;
  /** A description for people, with the relevant ids. */
  readonly reason: string;
}

const NONE = -1;
/** Referred to, but not in the tree. */
const MISSING = -2;
/** Edge counts are capped here. */
const MANY = 255;

/**
 * Lists violations of the invariants of `domain.md` in a tree, in the order of the invariants; empty if all
 * hold. It reads nodes and edges once, each in any order, keeps no text, does not recurse, and takes linear
 * time. A damaged tree of a million nodes, with cycles and dangling references, only means more to report.
 *
 * @param limit how many violations to report before stopping
 */
export function checkTree(
  tree: Pick<LoomTree, 'rootPositionId' | 'mode'>,
  nodes: Iterable<NodeToCheck>,
  edges: Iterable<EdgeToCheck>,
  limit = 100,
): readonly Violation[] {
  const violations: Violation[] = [];
  const table = readNodes(nodes, violations, limit);
  readEdges(table, edges, violations, limit);
  for (const check of [checkRoot, checkEdges, checkEdits, checkReach]) {
    for (const violation of check(tree, table)) {
      if (violations.length >= limit) break;
      violations.push(violation);
    }
  }
  return violations.sort((a, b) => a.invariant - b.invariant);
}

interface Table {
  readonly ids: readonly NodeId[];
  readonly indexes: ReadonlyMap<string, number>;
  /** Index of the first node at the position of this node. */
  readonly positions: Int32Array;
  readonly editedFrom: Int32Array;
  readonly isPruned: Uint8Array;
  readonly hasText: Uint8Array;
  readonly isSplit: Uint8Array;
  readonly isOffered: Uint8Array;
  readonly isModels: Uint8Array;
  readonly incoming: Uint8Array;
  readonly isNote: Uint8Array;
  /** Index of the first node at the primary source position. */
  readonly sources: Int32Array;
}

function readNodes(nodes: Iterable<NodeToCheck>, violations: Violation[], limit: number): Table {
  const ids: NodeId[] = [];
  const indexes = new Map<string, number>();
  const localIds = new Set<LocalId>();
  const positionIds: PositionId[] = [];
  const editedFromIds: (NodeId | null)[] = [];
  const flags: number[] = [];
  const report = (violation: Violation) => {
    if (violations.length < limit) violations.push(violation);
  };
  for (const node of nodes) {
    const { id, localId, positionId, editedFrom, textLength, spansLength } = node;
    if (indexes.has(id)) {
      report({ invariant: 5, nodeId: id, reason: `there are two nodes with the id ${id}` });
      continue;
    }
    if (localIds.has(localId))
      report({
        invariant: 5,
        nodeId: id,
        reason: `node ${id} shares its local id ${localId} with another node`,
      });
    if (spansLength !== textLength)
      report({
        invariant: 6,
        nodeId: id,
        reason: `the spans of node ${id} add up to ${spansLength}, but its text has length ${textLength}`,
      });
    indexes.set(id, ids.length);
    localIds.add(localId);
    ids.push(id);
    positionIds.push(positionId);
    editedFromIds.push(editedFrom);
    flags.push(flagsOf(node));
  }
  const indexOf = (id: string | null) => (id === null ? NONE : (indexes.get(id) ?? MISSING));
  return {
    ids,
    indexes,
    positions: Int32Array.from(positionIds, indexOf),
    editedFrom: Int32Array.from(editedFromIds, indexOf),
    isPruned: Uint8Array.from(flags, (flag) => flag & 1),
    hasText: Uint8Array.from(flags, (flag) => (flag >> 1) & 1),
    isSplit: Uint8Array.from(flags, (flag) => (flag >> 2) & 1),
    isOffered: Uint8Array.from(flags, (flag) => (flag >> 3) & 1),
    isModels: Uint8Array.from(flags, (flag) => (flag >> 4) & 1),
    incoming: new Uint8Array(ids.length),
    isNote: new Uint8Array(ids.length),
    sources: new Int32Array(ids.length).fill(NONE),
  };
}

function flagsOf({ pruned, textLength, splitAt, offered, authorType }: NodeToCheck): number {
  const states = (pruned ? 1 : 0) + (offered ? 8 : 0);
  return states + (textLength > 0 ? 2 : 0) + (splitAt === null ? 0 : 4) + (authorType === 'model' ? 16 : 0);
}

function readEdges(table: Table, edges: Iterable<EdgeToCheck>, violations: Violation[], limit: number): void {
  const { indexes, positions, incoming, isNote, sources } = table;
  const report = (nodeId: NodeId, reason: string) => {
    if (violations.length < limit) violations.push({ invariant: 2, nodeId, reason });
  };
  for (const edge of edges) {
    const target = indexes.get(edge.targetId);
    if (target === undefined) {
      report(edge.targetId, `an edge leads to node ${edge.targetId}, which is not in the tree`);
      continue;
    }
    incoming[target] = Math.min(MANY, (incoming[target] ?? 0) + 1);
    isNote[target] = edge.type === 'annotation' ? 1 : 0;
    let primaries = 0;
    for (const source of edge.sources) {
      if (source.role !== 'primary') {
        if (!indexes.has(source.nodeId))
          report(
            edge.targetId,
            `node ${edge.targetId} names the source ${source.nodeId}, which is not in the tree`,
          );
        continue;
      }
      primaries += 1;
      const first = indexes.get(source.positionId);
      const origin = indexes.get(source.originId);
      sources[target] = first ?? MISSING;
      if (first === undefined || positions[first] !== first)
        report(
          edge.targetId,
          `node ${edge.targetId} continues ${source.positionId}, which is not a position`,
        );
      else if (origin === undefined || positions[origin] !== first)
        report(
          edge.targetId,
          `the origin of node ${edge.targetId}, ${source.originId}, is not a version at ${source.positionId}`,
        );
    }
    if (primaries !== 1)
      report(edge.targetId, `the edge into node ${edge.targetId} has ${primaries} primary sources`);
  }
}

function* checkRoot({ rootPositionId }: Pick<LoomTree, 'rootPositionId'>, table: Table): Iterable<Violation> {
  const { ids, indexes, positions, editedFrom, hasText, isPruned, incoming } = table;
  const root = indexes.get(rootPositionId);
  if (root === undefined || positions[root] !== root) {
    yield { invariant: 1, nodeId: null, reason: `the tree has no root position ${rootPositionId}` };
    return;
  }
  for (const [index, id] of ids.entries()) {
    if (index === root) continue;
    if (positions[index] === root)
      yield { invariant: 1, nodeId: id, reason: `node ${id} is another version of the root` };
    else if (editedFrom[index] === root)
      yield { invariant: 1, nodeId: id, reason: `node ${id} is edited from the root` };
  }
  const id = ids[root] ?? null;
  const faults = [
    [hasText, 'has text'],
    [isPruned, 'is pruned'],
    [incoming, 'has an incoming edge'],
  ] as const;
  for (const [flags, fault] of faults) {
    if (flags[root] !== 0) yield { invariant: 1, nodeId: id, reason: `the root ${fault}` };
  }
  if (editedFrom[root] !== NONE) yield { invariant: 1, nodeId: id, reason: 'the root is edited from a node' };
}

function* checkEdges(
  { rootPositionId }: Pick<LoomTree, 'rootPositionId'>,
  table: Table,
): Iterable<Violation> {
  const { ids, positions, incoming, isNote, sources } = table;
  for (const [index, id] of ids.entries()) {
    if ((id as string) === rootPositionId) continue;
    const source = sources[index] ?? NONE;
    const first = positions[index] ?? MISSING;
    if (incoming[index] !== 1)
      yield { invariant: 2, nodeId: id, reason: `node ${id} has ${incoming[index]} incoming edges` };
    if (first >= 0 && sources[first] !== source)
      yield {
        invariant: 2,
        nodeId: id,
        reason: `node ${id} has a different source position than the other versions at its position`,
      };
    if (first >= 0 && isNote[first] !== isNote[index])
      yield {
        invariant: 2,
        nodeId: id,
        reason: `node ${id} is an annotation and its position is not, or vice versa`,
      };
    if (source >= 0 && isNote[source] === 1)
      yield { invariant: 2, nodeId: id, reason: `node ${id} follows the annotation ${ids[source]}` };
  }
}

function* checkEdits({ mode }: Pick<LoomTree, 'mode'>, table: Table): Iterable<Violation> {
  const { ids, positions, editedFrom, isSplit, isOffered, isModels, isNote, sources } = table;
  for (const [index, id] of ids.entries()) {
    const first = positions[index] ?? MISSING;
    if (
      isSplit[index] === 1 &&
      (mode === 'dialogue' || first !== index || (editedFrom[index] ?? NONE) === NONE)
    )
      yield {
        invariant: 3,
        nodeId: id,
        reason: `node ${id} is not a split, but says that it divides a node`,
      };
    if (isOffered[index] === 1 && first === index)
      yield { invariant: 3, nodeId: id, reason: `node ${id} is offered, but is the first at its position` };
    // Only the writer fixes a message in place, who sees it: what an agent edits is a branch (`dialogue.md`).
    if (mode === 'dialogue' && first !== index && isNote[index] !== 1) {
      if (isModels[index] === 1)
        yield { invariant: 3, nodeId: id, reason: `node ${id} is a version of a message, but by a model` };
      if (isOffered[index] === 1)
        yield { invariant: 3, nodeId: id, reason: `node ${id} is offered as a version of a message` };
    }
    const from = editedFrom[index] ?? NONE;
    if (from === MISSING) {
      yield { invariant: 3, nodeId: id, reason: `node ${id} is edited from a node that is not in the tree` };
    } else if (first === MISSING) {
      yield { invariant: 3, nodeId: id, reason: `node ${id} is at a position that is not in the tree` };
    } else if (first !== index) {
      if (from === NONE || positions[from] !== first)
        yield {
          invariant: 3,
          nodeId: id,
          reason: `node ${id} is a version at a position but was not edited from a node there`,
        };
    } else if (from >= 0 && sources[from] !== sources[index]) {
      yield { invariant: 3, nodeId: id, reason: `node ${id} is not a sibling of the node it is edited from` };
    }
  }
}

/** Climbs from each position until it reaches one whose state is known. */
function* checkReach(
  { rootPositionId }: Pick<LoomTree, 'rootPositionId'>,
  table: Table,
): Iterable<Violation> {
  const { ids, indexes, positions, sources } = table;
  const UNKNOWN = 0;
  const CLIMBING = 1;
  const REACHES = 2;
  const LOST = 3;
  const states = new Uint8Array(ids.length);
  const root = indexes.get(rootPositionId);
  if (root !== undefined) states[root] = REACHES;
  const climbed: number[] = [];
  for (const [index, id] of ids.entries()) {
    let at = positions[index] ?? MISSING;
    while (at >= 0 && states[at] === UNKNOWN) {
      states[at] = CLIMBING;
      climbed.push(at);
      at = sources[at] ?? NONE;
    }
    const isCycle = at >= 0 && states[at] === CLIMBING;
    const state = at >= 0 && states[at] === REACHES ? REACHES : LOST;
    for (const position of climbed) states[position] = state;
    climbed.length = 0;
    if (isCycle) yield { invariant: 4, nodeId: id, reason: `node ${id} leads into a cycle` };
    else if (state === LOST)
      yield { invariant: 4, nodeId: id, reason: `node ${id} does not lead to the root` };
  }
}

/**
 * Why a node is not the beginning of the node that it claims to divide (`domain.md`, *Forks*); null if it is.
 * @param divided the content of its `editedFrom`; undefined if that is not in the tree
 */
export function findSplitFault(
  { id, splitAt, content, spans }: Pick<WholeNode, 'id' | 'splitAt' | 'content' | 'spans'>,
  divided: NodeContent | undefined,
): string | null {
  if (splitAt === null) return null;
  const text = textOf(content);
  const whole = divided === undefined ? '' : textOf(divided.content);
  const isBeginning =
    splitAt > 0 &&
    splitAt === text.length &&
    splitAt < whole.length &&
    whole.startsWith(text) &&
    !isInsidePair(whole, splitAt) &&
    spansLength(divided?.spans ?? []) === whole.length &&
    equalSpans(spans, sliceSpans(divided?.spans ?? [], 0, splitAt));
  return isBeginning ? null : `node ${id} is not the beginning of the node that it divides at ${splitAt}`;
}
