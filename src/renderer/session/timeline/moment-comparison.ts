import type { TreeId } from '../../../core/ids.ts';
import type { MomentComparison } from '../../../ipc/wire/timeline.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import { LiveQuery } from '../live-query.ts';
import { createStore, type Store } from '../store.ts';

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
export class ComparisonOfMoments {
  /** The moment that is shown; null for now. */
  readonly #findShown: () => { readonly chain: number; readonly seq: number } | null;
  readonly #isOpen = createStore(false);
  readonly isOpen: Store<boolean> = this.#isOpen;
  readonly #compared = createStore<ComparedMoments | null>(null);
  /** Null if both moments are the same. */
  readonly compared: Store<ComparedMoments | null> = this.#compared;
  readonly #query: LiveQuery<MomentComparison | null, ComparisonKey>;
  /** The other moment; null for now. */
  #fixed: { readonly chain: number; readonly seq: number } | null = null;
  #stop: (() => void) | null = null;

  constructor(
    scope: ManuscriptScope,
    findShown: () => { readonly chain: number; readonly seq: number } | null,
  ) {
    const { client, treeId } = scope;
    this.#findShown = findShown;
    this.#query = new LiveQuery({
      initial: null,
      key: () => {
        const compared = this.#compared.get();
        return compared === null ? null : { treeId, ...compared };
      },
      read: async (moments) => {
        if (moments.to === null) await scope.draft.flush();
        return client.call('timeline.compare', moments);
      },
      onError: (error: unknown) => scope.notices.report(error),
    });
  }

  /** Their differences; null until known. */
  get result(): Store<MomentComparison | null> {
    return this.#query.value;
  }

  /** Compares the moment that is shown with now. */
  open(): void {
    if (this.#isOpen.get()) return;
    this.#fixed = null;
    this.#isOpen.set(true);
    this.follow();
    this.#stop = this.#query.watch();
  }

  /** From now on, compares this moment with the one that is shown then. */
  fix(): void {
    this.#fixed = this.#findShown();
    this.follow();
  }

  /** Another moment is shown. */
  follow(): void {
    if (!this.#isOpen.get()) return;
    const shown = this.#findShown();
    const fixed = this.#fixed?.chain === shown?.chain || shown === null ? this.#fixed : null;
    this.#compared.set(inOrder(fixed, shown));
    this.#query.follow();
  }

  /** The text on the screen, or a layer, is another one. */
  invalidate(): void {
    this.#query.invalidate();
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.#fixed = null;
    this.#isOpen.set(false);
    this.#compared.set(null);
  }
}

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
