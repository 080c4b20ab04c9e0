/** Nodes with a flag (`core/tree/tree-node.ts`) in the text that can be seen. */
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { placesTouching, type SegmentPlace } from '../../../core/buffer/segments.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { draftCommitted, pathReplaced, structureRestored } from '../path/effects.ts';
import { pathHeaders } from '../path/path-headers.ts';
import { segments } from '../path/segments.ts';

export type Flag = keyof typeof POSITION_FLAGS;

const ANY = Object.values(POSITION_FLAGS).reduce((sum, flag) => sum | flag, 0);

interface FlaggedPlace {
  readonly place: SegmentPlace;
  readonly flags: number;
}

/** Each place once, in order; what is still on its way to being a node has no flags. */
function readFlagged(view: EditorView): readonly FlaggedPlace[] {
  const path = view.state.field(segments).segments;
  const find = view.state.field(pathHeaders);
  const flagged: FlaggedPlace[] = [];
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    for (const place of placesTouching(path, from, to)) {
      const { positionId } = place.segment;
      if (place.index <= last || positionId === null) continue;
      last = place.index;
      const flags = (find(positionId)?.flags ?? 0) & ANY;
      if (flags !== 0) flagged.push({ place, flags });
    }
  }
  return flagged;
}

class FlaggedPlaces {
  all: readonly FlaggedPlace[];

  constructor(view: EditorView) {
    this.all = readFlagged(view);
  }

  update(update: ViewUpdate): void {
    // Where no node has a flag, typing gives none one: most keystrokes end here.
    const mayBe = this.all.length === 0 ? mayBeOtherNodes(update) : mayBeOthers(update);
    if (mayBe) this.all = readFlagged(update.view);
  }
}

/** To be among the extensions of whoever asks for places. */
export const flaggedPlaces = ViewPlugin.fromClass(FlaggedPlaces);

/** The places that have a flag, in order. */
export function placesWith(view: EditorView, flag: Flag): readonly SegmentPlace[] {
  const all = view.plugin(flaggedPlaces)?.all ?? [];
  return all.flatMap(({ place, flags }) => ((flags & POSITION_FLAGS[flag]) === 0 ? [] : [place]));
}

/** Whether no place that can be seen has any flag. */
export function hasNoFlags(view: EditorView): boolean {
  return (view.plugin(flaggedPlaces)?.all.length ?? 0) === 0;
}

function mayBeOtherNodes({ viewportMoved, startState, state, transactions }: ViewUpdate): boolean {
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

/** Whether other places may have flags, or stand elsewhere. */
export function mayBeOthers(update: ViewUpdate): boolean {
  const { docChanged, startState, state } = update;
  return docChanged || mayBeOtherNodes(update) || startState.field(segments) !== state.field(segments);
}
