/**
 * The passage that a rewrite or a bridge is about, and a text that is offered at its end. Neither is part of the text: the
 * document, the draft and the search never contain what is only offered (`edits.md`, *Rewrites and bridges*).
 */

import { type EditorState, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import {
  getLocation,
  locationHolding,
  locationReaching,
  locationsFrom,
  type SegmentLocation,
} from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import type { ReplacedPart } from '../../../core/rewrites/offer-replacement.ts';
import type { OfferedText, PassagePlace, ShownPassage } from '../../passage-surface.ts';
import type { WordsOnPath } from '../../surface.ts';
import type { BufferPath } from '../path/buffer-path.ts';
import { pathReplaced, structureRestored } from '../path/effects.ts';
import { segments } from '../path/segments.ts';
import { authorStyles } from './author-style.ts';
import { StreamingWidget } from './streaming.ts';

/** `[from, to)` of the document, in UTF-16 code units; empty for the place of a bridge. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

export const passageShown = StateEffect.define<Passage | null>();
export const offeredShown = StateEffect.define<OfferedText | null>();

/** The marked passage, or null. It moves with changes of the text. */
export const passage = StateField.define<Passage | null>({
  create: () => null,
  update: (marked, transaction) => {
    let now = marked === null || !transaction.docChanged ? marked : moved(marked, transaction);
    for (const effect of transaction.effects) if (effect.is(passageShown)) now = effect.value;
    return now;
  },
});

/** Another version grows into it. What is typed at its ends is beside it. */
function moved({ from, to }: Passage, { changes, effects }: Transaction): Passage {
  const isSwitch = effects.some((effect) => effect.is(pathReplaced) || effect.is(structureRestored));
  if (isSwitch) return { from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) };
  const start = changes.mapPos(from, 1);
  return { from: start, to: Math.max(start, changes.mapPos(to, -1)) };
}

const offered = StateField.define<OfferedText | null>({
  create: () => null,
  update: (shown, transaction) => {
    let now = shown;
    for (const effect of transaction.effects) if (effect.is(offeredShown)) now = effect.value;
    return now;
  },
});

const passageMark = Decoration.mark({ class: 'passage' });

/** The place of a bridge before there is a text for it. */
class PlaceWidget extends WidgetType {
  override eq(other: WidgetType): boolean {
    return other instanceof PlaceWidget;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'passage-place';
    element.setAttribute('aria-hidden', 'true');
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The mark of a place between two characters. */
const placeMark = Decoration.widget({ widget: new PlaceWidget(), side: 1 });

/** Read by a screen reader, but not announced: the bar announces finished answers. */
const INSERTION = { role: 'insertion', 'aria-live': 'off', 'data-offered': '' };

function decorationsOf(state: EditorState): DecorationSet {
  const marked = state.field(passage);
  if (marked === null) return Decoration.none;
  const { from, to } = marked;
  const text = state.field(offered);
  const marks = from < to ? [passageMark.range(from, to)] : [];
  if (text !== null && text.text !== '') {
    const author = state.field(authorStyles).classFor(text.agentId);
    const className = text.isComplete ? `offered ${author}` : `offered streaming ${author}`;
    const widget = new StreamingWidget(text.text, className, INSERTION);
    marks.push(Decoration.widget({ widget, side: 1 }).range(to));
  } else if (from === to) marks.push(placeMark.range(to));
  return Decoration.set(marks);
}

/** The extension; `passageShown` and `offeredShown` set what it shows. */
export const passageMarks = [
  passage,
  offered,
  EditorView.decorations.compute([passage, offered, authorStyles], decorationsOf),
  EditorView.baseTheme({
    // Every author's colour has enough contrast with it (`tokens.css`).
    '.passage, .offered': {
      backgroundColor: 'var(--paper-hover)',
      boxShadow: '0 0.1em 0 0.12em var(--paper-hover)',
      borderRadius: '2px',
      boxDecorationBreak: 'clone',
      WebkitBoxDecorationBreak: 'clone',
    },
    '.offered': { whiteSpace: 'break-spaces' },
    // Drawn over the text, so that nothing moves.
    '.passage-place': { position: 'relative' },
    '.passage-place::after': {
      content: '""',
      position: 'absolute',
      left: '-1px',
      bottom: '-0.25em',
      width: '2px',
      height: '1.2em',
      backgroundColor: 'var(--accent)',
    },
    '@media (forced-colors: active)': {
      '.passage, .offered': { textDecoration: 'underline dashed 1px' },
    },
  }),
];

/** The passage with the nodes that it is in; null if none is marked. */
export function passageIn(state: EditorState): ShownPassage | null {
  const marked = state.field(passage);
  if (marked === null) return null;
  const path = state.field(segments).segments;
  const { from, to } = marked;
  const first = from < to ? locationHolding(path, from) : locationReaching(path, from);
  const last = locationReaching(path, to);
  return {
    from: { at: first.segment.positionId, offset: from - first.start },
    to: { at: last.segment.positionId, offset: to - last.start },
    rest: last.start + last.segment.length - to,
    text: state.sliceDoc(from, to),
  };
}

/** The place of a passage in the path's text; null if it is not in it. Linear in the length of the path. */
export function findPassage(path: BufferPath, { from, to }: PassagePlace): Passage | null {
  const first = locate(path, from.at);
  const last = locate(path, to.at);
  if (first === null || last === null) return null;
  const start = first.start + Math.min(from.offset, first.segment.length);
  const end = last.start + Math.max(0, last.segment.length - to.rest);
  return { from: start, to: Math.max(start, end) };
}

function locate({ segments: path }: BufferPath, at: PositionId): SegmentLocation | null {
  for (const location of locationsFrom(path, 0)) if (location.segment.positionId === at) return location;
  return null;
}

/** The place of consecutive parts; null if one is not on the path, or has a pending edit. */
export function placeOfParts(
  { segments: path }: BufferPath,
  parts: readonly ReplacedPart[],
): PassagePlace | null {
  const wanted = new Set(parts.map(({ nodeId }) => nodeId));
  const found = [...locationsFrom(path, 0)].filter(
    ({ segment }) => segment.nodeId !== null && !segment.pending && wanted.has(segment.nodeId),
  );
  const [part, lastPart] = [parts[0], parts.at(-1)];
  const [first, last] = [found[0]?.segment, found.at(-1)?.segment];
  if (found.length < wanted.size || part === undefined || lastPart === undefined) return null;
  if (first?.positionId == null || last?.positionId == null) return null;
  return {
    from: { at: first.positionId, offset: part.from },
    to: { at: last.positionId, rest: last.length - lastPart.to },
  };
}

const wordsMark = Decoration.mark({ class: 'passage highlight' });

const highlightShown = StateEffect.define<DecorationSet>();

/**
 * Marks words that the writer points at elsewhere in the window, such as those that a permission card is about;
 * `highlightOf` decides which.
 */
export const highlight = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) => {
    const shown = effects.find((effect) => effect.is(highlightShown));
    return shown?.value ?? marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The effect that marks these words and no others; null for none. */
export function highlightOf(state: EditorState, words: WordsOnPath | null): StateEffect<DecorationSet> {
  if (words === null) return highlightShown.of(Decoration.none);
  const { start, segment } = getLocation(state.field(segments).segments, words.index);
  // The offsets may come from another version, or from before an edit.
  const [from = start, to = start] = [words.from, words.to].map((at) => start + Math.min(at, segment.length));
  return highlightShown.of(Decoration.set(from < to ? wordsMark.range(from, to) : placeMark.range(from)));
}
