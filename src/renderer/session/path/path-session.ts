import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { HeaderPatch, PathReply, PathSnapshot } from '../../../ipc/wire/path.ts';
import { createStore, type Store } from '../store.ts';
import { headersOf, type NodeHeader } from './path-segments.ts';

/** A mirror of the path as main last told it: ids and counts, never text. */
export interface PathMirror {
  readonly pathVersion: number;
  /** From below the root to the head. */
  readonly headers: readonly NodeHeader[];
}

/** The headers of one tree's path, patched by replies and events. */
export class PathSession {
  readonly treeId: TreeId;
  readonly rootPositionId: PositionId;
  readonly #mirror;
  /** Rebuilt with the mirror: where each position stands in it. */
  #indexes: ReadonlyMap<PositionId, number> = new Map();
  #nodes: ReadonlySet<NodeId> = new Set();

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

  /** Nodes on the path, the root not counted. */
  get length(): number {
    return this.#mirror.get().headers.length;
  }

  get headId(): PositionId {
    return this.#mirror.get().headers.at(-1)?.positionId ?? this.rootPositionId;
  }

  /** 0-based place on the path; -1 for the root and for what is not on it. */
  indexOf(positionId: PositionId): number {
    return this.#indexes.get(positionId) ?? -1;
  }

  /** Undefined where the position is not on the path. */
  findHeader(positionId: PositionId): NodeHeader | undefined {
    return this.#mirror.get().headers[this.indexOf(positionId)];
  }

  /** Whether the path shows this version. */
  hasNode(nodeId: NodeId): boolean {
    return this.#nodes.has(nodeId);
  }

  /** The position before this one on the path; null at the root and for what is not on the path. */
  findParent(positionId: PositionId): PositionId | null {
    const index = this.indexOf(positionId);
    if (index < 0) return null;
    return this.#mirror.get().headers[index - 1]?.positionId ?? this.rootPositionId;
  }

  /** The position after this one on the path; null at the head and for what is not on the path. */
  findChild(positionId: PositionId): PositionId | null {
    if (positionId !== this.rootPositionId && !this.#indexes.has(positionId)) return null;
    return this.#mirror.get().headers[this.indexOf(positionId) + 1]?.positionId ?? null;
  }

  /** Takes the place of everything that was known. */
  reset(snapshot: PathSnapshot): void {
    this.#replace({ pathVersion: snapshot.pathVersion, headers: headersOf(snapshot.segments) });
  }

  /** Takes over what an intent did: first its commit, then the path that it left (`PathReply`). */
  apply(reply: PathReply): void {
    const headers = [...this.#mirror.get().headers];
    for (const { was, nodeId, positionId, authorId } of reply.committed) {
      const index = was === null ? -1 : headers.findIndex((header) => header.nodeId === was);
      const old = headers[index];
      if (old !== undefined) headers[index] = { ...old, nodeId, authorId };
      else if (was === null) headers.push({ ...LONE, positionId, nodeId, authorId });
    }
    const rest = headers.slice(headers.length - reply.rest);
    const kept = headers.slice(0, reply.keep).concat(headersOf(reply.tail), rest);
    this.#replace({ pathVersion: reply.pathVersion, headers: patched(kept, reply.headers) });
  }

  /** New counts of positions, those that are on the path. */
  patch(patches: readonly HeaderPatch[]): void {
    if (!patches.some((patch) => this.#indexes.has(patch.positionId))) return;
    const { pathVersion, headers } = this.#mirror.get();
    this.#replace({ pathVersion, headers: patched(headers, patches) });
  }

  /** Counts of positions that had none; what was counted before is as new as these, or newer. */
  count(patches: readonly HeaderPatch[]): void {
    const { pathVersion, headers } = this.#mirror.get();
    const counted = [...headers];
    for (const patch of patches) {
      const index = this.indexOf(patch.positionId);
      const old = headers[index];
      if (old?.siblingCount === 0) counted[index] = { ...old, ...patch };
    }
    // Who stands where is as it was: the indexes are not built anew.
    this.#mirror.set({ pathVersion, headers: counted });
  }

  #replace(mirror: PathMirror): void {
    this.#indexes = new Map(mirror.headers.map((header, index) => [header.positionId, index]));
    this.#nodes = new Set(mirror.headers.map((header) => header.nodeId));
    this.#mirror.set(mirror);
  }
}

/** Counts of a position nobody has said anything of yet; the reply's patches correct them. */
const LONE = { siblingIndex: 1, siblingCount: 1, versionIndex: 1, versionCount: 1, flags: 0 } as const;

function patched(headers: readonly NodeHeader[], patches: readonly HeaderPatch[]): readonly NodeHeader[] {
  const byPosition = new Map(patches.map((patch) => [patch.positionId, patch]));
  if (byPosition.size === 0) return headers;
  return headers.map((header) => {
    const patch = byPosition.get(header.positionId);
    return patch === undefined ? header : { ...header, ...patch };
  });
}
