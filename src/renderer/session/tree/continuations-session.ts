import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { JobSnapshot } from '../../../ipc/wire/generation.ts';
import type { ChildSummary } from '../../../ipc/wire/position.ts';
import type { Client } from '../../client.ts';
import type { CaretSummary } from '../../surface.ts';
import type { PathSession } from '../path/path-session.ts';
import { createStore, type Store } from '../store.ts';
import { type Continuation, findAlike, ofChild, type ReadyCount, readyOf, slotsOf } from './continuation.ts';
import { type GenerationSession, isRunning } from './generation-session.ts';

export interface ContinuationList {
  /** What the continuations continue. */
  readonly parentId: PositionId;
  /** In the order they were asked for. */
  readonly items: readonly Continuation[];
  /** How many of them are not pruned. */
  readonly count: number;
  /** How many are pruned, listed or not. */
  readonly prunedCount: number;
  /** Whether the tree has answered what there is. */
  readonly isLoaded: boolean;
  /** Of those that say the same as one before them: the 1-based place of the first that does. */
  readonly alike: ReadonlyMap<PositionId, number>;
  /** The path's one; null where the path ends before them. */
  readonly selectedId: PositionId | null;
  /** The one that became part of the path as it arrived: nobody chose it. */
  readonly arrivedId: PositionId | null;
  /** Those the writer asked for last, in order. */
  readonly asked: readonly PositionId[];
  /** While several stream: how many of those asked for together are complete. */
  readonly ready: ReadyCount | null;
}

export interface ContinuationsSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly generation: GenerationSession;
  readonly summary: Store<CaretSummary | null>;
  onError(error: unknown): void;
}

/**
 * The siblings of the current position; at the end of the head, when it has children or running slots: those
 * (`interface.md`, *The window*).
 */
export class ContinuationsSession {
  readonly #options: ContinuationsSessionOptions;
  readonly #list;
  readonly #headCount = createStore(0);
  readonly #showsPruned = createStore(false);
  readonly #active = createStore<PositionId | null>(null);
  /** The children that were counted last. */
  #counted: { readonly children: readonly ChildSummary[]; readonly living: number } | null = null;
  readonly #children = new Map<PositionId, readonly ChildSummary[]>();
  readonly #loading = new Map<PositionId, number>();
  #loads = 0;
  /** Where continuations were last asked for: they are shown until the caret leaves for elsewhere. */
  #focus: PositionId | null = null;
  /** Whose continuations are listed while someone goes through them. */
  #pinned: PositionId | null = null;
  #asked: readonly PositionId[] = [];
  #arrivedId: PositionId | null = null;
  /** Positions of the parent shown that were slots while it was. */
  #fresh = new Set<PositionId>();
  /** What the tree holds of the list, made anew only when that changes: a frame of a stream must not cost a thousand siblings. */
  #stored: { readonly basis: readonly unknown[]; readonly items: readonly Continuation[] } | null = null;
  /** What stands in the list for each, with its place. */
  #numbers = new WeakMap<Continuation, Continuation>();
  /** What the list was last made of. */
  #basis: readonly unknown[] = [];
  readonly #stop: readonly (() => void)[];

