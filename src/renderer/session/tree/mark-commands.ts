import type { AnchorId, PositionId } from '../../../core/ids.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { NOTHING_TO_EXCLUDE } from '../../../ui-text/node/facts.ts';
import { excludedSentence } from '../../../ui-text/tree/outline.ts';
import { BOOKMARK_REMOVED, bookmarked, NOTHING_TO_BOOKMARK } from '../../../ui-text/window/marks.ts';
import type { PhraseAtCaret } from '../../phrase-surface.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { BookmarksSession, CommittedPhrase } from './bookmarks-session.ts';
import {
  bookmarkPhrase,
  bookmarkPosition,
  commitDraft,
  setAnchor,
  toggleBookmark,
  toggleExcluded,
} from './tree-intents.ts';

/** Bookmarks phrases and nodes of the path, and excludes nodes from the context. Each method reports its own failures. */
export function createMarkCommands(scope: TreeScope, bookmarks: BookmarksSession) {
  const { surface, path, intents, notices } = scope;

  /**
   * The words at the caret that a note or a bookmark would be on. If they are not committed yet, the draft is: a mark is on
   * a text that does not change. Null for all of the caret's node.
   */
  async function committedPhrase(): Promise<CommittedPhrase | null> {
    const find = (): PhraseAtCaret | null => surface.find()?.phrases?.phraseAtCaret() ?? null;
    const before = find();
    if (before !== null && before.nodeId === null) await intents.submit(commitDraft);
    const phrase = find();
    if (phrase === null || phrase.nodeId === null) return null;
    const { nodeId, start, length, text } = phrase;
    return { nodeId, start, length, text };
  }

  function hasSelection(): boolean {
    return surface.find()?.phrases?.phraseAtCaret()?.isSelected === true;
  }

  async function toggleWhole(): Promise<void> {
    let done = null as { readonly positionId: PositionId; readonly isSet: boolean } | null;
    const nameOf = (positionId: PositionId) => bookmarks.nameOf(positionId);
    const { outcome } = await intents.submit(
      (context) =>
        toggleBookmark(context, nameOf, (positionId, isSet) => {
          done = { positionId, isSet };
        }),
      NOTHING_TO_BOOKMARK,
    );
    if (outcome !== 'done' || done === null) return;
    const { positionId, isSet } = done;
    if (isSet) notices.announce(bookmarked(null));
    else
      tellRemoved(scope, (context) =>
        bookmarkPosition(context, positionId, {
          bookmarked: true,
          label: bookmarks.nameOf(positionId),
        }),
      );
  }

  async function setPhrase(phrase: CommittedPhrase, label: string | null): Promise<void> {
    const { outcome } = await intents.submit((context) => bookmarkPhrase(context, phrase, label));
    if (outcome === 'done') notices.announce(bookmarked(firstWords(phrase.text)));
  }

  async function nameAnchor(anchorId: AnchorId, label: string | null): Promise<void> {
    const { outcome } = await intents.submit((context) => setAnchor(context, anchorId, { label }));
    if (outcome === 'done') notices.announce(bookmarked(null));
  }

  /** A removed anchor is gone from the file: undoing sets another one on the same words. */
  async function removeAnchor(anchorId: AnchorId): Promise<void> {
    const anchor = bookmarks.anchors.find(anchorId);
    const { outcome } = await intents.submit((context) => setAnchor(context, anchorId, null));
    if (outcome !== 'done' || anchor === undefined) return;
    const { label, quote, ...place } = anchor;
    tellRemoved(scope, (context) => bookmarkPhrase(context, { ...place, text: quote }, label));
  }

  return {
    committedPhrase,

    /**
     * Adds or removes a bookmark at the caret: of the selected words, of the sentence at the caret, or of a short node as a
     * whole. Added again, it gets its name back.
     */
    async toggleBookmark(): Promise<void> {
      const set = bookmarks.anchors.bookmarkAtCaret();
      if (set !== undefined) return removeAnchor(set.anchorId);
      const current = surface.currentPositionId;
      const isWhole = current !== null && bookmarks.find(current) !== undefined;
      const phrase = isWhole && !hasSelection() ? null : await committedPhrase();
      if (phrase === null) await toggleWhole();
      else await setPhrase(phrase, bookmarks.nameOf(phrase.text));
    },

    /** The name of the bookmark at the caret; null if it has none, or there is no bookmark. */
    nameAtCaret(): string | null {
      const set = bookmarks.anchors.bookmarkAtCaret();
      if (set !== undefined) return bookmarks.findPhrase(set.anchorId)?.label ?? null;
      const current = surface.currentPositionId;
      return current === null || hasSelection() ? null : bookmarks.nameOf(current);
    },

    /** Names the bookmark at the caret, or sets one with a name. @param label null for none */
    async nameBookmark(label: string | null): Promise<void> {
      const set = bookmarks.anchors.bookmarkAtCaret();
      if (set !== undefined) return nameAnchor(set.anchorId, label);
      const before = surface.currentPositionId;
      const isWhole = before !== null && bookmarks.find(before) !== undefined;
      const phrase = isWhole && !hasSelection() ? null : await committedPhrase();
      if (phrase !== null) return setPhrase(phrase, label);
      const current = surface.currentPositionId;
      if (current === null) return;
      const { outcome } = await intents.submit((context) =>
        bookmarkPosition(context, current, { bookmarked: true, label }),
      );
      if (outcome === 'done') notices.announce(bookmarked(null));
    },

    /** Excludes the caret's node from models' context, or includes it again. */
    async toggleExcluded(): Promise<void> {
      const { outcome } = await intents.submit(toggleExcluded, NOTHING_TO_EXCLUDE);
      const { currentPositionId } = surface;
      const header = currentPositionId === null ? undefined : path.findHeader(currentPositionId);
      if (outcome !== 'done' || header === undefined) return;
      const isExcluded = (header.flags & POSITION_FLAGS.excluded) !== 0;
      notices.tell(excludedSentence(isExcluded));
    },
  };
}

export type MarkCommands = ReturnType<typeof createMarkCommands>;

/** Says that a bookmark was removed, and offers to set it again. */
export function tellRemoved(
  { notices, intents }: TreeScope,
  setAgain: (context: IntentContext) => PathIntent,
): void {
  notices.tellUndoable(BOOKMARK_REMOVED, () => intents.submit(setAgain));
}
