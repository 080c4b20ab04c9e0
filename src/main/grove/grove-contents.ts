import { AspenError } from '../../core/errors.ts';
import type { AgentId, TreeId } from '../../core/ids.ts';
import type { GroveSnapshot } from '../../ipc/wire/grove.ts';
import type { Store } from '../store/connection/store.ts';
import { listAgents } from '../store/tables/agents.ts';
import { getGrove } from '../store/tables/grove.ts';
import { findLastTree } from '../store/tables/path-state.ts';
import { isOpening, listTrees } from '../store/tables/trees.ts';

/** The part of a grove's snapshot that is read from the file. */
export type ShownContents = Omit<
  GroveSnapshot,
  'fileName' | 'readOnly' | 'isChecking' | 'notices' | 'trouble' | 'writerId' | 'unconfirmedAgents'
>;

export interface GroveContentsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  /** SQLite reports the file as malformed. */
  onDamage(): void;
  /** The window shows another tree than this one now. */
  onLeft(treeId: TreeId): void;
  warn(message: string): void;
}

/** The contents of an open grove, as its window shows them. */
export class GroveContents {
  readonly #options: GroveContentsOptions;
  /** The last successful read: the file may have become unreadable since. */
  #known: ShownContents | undefined;
  /** Undefined until the window has asked for a tree. */
  #shownTreeId: TreeId | undefined;

  constructor(options: GroveContentsOptions) {
    this.#options = options;
  }

  /** Shows this tree from now on, as long as it exists and is not archived. */
  show(treeId: TreeId): void {
    const left = this.#shownTreeId;
    this.#shownTreeId = treeId;
    if (left !== undefined && left !== treeId) this.#options.onLeft(left);
  }

  /**
   * Reads the contents. If the file has become unreadable, returns the last successful read, so that the
   * window can still show what is wrong.
   * @throws {AspenError} if no read has ever succeeded; NOT_FOUND if the grove has no tree
   */
  read(): ShownContents {
    const { warn, onDamage } = this.#options;
    try {
      this.#known = this.#readNow();
      return this.#known;
    } catch (error) {
      if (this.#known === undefined) throw error;
      warn(`the grove cannot be read: ${String(error)}`);
      if (error instanceof AspenError && error.code === 'CORRUPT') onDamage();
      return this.#known;
    }
  }

  #readNow(): ShownContents {
    const { store, writerId } = this.#options;
    const { id, name } = getGrove(store);
    const all = listTrees(store);
    const trees = all.filter(({ archivedAt }) => archivedAt === null);
    const isShown = trees.some((tree) => tree.id === this.#shownTreeId);
    const opens = () => findLastTree(store, writerId) ?? trees.findLast(isOpening)?.id;
    const openTreeId = isShown ? this.#shownTreeId : opens();
    if (openTreeId === undefined) throw new AspenError('NOT_FOUND', 'the grove has no tree');
    return {
      id,
      name,
      agents: listAgents(store),
      trees,
      archivedTrees: all.filter(({ archivedAt }) => archivedAt !== null),
      openTreeId,
    };
  }
}
