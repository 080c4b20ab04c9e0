/**
 * Places of the forks inside texts (`domain.md`, *Forks*). Main sends their places in committed texts; while a text has
 * an edit that main has not committed, its places move with the edit. Text typed at a fork goes after it.
 */
import { type EditorState, StateField, type Transaction } from '@codemirror/state';
import {
  findLocation,
  getLocation,
  locationsTouching,
  type SegmentLocation,
} from '../../../core/buffer/segments.ts';
import type { PositionId, SegmentId } from '../../../core/ids.ts';
import type { ForkCount } from '../../../core/tree/forks.ts';
import { currentPositionAt } from '../caret/current-position.ts';
import { draftCommitted, pathReplaced } from '../path/effects.ts';
import { pathHeaders } from '../path/path-headers.ts';
import { segments } from '../path/segments.ts';

/** Places in edited segments, each from the place in the committed text to that in what the segment shows. */
type MovedPlaces = ReadonlyMap<SegmentId, ReadonlyMap<number, number>>;

/** Keeps the places of forks while texts are edited. */
export const movedPlaces = StateField.define<MovedPlaces>({
  create: () => new Map(),
  update: (moved, transaction) => {
    const isCommit = transaction.effects.some((effect) => effect.is(draftCommitted));
    const isReplacement = transaction.effects.some((effect) => effect.is(pathReplaced));
    const kept = isCommit || isReplacement ? edited(moved, transaction.state) : moved;
    return transaction.docChanged && !isReplacement ? move(kept, transaction) : kept;
  },
});

/** The places of segments that still have an edit, or whose commit is in progress. */
function edited(moved: MovedPlaces, state: EditorState): MovedPlaces {
  const { pending, sealed } = state.field(segments);
  return new Map([...moved].filter(([segmentId]) => pending.has(segmentId) || sealed.has(segmentId)));
}

function move(moved: MovedPlaces, { startState, state, changes }: Transaction): MovedPlaces {
  const before = startState.field(segments).segments;
  const after = state.field(segments).segments;
  const now = new Map<SegmentId, ReadonlyMap<number, number>>();
  changes.iterChangedRanges((from, to) => {
    for (const { segment, start } of locationsTouching(before, from, to)) {
      const { segmentId, positionId } = segment;
      const forks = now.has(segmentId) ? [] : forksAt(startState, positionId);
      const newStart = forks.length === 0 ? undefined : findLocation(after, segmentId)?.start;
      if (newStart === undefined) continue;
      const known = moved.get(segmentId);
      const places = forks.map(({ offset }): [number, number] => {
        // Undo may have put back an edit whose places were forgotten when it was committed, and whose text is shorter.
        const shown = start + Math.min(known?.get(offset) ?? offset, segment.length);
        return [offset, Math.max(0, changes.mapPos(shown, -1) - newStart)];
      });
      now.set(segmentId, new Map(places));
    }
  });
  return now.size === 0 ? moved : new Map([...moved, ...now]);
}

function forksAt(state: EditorState, positionId: PositionId | null): readonly ForkCount[] {
  return positionId === null ? [] : (state.field(pathHeaders)(positionId)?.forks ?? []);
}

/** A fork inside what a segment shows; `offset` is in the whole text, in UTF-16 code units. */
export interface ForkPlace {
  readonly fork: ForkCount;
  readonly offset: number;
}

/** The forks inside what a segment shows, in text order; without those whose place an edit has removed. */
export function forkPlaces(state: EditorState, location: SegmentLocation): readonly ForkPlace[] {
  return forksAt(state, location.segment.positionId).flatMap((fork) => {
    const offset = placeOf(state, location, fork);
    return offset === null ? [] : [{ fork, offset }];
  });
}

/** The place of a fork in the document; null if it is not inside the text of its segment. */
function placeOf(state: EditorState, { segment, start }: SegmentLocation, fork: ForkCount): number | null {
  const shown = shownOffset(state, segment.segmentId, fork.offset);
  return shown > 0 && shown < segment.length ? start + shown : null;
}

/** An offset in the committed text of a segment, at the end or at a fork, as an offset in what it shows now. */
export function shownOffset(state: EditorState, segmentId: SegmentId, offset: number): number {
  return state.field(movedPlaces).get(segmentId)?.get(offset) ?? offset;
}

/** The fork at which a caret is, also while more is typed after the last one; null if it is at none. */
export function forkAtCaret(state: EditorState, caret: number): ForkCount | null {
  const path = state.field(segments);
  const { nodeNumber, atEnd } = currentPositionAt(path, caret);
  if (nodeNumber === 0) return null;
  const location = getLocation(path.segments, nodeNumber - 1);
  if (atEnd) return forksAt(state, location.segment.positionId).find(({ index }) => index === 0) ?? null;
  return (
    forksAt(state, location.segment.positionId).find((fork) => placeOf(state, location, fork) === caret) ??
    null
  );
}
