import type { AnchorId, NodeId, PositionId } from '../../../core/ids.ts';
import type { AnchorSummary } from '../../../ipc/wire/position.ts';
import { BOOKMARK, noteTitle } from '../../../ui-text/window/marks.ts';
import type { PhrasePlace, PhraseSurface } from '../../phrase-surface.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { LiveQuery } from '../live-query.ts';

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
      list.value.get().map(({ note, label, ...anchor }) => ({
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
