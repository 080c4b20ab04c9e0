import {
  bookmarkPhrase,
  namePhraseBookmark,
  type Phrase,
  removePhraseBookmark,
  setTarget,
  setWholeBookmark,
} from '../../core/anchors/anchor.ts';
import type { Anchor } from '../../core/anchors/logged-anchor.ts';
import type { AnchorId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { firstWords } from '../../core/text/first-words.ts';
import { cutText } from '../../core/text/limits.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../core/tree/tree-change.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import type { AnnotationSummary } from '../../ipc/wire/node.ts';
import type { PathReply } from '../../ipc/wire/path.ts';
import { bookmarksAt, getAnchor } from '../store/tables/marks/anchors.ts';
import { findSummary } from '../store/tables/marks/summaries.ts';
import type { GroveScope } from './grove-scope.ts';
import type { IntentParts } from './writing/intent-writer.ts';
import { rewriteNote, setNoteKept, writeNote } from './writing/write-note.ts';

/** Writes properties of positions besides text: bookmarks, exclusion, pruning and notes. */
export class GrovePositions {
  readonly #scope: GroveScope;

  constructor(scope: GroveScope) {
    this.#scope = scope;
  }

  setMetadata(treeId: TreeId, intent: IntentParts, change: (tree: TreeView) => TreeChange): PathReply {
    return this.#scope.treeSession(treeId).setMetadata(intent, change);
  }

  /** Bookmarks a whole position, or removes the bookmark. @throws {AspenError} as `setWholeBookmark` */
  bookmark(
    treeId: TreeId,
    intent: IntentParts,
    positionId: PositionId,
    set: { readonly bookmarked: boolean; readonly label: string | null },
  ): PathReply {
    return this.setMetadata(treeId, intent, (tree) =>
      setWholeBookmark(tree, positionId, { ...set, nameOf }, this.#bookmarksIn(treeId)),
    );
  }

  /** Bookmarks a phrase of a version. @throws {AspenError} as `bookmarkPhrase` of `anchor.ts` */
  bookmarkPhrase(treeId: TreeId, intent: IntentParts, phrase: Phrase, label: string | null): PathReply {
    const id = this.#scope.idsAndClock.newId() as AnchorId;
    return this.setMetadata(treeId, intent, (tree) =>
      bookmarkPhrase(tree, { id, phrase, label, nameOf }, this.#bookmarksIn(treeId)),
    );
  }

  /**
   * Names a bookmark of a phrase, or removes it.
   * @param named null to remove it
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is a note's
   */
  setAnchor(
    treeId: TreeId,
    intent: IntentParts,
    anchorId: AnchorId,
    named: { readonly label: string | null } | null,
  ): PathReply {
    return this.setMetadata(treeId, intent, (tree) => {
      const anchor = getAnchor(this.#scope.store, treeId, anchorId);
      if (named !== null) return namePhraseBookmark(anchor, named.label);
      return removePhraseBookmark(tree, anchor, this.#bookmarksIn(treeId)(anchor.position).length - 1);
    });
  }

  /** Sets or removes (0 words) the target of a part of the text. @throws {AspenError} as `setTarget` of `anchor.ts` */
  setTarget(
    treeId: TreeId,
    intent: IntentParts,
    heading: Phrase,
    words: number,
    replaced: AnchorId | null,
  ): PathReply {
    const { store, idsAndClock } = this.#scope;
    const id = idsAndClock.newId() as AnchorId;
    return this.setMetadata(treeId, intent, (tree) => {
      const old = replaced === null ? null : getAnchor(store, treeId, replaced);
      return setTarget(tree, id, heading, words, old);
    });
  }

  /** The bookmarks on phrases of a position, as the file has them while a change is planned. */
  #bookmarksIn(treeId: TreeId): (position: PositionId) => readonly Anchor[] {
    return (position) => bookmarksAt(this.#scope.store, treeId, position);
  }

  /** Writes a note on a node, or on a phrase of its text. @throws {AspenError} as `writeNote` */
  annotate(
    treeId: TreeId,
    nodeId: NodeId,
    text: string,
    phrase: Omit<Phrase, 'nodeId'> | null = null,
  ): AnnotationSummary {
    return writeNote({ ...this.#scope, treeId }, nodeId, text, phrase);
  }

  /** Writes another version of a note. @throws {AspenError} as `rewriteNote` */
  rewriteNote(treeId: TreeId, noteId: NodeId, text: string): AnnotationSummary {
    return rewriteNote({ ...this.#scope, treeId }, noteId, text);
  }

  /** Removes or restores a note. @throws {AspenError} as `setNoteKept` of `write-note.ts` */
  setNoteKept(treeId: TreeId, noteId: NodeId, kept: boolean): AnnotationSummary {
    return setNoteKept({ ...this.#scope, treeId }, noteId, kept);
  }

  /**
   * Writes a summary of a node in the writer's words, which no model's replaces; a blank one removes it, so that a model
   * may write one again. Writes nothing if it is the one that is there.
   * @throws {AspenError} NOT_FOUND
   */
  setSummary(treeId: TreeId, node: NodeId, given: string): void {
    const { store, author, transactions } = this.#scope;
    const written = normaliseText(given);
    const text = written.trim() === '' ? null : written;
    if (text === (findSummary(store, treeId, node)?.text ?? null)) return;
    const summaries = [{ node, text, isOwn: true } as const];
    transactions.run({ tree: treeId, author, kind: 'summary' }, (after) =>
      after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, summaries }),
    );
  }
}

/** The name of a bookmark on all of a text that had none. */
function nameOf(text: string): string {
  return firstWords(text) ?? (cutText(text.trim(), 40) || '…');
}
