import type { NodeId, TreeId } from '../../../core/ids.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
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
  readonly #errors = createStore<ReadonlyMap<NodeId, WireError>>(new Map());
  readonly #unsaved = new Map<NodeId, string>();
  #lastRead: { readonly nodeId: NodeId; readonly summary: string | null } | null = null;
  /** Resolves to whether main has saved all that was unsaved when it began. */
  #saving: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The writer does not wait for the check of the file: saved once it has ended. */
  #isPutOff = false;

  constructor(options: NodeSummariesOptions) {
    this.#options = options;
  }

  /** What was typed, by its node, until it is read from the file again. */
  get typed(): Store<ReadonlyMap<NodeId, string>> {
    return this.#typed;
  }

  /** Why typed text could not be saved, by its node. */
  get errors(): Store<ReadonlyMap<NodeId, WireError>> {
    return this.#errors;
  }

  /** Whether main may lack something typed. */
  get isUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  change(nodeId: NodeId, text: string): void {
    this.#unsaved.set(nodeId, text);
    this.#typed.set(new Map([...this.#typed.get(), [nodeId, text]]));
    this.#timer ??= setTimeout(() => void this.flush(), SAVE_AFTER);
  }

  /** A node was read. @param summary that is in the file */
  onRead(nodeId: NodeId, summary: string | null): void {
    this.#lastRead = { nodeId, summary };
    this.#forgetRead(nodeId);
  }

  /** Main sent the grove again. */
  onGrove({ isChecking }: Pick<GroveSnapshot, 'isChecking'>): void {
    if (!this.#isPutOff || isChecking) return;
    this.#isPutOff = false;
    void this.flush();
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
    this.#isPutOff = false;
    let isSaved = true;
    for (const [nodeId, summary] of [...this.#unsaved]) {
      try {
        await client.call('node.setSummary', { treeId, nodeId, summary });
      } catch (error) {
        const failure = describeError(error);
        this.#isPutOff = failure.code === 'CANCELLED';
        // The others would wait for the same check.
        if (this.#isPutOff) return false;
        isSaved = false;
        // Report once, not on every retry.
        if (this.#errors.get().size === 0) notices.report(error);
        this.#errors.set(new Map([...this.#errors.get(), [nodeId, failure]]));
        this.#timer ??= setTimeout(() => void this.flush(), RETRY_AFTER);
        continue;
      }
      this.#errors.set(without(this.#errors.get(), nodeId));
      if (this.#unsaved.get(nodeId) !== summary) continue;
      this.#unsaved.delete(nodeId);
      // Another node is read again before it is shown.
      if (this.#lastRead?.nodeId === nodeId) this.#forgetRead(nodeId);
      else this.#typed.set(without(this.#typed.get(), nodeId));
    }
    return isSaved;
  }

  /** Forgets what was typed of the node that was read last, if that is what was read: main may have had nothing to write. */
  #forgetRead(nodeId: NodeId): void {
    const typed = this.#typed.get().get(nodeId);
    if (typed === undefined || this.#unsaved.has(nodeId) || stored(typed) !== this.#lastRead?.summary) return;
    this.#typed.set(without(this.#typed.get(), nodeId));
  }
}

function without<T>(map: ReadonlyMap<NodeId, T>, nodeId: NodeId): ReadonlyMap<NodeId, T> {
  return map.has(nodeId) ? new Map([...map].filter(([id]) => id !== nodeId)) : map;
}

/** As main stores it. */
function stored(typed: string): string | null {
  const text = normaliseText(typed);
  return text.trim() === '' ? null : text;
}
