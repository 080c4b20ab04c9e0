import type { PositionId, TreeId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { RestOfText } from '../../../ipc/wire/path.ts';
import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import { wordsFollow } from '../../../ui-text/continuations.ts';
import type { Client } from '../../client.ts';
import type { BufferSurface } from '../../surface.ts';
import { LiveQuery } from '../live-query.ts';
import type { NodeHeader } from '../path/path-segments.ts';
import type { PathSession } from '../path/path-session.ts';
import type { Notices } from '../window/notices.ts';

/** After a change of the path, which a step through siblings makes many times a second. Milliseconds. */
const DELAY = 100;
/** The greatest share of main's time that reads may take, for a rest as long as a novel. */
const MAX_SHARE = 1 / 5;

export interface RestSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly notices: Notices;
  findManuscript(): BufferSurface | null;
  onError(error: unknown): void;
}

/**
 * The text that follows where the path took another way, inside a text: it stays in sight as one line
 * (`domain.md`, *Forks*).
 */
export class RestSession {
  readonly #options: RestSessionOptions;
  readonly #rest: LiveQuery<RestOfText | null, PositionId>;
  readonly #stops: readonly (() => void)[];
  /** The split whose rest was announced or, on opening, shown. */
  #announced: PositionId | null;
  /** Where `findSplit` found the last split, and in which headers; -1 for none. */
  #found: { readonly headers: readonly NodeHeader[]; readonly index: number } = { headers: [], index: -1 };

  constructor(options: RestSessionOptions) {
    const { client, treeId, path, onError } = options;
    this.#options = options;
    this.#announced = this.findSplit();
    this.#rest = new LiveQuery<RestOfText | null, PositionId>({
      initial: null,
      delay: DELAY,
      pause: (took) => took / MAX_SHARE,
      key: () => this.findSplit(),
      read: (split) => client.call('path.rest', { treeId, split }),
      onError,
    });
    this.#stops = [
      path.mirror.subscribe(() => this.#follow()),
      this.#rest.value.subscribe(() => this.show()),
      this.#rest.watch(),
    ];
  }

  /** The last split on the path; null if the path runs through none. */
  findSplit(): PositionId | null {
    const { headers } = this.#options.path.mirror.get();
    // Asked several times for each change of a path that may have 10,000 nodes.
    if (this.#found.headers !== headers) this.#found = { headers, index: this.#lastSplitIn(headers) };
    return headers[this.#found.index]?.positionId ?? null;
  }

  /** Counts replace a few headers many times a second: of those that stay, the answer is known. */
  #lastSplitIn(headers: readonly NodeHeader[]): number {
    const { headers: before, index: known } = this.#found;
    return headers.findLastIndex(
      (header, index) =>
        (index <= known || header !== before[index]) && (header.flags & POSITION_FLAGS.split) !== 0,
    );
  }

  /** Where it begins in what its first node shows; null if that is not known. UTF-16 code units. */
  get offset(): number | null {
    return this.#rest.value.get()?.offset ?? null;
  }

  /** Shows the line in the manuscript, or removes it. */
  show(): void {
    const split = this.findSplit();
    const rest = split === null ? null : this.#rest.value.get();
    this.#options.findManuscript()?.showRest(rest === null ? null : wordsFollow(rest.words));
    if (rest === null || split === this.#announced) return;
    this.#announced = split;
    this.#options.notices.announce(`${wordsFollow(rest.words)}.`);
  }

  /** Positions changed; what follows consists of those that are not on the path. */
  onTreeChange({ changed }: TreeUpdate): void {
    if (changed.some((positionId) => this.#options.path.indexOf(positionId) < 0)) this.#rest.invalidate();
  }

  onTreeReplaced(): void {
    this.#rest.invalidate();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#rest.close();
  }

  #follow(): void {
    if (this.findSplit() === null) {
      this.#announced = null;
      this.#rest.clear();
    }
    this.#rest.follow();
  }
}
