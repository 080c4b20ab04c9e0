import type { TreeId } from '../../../core/ids.ts';
import { nowhereToGo, SKIPPED_PLACE } from '../../../ui-text/page/moves.ts';
import type { TreeDesk } from '../desk/tree-desk.ts';
import { rememberFocus } from '../focus.ts';
import type { Notices } from '../notices.ts';
import { type GoToOutcome, isSamePlace, type Place } from '../tree/navigation-commands.ts';

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
export function createNavigationHistory({
  notices,
  findTree,
  untilShown,
  hasTree,
  showTree,
}: NavigationHistoryOptions) {
  let back: readonly Place[] = [];
  let forward: readonly Place[] = [];
  /** Calls of `go` that run or wait for the one before. */
  let pending = 0;
  let last: Promise<void> = Promise.resolve();

  async function go(direction: -1 | 1, isFocusKept: () => boolean): Promise<void> {
    await untilShown();
    const from = findTree()?.navigation.findPlace() ?? null;
    let left = direction === -1 ? back : forward;
    let skipped = 0;
    for (let place = left.at(-1); place !== undefined; place = left.at(-1)) {
      const isHere = from !== null && isSamePlace(place, from);
      const arrival = isHere ? 'gone' : await goTo(place);
      if (arrival === 'failed') return;
      left = left.slice(0, -1);
      store(direction, left);
      if (arrival === 'there') {
        if (from !== null) store(direction === -1 ? 1 : -1, withPlace(other(direction), from));
        if (skipped > 0) notices.tell(SKIPPED_PLACE);
        if (isFocusKept()) findTree()?.focus();
        return;
      }
      if (!isHere) skipped += 1;
    }
    notices.tell(nowhereToGo(direction, skipped > 0));
  }

  async function goTo(place: Place): Promise<GoToOutcome> {
    if (findTree()?.treeId !== place.treeId) {
      if (!hasTree(place.treeId)) return 'gone';
      await showTree(place.treeId);
      // Main may have sent the grove meanwhile, and that showing has to finish too.
      await untilShown();
    }
    const tree = findTree();
    return tree?.treeId === place.treeId ? tree.navigation.goToPlace(place) : 'failed';
  }

  function other(direction: -1 | 1): readonly Place[] {
    return direction === -1 ? forward : back;
  }

  function store(direction: -1 | 1, places: readonly Place[]): void {
    if (direction === -1) back = places;
    else forward = places;
  }

  return {
    /** The writer left a place for another, which clears the forward history. */
    record(place: Place): void {
      if (pending > 0) return;
      back = withPlace(back, place);
      forward = [];
    },

    /**
     * Goes back (-1) or forward (1), after earlier calls. Skips places that no longer exist, and announces that
     * it did. The keyboard moves to the text, unless the writer moves it elsewhere meanwhile.
     */
    go(direction: -1 | 1): Promise<void> {
      pending += 1;
      const isFocusKept = rememberFocus();
      const going = last
        .then(() => go(direction, isFocusKept))
        .finally(() => {
          pending -= 1;
        });
      // The caller gets the failure; the next call starts wherever this one ended.
      last = going.catch(() => undefined);
      return going;
    },
  };
}

export type NavigationHistory = ReturnType<typeof createNavigationHistory>;

/** Adds a place at the end, unless it repeats the last one. */
function withPlace(places: readonly Place[], place: Place): readonly Place[] {
  const last = places.at(-1);
  return last !== undefined && isSamePlace(last, place) ? places : [...places, place].slice(-MAX_PLACES);
}
