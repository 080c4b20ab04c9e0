import type { TreeId } from '../../../core/ids.ts';
import type { LoomTree, TreeMode } from '../../../core/tree/loom-tree.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { TreeContents, TreeProperties } from '../../../ipc/wire/tree.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from './notices.ts';

/** The state of the list of trees. */
export interface TreesState {
  /** Lists only trees whose title or description has these words; null without a filter field. */
  readonly filter: string | null;
  /** The title or description being edited in the list. */
  readonly editing: { readonly treeId: TreeId; readonly part: 'title' | 'description' } | null;
  readonly isArchiveOpen: boolean;
  /** The archived tree to delete permanently, once the writer confirms. */
  readonly deleting: { readonly tree: LoomTree; readonly contents: TreeContents } | null;
}

export interface TreesOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  findGrove(): GroveSnapshot | null;
  /** Resolves when everything that was typed is in the file. */
  flush(): Promise<void>;
  showPane(): void;
}

/** The shown grove's trees, and what can be done with them. Everything but deleting can be undone. */
export class TreesSession {
  readonly #options: TreesOptions;
  readonly #state = createStore<TreesState>({
    filter: null,
    editing: null,
    isArchiveOpen: false,
    deleting: null,
  });
  /** The sentence of the last action's banner. */
  #lastSentence: string | null = null;

  constructor(options: TreesOptions) {
    this.#options = options;
  }

  get state(): Store<TreesState> {
    return this.#state;
  }

  /** The archived trees, without the conversations that come back with one of them. */
  get archived(): readonly LoomTree[] {
    const archived = this.#options.findGrove()?.archivedTrees ?? [];
    return archived.filter(({ topicTreeId }) => !archived.some(({ id }) => id === topicTreeId));
  }

  /** The trees that are not archived, without the conversations about one of them. */
  get active(): readonly LoomTree[] {
    return (this.#options.findGrove()?.trees ?? []).filter(({ topicTreeId }) => topicTreeId === null);
  }

  /** The shown tree; null if the window shows no grove. */
  findShown(): LoomTree | null {
    const grove = this.#options.findGrove();
    return grove?.trees.find(({ id }) => id === grove.openTreeId) ?? null;
  }

  /** @param filter null closes the filter and lists all trees */
  setFilter(filter: string | null): void {
    if (filter !== null) this.#options.showPane();
    this.#set({ filter });
  }

  toggleArchive(isArchiveOpen: boolean): void {
    this.#set({ isArchiveOpen });
  }

  /** Starts editing a tree's title or description in the list. */
  edit(treeId: TreeId, part: 'title' | 'description'): void {
    // Others are listed where the writer is: beside their topic.
    if (this.active.some(({ id }) => id === treeId) || this.findShown()?.id === treeId)
      this.#options.showPane();
    this.#set({ editing: { treeId, part } });
  }

  endEditing(): void {
    this.#set({ editing: null });
  }

  create(mode: TreeMode = 'buffer'): Promise<void> {
    return this.#reportFailure(async () => {
      await this.#options.client.call('tree.create', { title: null, mode });
    });
  }

  /** @param title if blank, the tree is titled by the first words of its text */
  async rename(tree: LoomTree, title: string): Promise<void> {
    const wasDerived = tree.settings.titleFrom === 'text';
    const given = title.trim();
    if (given === tree.title || (given === '' && wasDerived)) return;
    await this.#reportFailure(async () => {
      const { title: now } = await this.#update(tree.id, { title: given === '' ? null : given });
      this.#showDone(`The tree is now called “${now}”.`, () =>
        this.#update(tree.id, { title: wasDerived ? null : tree.title }),
      );
    });
  }

  /** @param text the description; blank removes it */
  async describe(tree: LoomTree, text: string): Promise<void> {
    const description = text.trim() === '' ? null : text.trim();
    if (description === tree.description) return;
    await this.#reportFailure(async () => {
      await this.#update(tree.id, { description });
      this.#showDone(
        description === null ? 'The description was removed.' : 'The description was saved.',
        () => this.#update(tree.id, { description: tree.description }),
      );
    });
  }

  duplicate(tree: LoomTree): Promise<void> {
    return this.#reportFailure(async () => {
      await this.#options.flush();
      const copy = await this.#options.client.call('tree.duplicate', { treeId: tree.id });
      if (copy === null) {
        this.#options.notices.announce('Stopped. The tree was not duplicated.');
        return;
      }
      this.#showDone(`“${copy.title}” has every branch of “${tree.title}”.`, () =>
        this.#update(copy.id, { archived: true }),
      );
    });
  }

  archive(tree: LoomTree): Promise<void> {
    return this.#reportFailure(async () => {
      await this.#options.flush();
      await this.#update(tree.id, { archived: true });
      this.#showDone(`“${tree.title}” is in the archive.`, () => this.#update(tree.id, { archived: false }));
    });
  }

  restore(tree: LoomTree): Promise<void> {
    return this.#reportFailure(async () => {
      await this.#update(tree.id, { archived: false });
      this.#showDone(`“${tree.title}” is back.`, () => this.#update(tree.id, { archived: true }));
    });
  }

  /** Asks for another grove, copies the tree there, and archives it here. */
  move(tree: LoomTree): Promise<void> {
    return this.#reportFailure(async () => {
      await this.#options.flush();
      const moved = await this.#options.client.call('tree.move', { treeId: tree.id });
      if (moved === 'stopped') this.#options.notices.announce('Stopped. The tree was not moved.');
      if (moved === null || moved === 'stopped') return;
      const { fileName, nodes, answers } = moved;
      const what = `${count(nodes, 'text')} and ${count(answers, 'answer')}`;
      this.#showDone(
        `“${tree.title}” was copied whole to ${fileName}, ${what}, compared there, and archived here.`,
        () => this.#update(tree.id, { archived: false }),
        'Bring it back here',
      );
    });
  }

  /** Shows what deleting an archived tree would remove, and asks for its title. */
  askToDelete(tree: LoomTree): Promise<void> {
    return this.#reportFailure(async () => {
      const contents = await this.#options.client.call('tree.contents', { treeId: tree.id });
      this.#set({ deleting: { tree, contents } });
    });
  }

  cancelDelete(): void {
    this.#set({ deleting: null });
  }

  /** @param title as the writer typed it to confirm */
  deletePermanently(tree: LoomTree, title: string): Promise<void> {
    return this.#reportFailure(async () => {
      this.#set({ deleting: null });
      await this.#options.client.call('tree.delete', { treeId: tree.id, title });
      this.#dismissLast();
      this.#options.notices.announce(`“${tree.title}” was deleted.`);
    });
  }

  #update(treeId: TreeId, properties: TreeProperties): Promise<LoomTree> {
    return this.#options.client.call('tree.update', { treeId, ...properties });
  }

  /** Shows a banner with a way to undo, in place of the previous action's. */
  #showDone(sentence: string, undo: () => Promise<unknown>, label = 'Undo'): void {
    this.#dismissLast();
    this.#lastSentence = sentence;
    const run = () =>
      void this.#reportFailure(async () => {
        this.#dismissLast();
        await undo();
      });
    this.#options.notices.show({ sentence, detail: '', isDone: true, actions: [{ label, run }] });
  }

  #dismissLast(): void {
    const { notices } = this.#options;
    const banner = notices.banners.get().find(({ sentence }) => sentence === this.#lastSentence);
    this.#lastSentence = null;
    if (banner !== undefined) notices.dismiss(banner.id);
  }

  #set(change: Partial<TreesState>): void {
    this.#state.set({ ...this.#state.get(), ...change });
  }

  async #reportFailure(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.notices.report(error);
    }
  }
}

/** Trees whose titles or descriptions have every word of a filter, in their order. */
export function filterTrees(trees: readonly LoomTree[], filter: string): readonly LoomTree[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return trees.filter(({ title, description }) => {
    const text = `${title} ${description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** `1 text`, `3 texts`. */
export function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}
