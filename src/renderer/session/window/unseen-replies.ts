import type { TreeId } from '../../../core/ids.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { Preferences, PreferencesPatch } from '../settings/preferences-session.ts';
import type { Store } from '../store.ts';
import type { Desk } from './desk.ts';

/** As many conversations are marked at once; of more, those that were marked last. */
const MAX_MARKED = 200;

export interface UnseenRepliesOptions {
  readonly preferences: Store<Preferences>;
  setPreferences(patch: PreferencesPatch): void;
  findGrove(): GroveSnapshot | null;
  /** The trees on the screen. */
  desks(): readonly Desk[];
  /** Returns true if a page covers them. */
  isCovered(): boolean;
}

/**
 * Number of replies that became the head of each conversation while the writer did not look (`dialogue.md`, *Replies*).
 * They are kept on this computer, not in the grove.
 */
export function createUnseenReplies({
  desks,
  isCovered,
  findGrove,
  setPreferences,
  preferences,
}: UnseenRepliesOptions) {
  /** In a tree and, if it is a manuscript, in the conversations about it. */
  function countOf({ id }: Pick<LoomTree, 'id'>): number {
    const about = findGrove()?.trees.filter(({ topicTreeId }) => topicTreeId === id) ?? [];
    return countIn([id, ...about.map((tree) => tree.id)]);
  }

  function counts(): Preferences['unseenReplies'] {
    return preferences.get().unseenReplies;
  }

  function countIn(treeIds: readonly TreeId[]): number {
    return treeIds.reduce((sum, treeId) => sum + (counts()[treeId] ?? 0), 0);
  }

  function seen(): readonly TreeId[] {
    return isCovered() ? [] : desks().map(({ tree }) => tree.treeId);
  }

  return {
    countOf,

    /** In the conversations about a tree. */
    countAbout({ id }: Pick<LoomTree, 'id'>): number {
      return countOf({ id }) - countIn([id]);
    },

    onArrived(treeId: TreeId): void {
      if (seen().includes(treeId)) return;
      const { [treeId]: known = 0, ...others } = counts();
      const kept = Object.entries(others).slice(1 - MAX_MARKED);
      setPreferences({
        unseenReplies: { ...Object.fromEntries(kept), [treeId]: known + 1 },
      });
    },

    /** Call it whenever other trees may be on the screen: what is there has been seen. */
    update(): void {
      const seenIds = new Set<string>(seen());
      const entries = Object.entries(counts());
      const unseen = entries.filter(([treeId]) => !seenIds.has(treeId));
      if (unseen.length < entries.length) setPreferences({ unseenReplies: Object.fromEntries(unseen) });
    },
  };
}

export type UnseenReplies = ReturnType<typeof createUnseenReplies>;
