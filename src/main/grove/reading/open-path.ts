import type { CommittedPart } from '../../../core/buffer/plan-commit.ts';
import { AspenError } from '../../../core/errors.ts';
import { type AgentId, firstNodeAt, type NodeId, type PositionId, type TreeId } from '../../../core/ids.ts';
import type { PathChange } from '../../../core/tree/tree-change.ts';
import type { HeaderPatch, PathReply, PathSegments } from '../../../ipc/wire/path.ts';
import type { Reader } from '../../store/connection/query.ts';
import type { Store } from '../../store/connection/store.ts';
import { findNoted } from '../../store/tables/annotations.ts';
import { getNode, getWholeNode } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import {
  countPlaces,
  loadPath,
  loadPathIds,
  type PathIds,
  type PathStep,
  type PositionCounts,
} from '../../store/tree/path-loading.ts';
import { headerPatch, packPath } from './path-wire.ts';

/** More nodes than these are read with the path they stand on. */
const READ_ONE_BY_ONE = 16;

/**
 * Siblings and versions are counted this far to both sides of where the writer is about to look: it costs their number,
 * which in a bushy tree is a hundred times the path's. The window asks for the others (`path.headers`).
 */
const COUNTED_AROUND = 128;

/**
 * The writer's path in one tree as main remembers it between two intents: which version stands at which position, and
 * a version number that every change of the path raises, so that what was meant for another path is refused.
 */
export class OpenPath {
  readonly #store: Store;
  readonly #treeId: TreeId;
  readonly #writerId: AgentId;
  readonly rootPositionId: PositionId;
  /** From below the root to the head. */
  #ids: readonly PathIds[] = [];
  #places: ReadonlyMap<NodeId, number> | undefined;
  #version = 0;

