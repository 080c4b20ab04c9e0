import type { TreeId } from '../../../core/ids.ts';
import type { LoreEntry } from '../../../core/lore/lore-entry.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { createStore, readableOf } from '../store.ts';
import type { WindowScope } from './window-scope.ts';

/** The document that the window shows beside its tree (`documents.md`, *Documents*). */
export function createBesideDocuments({ client, notices, findGrove, findDeskOf, showTab }: WindowScope) {
  /** Null for the list of documents; undefined until one is chosen: the newest. */
  const chosen = createStore<TreeId | null | undefined>(undefined);
  /** The document whose text takes the keyboard when it appears. */
  let focused: TreeId | null = null;

  /** The unarchived documents that can be beside the shown tree, oldest first. */
  function list(): readonly LoomTree[] {
    const grove = findGrove();
    return (grove?.trees ?? []).filter(({ id, kind }) => kind === 'document' && id !== grove?.openTreeId);
  }

  function findChosen(): LoomTree | null {
    const choice = chosen.get();
    // No tree is on the screen twice: the list is beside a document that was chosen here, and is the window's now.
    if (choice === null || choice === findGrove()?.openTreeId) return null;
    return list().find(({ id }) => id === choice) ?? list().at(-1) ?? null;
  }

  /** @param treeId null for the list */
  function choose(treeId: TreeId | null): void {
    chosen.set(treeId);
  }

  /** Shows the tab, and moves the keyboard to the document in it. */
  function focus(): void {
    const document = findChosen();
    focused = document?.id ?? null;
    showTab('document');
    if (document !== null) findDeskOf(document.id)?.tree.focus();
  }

  return {
    list,
    findChosen,
    choose,
    focus,
    chosen: readableOf(chosen),

    /** Shows a document beside the shown tree. */
    show(treeId: TreeId): void {
      choose(treeId);
      focus();
    },

    /**
     * Creates a document, and shows it beside the shown tree.
     * @param text that it begins with
     * @param lore that it is
     * @returns undefined if it failed, which is reported
     */
    begin(text: string, lore: readonly LoreEntry[] = []): Promise<LoomTree | undefined> {
      return notices.attempt(async () => {
        const made = await client.call('tree.create', {
          title: null,
          kind: 'document',
          isAside: true,
          text,
        });
        if (lore.length > 0) await client.call('tree.update', { treeId: made.id, settings: { lore } });
        focused = made.id;
        choose(made.id);
        showTab('document');
        return made;
      });
    },

    /** Returns true if the text of a document that appears takes the keyboard. */
    takesFocus(treeId: TreeId): boolean {
      return focused === treeId;
    },

    /** A document has appeared. */
    onShown(): void {
      focused = null;
    },
  };
}

export type BesideDocuments = ReturnType<typeof createBesideDocuments>;
