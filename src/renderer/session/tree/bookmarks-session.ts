import type { AnchorId, NodeId, PositionId } from '../../../core/ids.ts';
import type { AnchorSummary, BookmarkSummary } from '../../../ipc/wire/position.ts';
import { EMPTY_TEXT, WHITE_SPACE } from '../../../ui-text/tree/continuation-list.ts';
import { BOOKMARK, noteTitle } from '../../../ui-text/window/marks.ts';
import type { PhrasePlace, PhraseSurface } from '../../phrase-surface.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { LiveQuery } from '../live-query.ts';
import { derive, type Store } from '../store.ts';

/** The notes and bookmarks on phrases of one tree, which its manuscript shows. */
export function createAnchorsSession({ client, treeId, notices, surface }: TreeScope) {
  const list: LiveQuery<readonly AnchorSummary[]> = new LiveQuery({
    initial: [],
    key: () => treeId,
    read: () => client.call('position.anchors', { treeId }),
    onError: notices.report,
  });
  list.value.subscribe(() => show());

  function phrases(): PhraseSurface | undefined {
    return surface.find()?.phrases;
  }

  function show(): void {
    phrases()?.showPhrases(
      list.value
        .get()
        .filter(({ kind }) => kind !== 'target')
        .map(({ note, label, words: _words, ...anchor }) => ({
          ...anchor,
          title: note === null ? (label ?? BOOKMARK) : noteTitle(note.text),
        })),
    );
  }

  return {
    /** In the order in which they were set. */
    list: list.value,

    find(anchorId: AnchorId): AnchorSummary | undefined {
      return list.value.get().find((anchor) => anchor.anchorId === anchorId);
    },

    /** The anchor of a note, by the note's position. */
    findNote(notePosition: PositionId): AnchorSummary | undefined {
      return list.value.get().find(({ note }) => note?.positionId === notePosition);
    },

    /** The bookmark that touches the caret or the selection; with several, the shortest. */
    bookmarkAtCaret(): PhrasePlace | undefined {
      return phrases()
        ?.phrasesAtCaret()
        .find(({ kind }) => kind === 'bookmark');
    },

    /** The place of an anchor on the path; undefined if it is on all of its position, or that is not on the path. */
    placeOf(anchorId: AnchorId): PhrasePlace | undefined {
      return phrases()
        ?.phrasePlaces()
        .find((place) => place.anchorId === anchorId);
    },

    /** The bookmarks on phrases that a position of the path shows, in text order. */
    bookmarksIn(positionId: PositionId): readonly PhrasePlace[] {
      const places = phrases()?.phrasePlaces() ?? [];
      return places.filter((place) => place.positionId === positionId && place.kind === 'bookmark');
    },

    /** They changed: these are all there are now. */
    onTreeChange(anchors: readonly AnchorSummary[]): void {
      list.patch(() => anchors);
    },

    /** Reads them again and shows them, also in a surface that is new on the screen. */
    async refresh(): Promise<void> {
      await list.refresh();
      show();
    },
  };
}

export type AnchorsSession = ReturnType<typeof createAnchorsSession>;

/** A phrase of a version that is committed. */
export interface CommittedPhrase {
  readonly nodeId: NodeId;
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

/** A bookmark in a list: of all of a text, or of a phrase. */
export interface Bookmark extends Pick<BookmarkSummary, 'positionId' | 'label' | 'excerpt' | 'splits'> {
  /** Null for one of all of a text. */
  readonly anchorId: AnchorId | null;
}

/** The bookmarks of one tree. */
export function createBookmarksSession({ client, treeId, notices }: TreeScope, anchors: AnchorsSession) {
  /** Names of bookmarks, also of those removed since, for when they are set again: by position, or by phrase. */
  const names = new Map<string, string>();
  const wholes: LiveQuery<readonly BookmarkSummary[]> = new LiveQuery({
    initial: [],
    key: () => treeId,
    read: async () => unpruned(await client.call('position.bookmarks', { treeId })),
    onError: notices.report,
  });
  /** Bookmarks of unpruned positions: in the order in which these were written, and within one in text order. */
  const list: Store<readonly Bookmark[]> = derive([wholes.value, anchors.list], joinBookmarks);
  list.subscribe(() => rememberNames());

  function rememberNames(): void {
    for (const bookmark of list.get()) {
      const keys = bookmark.anchorId === null ? positionsOf(bookmark) : [bookmark.excerpt];
      for (const key of keys) {
        if (bookmark.label === null) names.delete(key);
        else names.set(key, bookmark.label);
      }
    }
  }

  return {
    /** Notes and bookmarks on phrases. */
    anchors,
    list,

    /** The bookmark of all of its text that a position shows. */
    find(positionId: PositionId): Bookmark | undefined {
      return list
        .get()
        .find((bookmark) => bookmark.anchorId === null && positionsOf(bookmark).includes(positionId));
    },

    /** The bookmark of a phrase. */
    findPhrase(anchorId: AnchorId): Bookmark | undefined {
      return list.get().find((bookmark) => bookmark.anchorId === anchorId);
    },

    /** The name of a bookmark, also if it was removed in this window. @param of its position, or the words of its phrase */
    nameOf(of: PositionId | string): string | null {
      return names.get(of) ?? null;
    },

    /** The bookmarks of all of a text changed: these are all there are now. */
    onTreeChange(bookmarks: readonly BookmarkSummary[]): void {
      wholes.patch(() => unpruned(bookmarks));
    },

    /** Reads the bookmarks and all other anchors again; resolves when the lists are current. */
    async refresh(): Promise<void> {
      await Promise.all([wholes.refresh(), anchors.refresh()]);
    },

    /**
     * The position with a bookmark after (1) or before (-1) a position in tree order, wrapping; null if there are none.
     * @param from null before the first node
     * @throws {AspenError} as main answers
     */
    next(direction: 1 | -1, from: PositionId | null): Promise<PositionId | null> {
      return client.call('position.nextBookmark', { treeId, from, direction });
    },
  };
}

export type BookmarksSession = ReturnType<typeof createBookmarksSession>;

function joinBookmarks(
  wholes: readonly BookmarkSummary[],
  anchors: readonly AnchorSummary[],
): readonly Bookmark[] {
  const phrases = anchors.filter(({ kind }) => kind === 'bookmark').map(toBookmark);
  const all = [...wholes.map((whole) => ({ ...whole, anchorId: null, start: 0 })), ...phrases];
  return all.sort((one, other) =>
    one.positionId === other.positionId
      ? one.start - other.start
      : one.positionId < other.positionId
        ? -1
        : 1,
  );
}

function toBookmark({ anchorId, positionId, positions, label, quote, start }: AnchorSummary) {
  const splits = positions.filter((position) => position !== positionId);
  return { positionId, label, excerpt: quote, splits, anchorId, start };
}

/** The positions that show a bookmark: one, unless its text was divided. */
function positionsOf({ positionId, splits }: Pick<Bookmark, 'positionId' | 'splits'>): readonly PositionId[] {
  return [positionId, ...splits];
}

function unpruned(bookmarks: readonly BookmarkSummary[]): readonly BookmarkSummary[] {
  return bookmarks.filter(({ pruned }) => !pruned);
}

/** The title of a bookmark in a list: its name, or the first words of its text or phrase. */
export function bookmarkTitle({ label, excerpt }: Pick<Bookmark, 'label' | 'excerpt'>): string {
  return label ?? firstWords(excerpt);
}

export function firstWords(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (words !== '') return words;
  return text === '' ? EMPTY_TEXT : WHITE_SPACE;
}
