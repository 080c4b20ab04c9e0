import type { TreeId } from '../../../core/ids.ts';
import type { TraceAction, TraceCall, TraceTurn } from '../../../ipc/wire/turn.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';

export interface TraceSessionOptions {
  readonly client: Pick<Client, 'call'>;
  onError(error: unknown): void;
}

export type TracedTurn = TraceTurn;
export type TracedCall = TraceCall;
export type TracedAction = TraceAction;
/** Newest first. */
export type ShownTrace = readonly TraceTurn[];

/** Whether there is anything that undoing a turn would take back for a reader. */
export function hasWritten({ actions }: TraceTurn): boolean {
  return actions.some(({ isWrite, outcome }) => isWrite && outcome === 'done');
}

/** The turns of conversations, newest first, by tree. */
export type Traces = ReadonlyMap<TreeId, readonly TraceTurn[]>;

/** A watched trace is read at most this often, in milliseconds. */
const PAUSE = 250;

/** The traces of conversations (`agents.md`, *The trace*): read where somebody looks, and again when a turn changes them. */
export class TraceSession {
  readonly #options: TraceSessionOptions;
  readonly #traces = createStore<Traces>(new Map());
  /** How many look at the trace of a tree. */
  readonly #watchers = new Map<TreeId, number>();
  readonly #timers = new Map<TreeId, ReturnType<typeof setTimeout>>();
  /** Numbers the reads, so that an old answer does not replace a newer one. */
  #reads = 0;
  readonly #shownReads = new Map<TreeId, number>();

  constructor(options: TraceSessionOptions) {
    this.#options = options;
  }

  /** Those that were read. */
  get traces(): Store<Traces> {
    return this.#traces;
  }

  /** Undefined until it was read. */
  find(treeId: TreeId): readonly TraceTurn[] | undefined {
    return this.#traces.get().get(treeId);
  }

  /** Reads a trace. Resolves to null after a failure, which is reported. */
  async read(treeId: TreeId): Promise<readonly TraceTurn[] | null> {
    const read = ++this.#reads;
    try {
      const trace = await this.#options.client.call('turn.trace', { treeId });
      if ((this.#shownReads.get(treeId) ?? 0) < read) {
        this.#shownReads.set(treeId, read);
        this.#traces.set(new Map(this.#traces.get()).set(treeId, trace));
      }
      return trace;
    } catch (error) {
      this.#options.onError(error);
      return null;
    }
  }

  /** Reads a trace now, and whenever it changes. @returns the function that ends this */
  watch(treeId: TreeId): () => void {
    this.#watchers.set(treeId, (this.#watchers.get(treeId) ?? 0) + 1);
    void this.read(treeId);
    return () => {
      this.#watchers.set(treeId, (this.#watchers.get(treeId) ?? 1) - 1);
    };
  }

  /** A turn of the tree began, went on, ended, or was undone. */
  onChange(treeId: TreeId): void {
    if ((this.#watchers.get(treeId) ?? 0) === 0 || this.#timers.has(treeId)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(treeId);
      if ((this.#watchers.get(treeId) ?? 0) > 0) void this.read(treeId);
    }, PAUSE);
    this.#timers.set(treeId, timer);
  }

  /** Another grove is shown. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#traces.set(new Map());
  }
}
