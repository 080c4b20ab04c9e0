/** Keys of the text itself (`interface.md`, *Keys*). What moves in the tree is bound by the app. */
import { insertNewline, standardKeymap } from '@codemirror/commands';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { redoVisible, undoVisible } from './history.ts';

/**
 * Of CodeMirror's bindings only those of any text field: its others collide with ours (Mod-Enter, Mod-[, Alt with
 * arrows …) or are for code. On macOS Ctrl-H is left to the system's own meaning.
 */
const TAKEN_OUT: ReadonlySet<string> = new Set(['Enter', 'Ctrl-h', 'Ctrl-Alt-h']);

function isKept({ key, mac }: KeyBinding): boolean {
  return !TAKEN_OUT.has(key ?? mac ?? '');
}

const HISTORY: readonly KeyBinding[] = [
  { key: 'Mod-z', run: undoVisible, preventDefault: true },
  { key: 'Mod-Shift-z', run: redoVisible, preventDefault: true },
  { win: 'Ctrl-y', linux: 'Ctrl-y', run: redoVisible, preventDefault: true },
];

/** Holding Alt would move focus to the menu bar, and the next letter typed would be lost. */
function preventBareAlt(event: KeyboardEvent): boolean {
  if (event.key === 'Alt') event.preventDefault();
  return false;
}

export const manuscriptKeymap = [
  keymap.of([
    ...HISTORY,
    // Byte for byte: CodeMirror's own Enter indents as the line before and drops white space at the break.
    { key: 'Enter', run: insertNewline, shift: insertNewline },
    ...standardKeymap.filter(isKept),
  ]),
  EditorView.domEventHandlers({ keydown: preventBareAlt, keyup: preventBareAlt }),
];
