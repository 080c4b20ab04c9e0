/** The look of prose; every size and colour comes from `tokens.css` (`manuscript.md`, *What the writer sees*). */
import { EditorView } from '@codemirror/view';
import { AGENT_COLOURS, type AgentColour, isUnderlined } from '../../core/tree/agent.ts';
import { TYPEWRITER_HEIGHT } from './caret/scroll-to-caret.ts';

/** Style and thickness of each author's underline, so that authors can be distinguished without colour. */
const UNDERLINES: Readonly<Record<AgentColour, string>> = {
  blue: 'solid 1px',
  rust: 'dotted 2px',
  green: 'dashed 1px',
  violet: 'double 1px',
  ochre: 'solid 3px',
  teal: 'dotted 4px',
  rose: 'dashed 3px',
  slate: 'double 3px',
};

function forEachColour(
  selector: (colour: AgentColour) => string,
  style: (colour: AgentColour) => Readonly<Record<string, string>>,
) {
  return Object.fromEntries(AGENT_COLOURS.map((colour) => [selector(colour), style(colour)]));
}

const underlined = (lineOf: (colour: AgentColour) => string) => (colour: AgentColour) => ({
  textDecoration: `${lineOf(colour)} ${UNDERLINES[colour]} var(--rule-strong)`,
  textUnderlineOffset: '0.24em',
  textDecorationSkipInk: 'auto',
});

/** Each author's colour or underline. */
export const authors = {
  '&.authors-colour .author': { color: 'var(--author)' },
  ...forEachColour(
    (colour) => `.author-${colour}`,
    (colour) => ({ '--author': `var(--author-${colour})` }),
  ),
  ...forEachColour(
    (colour) => `&.authors-underline .author-${colour}`,
    underlined(() => 'underline'),
  ),
  // With forced colours, which give all text one colour, every underline appears (`tokens.css`).
  ...forEachColour(
    (colour) => `&.authors-colour .author-${colour}`,
    underlined((colour) => (isUnderlined(colour) ? 'underline' : 'var(--author-lines, none)')),
  ),
};

/** The height of so many lines of prose, in text of any size. */
const lines = (count: number) =>
  `calc(${count} * var(--manuscript-size, 1.1875rem) * var(--manuscript-leading, 1.7))`;

/** Spacing and indent come from the preferences; one line of the editor is one paragraph. */
const paragraphs = {
  '.cm-line': {
    padding: 'var(--paragraph-spacing, 0) 0 0',
    textIndent: 'var(--first-line-indent, 0)',
  },
  '.cm-line.opening': { paddingTop: '0', textIndent: '0' },
  // Not prose.
  '.cm-line.prompt-fence': { paddingTop: '0', textIndent: '0' },
  // A widget in the line is not a paragraph of its own.
  '.cm-line *': { textIndent: '0' },
  // Two and a half lines above a heading and three quarters below it, one around a scene break; blank lines count.
  '.cm-line.heading': {
    padding: `${lines(2.5)} 0 0`,
    lineHeight: '1.3',
    fontWeight: '650',
    textIndent: '0',
  },
  '.cm-line.heading.spaced': { paddingTop: lines(1.5) },
  '.cm-line.after-heading': { paddingTop: lines(0.75) },
  '.cm-line.after-heading-blank': { lineHeight: 'calc(0.75 * var(--manuscript-leading, 1.7))' },
  '.cm-line.after-break': { paddingTop: lines(1) },
  '.cm-line.heading:first-child': { paddingTop: '0' },
  '.cm-line.heading-1': { fontSize: '1.55em' },
  '.cm-line.heading-2': { fontSize: '1.3em' },
  '.cm-line.heading-3': { fontSize: '1.12em' },
  '.cm-line.scene-break': {
    paddingTop: lines(1),
    color: 'var(--ink-soft)',
    textAlign: 'center',
    textIndent: '0',
  },
  '.cm-line.scene-break.spaced': { paddingTop: '0' },
  // As wide as it reaches into the margin, so that it takes no room in the line. It is small, to reach no mark there.
  '& .cm-line .hanging': {
    display: 'inline-block',
    width: '3rem',
    marginInlineStart: '-3rem',
    fontSize: '0.875rem',
    textAlign: 'end',
    whiteSpace: 'pre',
  },
  '.emphasis': { fontStyle: 'italic' },
  '.strong': { fontWeight: '700' },
  // Two more classes than an author's colour, for specificity.
  '& .cm-line .markup, & .cm-line .markup .author': { color: 'var(--ink-soft)', fontWeight: '400' },
};

