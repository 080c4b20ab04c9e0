/**
 * Text that does not fit the model's context, while the Sent tab shows it: dimmed, with a dashed rule in
 * the margin that is closed at both ends. It moves with edits until the next update.
 */
import { type Extension, Prec, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, type LayerMarker } from '@codemirror/view';
import { listSegments } from '../../../core/buffer/segments.ts';
import type { NodeId } from '../../../core/ids.ts';
import type { PathOffset, TruncatedRange } from '../../surface.ts';
import { applyExtent, type Extent, extentOf, sameExtent } from '../margin/margin-extent.ts';
import type { BufferPath } from '../path/buffer-path.ts';
import { passiveLayer } from './passive-layer.ts';

const truncatedMark = Decoration.mark({ class: 'left-out' });

/** Sets the truncated text, in order. */
export const truncatedTextShown = StateEffect.define<DecorationSet>();

const truncatedField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let now = marks.size === 0 ? marks : marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(truncatedTextShown)) now = effect.value;
    return now;
  },
  // CodeMirror draws only the visible part.
  provide: (field) => Prec.lowest(EditorView.decorations.from(field)),
});

/**
 * The marks of these ranges; null if one names a node that is not on the path. The cost is proportional to
 * the length of the path: call it on an answer from main, not on a keystroke.
 */
export function truncatedMarks(path: BufferPath, ranges: readonly TruncatedRange[]): DecorationSet | null {
  if (ranges.length === 0) return Decoration.none;
  const starts = startsOf(path);
  const find = ({ nodeId, offset }: PathOffset) => {
    const segment = starts.get(nodeId);
    return segment === undefined ? null : segment.start + Math.min(offset, segment.length);
  };
  const marks = [];
  for (const range of ranges) {
    const from = find(range.from);
    const to = find(range.to);
    if (from === null || to === null) return null;
    if (from < to) marks.push(truncatedMark.range(from, to));
  }
  return RangeSet.of(marks);
}

function startsOf({
  segments,
}: BufferPath): ReadonlyMap<NodeId | null, { readonly start: number; readonly length: number }> {
  const starts = new Map<NodeId | null, { readonly start: number; readonly length: number }>();
  let start = 0;
  for (const { nodeId, length } of listSegments(segments)) {
    // The last segment without a node is the working buffer.
    starts.set(nodeId, { start, length });
    start += length;
  }
  return starts;
}

/** A rule beside truncated text; `begins` and `ends` are true for its visible ends. */
class TruncatedRule implements LayerMarker {
  readonly #extent: Extent;
  readonly #begins: boolean;
  readonly #ends: boolean;

  constructor(extent: Extent, begins: boolean, ends: boolean) {
    this.#extent = extent;
    this.#begins = begins;
    this.#ends = ends;
  }

  eq(other: LayerMarker): boolean {
    return (
      other instanceof TruncatedRule &&
      sameExtent(this.#extent, other.#extent) &&
      this.#begins === other.#begins &&
      this.#ends === other.#ends
    );
  }

  draw(): HTMLElement {
    const element = document.createElement('div');
    element.className = 'left-out-rule';
    element.toggleAttribute('data-begins', this.#begins);
    element.toggleAttribute('data-ends', this.#ends);
    applyExtent(element, this.#extent);
    return element;
  }
}

function truncatedRules(view: EditorView): readonly TruncatedRule[] {
  const rules: TruncatedRule[] = [];
  const { from: top, to: bottom } = view.viewport;
  view.state.field(truncatedField).between(top, bottom, (from, to) => {
    const extent = extentOf(view, from, to);
    if (extent !== null) rules.push(new TruncatedRule(extent, from >= top, to <= bottom));
  });
  return rules;
}

const rules = passiveLayer({
  class: 'left-out-rules',
  isEmpty: ({ state }) => state.field(truncatedField).size === 0,
  hasChanged: ({ startState, state }) => startState.field(truncatedField) !== state.field(truncatedField),
  markers: truncatedRules,
});

const styles = EditorView.baseTheme({
  '.left-out': { color: 'var(--ink-dim)' },
  // An underline still shows the author when the colour is muted. One more class than an author's colour, for
  // specificity.
  '&.authors-colour .left-out .author': {
    color: 'var(--ink-dim)',
    textDecoration: 'underline dotted 1px var(--author)',
    textUnderlineOffset: '0.25em',
  },
  '.left-out-rules': { pointerEvents: 'none' },
  '.left-out-rule': {
    width: '0.3rem',
    marginLeft: '-0.75rem',
    borderLeft: '1px dashed var(--rule-strong)',
  },
  '.left-out-rule[data-begins]': { borderTop: '1px solid var(--rule-strong)' },
  '.left-out-rule[data-ends]': { borderBottom: '1px solid var(--rule-strong)' },
});

export const truncatedText: Extension = [truncatedField, rules, styles];
