import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { HeaderPatch, PathReply, PathSnapshot } from '../../../ipc/wire/path.ts';
import { createStore, type Store } from '../store.ts';
import { headersOf, type NodeHeader } from './path-segments.ts';

/** The path as main last sent it: ids and counts, never text. */
export interface PathMirror {
  readonly pathVersion: number;
  /** From below the root to the head. */
  readonly headers: readonly NodeHeader[];
}

/** The path mirror of one tree, patched by replies and events. */
export class PathSession {
  readonly treeId: TreeId;
  readonly rootPositionId: PositionId;
  readonly #mirror;
  /** The index of each position in the mirror; rebuilt when positions come, go or move. */
  #indexes: ReadonlyMap<PositionId, number> = new Map();
  /** The nodes of the mirror; null until someone asks after positions came, went or moved. */
  #nodes: Set<NodeId> | null = null;

  constructor(snapshot: PathSnapshot) {
    this.treeId = snapshot.treeId;
    this.rootPositionId = snapshot.rootPositionId;
    this.#mirror = createStore<PathMirror>({ pathVersion: snapshot.pathVersion, headers: [] });
    this.reset(snapshot);
  }

  get mirror(): Store<PathMirror> {
    return this.#mirror;
  }

  get pathVersion(): number {
    return this.#mirror.get().pathVersion;
  }

  /** Nodes on the path, not counting the root. */
  get length(): number {
    return this.#mirror.get().headers.length;
  }

  get headId(): PositionId {
    return this.#mirror.get().headers.at(-1)?.positionId ?? this.rootPositionId;
  }

  /** 0-based; -1 for the root and for positions that are not on the path. */
  indexOf(positionId: PositionId): number {
    return this.#indexes.get(positionId) ?? -1;
  }

  /** Undefined if the position is not on the path. */
  findHeader(positionId: PositionId): NodeHeader | undefined {
    return this.#mirror.get().headers[this.indexOf(positionId)];
  }

  /** Returns true if the path shows this version. */
  hasNode(nodeId: NodeId): boolean {
    this.#nodes ??= new Set(this.#mirror.get().headers.map((header) => header.nodeId));
    return this.#nodes.has(nodeId);
  }

  /** The position before this one; null for the root and for positions that are not on the path. */
  findParent(positionId: PositionId): PositionId | null {
    const index = this.indexOf(positionId);
    if (index < 0) return null;
    return this.#mirror.get().headers[index - 1]?.positionId ?? this.rootPositionId;
  }

  /** The position after this one; null for the head and for positions that are not on the path. */
  findChild(positionId: PositionId): PositionId | null {
    if (positionId !== this.rootPositionId && !this.#indexes.has(positionId)) return null;
    return this.#mirror.get().headers[this.indexOf(positionId) + 1]?.positionId ?? null;
  }

  /** Replaces the whole mirror. */
  reset(snapshot: PathSnapshot): void {
    const headers = headersOf(snapshot.segments);
    this.#index(headers);
    this.#mirror.set({ pathVersion: snapshot.pathVersion, headers });
  }

  /** Applies main's reply to an intent: first its commit, then the new path (`PathReply`). */
  apply(reply: PathReply): void {
    const before = this.#mirror.get().headers;
    const headers = [...before];
    const replaced: (readonly [NodeId, NodeId])[] = [];
    for (const { was, positionId, nodeId, authorId, authors, speakerId } of reply.committed) {
      const made = { nodeId, authorId, authors, speakerId: speakerId ?? authorId };
      const index = was === null ? -1 : headers.findIndex((header) => header.nodeId === was);
      const old = headers[index];
      if (old !== undefined) {
        headers[index] = { ...old, ...made, isCut: false, isUnfinished: made.speakerId !== authorId };
        replaced.push([old.nodeId, nodeId]);
      } else if (was === null) headers.push({ ...NEW_COUNTS, ...made, positionId });
    }
    const { pathVersion, keptBefore, keptAfter, tail } = reply;
    const rest = headers.slice(headers.length - keptAfter);
    const combined = headers.slice(0, keptBefore).concat(headersOf(tail), rest);
    // Usually one node in a long path has another version, and every position is where it was.
    if (tail.count === 0 && keptBefore + keptAfter === before.length && headers.length === before.length)
      this.#replaceNodes(replaced);
    else this.#index(combined);
    this.#mirror.set({ pathVersion, headers: this.#patched(combined, reply.headers) });
  }

  /** Applies new counts and flags; ignores positions that are not on the path. */
  patch(patches: readonly HeaderPatch[]): void {
    if (!patches.some((patch) => this.#indexes.has(patch.positionId))) return;
    const { pathVersion, headers } = this.#mirror.get();
    this.#mirror.set({ pathVersion, headers: this.#patched(headers, patches) });
  }

  /** Fills in missing counts. Existing ones are combined, because they are as new as these or newer. */
  setCounts(patches: readonly HeaderPatch[]): void {
    const { pathVersion, headers } = this.#mirror.get();
    const counted = [...headers];
    for (const patch of patches) {
      const index = this.indexOf(patch.positionId);
      const old = headers[index];
      if (old?.siblingCount === 0) counted[index] = { ...old, ...patch };
    }
    // Positions did not move, so keep the indexes.
    this.#mirror.set({ pathVersion, headers: counted });
  }

  /** The counts may be wrong: leaves them out until they are loaded again. */
  forgetCounts(): void {
    const { pathVersion, headers } = this.#mirror.get();
    const none = { siblingIndex: 0, siblingCount: 0, versionIndex: 0, versionCount: 0, forks: [] };
    this.#mirror.set({ pathVersion, headers: headers.map((header) => ({ ...header, ...none })) });
  }

  #index(headers: readonly NodeHeader[]): void {
    this.#indexes = new Map(headers.map((header, index) => [header.positionId, index]));
    this.#nodes = null;
  }

  /** @param replaced nodes of the mirror, each with the version that took its place, in order */
  #replaceNodes(replaced: readonly (readonly [NodeId, NodeId])[]): void {
    for (const [was, now] of replaced) {
      this.#nodes?.delete(was);
      this.#nodes?.add(now);
    }
  }

  /** Headers that are indexed, with new counts and flags. */
  #patched(headers: readonly NodeHeader[], patches: readonly HeaderPatch[]): readonly NodeHeader[] {
    const changed = [...headers];
    for (const patch of patches) {
      const index = this.indexOf(patch.positionId);
      const old = headers[index];
      if (old !== undefined) changed[index] = { ...old, ...patch };
    }
    return changed;
  }
}

/** Counts of a new position, until the reply's patches correct them. */
const NEW_COUNTS = {
  siblingIndex: 1,
  siblingCount: 1,
  versionIndex: 1,
  versionCount: 1,
  flags: 0,
  forks: [],
  isCut: false,
  continues: false,
  isUnfinished: false,
} as const;
