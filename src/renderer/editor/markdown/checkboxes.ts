/** Checkboxes of a document: `- [ ] `, toggled by a click or a command as one edit of the text (`documents.md`). */
import { isolateHistory } from '@codemirror/commands';
import type { ChangeSpec, EditorState, Line, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { readItemStart } from './item-start.ts';
import { syntaxUntil } from './markdown-language.ts';

/** The character between the brackets of a line's checkbox; null for a line without one. */
function findBox(state: EditorState, line: Line): { readonly at: number; readonly isDone: boolean } | null {
  let at: number | null = null;
  syntaxUntil(state, line.to).iterate({
    from: line.from,
    to: line.to,
    enter: ({ name, from }) => {
      if (name === 'TaskMarker' && from >= line.from) at = from + 1;
    },
  });
  return at === null ? null : { at, isDone: state.sliceDoc(at, at + 1) !== ' ' };
}

function edit(changes: readonly ChangeSpec[]): TransactionSpec {
  return { changes, userEvent: 'input.checkbox', annotations: isolateHistory.of('full') };
}

/**
 * Checks the checkboxes of the selected lines, or unchecks them if all of them are checked. Where there are none, the lines
 * get them. Returns true if they are checked now.
 */
export function toggleCheckboxes(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const lines: Line[] = [];
  for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
    if (line.text.trim() !== '' || from === to) lines.push(line);
    if (line.to >= to) break;
  }
  const boxes = lines.flatMap((line) => findBox(state, line) ?? []);
  const isChecked = boxes.some(({ isDone }) => !isDone);
  const changes =
    boxes.length > 0
      ? boxes.map(({ at }) => ({ from: at, to: at + 1, insert: isChecked ? 'x' : ' ' }))
      : lines.map((line) => {
          const start = readItemStart(state, line);
          return start === null
            ? { from: line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0), insert: '- [ ] ' }
            : { from: line.from + start.length, insert: '[ ] ' };
        });
  view.dispatch({ ...edit(changes), scrollIntoView: true });
  return isChecked;
}

/** A click on a checkbox toggles it; the caret stays where it is. */
export const checkboxClicks = EditorView.domEventHandlers({
  mousedown: (event, view) => {
    const box = event.target instanceof Element ? event.target.closest('.task') : null;
    const isPlain =
      event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (box === null || !isPlain || view.state.readOnly) return false;
    const found = findBox(view.state, view.state.doc.lineAt(view.posAtDOM(box)));
    if (found === null) return false;
    view.dispatch(edit([{ from: found.at, to: found.at + 1, insert: found.isDone ? ' ' : 'x' }]));
    event.preventDefault();
    return true;
  },
});
