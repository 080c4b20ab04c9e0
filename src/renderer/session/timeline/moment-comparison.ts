import type { TreeId } from '../../../core/ids.ts';
import type { MomentComparison } from '../../../ipc/wire/timeline.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { LiveQuery } from '../live-query.ts';
import { createStore, readableOf } from '../store.ts';

export type { MomentComparison };

/** Two moments, the earlier one first; null is now. */
export interface ComparedMoments {
  readonly chain: number;
  readonly from: number;
  readonly to: number | null;
}

interface ComparisonKey extends Readonly<Record<string, string | number | null>> {
  readonly treeId: TreeId;
  readonly chain: number;
  readonly from: number;
  readonly to: number | null;
}

/** Compares the moment that is shown with now, or with one that was fixed. */
export function createComparisonOfMoments(
  scope: ManuscriptScope,
  findShown: () => { readonly chain: number; readonly seq: number } | null,
) {
  const isOpen = createStore(false);
  const moments = createStore<ComparedMoments | null>(null);
  /** The other moment; null for now. */
  let fixedMoment: { readonly chain: number; readonly seq: number } | null = null;
  let stop: (() => void) | null = null;
  const { client, treeId } = scope;
  const query: LiveQuery<MomentComparison | null, ComparisonKey> = new LiveQuery({
    initial: null,
    key: () => {
      const compared = moments.get();
      return compared === null ? null : { treeId, ...compared };
    },
    read: async (moments) => {
      if (moments.to === null) await scope.draft.flush();
      return client.call('timeline.compare', moments);
    },
    onError: (error: unknown) => scope.notices.report(error),
  });

  /** Another moment is shown. */
  function follow(): void {
    if (!isOpen.get()) return;
    const shown = findShown();
    const fixed = fixedMoment?.chain === shown?.chain || shown === null ? fixedMoment : null;
    moments.set(inOrder(fixed, shown));
    query.follow();
  }

  return {
    follow,
    isOpen: readableOf(isOpen),
    /** Null if both moments are the same. */
    compared: readableOf(moments),
    /** Their differences; null until known. */
    result: query.value,

    /** Compares the moment that is shown with now. */
    open(): void {
      if (isOpen.get()) return;
      fixedMoment = null;
      isOpen.set(true);
      follow();
      stop = query.watch();
    },

    /** From now on, compares this moment with the one that is shown then. */
    fix(): void {
      fixedMoment = findShown();
      follow();
    },

    /** The text on the screen, or a layer, is another one. */
    invalidate(): void {
      query.invalidate();
    },

    close(): void {
      stop?.();
      stop = null;
      fixedMoment = null;
      isOpen.set(false);
      moments.set(null);
    },
  };
}

export type ComparisonOfMoments = ReturnType<typeof createComparisonOfMoments>;

type Moment = { readonly chain: number; readonly seq: number } | null;

function inOrder(one: Moment, other: Moment): ComparedMoments | null {
  const [from, to] = isBefore(one, other) ? [one, other] : [other, one];
  if (from === null || from.seq === to?.seq) return null;
  return { chain: from.chain, from: from.seq, to: to?.seq ?? null };
}

function isBefore(one: Moment, other: Moment): boolean {
  if (one === null) return false;
  return other === null || one.seq < other.seq;
}
