import { AspenError } from '../../core/errors.ts';
import type { AgentId, TreeId } from '../../core/ids.ts';
import type { GroveSnapshot } from '../../ipc/wire/grove.ts';
import type { Store } from '../store/connection/store.ts';
import { listAgents } from '../store/tables/agents.ts';
import { getGrove } from '../store/tables/grove.ts';
import { findLastTree } from '../store/tables/path-state.ts';
import { listTrees } from '../store/tables/trees.ts';

/** What a window shows of a grove that is in the file. */
export type ShownContents = Omit<GroveSnapshot, 'fileName' | 'readOnly' | 'notices' | 'trouble' | 'writerId'>;

export interface GroveContentsOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  /** The file itself turns out to be damaged. */
  onDamage(): void;
  warn(message: string): void;
}

/** What is in an open grove, as its window shows it. */
export class GroveContents {
  readonly #options: GroveContentsOptions;
  /** As it was last read: the file may have become unreadable. */
  #known: ShownContents | undefined;
  /** Undefined until the window asked for one. */
  #shownTreeId: TreeId | undefined;

  constructor(options: GroveContentsOptions) {
    this.#options = options;
  }

  /** This tree is shown from now on, while it is there and not archived. */
  show(treeId: TreeId): void {
    this.#shownTreeId = treeId;
  }

  /**
   * As it was last read, where the file cannot be read any more: what is wrong with it is told all the same.
   * @throws {AspenError} where it could never be read; NOT_FOUND where the grove has no tree
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
    const openTreeId = isShown ? this.#shownTreeId : (findLastTree(store, writerId) ?? trees.at(-1)?.id);
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
