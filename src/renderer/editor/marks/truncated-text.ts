/**
 * Text that does not fit what the model reads, while the Context tab tells of it: dimmed, with a dashed rule in the margin
 * that is closed where it begins and ends. It moves with edits until the next answer says it anew.
 */
import { type Extension, Prec, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, type LayerMarker } from '@codemirror/view';
import { listSegments } from '../../../core/buffer/segments.ts';
import type { NodeId } from '../../../core/ids.ts';
import type { LeftOutRange, PathOffset } from '../manuscript.ts';
import { type Extent, extentOf, place, sameExtent } from '../margin/margin-extent.ts';
import type { BufferPath } from '../path/buffer-path.ts';
import { passiveLayer } from './passive-layer.ts';

const leftOutMark = Decoration.mark({ class: 'left-out' });

/** What is left out now, in order. */
export const truncatedTextShown = StateEffect.define<DecorationSet>();

const leftOut = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let now = marks.size === 0 ? marks : marks.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(truncatedTextShown)) now = effect.value;
    return now;
  },
  // CodeMirror draws what of it can be seen.
  provide: (field) => Prec.lowest(EditorView.decorations.from(field)),
});

/**
 * Where ranges stand in the text; null where one names a node that is not there. Costs in proportion to the path, so it is
 * for an answer of main's and not for a keystroke.
 */
export function truncatedMarks(path: BufferPath, ranges: readonly LeftOutRange[]): DecorationSet | null {
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
    if (from < to) marks.push(leftOutMark.range(from, to));
  }
  return RangeSet.of(marks);
}

function startsOf({
  segments,
}: BufferPath): ReadonlyMap<NodeId | null, { readonly start: number; readonly length: number }> {
  const starts = new Map<NodeId | null, { readonly start: number; readonly length: number }>();
  let start = 0;
  for (const { nodeId, length } of listSegments(segments)) {
    // Of those without a node the working buffer is the last.
    starts.set(nodeId, { start, length });
    start += length;
  }
  return starts;
}

/** A rule beside left-out text; `begins` and `ends` where its ends can be seen. */
class LeftOutRule implements LayerMarker {
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
      other instanceof LeftOutRule &&
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
    place(element, this.#extent);
    return element;
  }
}

function leftOutRules(view: EditorView): readonly LeftOutRule[] {
  const rules: LeftOutRule[] = [];
  const { from: top, to: bottom } = view.viewport;
  view.state.field(leftOut).between(top, bottom, (from, to) => {
    const extent = extentOf(view, from, to);
    if (extent !== null) rules.push(new LeftOutRule(extent, from >= top, to <= bottom));
  });
  return rules;
}

const rules = passiveLayer({
  class: 'left-out-rules',
  isEmpty: ({ state }) => state.field(leftOut).size === 0,
  isOther: ({ startState, state }) => startState.field(leftOut) !== state.field(leftOut),
  markers: leftOutRules,
});

const look = EditorView.baseTheme({
  '.left-out': { color: 'var(--ink-dim)' },
  // Whose text it is stays told, though its colour is put away. One class more than an author's colour has.
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

export const truncatedText: Extension = [leftOut, rules, look];
