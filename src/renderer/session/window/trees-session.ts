import type { BookSettings } from '../../../core/book/book-settings.ts';
import type { TreeId } from '../../../core/ids.ts';
import type {
  LoomTree,
  SpellingLanguage,
  StoryTarget,
  TreeKind,
  TreeMode,
} from '../../../core/tree/loom-tree.ts';
import type { Progress } from '../../../ipc/wire/progress.ts';
import type { TreeContents, TreeProperties } from '../../../ipc/wire/tree-update.ts';
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
import type { NoticeAction } from '../notices.ts';
import { createStore, readableOf } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

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

/**
 * The shown grove's trees, and what can be done with them. Everything but deleting can be undone.
 * @param flush resolves when everything that was typed is in the file
 * @param offerAfterRename what else can be done after a rename
 */
export function createTreesSession(
  { client, notices, findGrove, showGrovePane }: WindowScope,
  flush: () => Promise<void>,
  offerAfterRename: (tree: LoomTree) => Promise<readonly NoticeAction[]>,
) {
  const state = createStore<TreesState>({
    filter: null,
    editing: null,
    isArchiveOpen: false,
    deleting: null,
  });
  /** The sentence of the last action's banner. */
  let lastSentence: string | null = null;

  /** The trees that are not archived, without the conversations about one of them. */
  function active(): readonly LoomTree[] {
    return (findGrove()?.trees ?? []).filter(({ topicTreeId }) => topicTreeId === null);
  }

  /** The shown tree; null if the window shows no grove. */
  function findShown(): LoomTree | null {
    const grove = findGrove();
    return grove?.trees.find(({ id }) => id === grove.openTreeId) ?? null;
  }

  function update(treeId: TreeId, properties: TreeProperties): Promise<LoomTree> {
    return client.call('tree.update', { treeId, ...properties });
  }

  /** Shows a banner with a way to undo, in place of the previous action's. */
  function showDone(
    sentence: string,
    undo: () => Promise<unknown>,
    label: string = UNDO,
    others: readonly NoticeAction[] = [],
  ): void {
    dismissLast();
    lastSentence = sentence;
    const actions = [{ label, run: () => void notices.attempt(undo) }, ...others].map((action) => ({
      label: action.label,
      run: () => {
        dismissLast();
        action.run();
      },
    }));
    notices.show({ sentence, detail: '', isDone: true, actions });
  }

  function dismissLast(): void {
    const banner = notices.banners.get().find(({ sentence }) => sentence === lastSentence);
    lastSentence = null;
    if (banner !== undefined) notices.dismiss(banner.id);
  }

  function set(change: Partial<TreesState>): void {
    state.set({ ...state.get(), ...change });
  }

  return {
    findShown,
    state: readableOf(state),

    /** The archived trees, without the conversations that come back with one of them. */
    get archived(): readonly LoomTree[] {
      const archived = findGrove()?.archivedTrees ?? [];
      return archived.filter(({ topicTreeId }) => !archived.some(({ id }) => id === topicTreeId));
    },
    get active(): readonly LoomTree[] {
      return active();
    },

    /** Returns true if a tree can be archived or moved: a grove keeps a tree to open with, and a story if it has one. */
    canRemove({ id, kind, topicTreeId }: LoomTree): boolean {
      if (topicTreeId !== null) return true;
      return active().some((tree) => tree.id !== id && (kind === 'document' || tree.kind === 'story'));
    },

    /** Saves a story’s settings as a book. */
    async setBook(treeId: TreeId, book: BookSettings): Promise<void> {
      await notices.attempt(() => update(treeId, { settings: { book } }));
    },

    /** Every tree, those in the archive last: the list in which equal titles are distinguished. */
    get all(): readonly LoomTree[] {
      const grove = findGrove();
      return grove === null ? [] : [...grove.trees, ...grove.archivedTrees];
    },

    /** @param filter null closes the filter and lists all trees */
    setFilter(filter: string | null): void {
      if (filter !== null) showGrovePane();
      set({ filter });
    },

    toggleArchive(isArchiveOpen: boolean): void {
      set({ isArchiveOpen });
    },

    /** Starts editing a tree's title or description in the list. */
    edit(treeId: TreeId, part: 'title' | 'description'): void {
      // Others are listed where the writer is: beside their topic.
      if (active().some(({ id }) => id === treeId) || findShown()?.id === treeId) showGrovePane();
      set({ editing: { treeId, part } });
    },

    endEditing(): void {
      set({ editing: null });
    },

    /** Creates a tree and shows it. @param text that it begins with */
    create(mode: TreeMode = 'buffer', kind: TreeKind = 'story', text = ''): Promise<void> {
      return notices.attempt(async () => {
        await client.call('tree.create', { title: null, mode, kind, text });
      });
    },

    /** @param title if blank, the tree is titled by the first words of its text */
    async rename(tree: LoomTree, title: string): Promise<void> {
      const wasDerived = tree.settings.titleFrom === 'text';
      const given = title.trim();
      if (given === tree.title || (given === '' && wasDerived)) return;
      await notices.attempt(async () => {
        const renamed = await update(tree.id, { title: given === '' ? null : given });
        const undo = () => update(tree.id, { title: wasDerived ? null : tree.title });
        showDone(treeRenamed(renamed.title), undo, UNDO, await offerAfterRename(renamed));
      });
    },

    /** @param text the description; blank removes it */
    async describe(tree: LoomTree, text: string): Promise<void> {
      const description = text.trim() === '' ? null : text.trim();
      if (description === tree.description) return;
      await notices.attempt(async () => {
        await update(tree.id, { description });
        showDone(description === null ? DESCRIPTION_REMOVED : DESCRIPTION_SAVED, () =>
          update(tree.id, { description: tree.description }),
        );
      });
    },

    /** Has a tree summarised by the model that the writer has picked for that. */
    summarise({ id }: LoomTree): Promise<void> {
      return notices.attempt(async () => {
        await client.call('tree.summarise', { treeId: id });
        notices.tell(SUMMARISING);
      });
    },

    /** Counts the words written in a tree day by day; null if that failed or was stopped. */
    async readProgress(treeId: TreeId): Promise<Progress | null> {
      let read: Progress | null = null;
      await notices.attempt(async () => {
        await flush();
        read = await client.call('tree.progress', { treeId });
      });
      return read;
    },

    /** Sets the words that a story should have, and perhaps by when. */
    setTarget({ id }: LoomTree, targets: StoryTarget): Promise<void> {
      return notices.attempt(async () => {
        await update(id, { settings: { targets } });
      });
    },

    /** Sets the language that a tree's spelling is checked in. */
    setLanguage({ id, title }: LoomTree, language: SpellingLanguage): Promise<void> {
      return notices.attempt(async () => {
        await update(id, { settings: { language } });
        notices.tell(languageSet(title, language));
      });
    },

    duplicate(tree: LoomTree): Promise<void> {
      return notices.attempt(async () => {
        await flush();
        const copy = await client.call('tree.duplicate', { treeId: tree.id });
        if (copy === null) {
          notices.tell(NOT_DUPLICATED);
          return;
        }
        showDone(treeDuplicated(copy.title, tree.title), () => update(copy.id, { archived: true }));
      });
    },

    /** Makes a manuscript of the messages on the path through a conversation. */
    makeManuscript(treeId: TreeId): Promise<void> {
      return notices.attempt(async () => {
        await flush();
        const made = await client.call('tree.asManuscript', { treeId });
        if (made === null) {
          notices.tell(MANUSCRIPT_STOPPED);
          return;
        }
        showDone(madeManuscript(made.title), () => update(made.id, { archived: true }));
      });
    },

    archive(tree: LoomTree): Promise<void> {
      return notices.attempt(async () => {
        await flush();
        await update(tree.id, { archived: true });
        showDone(treeArchived(tree.title), () => update(tree.id, { archived: false }));
      });
    },

    restore(tree: LoomTree): Promise<void> {
      return notices.attempt(async () => {
        await update(tree.id, { archived: false });
        showDone(treeRestored(tree.title), () => update(tree.id, { archived: true }));
      });
    },

    /** Asks for another grove, copies the tree there, and archives it here. */
    move(tree: LoomTree): Promise<void> {
      return notices.attempt(async () => {
        await flush();
        const moved = await client.call('tree.move', { treeId: tree.id });
        if (moved === 'stopped') notices.tell(NOT_MOVED);
        if (moved === null || moved === 'stopped') return;
        showDone(
          treeMoved({ ...moved, title: tree.title }),
          () => update(tree.id, { archived: false }),
          BRING_BACK,
        );
      });
    },

    /** Shows what deleting an archived tree would remove, and asks for its title. */
    askToDelete(tree: LoomTree): Promise<void> {
      return notices.attempt(async () => {
        const contents = await client.call('tree.contents', { treeId: tree.id });
        set({ deleting: { tree, contents } });
      });
    },

    cancelDelete(): void {
      set({ deleting: null });
    },

    /** @param title as the writer typed it to confirm */
    deletePermanently(tree: LoomTree, title: string): Promise<void> {
      return notices.attempt(async () => {
        set({ deleting: null });
        await client.call('tree.delete', { treeId: tree.id, title });
        dismissLast();
        notices.tell(treeDeleted(tree.title));
      });
    },
  };
}

export type TreesSession = ReturnType<typeof createTreesSession>;

/** Trees whose titles or descriptions have every word of a filter, in their order. */
export function filterTrees(trees: readonly LoomTree[], filter: string): readonly LoomTree[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return trees.filter(({ title, description }) => {
    const text = `${title} ${description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
