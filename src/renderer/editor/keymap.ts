/** Keys of the text itself (`interface.md`, *Keys*). The app binds the keys that move in the tree. */
import { insertNewline, standardKeymap } from '@codemirror/commands';
import { EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { keysByWord, wordClicks } from './caret/by-word.ts';
import { redoVisible, undoVisible } from './history.ts';

/**
 * Omitted from `standardKeymap`. CodeMirror's other keymaps are not used at all: they collide with ours
 * (Mod-Enter, Mod-[, Alt with arrows …) or are for code. On macOS, Ctrl-H keeps its system meaning.
 */
const OMITTED: ReadonlySet<string> = new Set(['Enter', 'Ctrl-h', 'Ctrl-Alt-h']);

function isIncluded({ key, mac }: KeyBinding): boolean {
  return !OMITTED.has(key ?? mac ?? '');
}

const HISTORY: readonly KeyBinding[] = [
  { key: 'Mod-z', run: undoVisible, preventDefault: true },
  { key: 'Mod-Shift-z', run: redoVisible, preventDefault: true },
  { win: 'Ctrl-y', linux: 'Ctrl-y', run: redoVisible, preventDefault: true },
];

/** A bare Alt would move focus to the menu bar, and the next letter typed would be lost. */
function preventBareAlt(event: KeyboardEvent): boolean {
  if (event.key === 'Alt') event.preventDefault();
  return false;
}

export const manuscriptKeymap = [
  keymap.of([
    ...HISTORY,
    // Only a line break: CodeMirror's Enter copies the indentation and drops white space around the break.
    { key: 'Enter', run: insertNewline, shift: insertNewline },
    ...keysByWord(standardKeymap.filter(isIncluded)),
  ]),
  wordClicks,
  EditorView.domEventHandlers({ keydown: preventBareAlt, keyup: preventBareAlt }),
];
