import type { PositionId } from '../../../core/ids.ts';
import { patternOf } from '../../../core/text/find-pattern.ts';
import { isHeldBack } from '../../../core/tree/tree-node.ts';
import type { ContinuationJob } from '../../../ipc/wire/generation.ts';
import type { ChildSummary } from '../../../ipc/wire/position.ts';
import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import { authorsText } from '../../../ui-text/page/authors.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { LiveQueries } from '../live-query.ts';
import { createStore, derive, type Store } from '../store.ts';
import {
  type Continuation,
  countReady,
  findDuplicates,
  foldFailures,
  fromChild,
  isInTree,
  type ReadyCount,
  shownAuthors,
  unstoredSlots,
} from './continuation.ts';
import { type GenerationSession, isRunning } from './generation-session.ts';

export interface ContinuationList {
  /** The position whose text they follow. At a fork inside a text it is a split, which may not be on the path. */
  readonly parentId: PositionId;
  /**
   * First what follows in the text itself, if it is divided here; then in the order they were requested. Those that
   * failed alike share an item.
   */
  readonly items: readonly Continuation[];
  /** Number of them in the tree and not pruned: the number that every other part of the window shows. */
  readonly count: number;
  /** Number of pruned ones, listed or not. */
  readonly prunedCount: number;
  /** The children have been loaded. */
  readonly isLoaded: boolean;
  /** Continuations with the same text as an earlier one, each with the number of the first such. */
  readonly duplicates: ReadonlyMap<PositionId, number>;
  /** The one that the path shows; null if the path ends before them. */
  readonly selectedId: PositionId | null;
  /** The one that joined the path by arriving, not by being chosen. */
  readonly arrivedId: PositionId | null;
  /** The positions requested last, in order. */
  readonly requested: readonly PositionId[];
  /** Null unless several are streaming. */
  readonly ready: ReadyCount | null;
}

/**
 * The siblings of the current position or, at the end of a head that has children or running slots, those
 * (`interface.md`, *The window*).
 */
