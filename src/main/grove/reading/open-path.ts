import { assert } from '../../../core/assert.ts';
import type { CommittedPart } from '../../../core/buffer/plan-commit.ts';
import { type Origins, speakerOf } from '../../../core/context/message-origin.ts';
import { AspenError } from '../../../core/errors.ts';
import { type AgentId, firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../core/ids.ts';
import type { PathChange } from '../../../core/tree/tree-change.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Committed, HeaderPatch, PathReply, PathSegments } from '../../../ipc/wire/path.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { Store } from '../../store/connection/store.ts';
import { findNode, getAuthoredNodes, getWholeNode } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import { readMarks } from '../../store/tree/family-marks.ts';
import { findHiddenSplits } from '../../store/tree/hidden-splits.ts';
import { readOrigins } from '../../store/tree/message-origins.ts';
import { loadPath, loadPathIds, type PathIds, type PathStep } from '../../store/tree/path-loading.ts';
import { getMetadata } from '../../store/tree/position-metadata.ts';
import { readRests } from '../../store/tree/simple-forks.ts';
import {
  type CountedPosition,
  countPositions,
  headerPatch,
  type PathMarks,
  type PositionCounts,
  packPath,
} from './path-wire.ts';

/** Above this many nodes the whole path is loaded instead of single nodes. */
const READ_ONE_BY_ONE = 16;

/**
 * Siblings and versions are counted this far to both sides of where the writer is about to look. Counting costs their
 * number, which in a bushy tree is a hundred times the path's. The window requests the others (`path.headers`).
 */
const COUNTED_AROUND = 64;

/**
 * The writer's path in one tree, cached between two intents: the version at each position, and a path version
 * that every change of the path raises, so that intents for an older path are refused.
 */
export class OpenPath {
  readonly #store: Store;
  readonly #treeId: TreeId;
  readonly #agentId: AgentId;
  readonly #isDialogue: boolean;
  readonly rootPositionId: PositionId;
  /** From below the root to the head. */
  #ids: readonly PathIds[] = [];
  #indexes: ReadonlyMap<NodeId, number> | undefined;
  #positionIndexes: ReadonlyMap<PositionId, number> | undefined;
  #version = 0;
  /** For each earlier version since which only replies have come at its end, the path as it was. */
  #earlier: ReadonlyMap<number, readonly PathIds[]> = new Map();

  constructor(store: Store, treeId: TreeId, agentId: AgentId) {
    this.#store = store;
    this.#treeId = treeId;
    this.#agentId = agentId;
    const { rootPositionId, mode } = getTree(store, treeId);
    this.rootPositionId = rootPositionId;
    this.#isDialogue = mode === 'dialogue';
  }

  get version(): number {
    return this.#version;
  }

  get head(): PositionId {
    return this.#ids.at(-1)?.positionId ?? this.rootPositionId;
  }

  /** From below the root to the head. */
  get ids(): readonly PathIds[] {
    return this.#ids;
  }

  /** A node's index on the path, counting from 0 below the root; undefined if it is not on the path. */
  indexOf(nodeId: NodeId): number | undefined {
    this.#indexes ??= new Map(this.#ids.map(({ nodeId: id }, index) => [id, index]));
    return this.#indexes.get(nodeId);
  }

  /** Counting from 0 below the root; -1 if it is not on the path. */
  #indexOfPosition(position: PositionId): number {
    this.#positionIndexes ??= new Map(this.#ids.map(({ positionId }, index) => [positionId, index]));
    return this.#positionIndexes.get(position) ?? -1;
  }

  /** Up to `most` positions from the head up, nearest first; never includes the root. */
  above(limit: number): readonly PositionId[] {
    return this.#ids
      .slice(-limit)
      .reverse()
      .map(({ positionId }) => positionId);
  }

  /** The version that the path shows at a position. @throws {AspenError} NOT_FOUND if it is not on the path */
  versionAt(position: PositionId): NodeId {
    if (position === this.rootPositionId) return firstNodeAt(position);
    const nodeId = this.#ids[this.#indexOfPosition(position)]?.nodeId;
    if (nodeId === undefined) throw new AspenError('NOT_FOUND', `position ${position} is not on the path`);
    return nodeId;
  }

  /** Returns true if a position is on the path; the root always is. */
  has(position: PositionId): boolean {
    return position === this.rootPositionId || this.#indexOfPosition(position) >= 0;
  }

  /** @throws {AspenError} CONFLICT if the path has changed since */
  requireVersion(version: number): void {
    if (version !== this.#version) {
      throw new AspenError('CONFLICT', `the path is at version ${this.#version}, not ${version}`);
    }
  }

  /** The path as it was at a version, if only replies have come at its end since; undefined otherwise. */
  findIdsAt(version: number): readonly PathIds[] | undefined {
    return version === this.#version ? this.#ids : this.#earlier.get(version);
  }

  /** The lengths of the path: of a conversation also those before each of the replies that it ends with. */
  lengths(): readonly number[] {
    const lengths = [this.#ids.length];
    if (!this.#isDialogue) return lengths;
    for (let index = this.#ids.length - 1; index >= 0; index -= 1) {
      const id = this.#ids[index]?.nodeId;
      if (id === undefined || findNode(this.#store, id)?.authorType !== 'model') break;
      lengths.push(index);
    }
    return lengths;
  }

  /** Runs what makes a reply the end of the path: typing made for the path before it still fits. */
  endWith<T>(show: () => T): T {
    const before = new Map(this.#earlier).set(this.#version, this.#ids);
    const result = show();
    this.#earlier = before;
    return result;
  }

  /** Reads the path from the file, since the cached one is stale. */
  reload(): void {
    this.#version += 1;
    this.#earlier = new Map();
    this.#ids = loadPathIds(this.#store, this.#treeId, this.#agentId).slice(1);
    this.#indexes = undefined;
    this.#positionIndexes = undefined;
  }

  /** True if the file still has this path: another program's write may have taken back a move. */
  get isInFile(): boolean {
    const inFile = loadPathIds(this.#store, this.#treeId, this.#agentId).slice(1);
    return (
      inFile.length === this.#ids.length &&
      inFile.every(({ nodeId }, index) => nodeId === this.#ids[index]?.nodeId)
    );
  }

  /**
   * Applies our own change, with the same result as `reload`. Versions selected on the path and nodes
   * appended at its head cost nothing extra, however long the path; after any other move it is reloaded.
   */
  apply(change: PathChange): void {
    const end = appendedPositions(this.head, change);
    if (end === undefined) {
      this.reload();
      return;
    }
    this.#version += 1;
    this.#earlier = new Map();
    if (change.selected.length === 0) return;
    const versions = new Map(change.selected.map(({ position, version }) => [position, version]));
    const revised = this.#ids.map((ids) => {
      const nodeId = versions.get(ids.positionId);
      return nodeId === undefined ? ids : { ...ids, nodeId };
    });
    this.#ids = [...revised, ...end];
    this.#indexes = undefined;
    this.#positionIndexes = undefined;
  }

  /** The path's nodes with their texts, from below the root. */
  steps(reader: Reader = this.#store): readonly PathStep[] {
    return loadPath(reader, this.#treeId, this.#agentId).slice(1);
  }

  /** @param around indexes into `steps` near which siblings and versions are counted */
  pack(steps: readonly PathStep[], around: readonly number[], reader: Reader = this.#store): PathSegments {
    const nodes = steps.map(({ node }) => node);
    const near = nodes.flatMap((_, index) =>
      around.some((center) => Math.abs(center - index) <= COUNTED_AROUND) ? [index] : [],
    );
    const counted = this.#count(
      reader,
      near.flatMap((index) => nodes[index] ?? []),
    );
    const counts = new Array<PositionCounts | undefined>(nodes.length).fill(undefined);
    for (const [at, index] of near.entries()) counts[index] = counted[at];
    const origins = this.#isDialogue ? readOrigins(reader, nodes) : null;
    return packPath(nodes, counts, this.#marked(reader, nodes, counts), origins);
  }

  /** The position before one on the path. */
  #parentOf(position: PositionId): PositionId {
    return this.#ids[this.#indexOfPosition(position) - 1]?.positionId ?? this.rootPositionId;
  }

  /** @param nodes on the path; others are numbered as if alone */
  #count(
    reader: Reader,
    nodes: readonly Pick<CountedPosition, 'id' | 'positionId'>[],
  ): readonly PositionCounts[] {
    const counted = nodes.map(({ id, positionId }) => {
      return { id, positionId, parentId: this.#parentOf(positionId) };
    });
    return countPositions(reader, this.#treeId, this.#agentId, counted, (position) => this.has(position));
  }

  /** @param counts of these positions, in the same order; undefined if not counted */
  #marked(
    reader: Reader,
    at: readonly { readonly positionId: PositionId }[],
    counts: readonly (PositionCounts | undefined)[],
  ): PathMarks {
    const positions = at.map(({ positionId }) => positionId);
    const noted = new Map<PositionId, boolean>();
    for (const [index, position] of positions.entries()) {
      const hasNote = counts[index]?.hasNote;
      if (hasNote !== undefined) noted.set(position, hasNote);
    }
    const marks = readMarks(reader, this.#treeId, positions, noted);
    const rests = readRests(reader, this.#treeId, this.#agentId);
    if (rests.size === 0) return { ...marks, beforeRest: NONE, besideRest: NONE };
    const besideRest = positions.filter((position) => {
      const rest = rests.get(this.#parentOf(position));
      return rest !== undefined && rest !== position && marks.splits.get(position)?.positionId !== rest;
    });
    return { ...marks, beforeRest: new Set(rests.keys()), besideRest: new Set(besideRest) };
  }

  /**
   * The whole path, with siblings and versions counted near the caret and near the head.
   * @param caret its offset in the text. Ignores pending edits, which concern few nodes: the window requests the counts
   *   this misses
   */
  packAll(caret: number, reader: Reader): PathSegments {
    const steps = this.steps(reader);
    let remaining = caret;
    const at = steps.findIndex(({ node }) => {
      remaining -= textOf(node.content).length;
      return remaining <= 0;
    });
    const head = steps.length - 1;
    return this.pack(steps, at < 0 ? [head] : [at, head], reader);
  }

  /**
   * The reply to an intent.
   * @param before the path before it
   * @param committed the nodes that the draft became
   * @param touched positions whose headers changed though their versions did not
   * @param isWhole sends everything after the first difference, even a common end
   */
  reply(
    before: readonly PathIds[],
    committed: readonly CommittedPart[],
    touched: ReadonlySet<PositionId> = new Set(),
    isWhole = false,
  ): PathReply {
    const shown = withCommitted(before, committed);
    const keptBefore = commonPrefix(shown, this.#ids);
    const keptAfter = isWhole ? 0 : commonSuffix(shown.slice(keptBefore), this.#ids.slice(keptBefore));
    const end = this.#ids.length - keptAfter;
    const kept = [...this.#ids.slice(0, keptBefore), ...this.#ids.slice(end)];
    const replaced = this.#stepsBetween(keptBefore, end);
    const changedPositions = new Set([...touched, ...committed.map(({ positionId }) => positionId)]);
    // Only where the path ends in the middle of the text is there a list after it.
    const rests = readRests(this.#store, this.#treeId, this.#agentId);
    for (const head of [before.at(-1)?.positionId, this.head]) {
      if (head === undefined) continue;
      if (rests.has(head) || findHiddenSplits(this.#store, this.#treeId, [head]).size > 0)
        changedPositions.add(head);
    }
    return {
      pathVersion: this.#version,
      committed: this.#committed(committed),
      keptBefore,
      // The caret goes to where the paths diverge, or to the head.
      tail: this.pack(replaced, [0, replaced.length - 1]),
      keptAfter,
      headers: this.#headersOf(kept.filter(({ positionId }) => changedPositions.has(positionId))),
    };
  }

  #committed(parts: readonly CommittedPart[]): readonly Committed[] {
    const nodes = getAuthoredNodes(
      this.#store,
      parts.map(({ nodeId }) => nodeId),
    );
    // A manuscript has authors only.
    const origins: Origins = this.#isDialogue ? readOrigins(this.#store, nodes) : new Map();
    const byId = new Map(nodes.map((node) => [node.id, node]));
    return parts.map((part) => {
      const node = byId.get(part.nodeId);
      assert(node !== undefined, `no node ${part.nodeId}`);
      const { authorId, authors } = node;
      const speakerId = speakerOf(node, origins);
      return { ...part, authorId, authors, ...(speakerId === authorId ? {} : { speakerId }) };
    });
  }

  /** Reads a few nodes individually: a new version is one node among ten thousand. */
  #stepsBetween(from: number, to: number): readonly PathStep[] {
    if (to - from > READ_ONE_BY_ONE) return this.steps().slice(from, to);
    return this.#ids
      .slice(from, to)
      .map(({ nodeId }) => ({ node: getWholeNode(this.#store, nodeId), recorded: true }));
  }

  /**
   * The headers of those of these positions that are on the path, and of those that continue one of `parents`
   * there, in path order.
   */
  headersAround(
    positions: ReadonlySet<PositionId>,
    parents: ReadonlySet<PositionId>,
  ): readonly HeaderPatch[] {
    const after = [...parents].flatMap((parent) => {
      const index = this.#indexOfPosition(parent);
      return index >= 0 || parent === this.rootPositionId ? [index + 1] : [];
    });
    return this.#headersOf(this.#idsAt([...this.#indexesOf([...positions]), ...after]));
  }

  /** The headers of those of these positions that are on the path, in path order. */
  headersAt(positions: readonly PositionId[]): readonly HeaderPatch[] {
    return this.#headersOf(this.#idsAt(this.#indexesOf(positions)));
  }

  /** The indexes of those of these positions that are on the path, without walking it. */
  #indexesOf(positions: readonly PositionId[]): readonly number[] {
    return positions.map((position) => this.#indexOfPosition(position)).filter((index) => index >= 0);
  }

  /** The path's nodes at these indexes, each once, in path order; none beyond its end. */
  #idsAt(indexes: readonly number[]): readonly PathIds[] {
    return [...new Set(indexes)].sort((one, other) => one - other).flatMap((index) => this.#ids[index] ?? []);
  }

  #headersOf(ids: readonly PathIds[]): readonly HeaderPatch[] {
    const nodes = ids.map(({ nodeId, positionId }) => ({ id: nodeId, positionId }));
    // One transaction, so that each statement need not lock the file and look for a journal.
    return this.#store.snapshot((reader) => {
      const metadata = getMetadata(
        reader,
        nodes.map(({ id }) => id),
      );
      const counted = this.#count(reader, nodes);
      const marked = this.#marked(reader, nodes, counted);
      return nodes.flatMap(({ positionId }, index) => {
        const [own, counts] = [metadata[index], counted[index]];
        return own === undefined || counts === undefined
          ? []
          : [headerPatch({ ...own, positionId }, counts, marked)];
      });
    });
  }
}

const NONE: ReadonlySet<PositionId> = new Set();

/**
 * The positions that a change appends between `head` and its own head, each with the version selected there; empty if
 * the head stays. Undefined if the change leads elsewhere, or through a position whose version it does not name.
 */
function appendedPositions(head: PositionId, { head: target = head, selected, lastChild }: PathChange) {
  const children = new Map(lastChild.map(({ position, child }) => [position, child]));
  const versions = new Map(selected.map(({ position, version }) => [position, version]));
  const end: PathIds[] = [];
  for (let at = head; at !== target; ) {
    const child = children.get(at);
    const version = child && versions.get(child);
    if (child === undefined || version === undefined || end.length === children.size) return undefined;
    end.push({ positionId: child, nodeId: version });
    at = child;
  }
  return end;
}

/** The path with the versions that a commit selected, and the node that the working buffer became. */
export function withCommitted(ids: readonly PathIds[], parts: readonly CommittedPart[]): readonly PathIds[] {
  const added = parts.filter(({ was }) => was === null);
  if (added.length === parts.length) return [...ids, ...added];
  const versions = new Map(parts.map(({ was, nodeId }) => [was, nodeId]));
  const revised = ids.map(({ positionId, nodeId }) => ({
    positionId,
    nodeId: versions.get(nodeId) ?? nodeId,
  }));
  return [...revised, ...added];
}

/** Number of nodes that two paths share at their beginning. */
export function commonPrefix(one: readonly PathIds[], other: readonly PathIds[]): number {
  const differs = one.findIndex(({ nodeId }, index) => nodeId !== other[index]?.nodeId);
  return differs < 0 ? one.length : differs;
}

/** Number of nodes that two paths share at their end. */
export function commonSuffix(one: readonly PathIds[], other: readonly PathIds[]): number {
  const limit = Math.min(one.length, other.length);
  let length = 0;
  while (length < limit && one.at(-1 - length)?.nodeId === other.at(-1 - length)?.nodeId) length += 1;
  return length;
}
