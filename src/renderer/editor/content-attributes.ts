import { EditorView } from '@codemirror/view';
import { committedLength, knownHeadPosition } from './caret/caret-place.ts';
import { segments } from './path/segments.ts';

/** How the text presents itself to other programs, screen readers and tests (`interface.md`, *Roles and names*). */
export const contentAttributes = EditorView.contentAttributes.of((view) => {
  const path = view.state.field(segments);
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    // Editable as it is, it can have the focus; this says so to programs that look for it.
    tabindex: '0',
    'aria-label': 'Manuscript',
    // Ours is `spelling.ts`; the browser's own would fetch a dictionary.
    spellcheck: 'false',
    autocorrect: 'off',
    autocapitalize: 'sentences',
    'data-head': knownHeadPosition(path),
    'data-path-length': String(committedLength(path)),
  };
});
