/**
 * Places of notes and bookmarks on phrases in the text. They are sought when the path changes, and follow typing in
 * between: the node that they name never changes, but the writer's changes of its text are not committed yet.
 */
import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type PhraseInText, placePhrases, type ShownPassage } from '../../../core/anchors/place-phrases.ts';
import { locationsFrom } from '../../../core/buffer/segments.ts';
import type { PositionId } from '../../../core/ids.ts';
import type { PhraseToShow } from '../../phrase-surface.ts';
import type { BufferPath } from '../path/buffer-path.ts';
import { draftCommitted, draftUnsealed, pathReplaced, structureRestored } from '../path/effects.ts';
import { segments } from '../path/segments.ts';

export const phrasesShown = StateEffect.define<readonly PhraseToShow[]>();

/** A phrase in the text: `[from, to)` of the document. */
export type PlacedPhrase = PhraseInText<PhraseToShow>;

interface PlacedPhrases {
  readonly shown: readonly PhraseToShow[];
  /** In text order. */
  readonly placed: readonly PlacedPhrase[];
}

const NONE: PlacedPhrases = { shown: [], placed: [] };

export const placedPhrases = StateField.define<PlacedPhrases>({
  create: () => NONE,
  update: (now, transaction) => {
    const given = transaction.effects.findLast((effect) => effect.is(phrasesShown))?.value as
      | readonly PhraseToShow[]
      | undefined;
    const shown = given ?? now.shown;
    if (shown.length === 0) return NONE;
    if (given !== undefined || isPathChanged(transaction) || bringsText(transaction))
      return { shown, placed: placeAll(transaction.newDoc, transaction.state.field(segments), shown) };
    return transaction.docChanged ? { shown, placed: follow(now.placed, transaction) } : now;
  },
});

function isPathChanged({ effects }: Transaction): boolean {
  return effects.some(
    (effect) =>
      effect.is(pathReplaced) ||
      effect.is(structureRestored) ||
      effect.is(draftCommitted) ||
      effect.is(draftUnsealed),
  );
}

/** A passage comes from elsewhere, perhaps with phrases in it. */
function bringsText(transaction: Transaction): boolean {
  return ['move', 'input.paste', 'input.drop'].some((event) => transaction.isUserEvent(event));
}

/** Text typed at an end of a phrase is not a part of it. A phrase without text is gone until the path changes. */
function follow(placed: readonly PlacedPhrase[], { changes }: Transaction): readonly PlacedPhrase[] {
  return placed.flatMap((one) => {
    const from = changes.mapPos(one.from, 1);
    const to = changes.mapPos(one.to, -1);
    return from < to ? [{ ...one, from, to }] : [];
  });
}

function placeAll(
  doc: Text,
  { segments: path }: BufferPath,
  shown: readonly PhraseToShow[],
): readonly PlacedPhrase[] {
  const placed = placePhrases(passagesOf(doc, path), shown, () => doc.toString());
  return placed.toSorted((one, other) => one.from - other.from || one.to - other.to);
}

function* passagesOf(doc: Text, path: BufferPath['segments']): Generator<ShownPassage> {
  for (const { segment, start } of locationsFrom(path, 0)) {
    const { positionId, nodeId, length, hiddenSplit = false } = segment;
    if (positionId === null) continue;
    const text = () => doc.sliceString(start, start + length);
    yield { positionId, nodeId, isHiddenSplit: hiddenSplit, start, text };
  }
}

/** The phrases that touch a range, the shortest first. */
export function phrasesTouching(state: EditorState, from: number, to: number): readonly PlacedPhrase[] {
  return state
    .field(placedPhrases)
    .placed.filter((one) => one.from <= to && one.to >= from)
    .sort((one, other) => one.to - one.from - (other.to - other.from));
}

/**
 * Returns true if all of a position's marks of a kind are on phrases that its text shows, so that none is left for the
 * first line.
 */
export function isOnPhrases(state: EditorState, position: PositionId, kind: PhraseToShow['kind']): boolean {
  const { shown, placed } = state.field(placedPhrases);
  const own = shown.filter((phrase) => phrase.kind === kind && phrase.positions.includes(position));
  return (
    own.length > 0 &&
    own.every((phrase) => !phrase.besides && placed.some((one) => one.phrase.anchorId === phrase.anchorId))
  );
}

function markOf({ phrase, from, to }: PlacedPhrase): Range<Decoration> {
  return Decoration.mark({
    class: `phrase phrase-${phrase.kind}`,
    attributes: { title: phrase.title, 'data-anchor': phrase.anchorId },
  }).range(from, to);
}

function visibleMarks({ state, viewport }: EditorView): DecorationSet {
  const { placed } = state.field(placedPhrases);
  const visible = placed.filter(({ from, to }) => to > viewport.from && from < viewport.to);
  return visible.length === 0 ? Decoration.none : RangeSet.of(visible.map(markOf), true);
}

const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = visibleMarks(view);
    }

    update({ view, viewportChanged, startState, state }: ViewUpdate): void {
      if (viewportChanged || startState.field(placedPhrases) !== state.field(placedPhrases))
        this.decorations = visibleMarks(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const styles = EditorView.baseTheme({
  '.phrase': {
    textDecorationLine: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.22em',
    textDecorationSkipInk: 'auto',
  },
  '.phrase-note': { textDecorationStyle: 'dotted', textDecorationColor: 'var(--ink-soft)' },
  '.phrase-bookmark': { textDecorationStyle: 'solid', textDecorationColor: 'var(--rule-strong)' },
});

/** The places of phrases, and a quiet line under those in sight; the text of the note or bookmark shows under the pointer. */
export const phrases: Extension = [placedPhrases, marks, styles];
