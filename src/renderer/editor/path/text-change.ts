/**
 * Computes what each text change does to the segments and the authors, whatever caused it: typing, an input
 * method, paste, drop, replace all, undo (`domain.md`, *Mapping an edit of the buffer to nodes*).
 */
import type { ChangeSet, Text, Transaction } from '@codemirror/state';
import { type BufferChange, type RoutedChange, routeChange } from '../../../core/buffer/route-change.ts';
import type { SegmentId } from '../../../core/ids.ts';
import type { SealedSegment } from '../../surface.ts';
import {
  advanceAuthors,
  authorship,
  type InsertedSpans,
  insertedSpans,
  spansBetween,
  writer,
} from '../marks/authorship.ts';
import {
  addPending,
  type BufferPath,
  draftSegments,
  mustSeal,
  newSegmentId,
  sealPath,
} from './buffer-path.ts';
import {
  pathReplaced,
  type SegmentSplice,
  structureRestored,
  type TextChange,
  textChange,
  textRouter,
} from './effects.ts';
import { segments as segmentsField } from './segments.ts';

interface TextPart extends BufferChange {
  readonly inserted: Text;
}

/** The changes of a transaction, separately; but a deletion and an insertion at the same offset are one. */
function partsOf(changes: ChangeSet): readonly TextPart[] {
  const parts: TextPart[] = [];
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const last = parts.at(-1);
    if (last !== undefined && last.toA === fromA && last.insertLength === 0 && fromA === toA) {
      parts[parts.length - 1] = { ...last, insertLength: inserted.length, inserted };
    } else parts.push({ fromA, toA, insertLength: inserted.length, inserted });
  }, true);
  return parts;
}

interface Sealing {
  readonly path: BufferPath;
  readonly sealed: readonly SealedSegment[];
}

/** The path that a change to these segments applies to: if a commit is due and possible, the draft is sealed first. */
function sealIfDue(path: BufferPath, changed: readonly SegmentId[], mayCommit: () => boolean): Sealing {
  if (!mustSeal(path, changed) || !mayCommit()) return { path, sealed: [] };
  return { path: sealPath(path, newSegmentId()), sealed: draftSegments(path) };
}

interface Routing {
  readonly sealing: Sealing;
  readonly routed: RoutedChange;
  /** The path after the change. */
  readonly path: BufferPath;
}

function routeParts(before: BufferPath, parts: readonly TextPart[], mayCommit: () => boolean): Routing {
  const unsealed = routeChange(before.segments, parts);
  const sealing = sealIfDue(before, segmentIdsOf(unsealed), mayCommit);
  const routed = sealing.path === before ? unsealed : routeChange(sealing.path.segments, parts);
  const path = addPending({ ...sealing.path, segments: routed.segments }, segmentIdsOf(routed));
  return { sealing, routed, path };
}

function segmentIdsOf({ parts }: RoutedChange): readonly SegmentId[] {
  return parts.map(({ segmentId }) => segmentId);
}

/** The path that new changes would lead to, and the segments that they would change. */
export function routeOver(
  before: BufferPath,
  changes: ChangeSet,
  mayCommit: () => boolean,
): { readonly path: BufferPath; readonly changed: readonly SegmentId[] } {
  const { path, routed } = routeParts(before, partsOf(changes), mayCommit);
  return { path, changed: segmentIdsOf(routed) };
}

/** Routes a new change, not one that history restores. */
function routeNewChange(transaction: Transaction, mayCommit: () => boolean): TextChange {
  const { startState, changes } = transaction;
  const writerId = startState.facet(writer);
  const before = startState.field(segmentsField);
  const authors = startState.field(authorship);
  const parts = partsOf(changes);
  const { sealing, routed, path } = routeParts(before, parts, mayCommit);

  const splices: SegmentSplice[] = [];
  const insertions: InsertedSpans[] = [];
  const route = routed.parts.values();
  for (const { fromA, toA, insertLength, inserted } of parts) {
    let at = fromA;
    let text = insertLength > 0 ? inserted.toString() : '';
    do {
      const part = route.next().value;
      if (part === undefined) break;
      const end = at + part.to - part.from;
      const spans = text === '' ? [] : insertedSpans(transaction, part.insertFrom, text.length);
      if (text !== '') insertions.push({ at: part.insertFrom, spans });
      splices.push({
        segmentId: part.segmentId,
        removed: {
          text: at === end ? '' : startState.sliceDoc(at, end),
          spans: at === end ? [] : spansBetween(authors, at, end, writerId),
        },
        splice: { from: part.from, to: part.to, insert: text, spans },
      });
      text = '';
      at = end;
    } while (at < toA);
  }
  return {
    sealed: sealing.sealed,
    before: sealing.path,
    splices,
    path,
    authors: advanceAuthors(authors, changes.desc, insertions, writerId),
  };
}

