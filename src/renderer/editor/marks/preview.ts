/**
 * A sibling shown in place of what follows the branch point, dimmed and without being chosen. The text itself stays as
 * it is under it, caret and all: whatever is about to change it takes the preview away first.
 */
import { Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { getPlace } from '../../../core/buffer/segments.ts';
import type { Spans } from '../../../core/text/span.ts';
import { asks } from '../asks.ts';
import type { ManuscriptPreview } from '../manuscript.ts';
import { segments } from '../path/segments.ts';
import { AUTHOR_COLOURS, type AuthorStyles, authorStyles } from './author-style.ts';

export interface Previewed extends ManuscriptPreview {
  /** Where the text ends that it follows, in UTF-16 code units. */
  readonly from: number;
  /** Takes the view back to where it was before anything was previewed. */
  readonly scrollBack: StateEffect<unknown>;
}

/** Room kept around the branch point where the view has to move to show it. CSS pixels. */
const MARGIN = 120;

const previewShown = StateEffect.define<Previewed | null>();

/** What is previewed; null for nothing. Any change of the text or the path ends it. */
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
  readonly looks: AuthorStyles;

  constructor({ text, spans }: ManuscriptPreview, looks: AuthorStyles) {
    super();
    this.text = text;
    this.spans = spans;
    this.looks = looks;
  }

  override eq(other: PreviewWidget): boolean {
    return this.text === other.text && this.spans === other.spans && this.looks === other.looks;
  }

  override get lineBreaks(): number {
    return this.text.split('\n').length - 1;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'preview';
    // It is announced; the manuscript is the text that is chosen.
    element.setAttribute('aria-hidden', 'true');
    let from = 0;
    for (const { agent, length } of this.spans) {
      const run = element.appendChild(document.createElement('span'));
      if (this.looks.markFor(agent) !== null) run.className = this.looks.classFor(agent);
      run.append(this.text.slice(from, from + length));
      from += length;
    }
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Shows a preview, its beginning in view, or takes it away; the view then is where it was. */
export function showPreview(view: EditorView, preview: ManuscriptPreview | null): void {
  if (preview === null) return void end(view);
  const path = view.state.field(segments).segments;
  const from = getPlace(path, Math.min(preview.keep, path.count - 1)).start;
  const scrollBack = view.state.field(previewed)?.scrollBack ?? view.scrollSnapshot();
  view.dispatch({
    effects: [
      previewShown.of({ ...preview, from, scrollBack }),
      EditorView.scrollIntoView(from, { y: 'nearest', yMargin: MARGIN }),
    ],
  });
}

function end(view: EditorView): boolean {
  const shown = view.state.field(previewed);
  if (shown === null) return false;
  view.dispatch({ effects: [previewShown.of(null), shown.scrollBack] });
  return true;
}

/** Still told apart, and 4.5:1 on paper: both colours that are mixed are. */
const dimmedAuthors = Object.fromEntries(
  AUTHOR_COLOURS.map((colour) => [
    `.preview .author-${colour}`,
    { '--author': `color-mix(in srgb, var(--author-${colour}) 40%, var(--ink-dim))` },
  ]),
);

/** Keys that only hold or go on with a preview. */
const HOLDING: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta', 'Shift']);

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
    const was = startState.field(previewed, false) ?? null;
    if (was !== null && state.field(previewed) === null) state.facet(asks)({ kind: 'previewEnded' });
  }),
  // Before anything is typed, pasted or composed: the browser would change what is shown, not the text under it.
  Prec.highest(
    EditorView.domEventHandlers({
      keydown: (event, view) => {
        if (HOLDING.has(event.key)) return false;
        if (!end(view) || event.key !== 'Escape') return false;
        event.preventDefault();
        return true;
      },
      // At once: the browser puts its caret beside what is shown, and it would be taken for the writer's.
      focus: (_event, view) => void end(view),
      beforeinput: (_event, view) => void end(view),
      compositionstart: (_event, view) => void end(view),
      drop: (_event, view) => void end(view),
      mousedown: (event, view) => {
        if (!end(view)) return false;
        event.preventDefault();
        return true;
      },
    }),
  ),
  EditorView.baseTheme({
    '.preview': {
      whiteSpace: 'break-spaces',
      color: 'var(--ink-dim)',
      // Where it begins; a border would take up room.
      boxShadow: '-2px 0 0 var(--accent)',
    },
    ...dimmedAuthors,
  }),
];