  constructor(options: ContinuationsSessionOptions) {
    this.#options = options;
    const { path, generation, summary } = options;
    this.#list = createStore<ContinuationList>({
      parentId: path.rootPositionId,
      items: [],
      count: 0,
      prunedCount: 0,
      isLoaded: false,
      alike: new Map(),
      selectedId: null,
      arrivedId: null,
      asked: [],
      ready: null,
    });
    this.#stop = [
      summary.subscribe(() => this.#refresh()),
      generation.jobs.subscribe(() => this.#refresh()),
      path.mirror.subscribe(() => {
        for (const parentId of this.#children.keys()) this.#load(parentId);
        this.#refresh();
      }),
    ];
    this.#refresh();
  }

  get list(): Store<ContinuationList> {
    return this.#list;
  }

  /** How many continuations of the head there are to go on to; 0 while more of them are on their way. */
  get headCount(): Store<number> {
    return this.#headCount;
  }

  /** Whether pruned ones are listed too. */
  get showsPruned(): Store<boolean> {
    return this.#showsPruned;
  }

  /** The one that the keyboard is on in the list; null for the path's. */
  get active(): Store<PositionId | null> {
    return this.#active;
  }

  goThrough(positionId: PositionId | null): void {
    this.#active.set(positionId);
  }

  /** The one that commands are about: which the keyboard is on, else the path's; undefined for none. */
  findCurrent(): Continuation | undefined {
    const { items, selectedId } = this.#list.get();
    const activeId = this.#active.get();
    const active = items.find((item) => item.positionId === activeId);
    return active ?? items.find((item) => item.positionId === selectedId);
  }

  /** Those of the list's parent that are pruned, listed or not. */
  pruned(): readonly PositionId[] {
    const children = this.#children.get(this.#list.get().parentId) ?? [];
    return children.filter((child) => child.pruned).map((child) => child.positionId);
  }

  showPruned(shown: boolean): void {
    this.#showsPruned.set(shown);
    this.#refresh();
  }

  close(): void {
    for (const stop of this.#stop) stop();
  }

  /** Shows what was asked for, for as long as the caret is where it continues or on one of its siblings. */
  focusOn({ parentId, slots }: JobSnapshot): void {
    this.#focus = parentId;
    if (this.#pinned !== null) this.#pinned = parentId;
    this.#asked = slots.map(({ positionId }) => positionId);
    this.#load(parentId);
    this.#refresh();
  }

  /** This one becomes part of the path because it is complete, not because someone chose it. */
  takeArrival(positionId: PositionId): void {
    this.#arrivedId = positionId;
    this.#refresh();
  }

  /** While someone goes through the list with the keyboard it stays the list of the same siblings. */
  pin(pinned: boolean): void {
    this.#pinned = pinned ? this.#list.get().parentId : null;
    this.#refresh();
  }

  /** What continues `parentId` changed in the tree. */
  treeChanged(parentId: PositionId): void {
    if (this.#children.has(parentId) || this.#list.get().parentId === parentId) this.#load(parentId);
  }

  #load(parentId: PositionId): void {
    const { client, treeId, generation, onError } = this.#options;
    const load = ++this.#loads;
    this.#loading.set(parentId, load);
    client.call('path.children', { treeId, parentId }).then((children) => {
      // A later answer knows more.
      if (this.#loading.get(parentId) !== load) return;
      this.#loading.delete(parentId);
      this.#children.set(parentId, children);
      generation.forgetStored(new Set(children.map((child) => child.positionId)));
      this.#refresh();
    }, onError);
  }

  #refresh(): void {
    const parentId = this.#chooseParent();
    for (const known of this.#children.keys()) {
      if (known !== parentId && known !== this.#options.path.headId) this.#children.delete(known);
    }
    if (!this.#children.has(parentId) && !this.#loading.has(parentId)) this.#load(parentId);
    this.#headCount.set(this.#countAtHead());
    // What was listed stays until there is something to list instead: an empty list in between would flicker.
    if (!this.#children.has(parentId) && !this.#hasContinuations(parentId)) return;
    // The caret moves far more often than what is listed: a keystroke must not cost a thousand siblings.
    const basis = [
      parentId,
      this.#children.get(parentId),
      this.#options.generation.jobs.get(),
      this.#options.path.findChild(parentId),
      this.#arrivedId,
      this.#asked,
      this.#showsPruned.get(),
    ];
    if (basis.every((part, index) => part === this.#basis[index])) return;
    this.#basis = basis;
    this.#list.set(this.#listOf(parentId));
  }

  #chooseParent(): PositionId {
    const { path, summary } = this.#options;
    const shown = this.#pinned ?? this.#list.get().parentId;
    const isThere = shown === path.rootPositionId || path.indexOf(shown) >= 0;
    const caret = summary.get();
    const current = caret?.currentPositionId ?? null;
    if (current === null || caret === null || (this.#pinned !== null && isThere))
      return isThere ? shown : path.rootPositionId;
    const parent = path.findParent(current) ?? path.rootPositionId;
    if (this.#focus === current) return current;
    if (this.#focus !== parent) this.#focus = null;
    if (current === path.headId && caret.atEnd && this.#hasContinuations(current)) return current;
    return parent;
  }

  #countAtHead(): number {
    const { generation, path } = this.#options;
    const children = this.#children.get(path.headId);
    if (children === undefined && !this.#loading.has(path.headId)) this.#load(path.headId);
    const isComing = generation.jobs
      .get()
      .some((job) => job.parentId === path.headId && job.slots.some((slot) => isRunning(slot.state)));
    if (children === undefined || isComing) return 0;
    if (this.#counted?.children !== children) {
      this.#counted = { children, living: children.filter((child) => !child.pruned).length };
    }
    return this.#counted.living;
  }

  #hasContinuations(position: PositionId): boolean {
    const { generation } = this.#options;
    const children = this.#children.get(position);
    const jobs = generation.jobs.get().filter((job) => job.parentId === position);
    if (jobs.some((job) => job.slots.some((slot) => isRunning(slot.state)))) return true;
    if (jobs.length > 0) {
      const stored = new Set(children?.map((child) => child.positionId));
      if (jobs.some((job) => slotsOf(job, stored).length > 0)) return true;
    }
    if (children === undefined && !this.#loading.has(position)) this.#load(position);
    return children?.some((child) => !child.pruned) ?? false;
  }

  #listOf(parentId: PositionId): ContinuationList {
    const { path, generation } = this.#options;
    if (this.#list.get().parentId !== parentId) {
      this.#fresh = new Set();
      this.#active.set(null);
    }
    const children = this.#children.get(parentId) ?? [];
    const stored = new Set(children.map((child) => child.positionId));
    const jobs = generation.jobs.get().filter((job) => job.parentId === parentId);
    for (const { positionId } of jobs.flatMap(({ slots }) => slots)) this.#fresh.add(positionId);
    const selectedId = path.findChild(parentId);
    const slots = jobs.flatMap((job) => slotsOf(job, stored));
    const sorted = [...this.#storedItems(children, selectedId), ...slots].sort((a, b) =>
      a.positionId < b.positionId ? -1 : 1,
    );
    const items = this.#numbered(sorted);
    return {
      parentId,
      items,
      count: items.filter(({ pruned }) => !pruned).length,
      prunedCount: children.filter(({ pruned }) => pruned).length,
      isLoaded: this.#children.has(parentId),
      alike: findAlike(items, children),
      selectedId,
      arrivedId: this.#arrivedId,
      asked: this.#asked,
      ready: readyOf(jobs),
    };
  }

  /** With the place of each; one that has its place already stays the object it was: nothing of it is drawn anew. */
  #numbered(items: readonly Continuation[]): readonly Continuation[] {
    const before = this.#numbers;
    this.#numbers = new WeakMap();
    let place = 0;
    return items.map((item) => {
      const number = item.pruned ? 0 : ++place;
      const known = before.get(item);
      const numbered = known?.number === number ? known : { ...item, number };
      this.#numbers.set(item, numbered);
      return numbered;
    });
  }

  #storedItems(children: readonly ChildSummary[], selectedId: PositionId | null): readonly Continuation[] {
    const { generation } = this.#options;
    const showsPruned = this.#showsPruned.get();
    const reasons = children.map(({ positionId }) => generation.findInterruption(positionId));
    const basis = [children, selectedId, showsPruned, this.#fresh, this.#fresh.size, ...reasons];
    const known = this.#stored;
    if (known?.basis.length === basis.length && basis.every((part, index) => part === known.basis[index]))
      return known.items;
    const items = children
      .filter((child) => !child.pruned || showsPruned || child.positionId === selectedId)
      .map((child) =>
        ofChild(child, this.#fresh.has(child.positionId), generation.findInterruption(child.positionId)),
      );
    this.#stored = { basis, items };
    return items;
  }
}
