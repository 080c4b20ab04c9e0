/**
 * Asks main for the counts it left out of a path (`PathSegments.siblingCounts`): at once for what someone looks at or
 * stands on, for all the rest little by little.
 */
import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { PathSession } from './path-session.ts';

/** Positions asked for at a time: in a bushy tree main counts for some ten milliseconds. */
const SLICE = 100;
/** After each slice of the rest, so that main has time for everything else. Milliseconds. */
const PAUSE = 40;

export interface PathCountsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  onError(error: unknown): void;
}

export class PathCounts {
  readonly #options: PathCountsOptions;
  /** What main was asked and has not answered, each with its answer to come. */
  readonly #asked = new Map<PositionId, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = true;

  constructor(options: PathCountsOptions) {
    this.#options = options;
  }

  /** Whether there are counts of a position; also where it is not on the path, as there is nothing to ask then. */
  knows(positionId: PositionId): boolean {
    return this.#options.path.findHeader(positionId)?.siblingCount !== 0;
  }

  /** Resolves when the counts of these positions are in the mirror, or main failed to tell them, which is reported. */
  async know(positionIds: readonly PositionId[]): Promise<void> {
    const wanted = positionIds.filter((positionId) => !this.knows(positionId));
    if (wanted.length === 0 || !this.#isOpen) return;
    const fresh = wanted.filter((positionId) => !this.#asked.has(positionId));
    for (let from = 0; from < fresh.length; from += SLICE) this.#ask(fresh.slice(from, from + SLICE));
    await Promise.all(wanted.map((positionId) => this.#asked.get(positionId)));
  }

  /** Asks for the rest of the path from time to time, until all is counted. */
  askForRest(): void {
    if (this.#isOpen) this.#timer ??= setTimeout(() => void this.#askForSlice(), PAUSE);
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
  }

  async #askForSlice(): Promise<void> {
    const { path } = this.#options;
    const { pathVersion } = path;
    const slice = this.#nextSlice();
    await this.know(slice);
    this.#timer = undefined;
    // Where main failed it would fail again: then the next change of the path tries anew.
    const isTold = slice.some((positionId) => this.knows(positionId));
    if (isTold || path.pathVersion !== pathVersion) this.askForRest();
  }

  #nextSlice(): readonly PositionId[] {
    const { headers } = this.#options.path.mirror.get();
    const slice: PositionId[] = [];
    for (const { positionId, siblingCount } of headers) {
      if (siblingCount !== 0) continue;
      slice.push(positionId);
      if (slice.length === SLICE) break;
    }
    return slice;
  }

  #ask(positionIds: readonly PositionId[]): void {
    const { client, treeId, path, onError } = this.#options;
    const answer = client.call('path.headers', { treeId, positionIds }).then(({ pathVersion, headers }) => {
      // Of another path: its own reply has told what is new, and what it has not is asked again.
      if (pathVersion === path.pathVersion) path.count(headers);
    }, onError);
    const over = answer.finally(() => {
      for (const positionId of positionIds) this.#asked.delete(positionId);
    });
    for (const positionId of positionIds) this.#asked.set(positionId, over);
  }
}
