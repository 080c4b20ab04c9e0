/**
 * Shows a sibling, dimmed, in place of what follows the branch point, without choosing it. Text and caret
 * stay unchanged underneath: anything that is about to change the text ends the preview first.
 */
import { type EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { getLocation } from '../../../core/buffer/segments.ts';
import type { Spans } from '../../../core/text/span.ts';
import { AGENT_COLOURS } from '../../../core/tree/agent.ts';
import type { SiblingPreview } from '../../surface.ts';
import { type HeldPlace, holdRoom, placeOf, scrollToPlace } from '../caret/held-place.ts';
import { shownOffset } from '../margin/fork-places.ts';
import { segments } from '../path/segments.ts';
import { requestHandler } from '../request-handler.ts';
import { type AuthorStyles, authorStyles } from './author-style.ts';

export interface Previewed extends SiblingPreview {
  /** The end of the text that it follows, in UTF-16 code units. */
  readonly from: number;
  /** The place of the branch point before the preview; null if it was not on the screen. */
  readonly place: HeldPlace | null;
  /** If it was not, scrolls back to where the view was. */
  readonly restoreScroll: StateEffect<unknown>;
}

/** Margin around the branch point when it scrolls into view. CSS pixels. */
const MARGIN = 120;

const previewShown = StateEffect.define<Previewed | null>();

/** The current preview, or null. Any change of the text or the path ends it. */
export const previewed = StateField.define<Previewed | null>({
  create: () => null,
  update: (preview, transaction) => {
    let now = transaction.docChanged ? null : preview;
    for (const effect of transaction.effects) if (effect.is(previewShown)) now = effect.value;
    return now;
  },
});

class PreviewWidget extends WidgetType {
  readonly text: string;
  readonly spans: Spans;
  readonly styles: AuthorStyles;

  constructor({ text, spans }: SiblingPreview, styles: AuthorStyles) {
    super();
    this.text = text;
    this.spans = spans;
    this.styles = styles;
  }

  override eq(other: PreviewWidget): boolean {
    return this.text === other.text && this.spans === other.spans && this.styles === other.styles;
  }

  override get lineBreaks(): number {
    return this.text.split('\n').length - 1;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'preview';
    // It is announced separately: to a screen reader, the manuscript is the chosen text.
    element.setAttribute('aria-hidden', 'true');
    let from = 0;
    for (const { agent, length } of this.spans) {
      const run = element.appendChild(document.createElement('span'));
      if (this.styles.markFor(agent) !== null) run.className = this.styles.classFor(agent);
      run.append(this.text.slice(from, from + length));
      from += length;
    }
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/**
 * Shows a preview, or (null) ends it. The branch point stays where it is on the screen. If it is not on the
 * screen, it scrolls into view; the end of the preview then scrolls back.
 */
export function showPreview(view: EditorView, preview: SiblingPreview | null): void {
  if (preview === null) return void endPreview(view);
  const from = placeInText(view.state, preview);
  const now = placeOf(view, from);
  const { place, restoreScroll } = view.state.field(previewed) ?? {
    place: now,
    restoreScroll: view.scrollSnapshot(),
  };
  holdRoom(view);
  view.dispatch({
    effects: [
      previewShown.of({ ...preview, from, place, restoreScroll }),
      now === null ? EditorView.scrollIntoView(from, { y: 'nearest', yMargin: MARGIN }) : scrollToPlace(now),
    ],
  });
}

/** The end of the text that a preview follows. */
function placeInText(state: EditorState, { index, offset }: SiblingPreview): number {
  if (index < 0) return 0;
  const { segment, start } = getLocation(state.field(segments).segments, index);
  const shown = offset === null ? segment.length : shownOffset(state, segment.segmentId, offset);
  return start + Math.min(shown, segment.length);
}

function endPreview(view: EditorView): boolean {
  const shown = view.state.field(previewed);
  if (shown === null) return false;
  holdRoom(view);
  const scroll = shown.place === null ? shown.restoreScroll : scrollToPlace(shown.place);
  view.dispatch({ effects: [previewShown.of(null), scroll] });
  return true;
}

/** Distinguishable, and with a contrast of 4.5:1 on paper, as both mixed colours have. */
const dimmedAuthors = Object.fromEntries(
  AGENT_COLOURS.map((colour) => [
    `.preview .author-${colour}`,
    { '--author': `color-mix(in srgb, var(--author-${colour}) 40%, var(--ink-dim))` },
  ]),
);

/** Keys that do not end a preview. */
const PREVIEW_KEYS: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta', 'Shift']);

export const preview = [
  previewed,
  EditorView.decorations.compute([previewed, authorStyles, 'doc'], (state) => {
    const shown = state.field(previewed);
    if (shown === null) return Decoration.none;
    const widget = new PreviewWidget(shown, state.field(authorStyles));
    const to = state.doc.length;
    return Decoration.set(
      shown.from < to
        ? Decoration.replace({ widget }).range(shown.from, to)
        : Decoration.widget({ widget, side: 1 }).range(to),
    );
  }),
  EditorView.updateListener.of(({ startState, state }) => {
    const before = startState.field(previewed, false) ?? null;
    if (before !== null && state.field(previewed) === null)
      state.facet(requestHandler)({ kind: 'previewEnded' });
  }),
  // End it before typing, pasting or composing: the browser would edit the preview instead of the text underneath.
  Prec.highest(
    EditorView.domEventHandlers({
      keydown: (event, view) => {
        if (PREVIEW_KEYS.has(event.key)) return false;
        if (!endPreview(view) || event.key !== 'Escape') return false;
        event.preventDefault();
        return true;
      },
      // At once: the browser puts its caret beside the preview, and CodeMirror would adopt it.
      focus: (_event, view) => void endPreview(view),
      beforeinput: (_event, view) => void endPreview(view),
      compositionstart: (_event, view) => void endPreview(view),
      drop: (_event, view) => void endPreview(view),
      mousedown: (event, view) => {
        if (!endPreview(view)) return false;
        event.preventDefault();
        return true;
      },
    }),
  ),
  EditorView.baseTheme({
    '.preview': {
      whiteSpace: 'break-spaces',
      color: 'var(--ink-dim)',
      // Marks where it begins; a border would take up space.
      boxShadow: '-2px 0 0 var(--accent)',
    },
    ...dimmedAuthors,
  }),
];
