/**
 * Loads the counts that main leaves out of a path (`PathSegments.siblingCounts`): at once for positions that
 * are visible or have the caret, and in slices for the others.
 */
import type { PositionId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import type { PathSession } from './path-session.ts';

/** Positions per request: in a bushy tree, main needs about ten milliseconds. */
const SLICE = 100;
/** Pause between slices, to leave main time for other work. Milliseconds. */
const PAUSE = 40;

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
