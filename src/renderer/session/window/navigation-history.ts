import type { TreeId } from '../../../core/ids.ts';
import { nowhereToGo, SKIPPED_PLACE } from '../../../ui-text/page/moves.ts';
import type { TreeDesk } from '../desk/tree-desk.ts';
import type { Notices } from '../notices.ts';
import { type GoToOutcome, isSamePlace, type Place } from '../place.ts';
import { rememberFocus } from '../remember-focus.ts';

/** Places kept in each direction. */
const MAX_PLACES = 100;

export interface NavigationHistoryOptions {
  readonly notices: Notices;
  findTree(): TreeDesk | null;
  /** Returns true if the tree can be shown. */
  hasTree(treeId: TreeId): boolean;
  showTree(treeId: TreeId): Promise<void>;
  /** Resolves when no tree is on its way into the window. */
  untilShown(): Promise<void>;
}

/** The back and forward history of one window. */
export class NavigationHistory {
  readonly #options: NavigationHistoryOptions;
  #back: readonly Place[] = [];
  #forward: readonly Place[] = [];
  /** Calls of `go` that run or wait for the one before. */
  #pending = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(options: NavigationHistoryOptions) {
    this.#options = options;
  }

  /** The writer left a place for another, which clears the forward history. */
  record(place: Place): void {
    if (this.#pending > 0) return;
    this.#back = withPlace(this.#back, place);
    this.#forward = [];
  }

  canGo(direction: -1 | 1): boolean {
    // The outcome of a pending call is not known yet.
    return this.#pending > 0 || (direction === -1 ? this.#back : this.#forward).length > 0;
  }

  /**
   * Goes back (-1) or forward (1), after earlier calls. Skips places that no longer exist, and announces that
   * it did. The keyboard moves to the text, unless the writer moves it elsewhere meanwhile.
   */
  go(direction: -1 | 1): Promise<void> {
    this.#pending += 1;
    const isFocusKept = rememberFocus();
    const going = this.#last
      .then(() => this.#go(direction, isFocusKept))
      .finally(() => {
        this.#pending -= 1;
      });
    // The caller gets the failure; the next call starts wherever this one ended.
    this.#last = going.catch(() => undefined);
    return going;
  }

  async #go(direction: -1 | 1, isFocusKept: () => boolean): Promise<void> {
    const { notices, findTree, untilShown } = this.#options;
    await untilShown();
    const from = findTree()?.navigation.findPlace() ?? null;
    let left = direction === -1 ? this.#back : this.#forward;
    let skipped = 0;
    for (let place = left.at(-1); place !== undefined; place = left.at(-1)) {
      const isHere = from !== null && isSamePlace(place, from);
      const arrival = isHere ? 'gone' : await this.#goTo(place);
      if (arrival === 'failed') return;
      left = left.slice(0, -1);
      this.#store(direction, left);
      if (arrival === 'there') {
        if (from !== null) this.#store(direction === -1 ? 1 : -1, withPlace(this.#other(direction), from));
        if (skipped > 0) notices.tell(SKIPPED_PLACE);
        if (isFocusKept()) findTree()?.focus();
        return;
      }
      if (!isHere) skipped += 1;
    }
    notices.tell(nowhereToGo(direction, skipped > 0));
  }

  async #goTo(place: Place): Promise<GoToOutcome> {
    const { findTree, hasTree, showTree, untilShown } = this.#options;
    if (findTree()?.treeId !== place.treeId) {
      if (!hasTree(place.treeId)) return 'gone';
      await showTree(place.treeId);
      // Main may have sent the grove meanwhile, and that showing has to finish too.
      await untilShown();
    }
    const tree = findTree();
    return tree?.treeId === place.treeId ? tree.navigation.goToPlace(place) : 'failed';
  }

  #other(direction: -1 | 1): readonly Place[] {
    return direction === -1 ? this.#forward : this.#back;
  }

  #store(direction: -1 | 1, places: readonly Place[]): void {
    if (direction === -1) this.#back = places;
    else this.#forward = places;
  }
}

/** Adds a place at the end, unless it repeats the last one. */
function withPlace(places: readonly Place[], place: Place): readonly Place[] {
  const last = places.at(-1);
  return last !== undefined && isSamePlace(last, place) ? places : [...places, place].slice(-MAX_PLACES);
}
