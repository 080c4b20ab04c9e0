/** The look of visible suggestions: removed text struck through, inserted text after it, conflicts underlined. */
import { type Range, RangeSet } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { spliceOfSuggestion } from '../../../core/proposals/suggestions-of.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import { suggestionBy } from '../../../ui-text/suggestions/deciding.ts';
import { numberOf } from '../../../ui-text/window/buttons.ts';
import { type AuthorStyles, authorStyles } from '../marks/author-style.ts';
import { currentSuggestion, isSame, lastSuggestion, markedGroups } from './current-suggestion.ts';
import { compareSuggestions, keyOf, type PlacedSuggestion } from './placed-suggestion.ts';
import { suggestionsField } from './suggestions-field.ts';

interface Look {
  readonly isCurrent: boolean;
  /** `1 of 2`; null for one alone. */
  readonly place: string | null;
  readonly styles: AuthorStyles;
}

type Marks = readonly Range<Decoration>[];

/** The attributes of all marks of a suggestion; `title`, as neither insertions nor deletions may have another name. */
function attributesOf({ shown, state }: PlacedSuggestion, role?: string): Record<string, string> {
  const doubt = state === 'conflict' ? 'conflict' : shown.unsure ? 'unsure' : null;
  return {
    ...(role === undefined ? {} : { role }),
    'data-suggestion': keyOf(shown),
    title: suggestionBy(shown.agentName, doubt),
  };
}

function classOf(name: string, { shown }: PlacedSuggestion, { isCurrent }: Look): string {
  const unsure = shown.unsure ? ' suggestion-unsure' : '';
  return `suggestion ${name}${unsure}${isCurrent ? ' suggestion-current' : ''}`;
}

/** The number of the suggestion at its place, and doubt. */
function badgesOf({ shown }: PlacedSuggestion, { place }: Look): readonly string[] {
  return [...(shown.unsure ? ['?'] : []), ...(place === null ? [] : [place])];
}

function openMarks(placed: PlacedSuggestion, look: Look): Marks {
  const { shown, from } = placed;
  const author = look.styles.classFor(shown.agentId);
  const removed = Decoration.mark({
    class: classOf('suggestion-removed', placed, look),
    attributes: attributesOf(placed, 'deletion'),
  });
  const splices = spliceOfSuggestion(shown);
  const lineBreaks = /^\n+$/;
  return splices.flatMap((splice, index) => {
    const [start, end] = [from + splice.from, from + splice.to];
    const badges = index === splices.length - 1 ? badgesOf(placed, look) : [];
    const gone = shown.removed.slice(splice.from, splice.to);
    const marks: Range<Decoration>[] = [];
    // A line break has nothing to strike through.
    if (lineBreaks.test(gone)) {
      const className = classOf('suggestion-removed', placed, look);
      const text = '¶'.repeat(gone.length);
      const attributes = attributesOf(placed, 'deletion');
      marks.push(widget(new SuggestionWidget({ text, className, attributes, badges: [] }), start));
    } else if (start < end) marks.push(removed.range(start, end));
    if (splice.insert === '' && badges.length === 0) return marks;
    const replaces = start < end && !/\s$/u.test(gone) ? ' suggestion-replacing' : '';
    const className = classOf(`suggestion-inserted ${author}${replaces}`, placed, look);
    const attributes = attributesOf(placed, 'insertion');
    marks.push(widget(new SuggestionWidget({ text: splice.insert, className, attributes, badges }), end));
    return marks;
  });
}

/** Before the caret: what is typed at the place of an insertion follows it. */
function widget(content: SuggestionWidget, at: number): Range<Decoration> {
  return Decoration.widget({ widget: content, side: -1 }).range(at);
}

function conflictMarks(placed: PlacedSuggestion, look: Look): Marks {
  const { from, to } = placed;
  const className = classOf('suggestion-conflict', placed, look);
  const attributes = attributesOf(placed);
  const badges = badgesOf(placed, look);
  const marks: Range<Decoration>[] = [];
  if (from < to) marks.push(Decoration.mark({ class: className, attributes }).range(from, to));
  if (from < to && badges.length === 0) return marks;
  const text = from < to ? '' : '‸';
  marks.push(widget(new SuggestionWidget({ text, className, attributes, badges }), to));
  return marks;
}

function visibleMarks({ state, visibleRanges }: EditorView): DecorationSet {
  const set = state.field(suggestionsField);
  if (set.isEmpty) return Decoration.none;
  const visible = new Map<string, PlacedSuggestion>();
  for (const { from, to } of visibleRanges)
    for (const placed of set.touching(from, to)) visible.set(keyOf(placed.shown), placed);
  const current = currentSuggestion(state);
  const styles = state.field(authorStyles);
  const marks: Range<Decoration>[] = [];
  for (const group of markedGroups([...visible.values()].sort(compareSuggestions))) {
    const found = group.findIndex(({ shown }) => isSame(shown, current));
    const index = Math.max(0, found);
    const placed = group[index];
    if (placed === undefined) continue;
    const place = group.length > 1 ? numberOf(index + 1, group.length) : null;
    const look = { isCurrent: found >= 0, place, styles };
    marks.push(...(placed.state === 'open' ? openMarks(placed, look) : conflictMarks(placed, look)));
  }
  return RangeSet.of(marks, true);
}

