import { EditorView } from '@codemirror/view';

/** How the signs in the margin look: quiet until they are pointed at, and small where there is little room. */
export const branchTheme = EditorView.baseTheme({
  '.branch-margin': {
    position: 'absolute',
    top: '0',
    right: '0',
    left: '0',
    height: '0',
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
  '.branch button:hover': { backgroundColor: 'var(--paper-hover)', color: 'var(--ink)' },
  '.branch button:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.branch-place': { minWidth: '3.2em', textAlign: 'center' },
  '.branch-short': { display: 'none' },

  // Several on one line, and no room below it: the first, how many more there are, and all of them when pointed at.
  '.branch-folded::after': {
    content: 'attr(data-more)',
    position: 'absolute',
    top: '50%',
    left: '100%',
    transform: 'translateY(-50%)',
    color: 'var(--ink-soft)',
  },
  '.branch-folded .branch + .branch': { position: 'absolute', clipPath: 'inset(50%)' },
  '.branch-folded:is(:hover, :focus-within)': {
    zIndex: '1',
    backgroundColor: 'var(--paper-raised)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
  },
  '.branch-folded:is(:hover, :focus-within)::after': { content: 'none' },
  '.branch-folded:is(:hover, :focus-within) .branch + .branch': { position: 'static', clipPath: 'none' },

  // Little room: `2/3` at the edge, which opens over the text when it is pointed at.
  '.branch-reduced .branch-line': { right: '0' },
  '.branch-reduced .branch': { justifyContent: 'flex-end', paddingRight: '2px' },
  '.branch-reduced .branch-place': { minWidth: '0', letterSpacing: '-0.01em' },
  '.branch-reduced .branch-line:not(:hover, :focus-within)': {
    '& .branch-full': { display: 'none' },
    '& .branch-short': { display: 'inline' },
    '& .branch-plain > button, & .branch-current > button': { minWidth: '0', padding: '0' },
    '& .branch:has(> button + .branch-place) > button': {
      position: 'absolute',
      clipPath: 'inset(50%)',
    },
  },
  '.branch-reduced .branch-line:is(:hover, :focus-within)': {
    zIndex: '1',
    backgroundColor: 'var(--paper-raised)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
  },
  '.branch-reduced .branch-folded::after': { top: '78%', left: 'auto', right: '2px', fontSize: '0.6875rem' },
});
