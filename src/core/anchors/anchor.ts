/**
 * Notes, bookmarks and targets on a phrase (`documents.md`, table `anchor`). An anchor names a part of the text of one node, which
 * never changes; in another version it is wherever its words occur once, and otherwise it is on the whole position.
 */
import { AspenError } from '../errors.ts';
import type { AnchorId, NodeId, PositionId } from '../ids.ts';
import { MAX_QUOTE_LENGTH } from '../text/limits.ts';
import { normaliseText } from '../text/normalise.ts';
import type { TextRange } from '../text/span.ts';
import { snapToPairStart } from '../text/surrogate-pair.ts';
import { annotate } from '../tree/annotate.ts';
import { familyOf } from '../tree/family.ts';
import { bookmark, makeMetadataChange, metadataAt, removeBookmark } from '../tree/metadata.ts';
import { type Author, getNode, type IdsAndClock, type ResponseDetails } from '../tree/new-node.ts';
import { isPruned } from '../tree/shown-version.ts';
import { NO_PATH_CHANGE, type TreeChange } from '../tree/tree-change.ts';
import { type NodeContent, textOf } from '../tree/tree-node.ts';
import type { TreeView } from '../tree/tree-view.ts';
import type { Anchor, AnchorPlace } from './logged-anchor.ts';

/** A part of the text of a node that someone marks. Lengths in UTF-16 code units. */
export interface Phrase {
  readonly nodeId: NodeId;
  readonly start: number;
  readonly length: number;
}

/**
 * Finds an anchor's phrase in a text; null if the anchor covers the whole text.
 * @param isSame whether the text is that of the anchor's own node, or the beginning of it that a split shows
 */
export function findPhrase(
  { start, length, quote }: Pick<AnchorPlace, 'start' | 'length' | 'quote'>,
  text: string,
  isSame: boolean,
): TextRange | null {
  if (isSame && text.startsWith(quote, start)) return { from: start, to: start + length };
  const first = text.indexOf(quote);
  if (first < 0 || text.indexOf(quote, first + 1) >= 0) return null;
  return { from: first, to: first + quote.length };
}

/**
 * The position and the place of a phrase: that of the text which the position divides, so that all its branches show it
 * (`domain.md`, *Forks*); without white space at its ends, and at most `MAX_QUOTE_LENGTH` long.
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if there is no text in it
 */
export function placePhrase(
  tree: TreeView,
  { nodeId, start, length }: Phrase,
): AnchorPlace & { readonly position: PositionId } {
  const node = getNode(tree, nodeId);
  const text = textOf(tree.getContent(nodeId).content);
  const found = trimmedRange(text, { from: start, to: start + length });
  if (found === null) throw new AspenError('INVALID_ARGUMENT', 'there are no words to mark there');
  const { from, to } = found;
  const quote = text.slice(from, to);
  const family = isPruned(tree, node.positionId) ? null : familyOf(tree, node.positionId);
  const begins = text.slice(0, to);
  const whole =
    family === null || family.base === node.positionId
      ? undefined
      : tree.versionsAt(family.base).find(({ id }) => textOf(tree.getContent(id).content).startsWith(begins));
  const at = whole ?? node;
  return { position: at.positionId, node: at.id, start: from, length: to - from, quote };
}

/** A range without white space at its ends, within the text and whole characters; null if nothing is left. */
export function trimmedRange(text: string, { from, to }: TextRange): TextRange | null {
  const end = Math.min(to, text.length);
  const words = text.slice(from, end);
  const start = from + words.length - words.trimStart().length;
  const last = Math.min(from + words.trimEnd().length, snapToPairStart(text, start + MAX_QUOTE_LENGTH));
  return start < last ? { from: start, to: last } : null;
}

/** A bookmark on a position besides those on its phrases: it has one, and that has a name, or there are no others. */
function hasWholeBookmark(
  { bookmarked, bookmarkLabel }: { readonly bookmarked: boolean; readonly bookmarkLabel: string | null },
  phrases: number,
): boolean {
  return bookmarked && (phrases === 0 || bookmarkLabel !== null);
}

interface PhraseBookmark {
  readonly id: AnchorId;
  readonly phrase: Phrase;
  readonly label: string | null;
  /** The name that a list gives to an unnamed bookmark on a whole text when it stands beside another. */
  nameOf(text: string): string;
}

/**
 * Bookmarks a phrase. A bookmark without a name on the whole position gets one, so that both are shown.
 * @param here the bookmarks on phrases of its position
 * @throws {AspenError} as `placePhrase`
 */
