/** Shows what is embedded in a document under the line that embeds it (`documents.md`, *Links*). */
import { type Range, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { embeddedFrom, GOES_ON, SHOW_ALL } from '../../../ui-text/embeds.ts';
import { afterPause } from '../deferred-work.ts';
import { type Embedded, keyOf, linkHost } from './link-host.ts';
import { linksBetween, type PlacedLink } from './links-between.ts';

/** Time until embeds that came into view are read. Milliseconds. */
const DELAY = 200;

/** A longer text is folded. UTF-16 code units. */
const FOLDED = 2_000;

class EmbedWidget extends WidgetType {
  readonly link: PlacedLink;
  readonly embedded: Embedded;

  constructor(link: PlacedLink, embedded: Embedded) {
    super();
    this.link = link;
    this.embedded = embedded;
  }

  override eq(other: EmbedWidget): boolean {
    return this.embedded === other.embedded && keyOf(this.link) === keyOf(other.link);
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = build(this.embedded, FOLDED, () => {
      box.replaceWith(build(this.embedded, Number.POSITIVE_INFINITY, () => {}));
      view.requestMeasure();
    });
    return box;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** @param longest as much of its own text is shown @param onAll shows the rest */
function build({ title, parts, isCut }: Embedded, longest: number, onAll: () => void): HTMLElement {
  const box = document.createElement('section');
  box.className = 'embed';
  box.setAttribute('aria-label', embeddedFrom(title));
  const name = box.appendChild(document.createElement('div'));
  name.className = 'embed-title';
  name.append(title);
  const body = box.appendChild(document.createElement('div'));
  let left = longest;
  for (const part of parts) {
    if (left <= 0) break;
    if (typeof part !== 'string') body.append(build(part, left, onAll));
    else {
      body.append(part.slice(0, left));
      left -= part.length;
    }
  }
  if (left < 0) {
    const all = document.createElement('button');
    all.type = 'button';
    all.tabIndex = -1;
    all.append(SHOW_ALL);
    // The text keeps the keyboard.
    all.addEventListener('mousedown', (event) => event.preventDefault());
    all.addEventListener('click', onAll);
    body.append(`${GOES_ON} `, all);
  } else if (isCut) body.append(GOES_ON);
  return box;
}

const embedsShown = StateEffect.define<DecorationSet>();

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects }) =>
    effects.find((effect) => effect.is(embedsShown))?.value ?? before.map(changes),
  provide: (field) => EditorView.decorations.from(field),
});

class Embeds {
  readonly #view: EditorView;
  readonly #known = new Map<string, Embedded | null>();
  readonly #pause = afterPause(() => void this.#read());
  #isDestroyed = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.#pause.request(DELAY);
  }

  update({ docChanged, viewportMoved }: ViewUpdate): void {
    if (docChanged || viewportMoved) this.#pause.request(DELAY);
  }

  /** Reads all again. */
  refresh(): void {
    this.#known.clear();
    this.#pause.request(DELAY);
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#pause.cancel();
  }

  #inView(): readonly PlacedLink[] {
    const { state, visibleRanges } = this.#view;
    return visibleRanges
      .flatMap(({ from, to }) => linksBetween(state, from, to))
      .filter(({ isEmbed }) => isEmbed);
  }

  async #read(): Promise<void> {
    const host = this.#view.state.facet(linkHost);
    for (const link of this.#inView()) {
      const key = keyOf(link);
      if (!this.#known.has(key)) this.#known.set(key, (await host?.embed?.(link)) ?? null);
    }
    if (!this.#isDestroyed) this.#show();
  }

  #show(): void {
    const view = this.#view;
    if (view.compositionStarted) {
      this.#pause.request(DELAY);
      return;
    }
    const before = view.state.field(shown);
    const ranges: Range<Decoration>[] = [];
    // Embeds out of view stay, so that nothing moves.
    before.between(0, view.state.doc.length, (from, to, value) => {
      if (!view.visibleRanges.some((visible) => visible.from <= from && from <= visible.to))
        ranges.push(value.range(from, to));
    });
    for (const link of this.#inView()) {
      const embedded = this.#known.get(keyOf(link)) ?? null;
      const widget = embedded === null ? null : new EmbedWidget(link, embedded);
      if (widget !== null)
        ranges.push(
          Decoration.widget({ widget, block: true, side: 1 }).range(view.state.doc.lineAt(link.from).to),
        );
    }
    const now = Decoration.set(ranges, true);
    if (!RangeSet.eq([before], [now])) view.dispatch({ effects: embedsShown.of(now) });
  }
}

const plugin = ViewPlugin.fromClass(Embeds);

/** Reads the embeds of a text again. */
export function refreshEmbeds(view: EditorView): void {
  view.plugin(plugin)?.refresh();
}

const styles = EditorView.baseTheme({
  '.embed': {
    margin: '0.5em 0',
    paddingInlineStart: '0.8em',
    borderInlineStart: '2px solid var(--rule)',
    color: 'var(--ink-soft)',
    fontSize: '0.9em',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    userSelect: 'text',
  },
  '.embed .embed': { fontSize: '1em' },
  '.embed-title': { fontFamily: 'var(--font-interface)', fontSize: 'var(--text-small)', fontWeight: '600' },
  '.embed button': {
    font: 'inherit',
    fontFamily: 'var(--font-interface)',
    fontSize: 'var(--text-small)',
    color: 'inherit',
    background: 'none',
    border: 'none',
    padding: '0',
    textDecoration: 'underline',
    cursor: 'pointer',
  },
});

/** The extension. */
export const embeds = [shown, plugin, styles];
