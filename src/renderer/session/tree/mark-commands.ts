import type { AnchorId, PositionId } from '../../../core/ids.ts';
import { firstWords } from '../../../core/text/first-words.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { NOTHING_TO_EXCLUDE } from '../../../ui-text/node/facts.ts';
import { excludedSentence } from '../../../ui-text/tree/outline.ts';
import { BOOKMARK_REMOVED, bookmarked, NOTHING_TO_BOOKMARK } from '../../../ui-text/window/marks.ts';
import type { PhraseAtCaret } from '../../phrase-surface.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { CommittedPhrase } from './anchors-session.ts';
import type { BookmarksSession } from './bookmarks-session.ts';
import { commitDraft } from './path-intents.ts';
import {
  bookmarkPhrase,
  bookmarkPosition,
  setAnchor,
  toggleBookmark,
  toggleExcluded,
} from './position-intents.ts';

interface Toggled {
  readonly positionId: PositionId;
  readonly isSet: boolean;
}

/** Bookmarks phrases and nodes of the path, and excludes nodes from the context. Each method reports its own failures. */
export class MarkCommands {
  readonly #scope: TreeScope;
  readonly #bookmarks: BookmarksSession;

  constructor(scope: TreeScope, bookmarks: BookmarksSession) {
    this.#scope = scope;
    this.#bookmarks = bookmarks;
  }

  /**
   * Adds or removes a bookmark at the caret: of the selected words, of the sentence at the caret, or of a short node as a
   * whole. Added again, it gets its name back.
   */
  async toggleBookmark(): Promise<void> {
    const { surface } = this.#scope;
    const set = this.#bookmarks.anchors.bookmarkAtCaret();
    if (set !== undefined) return this.#removeAnchor(set.anchorId);
    const current = surface.currentPositionId;
    const isWhole = current !== null && this.#bookmarks.find(current) !== undefined;
    const phrase = isWhole && !this.#hasSelection() ? null : await this.committedPhrase();
    if (phrase === null) await this.#toggleWhole();
    else await this.#bookmarkPhrase(phrase, this.#bookmarks.nameOf(phrase.text));
  }

  /** The name of the bookmark at the caret; null if it has none, or there is no bookmark. */
  nameAtCaret(): string | null {
    const { surface } = this.#scope;
    const set = this.#bookmarks.anchors.bookmarkAtCaret();
    if (set !== undefined) return this.#bookmarks.findPhrase(set.anchorId)?.label ?? null;
    const current = surface.currentPositionId;
    return current === null || this.#hasSelection() ? null : this.#bookmarks.nameOf(current);
  }

  /** Names the bookmark at the caret, or sets one with a name. @param label null for none */
  async nameBookmark(label: string | null): Promise<void> {
    const { surface } = this.#scope;
    const set = this.#bookmarks.anchors.bookmarkAtCaret();
    if (set !== undefined) return this.#nameAnchor(set.anchorId, label);
    const before = surface.currentPositionId;
    const isWhole = before !== null && this.#bookmarks.find(before) !== undefined;
    const phrase = isWhole && !this.#hasSelection() ? null : await this.committedPhrase();
    if (phrase !== null) return this.#bookmarkPhrase(phrase, label);
    const current = surface.currentPositionId;
    if (current === null) return;
    const { outcome } = await this.#scope.intents.submit((context) =>
      bookmarkPosition(context, current, { bookmarked: true, label }),
    );
    if (outcome === 'done') this.#scope.notices.announce(bookmarked(null));
  }

  /** Excludes the caret's node from models' context, or includes it again. */
  async toggleExcluded(): Promise<void> {
    const { path, intents, notices, surface } = this.#scope;
    const { outcome } = await intents.submit(toggleExcluded, NOTHING_TO_EXCLUDE);
    const { currentPositionId } = surface;
    const header = currentPositionId === null ? undefined : path.findHeader(currentPositionId);
    if (outcome !== 'done' || header === undefined) return;
    const isExcluded = (header.flags & POSITION_FLAGS.excluded) !== 0;
    notices.tell(excludedSentence(isExcluded));
  }

  /**
   * The words at the caret that a note or a bookmark would be on. If they are not committed yet, the draft is: a mark is on
   * a text that does not change. Null for all of the caret's node.
   */
  async committedPhrase(): Promise<CommittedPhrase | null> {
    const find = (): PhraseAtCaret | null => this.#scope.surface.find()?.phrases?.phraseAtCaret() ?? null;
    const before = find();
    if (before !== null && before.nodeId === null) await this.#scope.intents.submit(commitDraft);
    const phrase = find();
    if (phrase === null || phrase.nodeId === null) return null;
    const { nodeId, start, length, text } = phrase;
    return { nodeId, start, length, text };
  }

  #hasSelection(): boolean {
    return this.#scope.surface.find()?.phrases?.phraseAtCaret()?.isSelected === true;
  }

  async #toggleWhole(): Promise<void> {
    const { intents, notices } = this.#scope;
    let done = null as Toggled | null;
    const nameOf = (positionId: PositionId) => this.#bookmarks.nameOf(positionId);
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
      tellRemoved(this.#scope, (context) =>
        bookmarkPosition(context, positionId, {
          bookmarked: true,
          label: this.#bookmarks.nameOf(positionId),
        }),
      );
  }

  async #bookmarkPhrase(phrase: CommittedPhrase, label: string | null): Promise<void> {
    const { outcome } = await this.#scope.intents.submit((context) => bookmarkPhrase(context, phrase, label));
    if (outcome === 'done') this.#scope.notices.announce(bookmarked(firstWords(phrase.text)));
  }

  async #nameAnchor(anchorId: AnchorId, label: string | null): Promise<void> {
    const { outcome } = await this.#scope.intents.submit((context) =>
      setAnchor(context, anchorId, { label }),
    );
    if (outcome === 'done') this.#scope.notices.announce(bookmarked(null));
  }

  /** A removed anchor is gone from the file: undoing sets another one on the same words. */
  async #removeAnchor(anchorId: AnchorId): Promise<void> {
    const anchor = this.#bookmarks.anchors.find(anchorId);
    const { outcome } = await this.#scope.intents.submit((context) => setAnchor(context, anchorId, null));
    if (outcome !== 'done' || anchor === undefined) return;
    const { label, quote, ...place } = anchor;
    tellRemoved(this.#scope, (context) => bookmarkPhrase(context, { ...place, text: quote }, label));
  }
}

/** Says that a bookmark was removed, and offers to set it again. */
export function tellRemoved(
  { notices, intents }: TreeScope,
  setAgain: (context: IntentContext) => PathIntent,
): void {
  notices.tellUndoable(BOOKMARK_REMOVED, () => intents.submit(setAgain));
}
