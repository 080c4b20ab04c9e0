import { EditorView } from '@codemirror/view';

/** Opened over the text, as a panel. */
const OPEN = {
  zIndex: '1',
  backgroundColor: 'var(--paper-raised)',
  borderRadius: 'var(--radius)',
  boxShadow: 'var(--shadow)',
};

/** The look of the markers in the margin: muted until hovered, and compact in a narrow margin. */
export const branchTheme = EditorView.baseTheme({
  '.branch-margin': {
    position: 'absolute',
    top: '0',
    right: '0',
    left: '0',
    height: '0',
    // Until a narrower pane is measured, markers are where they were; the text must not scroll to them.
    overflowX: 'clip',
    zIndex: '2',
    userSelect: 'none',
    fontFamily: 'var(--font-interface)',
    fontSize: 'var(--text-small)',
    fontVariantNumeric: 'tabular-nums',
    lineHeight: '1',
  },
  '.branch-line': { position: 'absolute', whiteSpace: 'nowrap' },
  '.branch': {
    display: 'flex',
    alignItems: 'center',
    height: 'var(--line-height)',
    color: 'var(--ink-soft)',
  },
  '.branch-current': { color: 'var(--ink)', fontWeight: '600' },
  '.branch-previewed': { color: 'var(--accent)', fontStyle: 'italic' },
  '.branch button': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '0.4em',
    minWidth: '1.5rem',
    height: '1.5rem',
    padding: '0 0.25rem',
    border: '0',
    borderRadius: 'var(--radius-small)',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.branch .branch-step, .branch .branch-arrow': { fontSize: '1.0625rem', lineHeight: '1' },
  '.branch button:hover': { backgroundColor: 'var(--paper-hover)', color: 'var(--ink)' },
  '.branch button:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.branch-place': { minWidth: '3.2em', textAlign: 'center' },
  '.branch-short': { display: 'none' },

  // Several on one line without room below: the first and the number of others; all of them on hover.
  '.branch-folded:not(:hover):not(:focus-within)::after': {
    content: 'attr(data-more)',
    position: 'absolute',
    top: '50%',
    left: '100%',
    transform: 'translateY(-50%)',
    color: 'var(--ink-soft)',
  },
  '.branch-folded:not(:hover):not(:focus-within) .branch + .branch': {
    position: 'absolute',
    clipPath: 'inset(50%)',
  },
  '.branch-folded:hover, .branch-folded:focus-within': OPEN,

  // Less width: `‹2/3›`.
  '.branch-middle .branch-line, .branch-small .branch-line': { right: '0' },
  '.branch-middle .branch-full, .branch-small .branch-full': { display: 'none' },
  '.branch-middle .branch-short, .branch-small .branch-short': { display: 'inline' },
  '.branch-middle .branch, .branch-small .branch': { justifyContent: 'flex-end' },
  '.branch-middle .branch-place, .branch-small .branch-place': { minWidth: '0' },
  '.branch-middle .branch button': { minWidth: '1rem', padding: '0' },
  '.branch-middle .branch .branch-on': { minWidth: '2rem' },
  '.branch-middle .branch-folded:not(:hover):not(:focus-within)::after, .branch-small .branch-folded:not(:hover):not(:focus-within)::after':
    { top: '95%', left: 'auto', right: '1px', fontSize: '0.6875rem' },

  // Hardly any: `2/3` at the edge, which opens over the text on hover.
  '.branch-small .branch': { paddingRight: '1px' },
  '.branch-small .branch-line:hover, .branch-small .branch-line:focus-within': OPEN,
  '.branch-small .branch-line:hover .branch-full, .branch-small .branch-line:focus-within .branch-full': {
    display: 'inline',
  },
  '.branch-small .branch-line:hover .branch-short, .branch-small .branch-line:focus-within .branch-short': {
    display: 'none',
  },
  '.branch-small .branch-line:not(:hover):not(:focus-within) .branch-step': {
    position: 'absolute',
    clipPath: 'inset(50%)',
  },
  '.branch-small .branch .branch-on': { minWidth: '1.75rem', padding: '0' },
});
