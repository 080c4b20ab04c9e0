import type { NodeId, TreeId } from '../../../core/ids.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import { describeError } from '../../../ui-text/errors.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

/** Typed text is saved at most this long after its oldest change: a throttle, never a debounce. Milliseconds. */
const SAVE_AFTER = 1_000;
/** Delay of a retry after a failed save. Milliseconds. */
const RETRY_AFTER = 2_000;

export interface NodeSummariesOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly notices: Notices;
}

/** The writer's summaries of nodes, saved a moment after they are typed. */
export class NodeSummaries {
  readonly #options: NodeSummariesOptions;
  readonly #typed = createStore<ReadonlyMap<NodeId, string>>(new Map());
  readonly #error = createStore<WireError | null>(null);
  readonly #unsaved = new Map<NodeId, string>();
  /** Resolves to whether main has saved all that was unsaved when it began. */
  #saving: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: NodeSummariesOptions) {
    this.#options = options;
  }

  /** What was typed, by its node, until it is read from the file again. */
  get typed(): Store<ReadonlyMap<NodeId, string>> {
    return this.#typed;
  }

  /** Why typed text could not be saved; null if it was, or has not failed yet. */
  get error(): Store<WireError | null> {
    return this.#error;
  }

  change(nodeId: NodeId, text: string): void {
    this.#unsaved.set(nodeId, text);
    this.#typed.set(new Map([...this.#typed.get(), [nodeId, text]]));
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_AFTER);
  }

  /** A node was read. @param summary that is in the file */
  onRead(nodeId: NodeId, summary: string | null): void {
    const typed = this.#typed.get().get(nodeId);
    if (typed === undefined || this.#unsaved.has(nodeId) || stored(typed) !== summary) return;
    this.#typed.set(new Map([...this.#typed.get()].filter(([id]) => id !== nodeId)));
  }

  /** Saves at once. Resolves when main has everything or has refused it; a refusal is reported and retried. */
  async flush(): Promise<void> {
    while (this.#saving !== null || this.#unsaved.size > 0) {
      const saving = this.#saving ?? this.#save();
      this.#saving = saving;
      const isSaved = await saving;
      if (this.#saving === saving) this.#saving = null;
      if (!isSaved) return;
    }
  }

  async #save(): Promise<boolean> {
    const { client, treeId, notices } = this.#options;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [nodeId, summary] of [...this.#unsaved]) {
      try {
        await client.call('node.setSummary', { treeId, nodeId, summary });
      } catch (error) {
        const failure = describeError(error);
        // The file is being checked: no failure, and saved once that has ended.
        if (failure.code !== 'CANCELLED') {
          if (this.#error.get() === null) notices.report(error);
          this.#error.set(failure);
        }
        this.#timer ??= setTimeout(() => void this.flush(), RETRY_AFTER);
        return false;
      }
      if (this.#unsaved.get(nodeId) === summary) this.#unsaved.delete(nodeId);
    }
    this.#error.set(null);
    return true;
  }
}

/** As main stores it. */
function stored(typed: string): string | null {
  const text = normaliseText(typed);
  return text.trim() === '' ? null : text;
}
