/**
 * Says of every transaction that changes the text what it does to the segments and the authors, whatever made it:
 * typing, an input method, paste, drop, replace all, undo (`domain.md`, *Mapping an edit of the buffer to nodes*).
 */
import { ChangeSet, EditorState, type StateEffect, type Text, type Transaction } from '@codemirror/state';
import { type BufferChange, routeChange } from '../../core/buffer/route-change.ts';
import { findPlace, type SegmentPlace, type Segments } from '../../core/buffer/segments.ts';
import type { SegmentId } from '../../core/ids.ts';
import { type Spans, sliceSpans, spansLength, wholeSpans } from '../../core/text/span.ts';
import { advanceAuthors, authorship, type Painted, spansBetween, writer } from './authorship.ts';
import {
  type BufferPath,
  draftSegments,
  mustSeal,
  openInPath,
  placesOf,
  resizeInPath,
  sealPath,
} from './buffer-path.ts';
import {
  pathReplaced,
  type SegmentSplice,
  splicesToApply,
  type TextChange,
  textChanged,
  textCorrected,
} from './effects.ts';
import type { SealedSegment } from './manuscript.ts';
import { textOf } from './plain-text.ts';
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

/** Only a deletion changes it, so that what only inserts asks for neither value. */
function isOpenAtEnd(segments: Segments, segmentId: SegmentId): boolean {
  return findPlace(segments, segmentId)?.segment.openAtEnd ?? false;
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
        from: part.from,
        removed: {
          text: at === end ? '' : startState.sliceDoc(at, end),
          spans: spansBetween(authors, at, end, writerId),
        },
        inserted: { text, spans },
        wasOpenAtEnd: at === end ? null : isOpenAtEnd(sealing.path.segments, part.segmentId),
        openAtEnd: at === end ? null : isOpenAtEnd(routed.segments, part.segmentId),
      });
      text = '';
      at = end;
    } while (at < toA);
  }
  const opened = { ...sealing.path, segments: routed.segments };
  return {
    sealed: sealing.sealed,
    splices,
    path: openInPath(
      opened,
      splices.map((splice) => splice.segmentId),
    ),
    authors: advanceAuthors(authors, changes.desc, painted, writerId),
    correction: null,
  };
}

interface PlacedRecord {
  readonly record: SegmentSplice;
  readonly place: SegmentPlace;
  /** What it replaces, in the text. */
  readonly from: number;
  readonly to: number;
}

/**
 * Where a record applies; nowhere when its segment left the path, or holds another text than the record speaks of
 * since it was joined with the one before it.
 */
function placedRecord(doc: Text, segments: Segments, record: SegmentSplice): readonly PlacedRecord[] {
  const place = findPlace(segments, record.segmentId);
  if (place === undefined) return [];
  const { length } = record.removed.text;
  const from = place.start + record.from;
  const fits = record.from + length <= place.segment.length;
  return fits && doc.sliceString(from, from + length) === record.removed.text
    ? [{ record, place, from, to: from + length }]
    : [];
}

/** Records in stretches that name no segment twice: those of one stretch can be applied at once. */
function inDistinctSegments(records: readonly SegmentSplice[]): readonly (readonly SegmentSplice[])[] {
  const groups: SegmentSplice[][] = [];
  let seen = new Set<SegmentId>();
  for (const record of records) {
    const group = groups.at(-1);
    if (group === undefined || seen.has(record.segmentId)) {
      groups.push([record]);
      seen = new Set();
    } else group.push(record);
    seen.add(record.segmentId);
  }
  return groups;
}

/**
 * What history hands back is applied as it was recorded, segment by segment. History has mapped its changes over
 * switches by offsets alone; where that gives another text, the record counts.
 */
function replay(transaction: Transaction, records: readonly SegmentSplice[]): TextChange | null {
  const { startState } = transaction;
  const writerId = startState.facet(writer);
  const before = startState.field(segmentsField);
  const alive = placesOf(before, new Set(records.map((record) => record.segmentId)));
  const { path, sealed } = sealedFor(
    before,
    alive.map(({ segment }) => segment.segmentId),
  );
  let doc = startState.doc;
  let now = path;
  let authors = startState.field(authorship);
  let changes = ChangeSet.empty(doc.length);
  const splices: SegmentSplice[] = [];
  for (const group of inDistinctSegments(records)) {
    const fitting = group
      .flatMap((record) => placedRecord(doc, now.segments, record))
      .sort((a, b) => a.place.index - b.place.index);
    if (fitting.length === 0) continue;
    const step = ChangeSet.of(
      fitting.map(({ record, from, to }) => ({ from, to, insert: textOf(record.inserted.text) })),
      doc.length,
    );
    let shift = 0;
    const painted: Painted[] = [];
    for (const { record, place, from, to } of fitting) {
      painted.push({ at: from + shift, spans: record.inserted.spans });
      const grown = record.inserted.text.length - (to - from);
      now = resizeInPath(
        now,
        place,
        place.segment.length + grown,
        record.openAtEnd ?? place.segment.openAtEnd,
      );
      shift += grown;
      splices.push(record);
    }
    doc = step.apply(doc);
    changes = changes.compose(step);
    authors = advanceAuthors(authors, step.desc, painted, writerId);
  }
  if (splices.length === 0 && !transaction.docChanged) return null;
  const correction = doc.eq(transaction.newDoc)
    ? null
    : transaction.changes.invert(startState.doc).compose(changes);
  return splices.length === 0
    ? { sealed: [], splices, path: before, authors, correction }
    : { sealed, splices, path: now, authors, correction };
}

/** What a change does is said already. */
function isSaid(effect: StateEffect<unknown>): boolean {
  return effect.is(textChanged) || effect.is(pathReplaced) || effect.is(textCorrected);
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
  return EditorState.transactionExtender.of((transaction) => {
    // A transaction that a filter changed comes here twice.
    if (transaction.effects.some(isSaid)) return null;
    const records = transaction.effects.filter((effect) => effect.is(splicesToApply));
    if (records.length > 0) {
      const change = replay(
        transaction,
        records.flatMap((record) => record.value),
      );
      return change === null ? null : { effects: textChanged.of(change) };
    }
    if (!transaction.docChanged) return null;
    return { effects: textChanged.of(routeFresh(transaction, authorOf)) };
  });
}
