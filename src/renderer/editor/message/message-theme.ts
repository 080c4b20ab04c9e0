/** The look of a message that is being written: font and colour are those of the element around it. */
import { EditorView } from '@codemirror/view';
import { authors, spelling } from '../theme.ts';

export const messageTheme = EditorView.theme({
  '&': { maxHeight: 'inherit', color: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflowX: 'hidden', overflowY: 'auto', fontFamily: 'inherit', lineHeight: 'inherit' },
  // The padding is the text's, so that a click beside a line reaches it.
  '.cm-content': {
    boxSizing: 'border-box',
    padding: 'var(--message-padding, 0)',
    caretColor: 'var(--caret, var(--ink))',
  },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--ink-soft)' },
  '.cm-content ::selection, .cm-line::selection': { backgroundColor: 'var(--selection)' },
  '.cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
  ...authors,
  ...spelling,
});
