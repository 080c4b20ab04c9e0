import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { HeaderPatch, PathReply, PathSnapshot } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
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

/** Positions per request: in a bushy tree, main needs about ten milliseconds. */
const SLICE = 100;
/** Pause between slices, to leave main time for other work. Milliseconds. */
const PAUSE = 40;

/**
 * Loads the counts that main leaves out of a path (`PathSegments.siblingCounts`): at once for positions that
 * are visible or have the caret, and in slices for the others.
 */
export class PathCounts {
  readonly #client: Client;
  readonly #path: PathSession;
  readonly #notices: Notices;
  /** Positions being loaded, each with its request. */
  readonly #loading = new Map<PositionId, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = true;

  constructor(client: Client, path: PathSession, notices: Notices) {
    this.#client = client;
    this.#path = path;
    this.#notices = notices;
  }

  /** Returns true if a position has its counts; also for one that is not on the path, which has none to load. */
  has(positionId: PositionId): boolean {
    return this.#path.findHeader(positionId)?.siblingCount !== 0;
  }

  /** Loads counts. Resolves when they are in the mirror, or after a failure, which is reported. */
  async load(positionIds: readonly PositionId[]): Promise<void> {
    const wanted = positionIds.filter((positionId) => !this.has(positionId));
    if (wanted.length === 0 || !this.#isOpen) return;
    const fresh = wanted.filter((positionId) => !this.#loading.has(positionId));
    for (let from = 0; from < fresh.length; from += SLICE) this.#load(fresh.slice(from, from + SLICE));
    await Promise.all(wanted.map((positionId) => this.#loading.get(positionId)));
  }

  /** Loads the counts of the rest of the path, slice by slice. */
  loadRemaining(): void {
    if (this.#isOpen) this.#timer ??= setTimeout(() => void this.#loadSlice(), PAUSE);
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
  }

  async #loadSlice(): Promise<void> {
    const { pathVersion } = this.#path;
    const slice = this.#nextSlice();
    await this.load(slice);
    this.#timer = undefined;
    // After a failure, wait for the path to change before trying again.
    const hasLoaded = slice.some((positionId) => this.has(positionId));
    if (hasLoaded || this.#path.pathVersion !== pathVersion) this.loadRemaining();
  }

  #nextSlice(): readonly PositionId[] {
    const { headers } = this.#path.mirror.get();
    const slice: PositionId[] = [];
    for (const { positionId, siblingCount } of headers) {
      if (siblingCount !== 0) continue;
      slice.push(positionId);
      if (slice.length === SLICE) break;
    }
    return slice;
  }

  #load(positionIds: readonly PositionId[]): void {
    const request = this.#client.call('path.headers', { treeId: this.#path.treeId, positionIds });
    const answer = request.then(({ pathVersion, headers }) => {
      // If the path changed, its own reply has the new counts, and missing ones are requested again.
      if (pathVersion === this.#path.pathVersion) this.#path.setCounts(headers);
    }, this.#notices.report);
    const done = answer.finally(() => {
      for (const positionId of positionIds) this.#loading.delete(positionId);
    });
    for (const positionId of positionIds) this.#loading.set(positionId, done);
  }
}
