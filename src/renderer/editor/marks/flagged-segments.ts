/** Nodes with a flag (`core/tree/tree-node.ts`) in the visible text. */
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { locationsTouching, type SegmentLocation } from '../../../core/buffer/segments.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { draftCommitted, pathReplaced, structureRestored } from '../path/effects.ts';
import { pathHeaders } from '../path/path-headers.ts';
import { segments } from '../path/segments.ts';

export type Flag = keyof typeof POSITION_FLAGS;

const ANY = Object.values(POSITION_FLAGS).reduce((sum, flag) => sum | flag, 0);

interface FlaggedSegment {
  readonly location: SegmentLocation;
  readonly flags: number;
}

/** Each flagged segment once, in order. A segment whose commit is in progress has no flags. */
function readFlagged(view: EditorView): readonly FlaggedSegment[] {
  const path = view.state.field(segments).segments;
  const find = view.state.field(pathHeaders);
  const flagged: FlaggedSegment[] = [];
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    for (const location of locationsTouching(path, from, to)) {
      const { positionId } = location.segment;
      if (location.index <= last || positionId === null) continue;
      last = location.index;
      const flags = (find(positionId)?.flags ?? 0) & ANY;
      if (flags !== 0) flagged.push({ location, flags });
    }
  }
  return flagged;
}

class FlaggedSegments {
  all: readonly FlaggedSegment[];

  constructor(view: EditorView) {
    this.all = readFlagged(view);
  }

  update(update: ViewUpdate): void {
    // Typing cannot add a flag: without flagged segments, most keystrokes end here.
    const mayHaveChanged = this.all.length === 0 ? nodesMayChange(update) : flagsMayChange(update);
    if (mayHaveChanged) this.all = readFlagged(update.view);
  }
}

/** Required by every extension that calls `segmentsWith` or `hasNoFlags`. */
export const flaggedSegments = ViewPlugin.fromClass(FlaggedSegments);

/** The locations of visible segments with a flag, in order. */
export function segmentsWith(view: EditorView, flag: Flag): readonly SegmentLocation[] {
  const all = view.plugin(flaggedSegments)?.all ?? [];
  return all.flatMap(({ location, flags }) => ((flags & POSITION_FLAGS[flag]) === 0 ? [] : [location]));
}

/** Returns true if no visible segment has a flag. */
export function hasNoFlags(view: EditorView): boolean {
  return (view.plugin(flaggedSegments)?.all.length ?? 0) === 0;
}

function nodesMayChange({ viewportMoved, startState, state, transactions }: ViewUpdate): boolean {
  return (
    viewportMoved ||
    startState.field(pathHeaders) !== state.field(pathHeaders) ||
    transactions.some(({ effects }) =>
      effects.some(
        (effect) => effect.is(pathReplaced) || effect.is(structureRestored) || effect.is(draftCommitted),
      ),
    )
  );
}

/** Returns true if flagged segments may have changed or moved. */
export function flagsMayChange(update: ViewUpdate): boolean {
  const { docChanged, startState, state } = update;
  return docChanged || nodesMayChange(update) || startState.field(segments) !== state.field(segments);
}