class VisibleSuggestions {
  marks: DecorationSet;
  #isStale = false;

  constructor(view: EditorView) {
    this.marks = visibleMarks(view);
  }

  update({ view, docChanged, viewportMoved, changes, startState, state }: ViewUpdate): void {
    const isSameField = startState.field(suggestionsField).touches === state.field(suggestionsField).touches;
    const isSameLook =
      startState.field(lastSuggestion) === state.field(lastSuggestion) &&
      startState.field(authorStyles) === state.field(authorStyles);
    const isDue = this.#isStale || viewportMoved || !isSameField || !isSameLook;
    // Changing the elements around a composition would abort it.
    this.#isStale = isDue && view.compositionStarted;
    if (isDue && !this.#isStale) this.marks = visibleMarks(view);
    else if (docChanged) this.marks = this.marks.map(changes);
  }
}

export const suggestionMarks = ViewPlugin.fromClass(VisibleSuggestions, {
  decorations: ({ marks }) => marks,
});

export const suggestionTheme = EditorView.baseTheme({
  // Every author's colour, and the interface's, has enough contrast with this paper (`tokens.css`).
  '.suggestion': {
    backgroundColor: 'var(--paper-hover)',
    borderRadius: '2px',
    boxDecorationBreak: 'clone',
    WebkitBoxDecorationBreak: 'clone',
  },
  // Text that focus mode dims has enough contrast with the page only.
  '&.focus-mode .suggestion': { backgroundColor: 'transparent' },
  '.suggestion-removed': { textDecoration: 'line-through 1px var(--danger)' },
  // More classes than an author's line, for specificity.
  '& .cm-line .suggestion-widget .suggestion-inserted': {
    color: 'var(--author)',
    textDecoration: 'underline 1px',
    textUnderlineOffset: '0.2em',
    whiteSpace: 'break-spaces',
  },
  // A space that is in neither text, so that the struck word does not run into the new one; once, not on each of its lines.
  '.suggestion-widget:has(> .suggestion-replacing)': { marginInlineStart: '0.25em' },
  '.suggestion-conflict': {
    backgroundColor: 'transparent',
    textDecoration: 'underline dotted 2px var(--danger)',
    textUnderlineOffset: '0.24em',
  },
  '.suggestion-unsure': { outline: '1px dashed var(--ink-soft)' },
  // Inside, so that it covers no neighbouring letter.
  '.suggestion-current': {
    outline: '1px solid var(--focus)',
    outlineOffset: '-1px',
    boxShadow: 'inset 0 calc(-1 * var(--focus-width)) 0 var(--focus)',
  },
  '.suggestion-badge': {
    margin: '0 0.2em',
    padding: '0 0.3em',
    border: '1px solid var(--ink-soft)',
    borderRadius: 'var(--radius-small)',
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    fontFamily: 'var(--font-interface)',
    fontSize: 'var(--text-small)',
    fontStyle: 'normal',
    fontWeight: '400',
    lineHeight: '1',
  },
  // Complete for screen readers.
  '.suggestion-rest': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

// Text that a suggestion would insert, drawn in the manuscript without being part of it.

/** Length of an insertion that is drawn, in UTF-16 code units; screen readers have all of it. */
export const DRAWN_LENGTH = 2_000;

interface WidgetContent {
  readonly text: string;
  /** Class of the inserted text. */
  readonly className: string;
  /** Attributes of the inserted text, which identify the suggestion. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Marks after the text: `?`, `1 of 2`. */
  readonly badges: readonly string[];
}

class SuggestionWidget extends WidgetType {
  readonly #content: WidgetContent;
  readonly #key: string;

  constructor(content: WidgetContent) {
    super();
    this.#content = content;
    this.#key = JSON.stringify(content);
  }

  override eq(other: SuggestionWidget): boolean {
    return this.#key === other.#key;
  }

  override get lineBreaks(): number {
    return this.#content.text.slice(0, DRAWN_LENGTH).split('\n').length - 1;
  }

  override toDOM(): HTMLElement {
    const { text, className, attributes, badges } = this.#content;
    const element = span('suggestion-widget');
    if (text !== '' || badges.length === 0) {
      const inserted = element.appendChild(span(className));
      for (const [name, value] of Object.entries(attributes)) inserted.setAttribute(name, value);
      inserted.append(...drawn(text));
    }
    for (const badge of badges) element.appendChild(span('suggestion-badge')).append(badge);
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

function span(className: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  return element;
}

function drawn(text: string): readonly (Node | string)[] {
  // Line breaks alone show nothing.
  if (text.trim() === '') return [text.replaceAll('\n', '¶\n')];
  if (text.length <= DRAWN_LENGTH) return [text];
  const end = snapToPairStart(text, DRAWN_LENGTH);
  const ellipsis = span('suggestion-more');
  ellipsis.setAttribute('aria-hidden', 'true');
  ellipsis.append('…');
  const rest = span('suggestion-rest');
  rest.append(text.slice(end));
  return [text.slice(0, end), ellipsis, rest];
}
