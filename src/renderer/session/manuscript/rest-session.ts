import type { PositionId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { RestOfText } from '../../../ipc/wire/path.ts';
import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import { wordsFollow } from '../../../ui-text/continuations.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { LiveQuery } from '../live-query.ts';
import type { NodeHeader } from '../path/path-segments.ts';

/** After a change of the path, which a step through siblings makes many times a second. Milliseconds. */
const DELAY = 100;
/** The greatest share of main's time that reads may take, for a rest as long as a novel. */
const MAX_SHARE = 1 / 5;

/** The rest of the text that the line represents. */
export interface ShownRest {
  /** The position of the path after whose text it follows. */
  readonly after: PositionId;
  /** Its start in the text that its first node shows, in UTF-16 code units. */
  readonly offset: number;
}

/**
 * The text that follows where the path took another way, in the middle of the text: it stays in sight as one line
 * (`domain.md`, *Forks*).
 */
export class RestSession {
  readonly #scope: ManuscriptScope;
  readonly #rest: LiveQuery<RestOfText | null, PositionId>;
  readonly #stops: readonly (() => void)[];
  /** The position after which the rest was announced or, on opening, shown. */
  #announced: PositionId | null;
  /** Index of the last position beside a rest, and its headers; -1 for none. */
  #found: { readonly headers: readonly NodeHeader[]; readonly index: number } = { headers: [], index: -1 };

  constructor(scope: ManuscriptScope) {
    const { client, treeId, path } = scope;
    this.#scope = scope;
    this.#announced = this.#findPlace();
    this.#rest = new LiveQuery<RestOfText | null, PositionId>({
      initial: null,
      delay: DELAY,
      pause: (took) => took / MAX_SHARE,
      key: () => this.#findPlace(),
      read: (after) => client.call('path.rest', { treeId, after }),
      onError: (error: unknown) => scope.notices.report(error),
    });
    this.#stops = [
      path.mirror.subscribe(() => this.#follow()),
      this.#rest.value.subscribe(() => this.show()),
      this.#rest.watch(),
    ];
  }

  /** The rest that the line represents; null where there is none. */
  find(): ShownRest | null {
    const after = this.#findPlace();
    const rest = after === null ? null : this.#rest.value.get();
    return after === null || rest === null ? null : { after, offset: rest.offset };
  }

  /** The last position of the path after which the path took, or is about to take, another way; null if there is none. */
  #findPlace(): PositionId | null {
    const { path } = this.#scope;
    const { headers } = path.mirror.get();
    const head = headers.at(-1);
    // The root has no header: main knows.
    if (head === undefined) return path.rootPositionId;
    if ((head.flags & POSITION_FLAGS.beforeRest) !== 0) return head.positionId;
    // Asked several times for each change of a path that may have 10,000 nodes.
    if (this.#found.headers !== headers) this.#found = { headers, index: this.#lastWayIn(headers) };
    const way = headers[this.#found.index];
    if (way === undefined || (way.flags & POSITION_FLAGS.split) !== 0) return way?.positionId ?? null;
    return headers[this.#found.index - 1]?.positionId ?? path.rootPositionId;
  }

  /** Counts replace a few headers many times a second: of those that stay, the answer is known. */
  #lastWayIn(headers: readonly NodeHeader[]): number {
    const { headers: before, index: known } = this.#found;
    return headers.findLastIndex(
      (header, index) =>
        (index <= known || header !== before[index]) &&
        (header.flags & (POSITION_FLAGS.split | POSITION_FLAGS.besideRest)) !== 0,
    );
  }

  /** Shows the line in the manuscript, or removes it. */
  show(): void {
    const after = this.#findPlace();
    const rest = after === null ? null : this.#rest.value.get();
    this.#scope.surface.find()?.showRest(rest === null ? null : wordsFollow(rest.words));
    if (rest === null || after === this.#announced) return;
    this.#announced = after;
    this.#scope.notices.announce(`${wordsFollow(rest.words)}.`);
  }

  /** @param update null if the tree changed in an unknown way */
  onTreeChange(update: TreeUpdate | null): void {
    // The rest of the text consists of positions that are not on the path.
    const isNear = update?.changed.some((positionId) => this.#scope.path.indexOf(positionId) < 0);
    if (isNear !== false) this.#rest.invalidate();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#rest.close();
  }

  #follow(): void {
    if (this.#findPlace() === null) {
      this.#announced = null;
      this.#rest.clear();
    }
    this.#rest.follow();
  }
}
