import type { NodeId, TreeId } from '../../../core/ids.ts';
import { normaliseText } from '../../../core/text/normalise.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import { describeError } from '../../../ui-text/errors.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import { createStore, type Store } from '../store.ts';
import { isPutOff, TextSaver } from '../text-saver.ts';

export interface NodeSummariesOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly notices: Notices;
}

/** The writer's summaries of nodes, saved a moment after they are typed. */
export class NodeSummaries {
  readonly #options: NodeSummariesOptions;
  readonly #typed = createStore<ReadonlyMap<NodeId, string>>(new Map());
  /** Typed text, by its node, until it is read from the file again. */
  readonly typed: Store<ReadonlyMap<NodeId, string>> = this.#typed;
  readonly #errors = createStore<ReadonlyMap<NodeId, WireError>>(new Map());
  /** Why typed text could not be saved, by its node. */
  readonly errors: Store<ReadonlyMap<NodeId, WireError>> = this.#errors;
  readonly #unsaved = new Map<NodeId, string>();
  #lastRead: { readonly nodeId: NodeId; readonly summary: string | null } | null = null;
  readonly saver: TextSaver;

  constructor(options: NodeSummariesOptions) {
    this.#options = options;
    this.saver = new TextSaver({
      isUnsaved: () => this.isUnsaved,
      send: () => this.#send(),
      onError: (error) => options.notices.report(error),
    });
  }

  /** Returns true if main may lack something typed. */
  get isUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  change(nodeId: NodeId, text: string): void {
    this.#unsaved.set(nodeId, text);
    this.#typed.set(new Map([...this.#typed.get(), [nodeId, text]]));
    this.saver.schedule();
  }

  /** A node was read. @param summary that is in the file */
  onRead(nodeId: NodeId, summary: string | null): void {
    this.#lastRead = { nodeId, summary };
    this.#forgetRead(nodeId);
  }

  async #send(): Promise<void> {
    const { client, treeId } = this.#options;
    let refusal: { readonly error: unknown } | null = null;
    for (const [nodeId, summary] of [...this.#unsaved]) {
      try {
        await client.call('node.setSummary', { treeId, nodeId, summary });
      } catch (error) {
        const failure = describeError(error);
        // The others would wait for the same check.
        if (isPutOff(failure)) throw error;
        refusal ??= { error };
        this.#errors.set(new Map([...this.#errors.get(), [nodeId, failure]]));
        continue;
      }
      this.#errors.set(without(this.#errors.get(), nodeId));
      if (this.#unsaved.get(nodeId) !== summary) continue;
      this.#unsaved.delete(nodeId);
      // Another node is read again before it is shown.
      if (this.#lastRead?.nodeId === nodeId) this.#forgetRead(nodeId);
      else this.#typed.set(without(this.#typed.get(), nodeId));
    }
    if (refusal !== null) throw refusal.error;
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
