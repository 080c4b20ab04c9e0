/** Nodes with a flag (`core/tree/tree-node.ts`) in the visible text. */

import { type Extension, Prec, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { locationsTouching, type SegmentLocation } from '../../../core/buffer/segments.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { draftCommitted, pathReplaced, structureRestored } from '../path/effects.ts';
import { pathHeaders } from '../path/path-headers.ts';
import { segments } from '../path/segments.ts';

type Flag = keyof typeof POSITION_FLAGS;

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

const excludedMark = Decoration.mark({ class: 'excluded' });

function excludedMarks(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { from, to } = view.viewport;
  for (const { segment, start } of segmentsWith(view, 'excluded')) {
    const begin = Math.max(start, from);
    const end = Math.min(start + segment.length, to);
    if (begin < end) builder.add(begin, end, excludedMark);
  }
  return builder.finish();
}

class ExcludedText {
  marks: DecorationSet;
  #isStale = false;

  constructor(view: EditorView) {
    this.marks = excludedMarks(view);
  }

  update(update: ViewUpdate): void {
    if (this.marks.size === 0 && hasNoFlags(update.view)) return;
    if (!this.#isStale && !flagsMayChange(update)) return;
    // Changing the elements around a composition would abort it.
    this.#isStale = update.view.compositionStarted;
    this.marks = this.#isStale ? this.marks.map(update.changes) : excludedMarks(update.view);
  }
}

const visible = ViewPlugin.fromClass(ExcludedText, { decorations: ({ marks }) => marks });

const styles = EditorView.baseTheme({
  '.excluded': { color: 'var(--ink-soft)' },
  // An underline still shows the author when the colour is muted. One more class than an author's colour, for
  // specificity.
  '&.authors-colour .excluded .author': {
    color: 'var(--ink-soft)',
    textDecoration: 'underline dotted 1px var(--author)',
    textUnderlineOffset: '0.25em',
  },
});

/**
 * Text excluded from models' context, in a softer colour; the margin has a rule beside it (`margin-notes.ts`). The element
 * of an excluded node wraps all others of its text.
 */
export const excludedText: Extension = [flaggedSegments, Prec.lowest(visible), styles];
