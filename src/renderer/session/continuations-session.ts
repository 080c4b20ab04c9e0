import type { AgentId, JobId, PositionId, TreeId } from '../../core/ids.ts';
import type { ChildSummary, JobSnapshot, SlotState, WireError } from '../../ipc/wire.ts';
import type { Client } from '../client.ts';
import { type GenerationSession, isRunning } from './generation-session.ts';
import type { CaretSummary } from './manuscript-face.ts';
import type { PathSession } from './path-session.ts';
import { createStore, type Store } from './store.ts';

/** One option of the Continuations list: a position of the tree, or one on its way to becoming one. */
export interface Continuation {
  readonly positionId: PositionId;
  readonly authorId: AgentId;
  /** The first characters of a stored one; all that has arrived of one that streams. */
  readonly text: string;
  /** UTF-16 code units of the whole text. */
  readonly length: number;
  readonly state: SlotState;
  readonly error: WireError | null;
  readonly versionCount: number;
  /** The slot it streams into; null for one that is in the tree. */
  readonly slot: { readonly jobId: JobId; readonly slot: number } | null;
}

export interface ContinuationList {
  /** What the continuations continue. */
  readonly parentId: PositionId;
  /** In the order they were asked for. */
  readonly items: readonly Continuation[];
  /** The path's one; null where the path ends before them. */
  readonly selectedId: PositionId | null;
  /** While several stream: how many of those asked for together are complete. */
  readonly ready: { readonly done: number; readonly total: number } | null;
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
  /** The children that were counted last. */
  #counted: { readonly children: readonly ChildSummary[]; readonly living: number } | null = null;
  readonly #children = new Map<PositionId, readonly ChildSummary[]>();
  readonly #loading = new Map<PositionId, number>();
  #loads = 0;
  /** Where continuations were last asked for: they are shown until the caret leaves for elsewhere. */
  #focus: PositionId | null = null;
  #pinned = false;
  /** What the list was last made of. */
  #basis: readonly unknown[] = [];
  readonly #stop: readonly (() => void)[];

  constructor(options: ContinuationsSessionOptions) {
    this.#options = options;
    const { path, generation, summary } = options;
    this.#list = createStore<ContinuationList>({
      parentId: path.rootPositionId,
      items: [],
      selectedId: null,
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

  close(): void {
    for (const stop of this.#stop) stop();
  }

  /** Shows what continues `parentId` for as long as the caret is there or on one of its children. */
  focusOn(parentId: PositionId): void {
    this.#focus = parentId;
    this.#load(parentId);
    this.#refresh();
  }

  /** While someone goes through the list with the keyboard it stays the list of the same siblings. */
  pin(pinned: boolean): void {
    this.#pinned = pinned;
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
    ];
    if (basis.every((part, index) => part === this.#basis[index])) return;
    this.#basis = basis;
    this.#list.set(this.#listOf(parentId));
  }

  #chooseParent(): PositionId {
    const { path, summary } = this.#options;
    const shown = this.#list.get().parentId;
    const isThere = shown === path.rootPositionId || path.indexOf(shown) >= 0;
    const caret = summary.get();
    const current = caret?.currentPositionId ?? null;
    if (current === null || caret === null || (this.#pinned && isThere))
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
    if (generation.jobs.get().some((job) => job.parentId === position)) return true;
    const children = this.#children.get(position);
    if (children === undefined && !this.#loading.has(position)) this.#load(position);
    return children?.some((child) => !child.pruned) ?? false;
  }

  #listOf(parentId: PositionId): ContinuationList {
    const { path, generation } = this.#options;
    const children = this.#children.get(parentId) ?? [];
    const stored = new Set(children.map((child) => child.positionId));
    const jobs = generation.jobs.get().filter((job) => job.parentId === parentId);
    const selectedId = path.findChild(parentId);
    const items = [
      ...children.filter((child) => !child.pruned || child.positionId === selectedId).map(ofChild),
      ...jobs.flatMap((job) => slotsOf(job, stored)),
    ].sort((a, b) => (a.positionId < b.positionId ? -1 : 1));
    return { parentId, items, selectedId, ready: readyOf(jobs) };
  }
}

function ofChild(child: ChildSummary): Continuation {
  return {
    positionId: child.positionId,
    authorId: child.authorId,
    text: child.excerpt,
    length: child.length,
    state: child.finishReason === 'stopped' || child.finishReason === 'interrupted' ? 'stopped' : 'done',
    error: null,
    versionCount: child.versionCount,
    slot: null,
  };
}

function slotsOf(job: JobSnapshot, stored: ReadonlySet<PositionId>): readonly Continuation[] {
  return job.slots
    .filter((slot) => slot.state !== 'empty' && !stored.has(slot.positionId))
    .map((slot) => ({
      positionId: slot.positionId,
      authorId: slot.agentId,
      text: slot.text,
      length: slot.text.length,
      state: slot.state,
      error: slot.error,
      versionCount: 1,
      slot: { jobId: job.jobId, slot: slot.slot },
    }));
}

function readyOf(jobs: readonly JobSnapshot[]): ContinuationList['ready'] {
  const slots = jobs
    .filter((job) => job.slots.some((slot) => isRunning(slot.state)))
    .flatMap((job) => job.slots);
  if (slots.length < 2) return null;
  const done = slots.filter((slot) => slot.state === 'done' || slot.state === 'stopped').length;
  return { done, total: slots.length };
}
