import { AspenError } from '../../core/errors.ts';
import type { AgentId, TreeId } from '../../core/ids.ts';
import type { Store } from '../store/connection/store.ts';
import type { ChangeFeed, WrittenChange } from './change-feed.ts';
import type { Emit } from './emit.ts';
import { readTreeUpdate } from './reading/read-tree-update.ts';
import type { TreeSession } from './writing/tree-session.ts';

export interface TreeUpdatesOptions {
  readonly store: Store;
  /** The agent at the window. */
  readonly writerId: AgentId;
  /** Undefined for a tree that has not been shown since the grove was opened. */
  findSession(treeId: TreeId): TreeSession | undefined;
  readonly emit: Emit;
  warn(message: string): void;
  onBug(what: string, error: unknown): void;
}

/**
 * Sends the window what changed in its trees: once for all changes of a task, and after it, so that no commit
 * waits for it.
 */
export class TreeUpdates {
  readonly #options: TreeUpdatesOptions;
  #pending = new Map<TreeId, WrittenChange[]>();

  constructor(options: TreeUpdatesOptions) {
    this.#options = options;
  }

  follow(feed: ChangeFeed): void {
    feed.onWritten((written) => this.#add(written));
    feed.onEverything((treeId) => this.#options.emit('tree.replaced', { treeId }));
  }

  #add(written: WrittenChange): void {
    if (this.#pending.size === 0) setImmediate(() => this.#send());
    const known = this.#pending.get(written.treeId);
    if (known === undefined) this.#pending.set(written.treeId, [written]);
    else known.push(written);
  }

  #send(): void {
    const pending = this.#pending;
    this.#pending = new Map();
    if (!this.#options.store.isOpen) return;
    for (const [treeId, changes] of pending) {
      const session = this.#options.findSession(treeId);
      // No window shows a tree without a session of its agent.
      if (session !== undefined) this.#sendTree(session, changes);
    }
  }

  #sendTree(session: TreeSession, changes: readonly WrittenChange[]): void {
    const { store, writerId, emit, warn, onBug } = this.#options;
    try {
      const update = store.snapshot((reader) => readTreeUpdate(reader, session, writerId, changes));
      if (update !== null) emit('tree.changed', { ...update, seq: store.head.seq });
    } catch (error) {
      // The file cannot be read any more, which its banner reports.
      if (error instanceof AspenError) warn(`a change could not be read for the window: ${error.message}`);
      else onBug('A change could not be read for the window.', error);
    }
  }
}
