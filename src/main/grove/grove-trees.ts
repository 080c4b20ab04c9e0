import { setImmediate as turn } from 'node:timers/promises';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, GroveId, Sha256, TreeId } from '../../core/ids.ts';
import type { IdsAndClock } from '../../core/tree/ids-and-clock.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { MovedTree, TreeProperties } from '../../ipc/wire/tree.ts';
import type { Store } from '../store/connection/store.ts';
import type { CopiedTree } from '../store/copies/copy-tree.ts';
import { countContents, deleteTree, type TreeContents } from '../store/copies/delete-tree.ts';
import { writeDuplicate } from '../store/copies/duplicate-tree.ts';
import { getGrove } from '../store/tables/grove.ts';
import { getTree, listTrees, updateTree } from '../store/tables/trees.ts';
import { findDifference } from './copies/compare-trees.ts';
import { importText, type TextToImport } from './import/import-text.ts';
import {
  changeTree,
  followText,
  makeTree,
  prepareDuplicate,
  requireAnother,
  type TreeCommandOptions,
  takeTree,
} from './writing/tree-commands.ts';
import type { TreeSession } from './writing/tree-session.ts';

/** Of a tree's text, what its title is looked for in. UTF-16 code units. */
const TITLE_TEXT = 400;

/** So often a tree is read to be duplicated while others write; the last time nobody does meanwhile. */
const ATTEMPTS = 4;

export interface GroveTreesOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly idsAndClock: IdsAndClock;
  sha256(data: string | Uint8Array): Sha256;
  warn(message: string): void;
  /** The writer's place in a tree, opened when first asked for. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): TreeSession;
  /** Undefined for a tree that nobody has looked at since the grove was opened. */
  findSession(treeId: TreeId): TreeSession | undefined;
  /** Closes the writer's place in a tree that goes. */
  letGo(treeId: TreeId): void;
  /** Stops what is under way in a tree, and resolves when what had arrived is stored. */
  stopIn(treeId: TreeId): Promise<void>;
  /** A tree was made, which is shown from now on. */
  onMade(treeId: TreeId): void;
  /** Tells the window of the grove again. */
  tell(): void;
}

/** The trees of an open grove: making, naming, keeping and deleting them. */
export class GroveTrees {
  readonly #options: GroveTreesOptions;

  constructor(options: GroveTreesOptions) {
    this.#options = options;
  }

  /** Every tree, archived ones too, oldest first. */
  list(): readonly LoomTree[] {
    return listTrees(this.#options.store);
  }

  /** A new empty tree in buffer mode, which is shown; without a title, its first words, else `Loom Tree n`. */
  create(title: string | null): LoomTree {
    const tree = this.#keep((keep) => makeTree(keep, title));
    this.#options.onMade(tree.id);
    this.#options.tell();
    return tree;
  }

  /** Changes what may be changed of a tree. @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for the last to archive */
  update(treeId: TreeId, properties: TreeProperties): LoomTree {
    const tree = this.#keep((keep) =>
      changeTree(keep, treeId, properties, () => this.#options.session(treeId).shown.beginning(TITLE_TEXT)),
    );
    this.#options.tell();
    return tree;
  }

  /**
   * Another tree that says the same, draft and all, with ids of its own. It is thought out in slices, so that typing goes
   * on, and written in one transaction.
   * @param onProgress told the share that is done, from 0 to 1
   * @param signal stops it while nothing is written
   * @throws {AspenError} NOT_FOUND; what `signal` is aborted with
   */
  async duplicate(
    treeId: TreeId,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<LoomTree> {
    const { store, idsAndClock, findSession, tell } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      findSession(treeId)?.flush();
      const { seq } = store.head;
      const steps = prepareDuplicate(store, treeId, idsAndClock);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) {
        onProgress(step.value);
        // Whoever commits again and again is not waited for.
        if (attempt < ATTEMPTS) await turn();
        signal.throwIfAborted();
      }
      const prepared = step.value;
      findSession(treeId)?.flush();
      if (store.head.seq !== seq) continue;
      this.#keep(({ tx, by }) => writeDuplicate(tx, prepared, by));
      tell();
      return prepared.as;
    }
  }

