/** Prose, not code: every size and colour comes from `tokens.css` (`manuscript.md`, *What the writer sees*). */
import { EditorView } from '@codemirror/view';
import { AUTHOR_COLOURS } from './author-looks.ts';

const authorColours = Object.fromEntries(
  AUTHOR_COLOURS.map((colour) => [`.author-${colour}`, { color: `var(--author-${colour})` }]),
);

export const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': {
    boxSizing: 'border-box',
    // The margins belong to the text, so that a click beside a line reaches it; there is always room below the last.
    padding: '4rem max(2rem, calc((100% - var(--measure, 36rem)) / 2)) 45vh',
    fontFamily: 'var(--font-manuscript, serif)',
    fontSize: 'var(--manuscript-size, 1.1875rem)',
    lineHeight: 'var(--manuscript-leading, 1.7)',
    caretColor: 'var(--caret, var(--ink))',
    fontKerning: 'normal',
    hangingPunctuation: 'first last',
  },
  '.cm-line': { padding: '0' },
  '.cm-content ::selection, .cm-line::selection': { backgroundColor: 'var(--selection)' },
  // As it will stand when it has arrived, so that nothing changes then; only the bar at its end says it grows.
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
  // The one that is selected has a line under it too: it is told without colour.
  '.found': { backgroundColor: 'var(--found)', borderRadius: '2px' },
  '.found-current': { backgroundColor: 'var(--found-current)', boxShadow: 'inset 0 -2px 0 var(--accent)' },
  ...authorColours,
});
