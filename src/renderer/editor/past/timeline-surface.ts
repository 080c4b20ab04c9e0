import { isolateHistory } from '@codemirror/commands';
import { type ChangeSpec, EditorSelection, type StateEffect, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { locationsFrom } from '../../../core/buffer/segments.ts';
import type { Moment, MomentNode } from '../../../core/history/moments/moment.ts';
import { NO_TEXT } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { TimelineSurface } from '../../past-surface.ts';
import { authorship, type InsertedSpans, spansBetween, textAuthors, writer } from '../marks/authorship.ts';
import { positionPruned } from '../path/effects.ts';
import { segments } from '../path/segments.ts';
import { showPath } from '../path/show-path.ts';
import { textOf } from '../plain-text.ts';
import { placeInView } from './place-in-view.ts';

export interface TimelineSurfaceOptions {
  view(): EditorView;
  /** Runs a task when the current composition ends, or at once if there is none. */
  afterComposing(task: () => void): void;
}

/** The time line's access to the present text. */
export function timelineSurface({ view, afterComposing }: TimelineSurfaceOptions): TimelineSurface {
  return {
    placeInView: () => placeInView(view()),
    selectedRange: () => {
      const { from, to } = view().state.selection.main;
      return { from, to };
    },
    shownMoment: () => momentOf(view()),
    restoreParts: (splices) =>
      afterComposing(() => {
        if (!view().state.readOnly && splices.length > 0) view().dispatch(restoring(splices));
      }),
    restoreAll: (past, pruned) =>
      afterComposing(() => {
        const marks = pruned.map((position) => positionPruned.of(position));
        const spec = showPath(view().state, past);
        const annotations = isolateHistory.of('full');
        if (spec === null) view().dispatch({ effects: marks, annotations });
        else view().dispatch({ ...spec, effects: [...effectsOf(spec), ...marks], annotations });
      }),
  };
}

/** A spec has one effect or several. */
function effectsOf({ effects = [] }: TransactionSpec): readonly StateEffect<unknown>[] {
  return Array.isArray(effects) ? effects : [effects as StateEffect<unknown>];
}

function momentOf({ state }: EditorView): Moment | null {
  const path = state.field(segments);
  if (path.sealed.size > 0) return null;
  const authors = state.field(authorship);
  const nodes: MomentNode[] = [];
  let buffer = NO_TEXT;
  for (const { segment, start } of locationsFrom(path.segments, 0)) {
    const end = start + segment.length;
    const shown = {
      text: state.sliceDoc(start, end),
      spans: spansBetween(authors, start, end, state.facet(writer)),
    };
    const { nodeId, positionId } = segment;
    if (nodeId === null || positionId === null) buffer = shown;
    else nodes.push({ nodeId, positionId, pending: segment.pending, ...shown });
  }
  return { nodes, buffer };
}

function restoring(splices: readonly DraftSplice[]): TransactionSpec {
  const changes: ChangeSpec[] = [];
  const authors: InsertedSpans[] = [];
  let moved = 0;
  for (const { from, to, insert, spans } of splices) {
    changes.push({ from, to, insert: textOf(insert) });
    if (insert !== '') authors.push({ at: from + moved, spans });
    moved += insert.length - (to - from);
  }
  const [first] = splices;
  const at = first?.from ?? 0;
  return {
    changes,
    selection: EditorSelection.single(at, at + (first?.insert.length ?? 0)),
    scrollIntoView: true,
    annotations: [textAuthors.of(authors), isolateHistory.of('full')],
    userEvent: 'input.restore',
  };
}
