/** Marks the links in view, and which of them lead nowhere yet (`documents.md`, *Links*). */
import { syntaxTree } from '@codemirror/language';
import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { LinkInText } from '../../surface.ts';
import { afterPause } from '../deferred-work.ts';
import { segments } from '../path/segments.ts';
import { embeds, refreshEmbeds } from './embeds.ts';
import { keyOf, type LinkHost, linkHost } from './link-host.ts';
import { linkAt, linksBetween, type PlacedLink } from './links-between.ts';

/** Time until links that came into view are looked up. Milliseconds. */
const DELAY = 120;

/** As many are looked up at once. */
const MAX_READ = 1_000;

/** After as many, what was looked up is forgotten. */
const MAX_KNOWN = 10_000;

const markup = Decoration.mark({ class: 'markup' });
const words = Decoration.mark({ class: 'link' });
const missing = Decoration.mark({ class: 'link missing' });

class LinkMarks {
  decorations: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  /** By the key of each link that was looked up: it leads somewhere. */
  readonly #known = new Map<string, boolean>();
  readonly #pause = afterPause(() => void this.#read());
  #links: readonly PlacedLink[] = [];
  #isStale = true;
  #isDestroyed = false;
  /** Trees have changed since the links were looked up. */
  #isOutdated = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.#show();
  }

  update({ view, changes, docChanged, viewportMoved, startState, state }: ViewUpdate): void {
    this.#isStale ||=
      docChanged ||
      viewportMoved ||
      syntaxTree(startState) !== syntaxTree(state) ||
      // A commit changes which node a link is in.
      startState.field(segments) !== state.field(segments);
    if (!this.#isStale) return;
    // Changing the elements around a composition would abort it.
    if (view.compositionStarted) this.decorations = this.decorations.map(changes);
    else this.#show();
  }

  /** Looks all links up again: trees came, went or have other names. */
  refresh(): void {
    this.#isOutdated = true;
    this.#pause.request(DELAY);
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#pause.cancel();
  }

  #show(): void {
    const { state, visibleRanges } = this.#view;
    this.#isStale = false;
    this.#links = visibleRanges.flatMap(({ from, to }) => linksBetween(state, from, to));
    this.#draw();
    if (this.#links.some((link) => !this.#known.has(keyOf(link)))) this.#pause.request(DELAY);
  }

  #draw(): void {
    const ranges: Range<Decoration>[] = [];
    for (const link of this.#links) {
      const { from, to, words: shown } = link;
      ranges.push(markup.range(from, shown.from));
      if (shown.from < shown.to)
        ranges.push((this.#isMissing(link) ? missing : words).range(shown.from, shown.to));
      ranges.push(markup.range(shown.to, to));
    }
    this.decorations = Decoration.set(ranges);
  }

  /** A link that was just committed looks as it did until it is looked up again. */
  #isMissing(link: LinkInText): boolean {
    const isFound = this.#known.get(keyOf(link)) ?? this.#known.get(keyOf({ ...link, nodeId: null }));
    return isFound === false;
  }

  async #read(): Promise<void> {
    const host = this.#view.state.facet(linkHost);
    const isOutdated = this.#isOutdated;
    const asked = this.#links
      .filter((link) => isOutdated || !this.#known.has(keyOf(link)))
      .slice(0, MAX_READ);
    this.#isOutdated = false;
    if (host === null || asked.length === 0) return;
    const found = await host.read(asked);
    if (found === null || this.#isDestroyed) return;
    if (isOutdated || this.#known.size > MAX_KNOWN) this.#known.clear();
    for (const [index, link] of asked.entries()) this.#known.set(keyOf(link), found[index] === true);
    this.#draw();
    if (!this.#view.compositionStarted) this.#view.dispatch({});
  }
}

const marks = ViewPlugin.fromClass(LinkMarks, { decorations: (plugin) => plugin.decorations });

const clicks = EditorView.domEventHandlers({
  mousedown: (event, view) => {
    const isMac = /mac/i.test(navigator.platform);
    const isAsked = view.state.readOnly || (isMac ? event.metaKey : event.ctrlKey);
    const host = view.state.facet(linkHost);
    if (event.button !== 0 || !isAsked || host === null) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const link = at === null ? null : linkAt(view.state, at);
    if (link === null) return false;
    event.preventDefault();
    host.follow(link);
    return true;
  },
});

/** Looks up the links of a text again. */
export function refreshLinks(view: EditorView): void {
  view.plugin(marks)?.refresh();
  refreshEmbeds(view);
}

const styles = EditorView.baseTheme({
  '.link': { textDecoration: 'underline 1px var(--rule-strong)', textUnderlineOffset: '0.2em' },
  '.link.missing': { textDecorationStyle: 'dotted', textDecorationThickness: '2px' },
});

/** The extension. */
export function linkMarks(host: LinkHost) {
  return [linkHost.of(host), marks, host.embed === undefined ? [] : embeds, clicks, styles];
}
