import { AspenError } from '../../core/errors.ts';
import type { TreeId } from '../../core/ids.ts';
import type { GroveSnapshot } from '../../ipc/wire/grove.ts';
import { listAgents } from '../store/tables/agents.ts';
import { getGrove } from '../store/tables/grove.ts';
import { findLastTree } from '../store/tables/path-state.ts';
import { isOpening, listTrees } from '../store/tables/trees.ts';
import type { GroveScope } from './grove-scope.ts';

/** The part of a grove's snapshot that is read from the file. */
export type ShownContents = Omit<
  GroveSnapshot,
  'fileName' | 'readOnly' | 'isChecking' | 'notices' | 'trouble' | 'writerId' | 'unconfirmedAgents'
>;

/** The contents of an open grove, as its window shows them. */
export class GroveContents {
  readonly #scope: GroveScope;
  /** The last successful read: the file may have become unreadable since. */
  #known: ShownContents | undefined;
  /** Undefined until the contents have been read. */
  #shownTreeId: TreeId | undefined;

  constructor(scope: GroveScope) {
    this.#scope = scope;
  }

  /** Shows this tree from now on, as long as it exists and is not archived. */
  show(treeId: TreeId): void {
    const left = this.#shownTreeId;
    this.#shownTreeId = treeId;
    if (left !== undefined && left !== treeId) this.#scope.signals.emit('left', left);
  }

  /**
   * Reads the contents. If the file has become unreadable, returns the last successful read, so that the
   * window can still show what is wrong.
   * @throws {AspenError} if no read has ever succeeded; NOT_FOUND if the grove has no tree
   */
  read(): ShownContents {
    const { warn, signals } = this.#scope;
    try {
      this.#known = this.#readNow();
      return this.#known;
    } catch (error) {
      if (this.#known === undefined) throw error;
      warn(`the grove cannot be read: ${String(error)}`);
      if (error instanceof AspenError && error.code === 'CORRUPT') signals.emit('malformed');
      return this.#known;
    }
  }

  #readNow(): ShownContents {
    const { store, writerId } = this.#scope;
    const { id, name } = getGrove(store);
    const all = listTrees(store);
    const trees = all.filter(({ archivedAt }) => archivedAt === null);
    const isShown = trees.some((tree) => tree.id === this.#shownTreeId);
    const opens = () => findLastTree(store, writerId) ?? trees.findLast(isOpening)?.id;
    const openTreeId = isShown ? this.#shownTreeId : opens();
    if (openTreeId === undefined) throw new AspenError('NOT_FOUND', 'the grove has no tree');
    // It stays, whatever is created beside it.
    this.#shownTreeId = openTreeId;
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