/** The extension. @param mayCommit whether a change may commit the draft before it */
export function routeTextChanges(mayCommit: () => boolean = () => true) {
  return [
    textChange,
    textRouter.of((transaction) => {
      const hasEffect = transaction.effects.some(
        (effect) => effect.is(pathReplaced) || effect.is(structureRestored),
      );
      if (hasEffect) return null;
      // A step of history commits nothing.
      const isStep = transaction.isUserEvent('undo') || transaction.isUserEvent('redo');
      return routeNewChange(transaction, isStep ? () => false : mayCommit);
    }),
  ];
}

/** The longest word that is kept whole; longer runs of letters are of scripts without spaces. UTF-16 code units. */
const LONGEST_WORD = 64;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/**
 * Lengths of what `[from, to)` and `text` have in common at the beginning and, of the rest, at the end: whole words, so that the
 * place of a suggestion does not come to end within one.
 */
export function commonEnds(
  doc: Text,
  from: number,
  to: number,
  text: string,
): { readonly before: number; readonly after: number } {
  const before = commonPrefix(doc, from, to, text);
  const following = [
    text.slice(before, before + 1),
    doc.sliceString(from + before, Math.min(to, from + before + 1)),
  ];
  const kept = before - wordLength(following, (back) => text.charAt(before - 1 - back));
  const rest = text.slice(kept);
  const after = commonSuffix(doc, from + kept, to, rest);
  const start = rest.length - after;
  const preceding = [
    rest.slice(0, start).slice(-1),
    doc.sliceString(Math.max(from + kept, to - after - 1), to - after),
  ];
  return { before: kept, after: after - wordLength(preceding, (ahead) => rest.charAt(start + ahead)) };
}

/** The length of the part of a word that begins on the other side of a border; 0 if the border divides none. */
function wordLength(beyond: readonly string[], letterAt: (distance: number) => string): number {
  if (!beyond.some((letter) => LETTER.test(letter))) return 0;
  let length = 0;
  while (length <= LONGEST_WORD && LETTER.test(letterAt(length))) length += 1;
  return length > LONGEST_WORD ? 0 : length;
}

/** Length of the common prefix of `[from, to)` and `text`, without splitting a surrogate pair. */
export function commonPrefix(doc: Text, from: number, to: number, text: string): number {
  let length = 0;
  // Chunk by chunk: another branch differs after a few characters, and may be a million long.
  for (const piece of doc.iterRange(from, Math.min(to, from + text.length))) {
    let i = 0;
    while (i < piece.length && piece.charCodeAt(i) === text.charCodeAt(length + i)) i += 1;
    length += i;
    if (i < piece.length) break;
  }
  const last = text.charCodeAt(length - 1);
  return length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

/** Length of the common suffix of `[from, to)` and `text`, without splitting a surrogate pair. */
export function commonSuffix(doc: Text, from: number, to: number, text: string): number {
  let length = 0;
  for (const piece of doc.iterRange(to, Math.max(from, to - text.length))) {
    const end = text.length - length;
    let i = 0;
    while (i < piece.length && piece.charCodeAt(piece.length - 1 - i) === text.charCodeAt(end - 1 - i))
      i += 1;
    length += i;
    if (i < piece.length) break;
  }
  const first = text.charCodeAt(text.length - length);
  return length > 0 && first >= 0xdc00 && first <= 0xdfff ? length - 1 : length;
}
