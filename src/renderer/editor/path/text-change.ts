/**
 * Says of every transaction that changes the text what it does to the segments and the authors, whatever made it:
 * typing, an input method, paste, drop, replace all, undo (`domain.md`, *Mapping an edit of the buffer to nodes*).
 */
import { type ChangeSet, EditorState, type Text, type Transaction } from '@codemirror/state';
import { type BufferChange, routeChange } from '../../../core/buffer/route-change.ts';
import type { SegmentId } from '../../../core/ids.ts';
import { type Spans, sliceSpans, spansLength, wholeSpans } from '../../../core/text/span.ts';
import type { SealedSegment } from '../manuscript.ts';
import { advanceAuthors, authorship, type Painted, spansBetween, writer } from '../marks/authorship.ts';
import {
  type BufferPath,
  draftSegments,
  mustSeal,
  openInPath,
  pathAgain,
  sealPath,
  showsSameNodes,
} from './buffer-path.ts';
import {
  type KeptStructure,
  pathReplaced,
  type RestoredStructure,
  type SegmentSplice,
  structureKept,
  structureRestored,
  type TextChange,
  textChange,
  textRoute,
} from './effects.ts';
import { newSegmentId } from './segment-ids.ts';
import { segments as segmentsField } from './segments.ts';

interface TextPart extends BufferChange {
  readonly inserted: Text;
}

/** The changes of a transaction, each by itself; but a deletion and an insertion at the same place are one. */
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

/** The path that a change to these segments begins with: the draft is sealed first where a commit is due. */
function sealedFor(path: BufferPath, changed: readonly SegmentId[]): Sealing {
  if (!mustSeal(path, changed)) return { path, sealed: [] };
  return { path: sealPath(path, newSegmentId()), sealed: draftSegments(path) };
}

/** Routes a change that was made here and now; `authorsOf` says who wrote what it inserts. */
function routeFresh(transaction: Transaction, authorOf: AuthorOfInsertion): TextChange {
  const { startState, changes } = transaction;
  const writerId = startState.facet(writer);
  const before = startState.field(segmentsField);
  const authors = startState.field(authorship);
  const parts = partsOf(changes);
  let routed = routeChange(before.segments, parts);
  const sealing = sealedFor(
    before,
    routed.parts.map((part) => part.segmentId),
  );
  if (sealing.path !== before) routed = routeChange(sealing.path.segments, parts);

  const splices: SegmentSplice[] = [];
  const painted: Painted[] = [];
  const route = routed.parts.values();
  for (const { fromA, toA, insertLength, inserted } of parts) {
    let at = fromA;
    let text = insertLength > 0 ? inserted.toString() : '';
    do {
      const part = route.next().value;
      if (part === undefined) break;
      const end = at + part.to - part.from;
      const spans = text === '' ? [] : authorOf(transaction, text);
      if (text !== '') painted.push({ at: part.insertFrom, spans });
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
  const opened = { ...sealing.path, segments: routed.segments };
  return {
    sealed: sealing.sealed,
    before: sealing.path,
    splices,
    path: openInPath(
      opened,
      splices.map((splice) => splice.segmentId),
    ),
    authors: advanceAuthors(authors, changes.desc, painted, writerId),
  };
}

/** What history put back, brought up to date; null where it does not fit the text any more. */
function restored(transaction: Transaction): RestoredStructure | null {
  const now = transaction.startState.field(segmentsField);
  let kept: KeptStructure | null = null;
  // Those of joined transactions come newest first.
  for (const effect of transaction.effects) if (effect.is(structureKept)) kept = effect.value;
  if (kept === null) return null;
  const path = pathAgain(kept.path, now);
  if (path.segments.length !== transaction.changes.newLength) return null;
  const { authors, written } = kept;
  return { path, authors, written, keepsNodes: showsSameNodes(now, path) };
}

/** The spans of text that a transaction inserts. */
export type AuthorOfInsertion = (transaction: Transaction, text: string) => Spans;

/** The extension; `findPassage` knows the authors of text that was cut or copied here. */
export function routeTextChanges(findPassage: (transaction: Transaction, text: string) => Spans | undefined) {
  const authorOf: AuthorOfInsertion = (transaction, text) => {
    const passage = findPassage(transaction, text);
    if (passage !== undefined) return sliceSpans(passage, 0, spansLength(passage));
    return wholeSpans(transaction.startState.facet(writer), text.length);
  };
  return [
    textChange,
    textRoute.of((transaction) => {
      const isSaid = transaction.effects.some(
        (effect) => effect.is(pathReplaced) || effect.is(structureRestored),
      );
      return isSaid ? null : routeFresh(transaction, authorOf);
    }),
    EditorState.transactionExtender.of((transaction) => {
      // A transaction that a filter changed comes here twice.
      if (transaction.effects.some((effect) => effect.is(structureRestored))) return null;
      const structure = restored(transaction);
      return structure === null ? null : { effects: structureRestored.of(structure) };
    }),
  ];
}