/** All unlit text has one colour, regardless of its author: text dimmed twice would be unreadable. */
const focus = {
  '&.focus-mode .cm-line, &.focus-mode .cm-line .author, &.focus-mode .cm-line .markup': {
    color: 'var(--ink-dim)',
  },
  '&.focus-mode .cm-line.lit, &.focus-mode .cm-line .lit': { color: 'var(--ink)' },
  '&.focus-mode .cm-line.lit .author, &.focus-mode .cm-line .lit .author': { color: 'inherit' },
  '&.focus-mode.authors-colour .cm-line.lit .author, &.focus-mode.authors-colour .cm-line .lit .author': {
    color: 'var(--author)',
  },
  // Marks beside the text are for the pointer and the keyboard, and for a preview, which describes its place.
  '&.focus-mode :is(.branch-line, .note-mark)': { opacity: '0', transition: 'opacity var(--motion)' },
  '&.focus-mode :is(.branch-line, .note-mark):is(:hover, :focus, :focus-within, :has(.branch-previewed))': {
    opacity: '1',
  },
  '&.focus-mode .cm-line:has([data-pending])': { background: 'none' },
};

/** A wavy line, so that it does not depend on colour, below an author's underline. */
export const spelling = {
  '.misspelled': {
    textDecoration: 'underline wavy var(--danger) 1px',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '0.32em',
  },
};

/**
 * A hairline in the margin of each paragraph with changes that are not a version yet; the status bar shows
 * the same for the node. The text itself is unmarked while it is typed.
 */
const pending = {
  // A background is painted with the line; an element of its own would be laid out on each keystroke.
  '.cm-line:has([data-pending])': {
    marginLeft: '-0.4rem',
    paddingLeft: '0.4rem',
    background:
      'linear-gradient(var(--rule-strong), var(--rule-strong)) no-repeat 0 0.2em / 1px calc(100% - 0.4em)',
  },
};

export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'inherit',
    lineHeight: 'inherit',
    containerType: 'size',
  },
  '.cm-content': {
    boxSizing: 'border-box',
    // The margins are padding of the text, so that a click beside a line reaches it; there is always room below the
    // last. Beside the Inspector, a wide enough margin has the arrows at a branch in sight (`branch-markers.ts`).
    padding: '4rem max(clamp(2rem, 9%, 3.75rem), calc((100% - var(--measure, 36rem)) / 2)) 45vh',
    // Text that is held in place may need more room below than what follows it takes (`held-place.ts`).
    minHeight: 'max(100%, var(--held-height, 0px))',
    fontFamily: 'var(--font-manuscript, serif)',
    fontSize: 'var(--manuscript-size, 1.1875rem)',
    lineHeight: 'var(--manuscript-leading, 1.7)',
    caretColor: 'var(--caret, var(--ink))',
    fontKerning: 'normal',
    hangingPunctuation: 'first last',
  },
  // Lets the first and the last line reach the typewriter height (`scroll-to-caret.ts`).
  '&.typewriter .cm-content': {
    paddingTop: `calc(${100 * TYPEWRITER_HEIGHT}cqh - 0.5lh)`,
    paddingBottom: `calc(${100 - 100 * TYPEWRITER_HEIGHT}cqh - 0.5lh)`,
  },
  '.cm-content ::selection, .cm-line::selection': { backgroundColor: 'var(--selection)' },
  // Laid out as it will be once it has arrived, so that nothing moves then; only the bar at its end shows
  // that it grows.
  '.streaming': { whiteSpace: 'break-spaces' },
  '.streaming::after': {
    content: '""',
    display: 'inline-block',
    width: '0.4em',
    height: '0.9em',
    marginLeft: '0.1em',
    verticalAlign: '-0.1em',
    backgroundColor: 'currentColor',
    opacity: '0.45',
  },
  // Space before it, so that it is not read as the next paragraph.
  '.rest-of-text': { padding: '1.5em 0 0.5em' },
  '.rest-of-text button': {
    font: 'inherit',
    fontStyle: 'italic',
    color: 'var(--ink-soft)',
    background: 'none',
    border: 'none',
    padding: '0',
    cursor: 'pointer',
  },
  '.rest-of-text button:hover': { textDecoration: 'underline' },
  // The selected match is underlined too, so that it does not depend on colour.
  // It has an ink of its own only in high contrast.
  '.found': { color: 'var(--found-ink)', backgroundColor: 'var(--found)', borderRadius: '2px' },
  '.found-current': { backgroundColor: 'var(--found-current)', boxShadow: 'inset 0 -2px 0 var(--accent)' },
  '.cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
  ...paragraphs,
  ...authors,
  ...focus,
  ...spelling,
  ...pending,
});
