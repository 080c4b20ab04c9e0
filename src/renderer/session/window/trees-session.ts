import type { TreeId } from '../../../core/ids.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { TreeContents, TreeProperties } from '../../../ipc/wire/tree.ts';
import type { Client } from '../../client.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from './notices.ts';

/** What the list of trees shows besides the trees. */
export interface TreesState {
  /** Only trees whose titles or descriptions have these words are listed; null where no filter is asked for. */
  readonly filter: string | null;
  /** What is being written of a tree, in its place in the list. */
  readonly editing: { readonly treeId: TreeId; readonly part: 'title' | 'description' } | null;
  readonly isArchiveOpen: boolean;
  /** The archived tree that is to be deleted for good, if the writer is sure. */
  readonly deleting: { readonly tree: LoomTree; readonly contents: TreeContents } | null;
}

export interface TreesOptions {
  readonly client: Pick<Client, 'call'>;
  readonly notices: Notices;
  findGrove(): GroveSnapshot | null;
  /** Main has everything that was typed; resolves when it is in the file. */
  settle(): Promise<void>;
  showPane(): void;
}

/** The trees of the grove that is shown: made, named, copied, archived, moved, deleted. What is soft can be undone. */
export class TreesSession {
  readonly #options: TreesOptions;
  readonly #state = createStore<TreesState>({
    filter: null,
    editing: null,
    isArchiveOpen: false,
    deleting: null,
  });
  /** The sentence of the last thing that was done, which a banner says. */
  #said: string | null = null;

  constructor(options: TreesOptions) {
    this.#options = options;
  }

  get state(): Store<TreesState> {
    return this.#state;
  }

  get archived(): readonly LoomTree[] {
    return this.#options.findGrove()?.archivedTrees ?? [];
  }

  get living(): readonly LoomTree[] {
    return this.#options.findGrove()?.trees ?? [];
  }

  /** The tree of the window; null while it shows no grove. */
  findShown(): LoomTree | null {
    const grove = this.#options.findGrove();
    return grove?.trees.find(({ id }) => id === grove.openTreeId) ?? null;
  }

  /** Asks for a part of a title; null to list all trees again. */
  setFilter(filter: string | null): void {
    if (filter !== null) this.#options.showPane();
    this.#set({ filter });
  }

  toggleArchive(isArchiveOpen: boolean): void {
    this.#set({ isArchiveOpen });
  }

  /** Lets the title or the description of a tree be written in its place in the list. */
  edit(treeId: TreeId, part: 'title' | 'description'): void {
    this.#options.showPane();
    this.#set({ editing: { treeId, part } });
  }

  endEditing(): void {
    this.#set({ editing: null });
  }

  create(): Promise<void> {
    return this.#told(async () => {
      await this.#options.client.call('tree.create', { title: null });
    });
  }

  /** Names a tree; nothing but white space for the first words of its text. */
  async rename(tree: LoomTree, title: string): Promise<void> {
    const wasDerived = tree.settings.titleFrom === 'text';
    const given = title.trim();
    if (given === tree.title || (given === '' && wasDerived)) return;
    await this.#told(async () => {
      const { title: now } = await this.#update(tree.id, { title: given === '' ? null : given });
      this.#done(`The tree is called “${now}” now.`, () =>
        this.#update(tree.id, { title: wasDerived ? null : tree.title }),
      );
    });
  }

  /** Says what a tree is about; nothing but white space for nothing. */
  async describe(tree: LoomTree, text: string): Promise<void> {
    const description = text.trim() === '' ? null : text.trim();
    if (description === tree.description) return;
    await this.#told(async () => {
      await this.#update(tree.id, { description });
      this.#done(description === null ? 'The description is gone.' : 'The tree is described.', () =>
        this.#update(tree.id, { description: tree.description }),
      );
    });
  }

  duplicate(tree: LoomTree): Promise<void> {
    return this.#told(async () => {
      await this.#options.settle();
      const copy = await this.#options.client.call('tree.duplicate', { treeId: tree.id });
      if (copy === null) {
        this.#options.notices.announce('Stopped. The tree was not duplicated.');
        return;
      }
      this.#done(`“${copy.title}” has every branch of “${tree.title}”.`, () =>
        this.#update(copy.id, { archived: true }),
      );
    });
  }

  archive(tree: LoomTree): Promise<void> {
    return this.#told(async () => {
      await this.#options.settle();
      await this.#update(tree.id, { archived: true });
      this.#done(`“${tree.title}” is in the archive.`, () => this.#update(tree.id, { archived: false }));
    });
  }

  restore(tree: LoomTree): Promise<void> {
    return this.#told(async () => {
      await this.#update(tree.id, { archived: false });
      this.#done(`“${tree.title}” is back.`, () => this.#update(tree.id, { archived: true }));
    });
  }

  /** Asks for another grove and moves a tree there. */
  move(tree: LoomTree): Promise<void> {
    return this.#told(async () => {
      await this.#options.settle();
      const moved = await this.#options.client.call('tree.move', { treeId: tree.id });
      if (moved === null) return;
      const { fileName, nodes, answers } = moved;
      const what = `${count(nodes, 'text')} and ${count(answers, 'answer')}`;
      this.#done(
        `“${tree.title}” was copied whole to ${fileName}, ${what}, compared there, and archived here.`,
        () => this.#update(tree.id, { archived: false }),
        'Bring it back here',
      );
    });
  }

  /** Says what would go with an archived tree, and asks for its title. */
  askToDelete(tree: LoomTree): Promise<void> {
    return this.#told(async () => {
      const contents = await this.#options.client.call('tree.contents', { treeId: tree.id });
      this.#set({ deleting: { tree, contents } });
    });
  }

  keep(): void {
    this.#set({ deleting: null });
  }

  /** @param title as it was typed */
  deleteForGood(tree: LoomTree, title: string): Promise<void> {
    return this.#told(async () => {
      this.#set({ deleting: null });
      await this.#options.client.call('tree.delete', { treeId: tree.id, title });
      this.#takeBackSaid();
      this.#options.notices.announce(`“${tree.title}” was deleted.`);
    });
  }

  #update(treeId: TreeId, properties: TreeProperties): Promise<LoomTree> {
    return this.#options.client.call('tree.update', { treeId, ...properties });
  }

  /** Says what was done, and how to undo it: in the place of what was said before. */
  #done(sentence: string, undo: () => Promise<unknown>, label = 'Undo'): void {
    this.#takeBackSaid();
    this.#said = sentence;
    const run = () =>
      void this.#told(async () => {
        this.#takeBackSaid();
        await undo();
      });
    this.#options.notices.show({ sentence, detail: '', isDone: true, actions: [{ label, run }] });
  }

  #takeBackSaid(): void {
    const { notices } = this.#options;
    const banner = notices.banners.get().find(({ sentence }) => sentence === this.#said);
    this.#said = null;
    if (banner !== undefined) notices.dismiss(banner.id);
  }

  #set(change: Partial<TreesState>): void {
    this.#state.set({ ...this.#state.get(), ...change });
  }

  async #told(work: () => Promise<void>): Promise<void> {
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
