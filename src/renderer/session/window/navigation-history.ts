import type { TreeId } from '../../../core/ids.ts';
import type { OpenTree } from '../tree/open-tree.ts';
import type { Notices } from './notices.ts';
import { type Arrival, isSamePlace, type Place } from './place.ts';

/** Places that are remembered each way. */
const MOST = 100;

export interface NavigationHistoryOptions {
  readonly notices: Notices;
  findTree(): OpenTree | null;
  /** Whether the tree can be shown. */
  hasTree(treeId: TreeId): boolean;
  showTree(treeId: TreeId): Promise<void>;
  /** Resolves when no tree is on its way into the window. */
  untilShown(): Promise<void>;
}

/** The places that were visited in one window, and the way back to them and forward again. */
export class NavigationHistory {
  readonly #options: NavigationHistoryOptions;
  #back: readonly Place[] = [];
  #forward: readonly Place[] = [];
  /** Ways that are being gone, or wait for the one before. */
  #underWay = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(options: NavigationHistoryOptions) {
    this.#options = options;
  }

  /** The writer went elsewhere from a place: what was forward of it is let go. */
  leave(place: Place): void {
    if (this.#underWay > 0) return;
    this.#back = withPlace(this.#back, place);
    this.#forward = [];
  }

  canGo(direction: -1 | 1): boolean {
    // Where a way under way ends is not known yet.
    return this.#underWay > 0 || (direction === -1 ? this.#back : this.#forward).length > 0;
  }

  /**
   * Goes to the place before (-1) or after (1), once the way before this one is gone; places that are not there any more
   * are passed over, which is said.
   */
  go(direction: -1 | 1): Promise<void> {
    this.#underWay += 1;
    const going = this.#last
      .then(() => this.#go(direction))
      .finally(() => {
        this.#underWay -= 1;
      });
    // Whoever asked for it hears of a failure; the next way goes on from wherever this one ended.
    this.#last = going.catch(() => undefined);
    return going;
  }

  async #go(direction: -1 | 1): Promise<void> {
    const { notices, findTree, untilShown } = this.#options;
    await untilShown();
    const from = findTree()?.moving.findPlace() ?? null;
    let left = direction === -1 ? this.#back : this.#forward;
    let passed = 0;
    for (let place = left.at(-1); place !== undefined; place = left.at(-1)) {
      const isHere = from !== null && isSamePlace(place, from);
      const arrival = isHere ? 'gone' : await this.#goTo(place);
      if (arrival === 'failed') return;
      left = left.slice(0, -1);
      this.#keep(direction, left);
      if (arrival === 'there') {
        if (from !== null) this.#keep(direction === -1 ? 1 : -1, withPlace(this.#other(direction), from));
        if (passed > 0) notices.announce('A place that is not there any more was passed over.');
        findTree()?.focusManuscript();
        return;
      }
      if (!isHere) passed += 1;
    }
    const missing = passed > 0 ? 'What was there is not any more.' : '';
    notices.announce(`No place ${direction === -1 ? 'before' : 'after'} this one. ${missing}`.trim());
  }

  async #goTo(place: Place): Promise<Arrival> {
    const { findTree, hasTree, showTree, untilShown } = this.#options;
    if (findTree()?.treeId !== place.treeId) {
      if (!hasTree(place.treeId)) return 'gone';
      await showTree(place.treeId);
      // Main may have told of the grove meanwhile: that shows the tree then.
      await untilShown();
    }
    const tree = findTree();
    return tree?.treeId === place.treeId ? tree.moving.goToPlace(place) : 'failed';
  }

  #other(direction: -1 | 1): readonly Place[] {
    return direction === -1 ? this.#forward : this.#back;
  }

  #keep(direction: -1 | 1, places: readonly Place[]): void {
    if (direction === -1) this.#back = places;
    else this.#forward = places;
  }
}

/** The newest at the end, and none twice in a row. */
function withPlace(places: readonly Place[], place: Place): readonly Place[] {
  const last = places.at(-1);
  return last !== undefined && isSamePlace(last, place) ? places : [...places, place].slice(-MOST);
}
