import {
  bookmarkPhrase,
  namePhraseBookmark,
  type Phrase,
  removePhraseBookmark,
  setWholeBookmark,
} from '../../core/anchors/anchor.ts';
import type { Anchor } from '../../core/anchors/logged-anchor.ts';
import type { AnchorId, NodeId, PositionId, TreeId } from '../../core/ids.ts';
import { firstWords } from '../../core/text/first-words.ts';
import { cutText } from '../../core/text/limits.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import type { Author, IdsAndClock } from '../../core/tree/new-node.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../../core/tree/tree-change.ts';
import type { TreeView } from '../../core/tree/tree-view.ts';
import type { Input } from '../../ipc/contract.ts';
import type { AnnotationSummary } from '../../ipc/wire/node.ts';
import type { PathReply, PrunedPosition, PrunedReply } from '../../ipc/wire/path.ts';
import type { Store } from '../store/connection/store.ts';
import { bookmarksAt, getAnchor } from '../store/tables/marks/anchors.ts';
import { findSummary } from '../store/tables/marks/summaries.ts';
import type { IntentParts } from './writing/intent-writer.ts';
import type { TreeSession } from './writing/tree-session.ts';
import type { TreeTransactions } from './writing/tree-transactions.ts';
import { type NoteOptions, rewriteNote, setNoteKept, writeNote } from './writing/write-note.ts';

export interface GrovePositionsOptions {
  readonly store: Store;
  /** The author of changes. */
  readonly author: Author;
  readonly transactions: TreeTransactions;
  readonly idsAndClock: IdsAndClock;
  /** The writer's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): TreeSession;
}

/** Writes properties of positions besides text: bookmarks, exclusion, pruning and notes. */
export class GrovePositions {
  readonly #options: GrovePositionsOptions;

  constructor(options: GrovePositionsOptions) {
    this.#options = options;
  }

  setMetadata(treeId: TreeId, intent: IntentParts, change: (tree: TreeView) => TreeChange): PathReply {
    return this.#options.session(treeId).setMetadata(intent, change);
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
    const id = this.#options.idsAndClock.newId() as AnchorId;
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
      const anchor = getAnchor(this.#options.store, treeId, anchorId);
      if (named !== null) return namePhraseBookmark(anchor, named.label);
      return removePhraseBookmark(tree, anchor, this.#bookmarksIn(treeId)(anchor.position).length - 1);
    });
  }

  /** The bookmarks on phrases of a position, as the file has them while a change is planned. */
  #bookmarksIn(treeId: TreeId): (position: PositionId) => readonly Anchor[] {
    return (position) => bookmarksAt(this.#options.store, treeId, position);
  }

  /** Prunes a position, which hides it and its subtree; the writer’s path moves on to the next alternative. */
  prune(treeId: TreeId, positionId: PositionId, intent: IntentParts): PathReply {
    return this.#options.session(treeId).prune(intent, positionId);
  }

  /** Prunes and restores positions that are not on the path. */
  setPruned(treeId: TreeId, positions: readonly PrunedPosition[], intent: IntentParts): PrunedReply {
    return this.#options.session(treeId).setPruned(intent, positions);
  }

  /** Restores the recorded state of undo or redo: a path, and the positions pruned with it. */
  restorePath(treeId: TreeId, step: Omit<Input<'path.restore'>, 'treeId'>): PathReply {
    const { pathVersion, head, versions, pruned, draft, isRedo } = step;
    const { moves } = this.#options.session(treeId);
    return moves.restorePath(pathVersion, head, versions, pruned, draft, isRedo);
  }

  /** Writes a note on a node, or on a phrase of its text. @throws {AspenError} as `writeNote` */
  annotate(
    treeId: TreeId,
    nodeId: NodeId,
    text: string,
    phrase: Omit<Phrase, 'nodeId'> | null = null,
  ): AnnotationSummary {
    return writeNote(this.#notes(treeId), nodeId, text, phrase);
  }

  /** Writes another version of a note. @throws {AspenError} as `rewriteNote` */
  rewriteNote(treeId: TreeId, noteId: NodeId, text: string): AnnotationSummary {
    return rewriteNote(this.#notes(treeId), noteId, text);
  }

  /** Removes or restores a note. @throws {AspenError} as `setNoteKept` of `write-note.ts` */
  setNoteKept(treeId: TreeId, noteId: NodeId, kept: boolean): AnnotationSummary {
    return setNoteKept(this.#notes(treeId), noteId, kept);
  }

  /** Writes the writer's summary of a node, or removes it. @throws {AspenError} NOT_FOUND */
  setSummary(treeId: TreeId, nodeId: NodeId, summary: string): void {
    writeOwnSummary({ ...this.#options, treeId }, nodeId, summary);
  }

  #notes(treeId: TreeId): NoteOptions {
    const { store, author, transactions, idsAndClock } = this.#options;
    return { store, treeId, author, transactions, idsAndClock };
  }
}

/** The name of a bookmark on all of a text that had none. */
function nameOf(text: string): string {
  return firstWords(text) ?? (cutText(text.trim(), 40) || '…');
}

export interface OwnSummaryOptions {
  readonly store: Store;
  readonly treeId: TreeId;
  /** The writer. */
  readonly author: Author;
  readonly transactions: TreeTransactions;
}

/**
 * Writes a summary of a node in the writer's words, which no model's replaces; a blank one removes it, so that a model may
 * write one again. Writes nothing if it is the one that is there.
 * @throws {AspenError} NOT_FOUND
 */
function writeOwnSummary(
  { store, treeId, author, transactions }: OwnSummaryOptions,
  node: NodeId,
  given: string,
): void {
  const written = normaliseText(given);
  const text = written.trim() === '' ? null : written;
  if (text === (findSummary(store, treeId, node)?.text ?? null)) return;
  transactions.run({ tree: treeId, author, kind: 'summary' }, (after) =>
    after.add({
      nodes: [],
      edges: [],
      metadata: [],
      path: NO_PATH_CHANGE,
      summaries: [{ node, text, isOwn: true }],
    }),
  );
}