  constructor(store: Store, treeId: TreeId, writerId: AgentId) {
    this.#store = store;
    this.#treeId = treeId;
    this.#writerId = writerId;
    this.rootPositionId = getTree(store, treeId).rootPositionId;
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

  /** Where a node stands on the path, counting from 0 below the root; undefined where it does not. */
  placeOf(nodeId: NodeId): number | undefined {
    this.#places ??= new Map(this.#ids.map(({ nodeId: id }, place) => [id, place]));
    return this.#places.get(nodeId);
  }

  /** At most so many positions from the head up, the nearest first; the root, if it is not among them, is not named. */
  above(most: number): readonly PositionId[] {
    return this.#ids
      .slice(-most)
      .reverse()
      .map(({ positionId }) => positionId);
  }

  /** The version that the path shows at a position. @throws {AspenError} NOT_FOUND where it is not on the path */
  versionAt(position: PositionId): NodeId {
    if (position === this.rootPositionId) return firstNodeAt(position);
    const nodeId = this.#ids.find(({ positionId }) => positionId === position)?.nodeId;
    if (nodeId === undefined) throw new AspenError('NOT_FOUND', `position ${position} is not on the path`);
    return nodeId;
  }

  /** Whether a position is on the path; the root always is. */
  has(position: PositionId): boolean {
    return position === this.rootPositionId || this.#ids.some(({ positionId }) => positionId === position);
  }

  /** @throws {AspenError} CONFLICT where the path is another by now */
  requireVersion(version: number): void {
    if (version !== this.#version) {
      throw new AspenError('CONFLICT', `the path is at version ${this.#version}, not ${version}`);
    }
  }

  /** Reads the path from the file: what was known is no longer true. */
  reload(): void {
    this.#version += 1;
    this.#ids = loadPathIds(this.#store, this.#treeId, this.#writerId).slice(1);
    this.#places = undefined;
  }

  /**
   * Takes over what a change of ours wrote: the path is as `reload` would find it. Versions selected on the path and
   * nodes that go on from its head cost nothing more, however long the path; for any other move it is read again.
   */
  follow(change: PathChange): void {
    const end = goingOn(this.head, change);
    if (end === undefined) {
      this.reload();
      return;
    }
    this.#version += 1;
    if (change.selected.length === 0) return;
    const versions = new Map(change.selected.map(({ position, version }) => [position, version]));
    const revised = this.#ids.map((ids) => {
      const nodeId = versions.get(ids.positionId);
      return nodeId === undefined ? ids : { ...ids, nodeId };
    });
    this.#ids = [...revised, ...end];
    this.#places = undefined;
  }

  /** The path's nodes with their texts, from below the root. */
  steps(reader: Reader = this.#store): readonly PathStep[] {
    return loadPath(reader, this.#treeId, this.#writerId).slice(1);
  }

  /** @param around indexes into `steps` near which places are counted */
  pack(steps: readonly PathStep[], around: readonly number[], reader: Reader = this.#store): PathSegments {
    const nodes = steps.map(({ node }) => node);
    const near = nodes.flatMap((_, index) =>
      around.some((place) => Math.abs(place - index) <= COUNTED_AROUND) ? [index] : [],
    );
    const counted = countPlaces(
      reader,
      near.flatMap((index) => nodes[index] ?? []),
    );
    const places = new Array<PositionCounts | undefined>(nodes.length).fill(undefined);
    for (const [at, index] of near.entries()) places[index] = counted[at];
    const noted = findNoted(
      reader,
      nodes.map(({ positionId }) => positionId),
    );
    return packPath(nodes, places, noted);
  }

  /**
   * The answer to an intent.
   * @param before the path as it was
   * @param committed what became of the draft
   * @param touched positions that look different though their versions are the same
   * @param isWhole everything behind the first difference is told, the same or not
   */
  reply(
    before: readonly PathIds[],
    committed: readonly CommittedPart[],
    touched: ReadonlySet<PositionId> = new Set(),
    isWhole = false,
  ): PathReply {
    const shown = withCommitted(before, committed);
    const keep = commonPrefix(shown, this.#ids);
    const rest = isWhole ? 0 : commonSuffix(shown.slice(keep), this.#ids.slice(keep));
    const end = this.#ids.length - rest;
    const kept = [...this.#ids.slice(0, keep), ...this.#ids.slice(end)];
    const replaced = this.#stepsBetween(keep, end);
    const looked = new Set([...touched, ...committed.map(({ positionId }) => positionId)]);
    return {
      pathVersion: this.#version,
      committed: committed.map((part) => ({ ...part, authorId: getNode(this.#store, part.nodeId).authorId })),
      keep,
      // The caret goes to where the paths part, or to the head.
      tail: this.pack(replaced, [0, replaced.length - 1]),
      rest,
      headers: this.#headersOf(kept.filter(({ positionId }) => looked.has(positionId))),
    };
  }

  /** Few nodes are read one by one: a version is one among ten thousand. */
  #stepsBetween(from: number, to: number): readonly PathStep[] {
    if (to - from > READ_ONE_BY_ONE) return this.steps().slice(from, to);
    return this.#ids
      .slice(from, to)
      .map(({ nodeId }) => ({ node: getWholeNode(this.#store, nodeId), recorded: true }));
  }

  /** New counts of the position on the path that continues `parent`; empty where the path does not go through there. */
  headersBelow(parent: PositionId): readonly HeaderPatch[] {
    if (!this.has(parent)) return [];
    const place = this.#ids.findIndex(({ positionId }) => positionId === parent);
    return this.#headersOf(this.#ids.slice(place + 1, place + 2));
  }

  /** The headers of these positions, those that are on the path, in its order. */
  headersAt(positions: readonly PositionId[]): readonly HeaderPatch[] {
    const asked = new Set(positions);
    return this.#headersOf(this.#ids.filter(({ positionId }) => asked.has(positionId)));
  }

  #headersOf(ids: readonly PathIds[]): readonly HeaderPatch[] {
    const nodes = ids.map(({ nodeId }) => getNode(this.#store, nodeId));
    const places = countPlaces(this.#store, nodes);
    const noted = findNoted(
      this.#store,
      ids.map(({ positionId }) => positionId),
    );
    return nodes.flatMap((node, index) => {
      const counts = places[index];
      return counts === undefined ? [] : [headerPatch(node, counts, noted.has(node.positionId))];
    });
  }
}

/**
 * The positions by which a change goes on from `head` to its own, each with the version it selects there; none where
 * the head stays. Undefined where the change goes elsewhere, or by way of a position whose version it does not name.
 */
function goingOn(head: PositionId, { head: target = head, selected, lastChild }: PathChange) {
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

/** The path with the versions a commit selected, and the node that the working buffer became. */
function withCommitted(ids: readonly PathIds[], parts: readonly CommittedPart[]): readonly PathIds[] {
  const added = parts.filter(({ was }) => was === null);
  if (added.length === parts.length) return [...ids, ...added];
  const versions = new Map(parts.map(({ was, nodeId }) => [was, nodeId]));
  const revised = ids.map(({ positionId, nodeId }) => ({
    positionId,
    nodeId: versions.get(nodeId) ?? nodeId,
  }));
  return [...revised, ...added];
}

function commonSuffix(one: readonly PathIds[], other: readonly PathIds[]): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.at(-1 - length)?.nodeId === other.at(-1 - length)?.nodeId) length += 1;
  return length;
}

function commonPrefix(one: readonly PathIds[], other: readonly PathIds[]): number {
  const differs = one.findIndex(({ nodeId }, index) => nodeId !== other[index]?.nodeId);
  return differs < 0 ? one.length : differs;
}
