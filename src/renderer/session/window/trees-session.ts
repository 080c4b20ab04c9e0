import type { TreeId } from '../../../core/ids.ts';
import type { LoomTree, SpellingLanguage, TreeKind, TreeMode } from '../../../core/tree/loom-tree.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { TreeContents, TreeProperties } from '../../../ipc/wire/tree.ts';
import { languageSet } from '../../../ui-text/app.ts';
import {
  BRING_BACK,
  DESCRIPTION_REMOVED,
  DESCRIPTION_SAVED,
  MANUSCRIPT_STOPPED,
  madeManuscript,
  NOT_DUPLICATED,
  NOT_MOVED,
  treeArchived,
  treeDeleted,
  treeDuplicated,
  treeMoved,
  treeRenamed,
  treeRestored,
} from '../../../ui-text/grove/trees.ts';
import { SUMMARISING } from '../../../ui-text/settings/summary-model.ts';
import { UNDO } from '../../../ui-text/window/notices.ts';
import type { Client } from '../../client.ts';
import type { Notices } from '../notices.ts';
import { createStore, type Store } from '../store.ts';

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
  readonly state: Store<TreesState> = this.#state;
  /** The sentence of the last action's banner. */
  #lastSentence: string | null = null;

  constructor(options: TreesOptions) {
    this.#options = options;
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

  /** Returns true if a tree can be archived or moved: a grove keeps a tree to open with, and a story if it has one. */
  canRemove({ id, kind, topicTreeId }: LoomTree): boolean {
    if (topicTreeId !== null) return true;
    return this.active.some((tree) => tree.id !== id && (kind === 'document' || tree.kind === 'story'));
  }

  /** Every tree, those in the archive last: the list in which equal titles are distinguished. */
  get all(): readonly LoomTree[] {
    const grove = this.#options.findGrove();
    return grove === null ? [] : [...grove.trees, ...grove.archivedTrees];
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

  create(mode: TreeMode = 'buffer', kind: TreeKind = 'story'): Promise<void> {
    return this.#options.notices.attempt(async () => {
      await this.#options.client.call('tree.create', { title: null, mode, kind });
    });
  }

  /** @param title if blank, the tree is titled by the first words of its text */
  async rename(tree: LoomTree, title: string): Promise<void> {
    const wasDerived = tree.settings.titleFrom === 'text';
    const given = title.trim();
    if (given === tree.title || (given === '' && wasDerived)) return;
    await this.#options.notices.attempt(async () => {
      const { title: now } = await this.#update(tree.id, { title: given === '' ? null : given });
      this.#showDone(treeRenamed(now), () =>
        this.#update(tree.id, { title: wasDerived ? null : tree.title }),
      );
    });
  }

  /** @param text the description; blank removes it */
  async describe(tree: LoomTree, text: string): Promise<void> {
    const description = text.trim() === '' ? null : text.trim();
    if (description === tree.description) return;
    await this.#options.notices.attempt(async () => {
      await this.#update(tree.id, { description });
      this.#showDone(description === null ? DESCRIPTION_REMOVED : DESCRIPTION_SAVED, () =>
        this.#update(tree.id, { description: tree.description }),
      );
    });
  }

  /** Has a tree summarised by the model that the writer has picked for that. */
  summarise({ id }: LoomTree): Promise<void> {
    return this.#options.notices.attempt(async () => {
      await this.#options.client.call('tree.summarise', { treeId: id });
      this.#options.notices.tell(SUMMARISING);
    });
  }

  /** Sets the language that a tree's spelling is checked in. */
  setLanguage({ id, title }: LoomTree, language: SpellingLanguage): Promise<void> {
    return this.#options.notices.attempt(async () => {
      await this.#update(id, { settings: { language } });
      this.#options.notices.tell(languageSet(title, language));
    });
  }

  duplicate(tree: LoomTree): Promise<void> {
    return this.#options.notices.attempt(async () => {
      await this.#options.flush();
      const copy = await this.#options.client.call('tree.duplicate', { treeId: tree.id });
      if (copy === null) {
        this.#options.notices.tell(NOT_DUPLICATED);
        return;
      }
      this.#showDone(treeDuplicated(copy.title, tree.title), () => this.#update(copy.id, { archived: true }));
    });
  }

  /** Makes a manuscript of the messages on the path through a conversation. */
  makeManuscript(treeId: TreeId): Promise<void> {
    return this.#options.notices.attempt(async () => {
      await this.#options.flush();
      const { client, notices } = this.#options;
      const made = await client.call('tree.asManuscript', { treeId });
      if (made === null) {
        notices.tell(MANUSCRIPT_STOPPED);
        return;
      }
      this.#showDone(madeManuscript(made.title), () => this.#update(made.id, { archived: true }));
    });
  }

  archive(tree: LoomTree): Promise<void> {
    return this.#options.notices.attempt(async () => {
      await this.#options.flush();
      await this.#update(tree.id, { archived: true });
      this.#showDone(treeArchived(tree.title), () => this.#update(tree.id, { archived: false }));
    });
  }

  restore(tree: LoomTree): Promise<void> {
    return this.#options.notices.attempt(async () => {
      await this.#update(tree.id, { archived: false });
      this.#showDone(treeRestored(tree.title), () => this.#update(tree.id, { archived: true }));
    });
  }

  /** Asks for another grove, copies the tree there, and archives it here. */
  move(tree: LoomTree): Promise<void> {
    return this.#options.notices.attempt(async () => {
      await this.#options.flush();
      const moved = await this.#options.client.call('tree.move', { treeId: tree.id });
      if (moved === 'stopped') this.#options.notices.tell(NOT_MOVED);
      if (moved === null || moved === 'stopped') return;
      this.#showDone(
        treeMoved({ ...moved, title: tree.title }),
        () => this.#update(tree.id, { archived: false }),
        BRING_BACK,
      );
    });
  }

  /** Shows what deleting an archived tree would remove, and asks for its title. */
  askToDelete(tree: LoomTree): Promise<void> {
    return this.#options.notices.attempt(async () => {
      const contents = await this.#options.client.call('tree.contents', { treeId: tree.id });
      this.#set({ deleting: { tree, contents } });
    });
  }

  cancelDelete(): void {
    this.#set({ deleting: null });
  }

  /** @param title as the writer typed it to confirm */
  deletePermanently(tree: LoomTree, title: string): Promise<void> {
    return this.#options.notices.attempt(async () => {
      this.#set({ deleting: null });
      await this.#options.client.call('tree.delete', { treeId: tree.id, title });
      this.#dismissLast();
      this.#options.notices.tell(treeDeleted(tree.title));
    });
  }

  #update(treeId: TreeId, properties: TreeProperties): Promise<LoomTree> {
    return this.#options.client.call('tree.update', { treeId, ...properties });
  }

  /** Shows a banner with a way to undo, in place of the previous action's. */
  #showDone(sentence: string, undo: () => Promise<unknown>, label: string = UNDO): void {
    this.#dismissLast();
    this.#lastSentence = sentence;
    const run = () =>
      void this.#options.notices.attempt(async () => {
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
}

/** Trees whose titles or descriptions have every word of a filter, in their order. */
export function filterTrees(trees: readonly LoomTree[], filter: string): readonly LoomTree[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return trees.filter(({ title, description }) => {
    const text = `${title} ${description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
