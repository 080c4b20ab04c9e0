import type { NodeId, TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';

export interface ReasoningOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  onError(error: unknown): void;
}

/** Models' reasoning before the messages of a conversation: read from their records, for those on the screen. */
export class Reasoning {
  readonly #options: ReasoningOptions;
  readonly #texts = createStore<ReadonlyMap<NodeId, string>>(new Map());
  readonly #open = createStore<ReadonlySet<NodeId>>(new Set());
  /** Requested records; nothing changes a record. */
  readonly #asked = new Set<NodeId>();

  constructor(options: ReasoningOptions) {
    this.#options = options;
  }

  /** The reasoning of the messages that have any. */
  get texts(): Store<ReadonlyMap<NodeId, string>> {
    return this.#texts;
  }

  /** The messages whose reasoning is unfolded. */
  get open(): Store<ReadonlySet<NodeId>> {
    return this.#open;
  }

  setOpen(nodeId: NodeId, isOpen: boolean): void {
    const open = new Set(this.#open.get());
    if (isOpen === open.has(nodeId)) return;
    if (isOpen) open.add(nodeId);
    else open.delete(nodeId);
    this.#open.set(open);
  }

  toggle(nodeId: NodeId): void {
    this.setOpen(nodeId, !this.#open.get().has(nodeId));
  }

  /** A message by a model is on the screen. Reports its own failure. */
  readonly load = async (nodeId: NodeId): Promise<void> => {
    if (this.#asked.has(nodeId)) return;
    this.#asked.add(nodeId);
    const { client, treeId, onError } = this.#options;
    try {
      const text = await client.call('message.reasoning', { treeId, nodeId });
      if (text !== '') this.#texts.set(new Map(this.#texts.get()).set(nodeId, text));
    } catch (error) {
      this.#asked.delete(nodeId);
      onError(error);
    }
  };
}