export class ContinuationsSession {
  readonly #scope: TreeScope;
  readonly #generation: GenerationSession;
  readonly #list;
  /** Number of continuations of the head; 0 while more are on their way. */
  readonly headCount: Store<number>;
  /** The continuations of the head, if all were withheld or cut short, so that none became the page's text by itself. */
  readonly cutAtHead: Store<readonly Continuation[]>;
  readonly #showsPruned = createStore(false);
  readonly showsPruned: Store<boolean> = this.#showsPruned;
  readonly #active = createStore<PositionId | null>(null);
  /** The continuation with the keyboard; null for the one on the path. */
  readonly active: Store<PositionId | null> = this.#active;
  /** The last count, and the children it is of. */
  #counted: { readonly children: readonly ChildSummary[]; readonly active: number } | null = null;
  /** The last `cutAtHead` and its inputs. */
  #cut: { readonly basis: readonly unknown[]; readonly items: readonly Continuation[] } = {
    basis: [],
    items: [],
  };
  readonly #children: LiveQueries<PositionId, readonly ChildSummary[]>;
  /** The position at which continuations were last requested; listed until the caret goes elsewhere. */
  #requestedAt: PositionId | null = null;
  /** The position to which the path returned when nothing arrived at `#requestedAt`; failures stay listed there. */
  #returnedTo: PositionId | null = null;
  /** The parent whose continuations stay listed while the keyboard is in the list. */
  #pinned: PositionId | null = null;
  #requested: readonly PositionId[] = [];
  #arrivedId: PositionId | null = null;
  /** Positions that were slots while the current parent was shown. */
  #fresh = new Set<PositionId>();
  /** Cache of the stored items and their inputs, because a frame of a stream must not cost a thousand siblings. */
  #stored: { readonly basis: readonly unknown[]; readonly items: readonly Continuation[] } | null = null;
  /** Cache of the numbered items. */
  #numbers = new WeakMap<Continuation, Continuation>();
  /** The inputs of the current list. */
  #basis: readonly unknown[] = [];
  readonly #unsubscribe: readonly (() => void)[];

  constructor(scope: TreeScope, generation: GenerationSession) {
    this.#scope = scope;
    this.#generation = generation;
    const { client, treeId, path } = scope;
    this.#children = new LiveQueries({
      batch: 1,
      kept: 0,
      read: (parentIds) =>
        Promise.all(
          parentIds.map(
            async (parentId) => [parentId, await client.call('path.children', { treeId, parentId })] as const,
          ),
        ),
      onError: scope.notices.report,
    });
    const atHead = [this.#children.revision, generation.jobs, path.mirror] as const;
    this.headCount = derive(atHead, () => this.#countAtHead());
    this.cutAtHead = derive(atHead, () => this.#findCutAtHead());
    this.#list = createStore<ContinuationList>({
      parentId: path.rootPositionId,
      items: [],
      count: 0,
      prunedCount: 0,
      isLoaded: false,
      duplicates: new Map(),
      selectedId: null,
      arrivedId: null,
      requested: [],
      ready: null,
    });
    this.#unsubscribe = [
      scope.surface.summary.subscribe(() => this.#refresh()),
      generation.jobs.subscribe(() => this.#refresh()),
      path.mirror.subscribe(() => this.#refresh()),
      this.#children.revision.subscribe(() => {
        this.#dropStored();
        this.#refresh();
      }),
    ];
    this.#refresh();
  }

  get list(): Store<ContinuationList> {
    return this.#list;
  }

  setActive(positionId: PositionId | null): void {
    this.#active.set(positionId);
  }

  /** The target of commands: the active continuation, or the one on the path; undefined for none. */
  findCurrent(): Continuation | undefined {
    const { items, selectedId } = this.#list.get();
    const activeId = this.#active.get();
    return findItem(items, activeId) ?? items.find((item) => item.positionId === selectedId);
  }

  /** The pruned continuations of the list's parent, listed or not. */
  pruned(): readonly PositionId[] {
    const children = this.#children.find(this.#list.get().parentId) ?? [];
    return children.filter((child) => child.pruned).map((child) => child.positionId);
  }

  showPruned(shown: boolean): void {
    this.#showsPruned.set(shown);
    this.#refresh();
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    this.#children.close();
  }

  /** Lists a new job's continuations while the caret is at their parent or on one of their siblings. */
  showJob({ parentId, slots }: ContinuationJob): void {
    this.#requestedAt = parentId;
    this.#returnedTo = null;
    if (this.#pinned !== null) this.#pinned = parentId;
    this.#requested = slots.map(({ positionId }) => positionId);
    this.#refresh();
  }

  /** Nothing arrived at `from`, and the path left that; the caret is at `to`. */
  onReturned(from: PositionId, to: PositionId | null): void {
    this.#requestedAt = from;
    this.#returnedTo = to;
    this.#refresh();
  }

  /** The continuation joins the path because it is complete, not because it was chosen. */
  onArrival(positionId: PositionId): void {
    this.#arrivedId = positionId;
    this.#refresh();
  }

  /** Keeps the list on the same parent while the keyboard is in it. */
  pin(pinned: boolean): void {
    this.#pinned = pinned ? this.#list.get().parentId : null;
    this.#refresh();
  }

  /** The continuations of some positions changed. */
  onTreeChange({ children: changed, stale }: TreeUpdate): void {
    const wanted = this.#wanted();
    // While the caret follows a commit, the list's own parent is not wanted for a moment, but still known.
    const isKnown = (parentId: PositionId) =>
      wanted.includes(parentId) || this.#children.find(parentId) !== undefined;
    const known = changed.filter(({ parentId }) => isKnown(parentId));
    this.#children.put(known.map(({ parentId, children }) => [parentId, children] as const));
    const unknown = changed.flatMap(({ parentId }) => (isKnown(parentId) ? [] : [parentId]));
    this.#children.invalidate([...unknown, ...stale]);
  }

  /** The continuations that are shown may have changed. */
  onTreeReplaced(): void {
    this.#children.invalidate();
  }

  /** The positions whose continuations are listed or counted. */
  #wanted(): readonly PositionId[] {
    return [this.#chooseParent(), this.#scope.path.headId];
  }

  /** Drops the slots of continuations that are in the tree. */
  #dropStored(): void {
    const stored = this.#wanted().flatMap((parentId) => this.#children.find(parentId) ?? []);
    this.#generation.dropStored(new Set(stored.map(({ positionId }) => positionId)));
  }

  #refresh(): void {
    const parentId = this.#chooseParent();
    this.#children.want([parentId, this.#scope.path.headId]);
    // Keep the list until there is another to show; an empty one in between would flicker.
    if (this.#children.find(parentId) === undefined && !this.#hasContinuations(parentId)) return;
    // The caret moves far more often than the list changes; a keystroke must not cost a thousand siblings.
    const basis = [
      parentId,
      this.#children.find(parentId),
      this.#generation.jobs.get(),
      this.#findSelected(parentId),
      this.#arrivedId,
      this.#requested,
      this.#showsPruned.get(),
    ];
    if (basis.every((part, index) => part === this.#basis[index])) return;
    this.#basis = basis;
    this.#list.set(this.#listOf(parentId));
  }

  #chooseParent(): PositionId {
    const { path } = this.#scope;
    const shown = this.#pinned ?? this.#list.get().parentId;
    const isThere =
      shown === path.rootPositionId || path.indexOf(shown) >= 0 || this.#findSelected(shown) !== null;
    const caret = this.#scope.surface.summary.get();
    // Until the next frame, the caret may be known as it was before a commit: it has gone nowhere.
    const isBehind = caret?.pathLength !== path.length || caret.headPositionId !== path.headId;
    const current = caret?.currentPositionId ?? null;
    if (current === null || caret === null || isBehind || (this.#pinned !== null && isThere))
      return isThere ? shown : path.rootPositionId;
    const parent = path.findParent(current) ?? path.rootPositionId;
    if (this.#requestedAt === current) return current;
    if (this.#requestedAt !== null && this.#returnedTo === current)
      return this.#hasFailed(this.#requestedAt) ? this.#requestedAt : (caret.forkId ?? parent);
    if (caret.forkId !== null) return caret.forkId;
    if (this.#requestedAt !== parent) this.#requestedAt = null;
    if (current === path.headId && caret.atEnd && this.#hasContinuations(current)) return current;
    return parent;
  }

  #countAtHead(): number {
    const { path } = this.#scope;
    const children = this.#children.find(path.headId);
    const isComing = this.#generation.jobs
      .get()
      .some((job) => job.parentId === path.headId && job.slots.some((slot) => isRunning(slot.state)));
    if (children === undefined || isComing) return 0;
    if (this.#counted?.children !== children) {
      // The rest of the text itself has its own line there.
      this.#counted = {
        children,
        active: children.filter(({ pruned, isRest }) => !pruned && !isRest).length,
      };
    }
    return this.#counted.active;
  }

  #findCutAtHead(): readonly Continuation[] {
    const isNone = this.headCount.get() === 0;
    const children = isNone ? [] : (this.#children.find(this.#scope.path.headId) ?? []);
    const basis = [isNone ? 0 : children, this.#generation.jobs.get()];
    if (basis.every((part, index) => part === this.#cut.basis[index])) return this.#cut.items;
    const active = children.filter(({ pruned, isRest }) => !pruned && !isRest);
    const isCut = active.every(({ finishReason }) => isHeldBack(finishReason));
    const cut = isCut ? active : [];
    const items = cut.map((child) =>
      fromChild(child, false, this.#generation.findInterruption(child.positionId)),
    );
    this.#cut = { basis, items };
    return items;
  }

  /** The item of a list that the path shows. */
  #findSelected(parentId: PositionId): PositionId | null {
    const { path } = this.#scope;
    const isShown = (position: PositionId) => path.indexOf(position) >= 0;
    const shown = this.#children
      .find(parentId)
      ?.find(({ positionId, shownBy }) => isShown(positionId) || shownBy.some(isShown));
    // A continuation that has just arrived is not among them yet.
    return shown?.positionId ?? path.findChild(parentId);
  }

  /** The jobs whose continuations belong to a list. */
  #jobsAt(parentId: PositionId): readonly ContinuationJob[] {
    const parents = new Set(
      this.#children.find(parentId)?.flatMap((child) => (child.isRest ? [] : child.parentId)),
    );
    return this.#generation.jobs
      .get()
      .filter((job) => job.parentId === parentId || parents.has(job.parentId));
  }

  #hasFailed(position: PositionId): boolean {
    return this.#jobsAt(position).some((job) => unstoredSlots(job, new Set()).length > 0);
  }

  #hasContinuations(position: PositionId): boolean {
    const children = this.#children.find(position);
    const jobs = this.#jobsAt(position);
    if (jobs.some((job) => job.slots.some((slot) => isRunning(slot.state)))) return true;
    if (jobs.length > 0) {
      const stored = new Set(children?.map((child) => child.positionId));
      if (jobs.some((job) => unstoredSlots(job, stored).length > 0)) return true;
    }
    return children?.some((child) => !child.pruned) ?? false;
  }

  #listOf(parentId: PositionId): ContinuationList {
    if (this.#list.get().parentId !== parentId) {
      this.#fresh = new Set();
      this.#active.set(null);
    }
    const children = this.#children.find(parentId) ?? [];
    const stored = new Set(children.map((child) => child.positionId));
    const jobs = this.#jobsAt(parentId);
    for (const { positionId } of jobs.flatMap(({ slots }) => slots)) this.#fresh.add(positionId);
    const selectedId = this.#findSelected(parentId);
    let before = 0;
    const slots = jobs.flatMap((job) => {
      const unstored = unstoredSlots(job, stored, before);
      before += (job.slots.at(-1)?.slot ?? -1) + 1;
      return unstored;
    });
    const sorted = [...this.#storedItems(children, selectedId), ...slots].sort((a, b) =>
      a.isRest || (!b.isRest && a.positionId < b.positionId) ? -1 : 1,
    );
    const items = this.#numberItems(foldFailures(sorted));
    const count = items.filter(({ number }) => number > 0).length;
    return {
      parentId,
      items,
      count,
      prunedCount: children.filter(({ pruned }) => pruned).length,
      isLoaded: this.#children.find(parentId) !== undefined,
      duplicates: findDuplicates(items, children),
      selectedId,
      arrivedId: this.#arrivedId,
      requested: this.#requested,
      ready: countReady(jobs, count),
    };
  }

  /** Numbers the items. An unchanged item stays the same object, so that it is not rendered again. */
  #numberItems(items: readonly Continuation[]): readonly Continuation[] {
    const before = this.#numbers;
    this.#numbers = new WeakMap();
    let last = 0;
    return items.map((item) => {
      const number = item.pruned || !isInTree(item) ? 0 : ++last;
      const known = before.get(item);
      const numbered = known?.number === number ? known : { ...item, number };
      this.#numbers.set(item, numbered);
      return numbered;
    });
  }

  #storedItems(children: readonly ChildSummary[], selectedId: PositionId | null): readonly Continuation[] {
    const showsPruned = this.#showsPruned.get();
    const reasons = children.map(({ positionId }) => this.#generation.findInterruption(positionId));
    const basis = [children, selectedId, showsPruned, this.#fresh, this.#fresh.size, ...reasons];
    const known = this.#stored;
    if (known?.basis.length === basis.length && basis.every((part, index) => part === known.basis[index]))
      return known.items;
    const items = children
      .filter((child) => !child.pruned || showsPruned || child.positionId === selectedId)
      .map((child) =>
        fromChild(
          child,
          this.#fresh.has(child.positionId),
          this.#generation.findInterruption(child.positionId),
        ),
      );
    this.#stored = { basis, items };
    return items;
  }
}

/** The item of a continuation, which it may share with others. */
export function findItem(
  items: readonly Continuation[],
  positionId: PositionId | null,
): Continuation | undefined {
  return items.find(
    (item) => item.positionId === positionId || item.alike.some((other) => other.positionId === positionId),
  );
}

/** Milliseconds from the last key until main searches the texts of which only the beginning is here. */
const SEARCH_AFTER = 80;

export interface FilterState {
  /** As typed; null while the filter is closed. */
  readonly text: string | null;
  /** The continuations that match; null if all do. */
  readonly matches: ReadonlySet<PositionId> | null;
}

const NONE: FilterState = { text: null, matches: null };

export class ContinuationFilter {
  readonly #scope: TreeScope;
  readonly #list: Store<ContinuationList>;
  readonly #state = createStore<FilterState>(NONE);
  readonly state: Store<FilterState> = this.#state;
  readonly #unsubscribe: () => void;
  /** Matches by the whole text, as main last answered. */
  #found: ReadonlySet<PositionId> = new Set();
  #searches = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #parentId: PositionId | null = null;

  constructor(scope: TreeScope, list: Store<ContinuationList>) {
    this.#scope = scope;
    this.#list = list;
    this.#unsubscribe = list.subscribe(() => this.#onList());
  }

  /** Filters by `text`; an empty one matches everything and keeps the field open. */
  setText(text: string): void {
    this.#parentId = this.#list.get().parentId;
    this.#found = new Set();
    this.#state.set({ text, matches: this.#match(text) });
    this.#searchSoon();
  }

  /** Opens the field. */
  open(): void {
    if (this.#state.get().text === null) this.setText('');
  }

  clear(): void {
    this.#searches += 1;
    clearTimeout(this.#timer);
    this.#state.set(NONE);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  #onList(): void {
    const { text } = this.#state.get();
    if (text === null) return;
    // The filter belongs to one list.
    if (this.#list.get().parentId !== this.#parentId) this.clear();
    else this.#state.set({ text, matches: this.#match(text) });
  }

  #match(text: string): ReadonlySet<PositionId> | null {
    const pattern = patternOf({ text: text.trim(), matchCase: false, wholeWord: false, isRegExp: false });
    if (pattern === null) return null;
    const matches = (item: Continuation) =>
      item.text.search(pattern) >= 0 ||
      authorsText(shownAuthors(item, this.#scope.authors), this.#scope.grove.get()).search(pattern) >= 0 ||
      this.#found.has(item.positionId);
    const matched = this.#list.get().items.filter(matches);
    return new Set(matched.map(({ positionId }) => positionId));
  }

  #searchSoon(): void {
    clearTimeout(this.#timer);
    const search = ++this.#searches;
    const { parentId, items } = this.#list.get();
    const text = this.#state.get().text?.trim() ?? '';
    if (text === '' || !items.some((item) => item.length > item.text.length)) return;
    this.#timer = setTimeout(() => void this.#search(search, parentId, text), SEARCH_AFTER);
  }

  async #search(search: number, parentId: PositionId, text: string): Promise<void> {
    const { client, treeId } = this.#scope;
    await this.#scope.notices.attempt(async () => {
      const found = await client.call('path.childrenWith', { treeId, parentId, text });
      if (search !== this.#searches) return;
      this.#found = new Set(found);
      this.#onList();
    });
  }
}