  /** What a tree is made of. @throws {AspenError} NOT_FOUND */
  contents(treeId: TreeId): TreeContents {
    return countContents(this.#options.store, treeId);
  }

  /**
   * Deletes an archived tree for good; what it said is overwritten in the file.
   * @param title as it was typed, to be sure
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for another title, or where it is not archived
   */
  async delete(treeId: TreeId, title: string): Promise<TreeContents> {
    if (getTree(this.#options.store, treeId).title.trim() !== title.trim())
      throw new AspenError('INVALID_ARGUMENT', 'that is not the title of the tree');
    await this.#options.stopIn(treeId);
    this.#options.letGo(treeId);
    // Pages that are let go of are zeroed from here on, not only marked as free.
    this.#options.store.pragma('secure_delete = ON');
    try {
      const contents = this.#keep(({ tx, by }) => deleteTree(tx, by, treeId));
      this.#options.tell();
      return contents;
    } finally {
      this.#options.store.pragma('secure_delete = OFF');
    }
  }

  /**
   * Moves a tree to another grove. It is copied there whole, the copy is read back and compared, and only then is it
   * archived here: at no time is it in neither.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT where it is the last here or there already; IO_ERROR where the copy
   *   is not the tree, which is said, and the copy deleted
   */
  async moveTo(treeId: TreeId, other: GroveTrees): Promise<Pick<MovedTree, 'nodes' | 'answers'>> {
    if (other === this) throw new AspenError('INVALID_ARGUMENT', 'that is the grove that the tree is in');
    requireAnother(this.#options.store, treeId);
    await this.#options.stopIn(treeId);
    this.#options.findSession(treeId)?.flush();
    const { id } = getGrove(this.#options.store);
    const { answers } = other.#take(this.#options.store, getTree(this.#options.store, treeId), id);
    this.#keep((keep) => changeTree(keep, treeId, { archived: true }, () => ''));
    this.#options.tell();
    return { nodes: this.contents(treeId).nodes, answers };
  }

  /** Writes a text as a tree of its own, a step at a time (`importText`); `showImported` shows it. */
  importText(text: TextToImport): ReturnType<typeof importText> {
    return importText(this.#options.store, text, this.#options.writerId, this.#options.idsAndClock);
  }

  /** Takes a copy of a tree of another grove, and makes sure that it is one. */
  #take(from: Store, tree: LoomTree, grove: GroveId): CopiedTree {
    const { sha256 } = this.#options;
    const copied = this.#keep((keep) => takeTree(keep, from, tree, grove));
    const difference = findDifference(from, this.#options.store, tree.id, { sha256, sha256OfBytes: sha256 });
    if (difference !== null) {
      this.#keep((keep) => {
        updateTree(keep.tx, keep.by, { ...getTree(keep.tx, tree.id), archivedAt: keep.idsAndClock.now() });
        deleteTree(keep.tx, keep.by, tree.id);
      });
      throw new AspenError('IO_ERROR', `The copy was not as the tree and was taken away: ${difference}.`);
    }
    this.#options.tell();
    return copied;
  }

  /** The title of a tree that takes its first words follows them. */
  followText(treeId: TreeId): void {
    if (this.#options.store.readonly || getTree(this.#options.store, treeId).settings.titleFrom !== 'text')
      return;
    const beginning = this.#options.session(treeId).shown.beginning(TITLE_TEXT);
    try {
      const renamed = this.#keep((keep) => followText(keep, treeId, beginning));
      if (renamed !== null) this.#options.tell();
    } catch (error) {
      // The text is what matters, and is written; its title follows with the next that is.
      if (!(error instanceof AspenError)) throw error;
      this.#options.warn(`a title did not follow its text: ${error.message}`);
    }
  }

  #keep<T>(change: (keep: TreeCommandOptions) => T extends PromiseLike<unknown> ? never : T): T {
    return this.#options.store.transact((tx) =>
      change({ tx, by: this.#options.writerId, idsAndClock: this.#options.idsAndClock }),
    );
  }
}