export function bookmarkPhrase(
  tree: TreeView,
  { id, phrase, label, nameOf }: PhraseBookmark,
  bookmarksAt: (position: PositionId) => readonly Anchor[],
): TreeChange {
  const { position, ...place } = placePhrase(tree, phrase);
  const anchor: Anchor = { id, kind: 'bookmark', position, ...place, note: null, label: nameFrom(label) };
  const { bookmarked, bookmarkLabel } = metadataAt(tree, position);
  const isOnWhole = bookmarked && bookmarkLabel === null && bookmarksAt(position).length === 0;
  return {
    ...makeMetadataChange(tree, position, {
      bookmarked: true,
      ...(isOnWhole ? { bookmarkLabel: nameOf(firstTextAt(tree, position)) } : {}),
    }),
    anchors: [{ set: anchor }],
  };
}

/**
 * Removes a bookmark of a phrase. Its position stays bookmarked while it has another.
 * @param others the other bookmarks on phrases of its position
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is a note's: that is removed with the note
 */
export function removePhraseBookmark(
  tree: TreeView,
  anchor: Pick<Anchor, 'id' | 'kind' | 'position'>,
  others: number,
): TreeChange {
  if (anchor.kind !== 'bookmark') throw new AspenError('INVALID_ARGUMENT', `${anchor.id} is no bookmark`);
  const bookmarked = others > 0 || metadataAt(tree, anchor.position).bookmarkLabel !== null;
  return {
    ...makeMetadataChange(tree, anchor.position, { bookmarked }),
    anchors: [{ removed: anchor.id, position: anchor.position }],
  };
}

/**
 * Sets the target of the part of the text under a heading, in place of another, or removes that (0 words).
 * @param heading the phrase of its line
 * @throws {AspenError} as `placePhrase`
 */
export function setTarget(
  tree: TreeView,
  id: AnchorId,
  heading: Phrase,
  words: number,
  replaced: Pick<Anchor, 'id' | 'position'> | null,
): TreeChange {
  const removed = replaced === null ? [] : [{ removed: replaced.id, position: replaced.position }];
  if (words === 0) return { ...NOTHING, anchors: removed };
  const set: Anchor = { id, kind: 'target', ...placePhrase(tree, heading), note: null, label: null, words };
  return { ...NOTHING, anchors: [...removed, { set }] };
}

/** Names a bookmark of a phrase. @throws {AspenError} INVALID_ARGUMENT if it is a note's */
export function namePhraseBookmark(anchor: Anchor, label: string | null): TreeChange {
  if (anchor.kind !== 'bookmark') throw new AspenError('INVALID_ARGUMENT', `${anchor.id} is no bookmark`);
  return { ...NOTHING, anchors: [{ set: { ...anchor, label: nameFrom(label) } }] };
}

/**
 * Bookmarks a whole position, or removes that bookmark. Beside bookmarks on its phrases it always has a name; those are
 * removed too if there is none on the whole.
 * @param phrases the bookmarks on phrases of a position
 * @throws {AspenError} NOT_FOUND
 */
export function setWholeBookmark(
  tree: TreeView,
  position: PositionId,
  set: { readonly bookmarked: boolean; readonly label: string | null; nameOf(text: string): string },
  bookmarksAt: (position: PositionId) => readonly Anchor[],
): TreeChange {
  const base = isPruned(tree, position) ? position : (familyOf(tree, position)?.base ?? position);
  const phrases = bookmarksAt(base).length;
  if (phrases === 0)
    return set.bookmarked ? bookmark(tree, position, set.label) : removeBookmark(tree, position);
  if (set.bookmarked) return bookmark(tree, base, nameFrom(set.label) ?? set.nameOf(firstTextAt(tree, base)));
  return hasWholeBookmark(metadataAt(tree, base), phrases)
    ? makeMetadataChange(tree, base, { bookmarkLabel: null })
    : removeBookmark(tree, base);
}

const NOTHING: TreeChange = { nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE };

function nameFrom(label: string | null): string | null {
  return label === null || label.trim() === '' ? null : normaliseText(label.trim());
}

function firstTextAt(tree: TreeView, position: PositionId): string {
  const [first] = tree.versionsAt(position);
  return first === undefined ? '' : textOf(tree.getContent(first.id).content);
}

/**
 * Adds a note to a phrase of a node. As any note it belongs to the position; the anchor has the words that it is on.
 * @param response that an agent's note came in
 * @throws {AspenError} as `annotate` and `placePhrase`
 */
export function annotatePhrase(
  tree: TreeView,
  phrase: Phrase,
  content: NodeContent,
  author: Author,
  idsAndClock: IdsAndClock,
  response?: ResponseDetails,
): TreeChange {
  const { position, ...place } = placePhrase(tree, phrase);
  const change = annotate(tree, place.node, content, author, idsAndClock, response);
  const note = change.nodes[0]?.positionId ?? null;
  const id = idsAndClock.newId() as AnchorId;
  const anchor: Anchor = { id, kind: 'note', position, ...place, note, label: null };
  return { ...change, anchors: [{ set: anchor }] };
}
