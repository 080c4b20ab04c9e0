/** Moving, selecting and deleting by words, with keys and with a double click, as the word count has them. */
import {
  cursorGroupLeft,
  cursorGroupRight,
  deleteGroupBackward,
  deleteGroupForward,
  selectGroupLeft,
  selectGroupRight,
} from '@codemirror/commands';
import { EditorSelection, type SelectionRange, type Text } from '@codemirror/state';
import { type Command, Direction, EditorView, type KeyBinding } from '@codemirror/view';
import { groupBeside } from '../../../core/text/word-at.ts';

/** The end of the next word, or the start of the word before; lines end like white space. */
function moveByWord(doc: Text, offset: number, side: -1 | 1): number {
  let at = offset;
  for (;;) {
    const line = doc.lineAt(at);
    const group = groupBeside(line.text, at - line.from, side);
    if (group === null) {
      const next = side === 1 ? line.to + 1 : line.from - 1;
      if (next < 0 || next > doc.length) return at;
      at = next;
    } else {
      at = line.from + (side === 1 ? group.to : group.from);
      if (!group.isSpace) return at;
    }
  }
}

/** The end of a deletion by word: takes the one space before the caret, and leaves the line only from its end. */
function deleteUpTo(doc: Text, offset: number, side: -1 | 1): number {
  const line = doc.lineAt(offset);
  const endOf = (at: number) => {
    const group = groupBeside(line.text, at - line.from, side);
    return group === null ? null : line.from + (side === 1 ? group.to : group.from);
  };
  const end = endOf(offset);
  if (end === null) return Math.min(doc.length, Math.max(0, offset + side));
  const isOneSpace = doc.sliceString(Math.min(offset, end), Math.max(offset, end)) === ' ';
  return (isOneSpace ? endOf(end) : null) ?? end;
}

function select(view: EditorView, selectionOf: (range: SelectionRange) => SelectionRange): boolean {
  const { selection } = view.state;
  const next = EditorSelection.create(selection.ranges.map(selectionOf), selection.mainIndex);
  if (next.eq(selection, true)) return false;
  view.dispatch({ selection: next, scrollIntoView: true, userEvent: 'select' });
  return true;
}

/** To the right on the screen is forward where the line runs from the left. */
function sideOf(view: EditorView, isRight: boolean): -1 | 1 {
  const isLtr = view.textDirectionAt(view.state.selection.main.head) === Direction.LTR;
  return isRight === isLtr ? 1 : -1;
}

const moving = (isRight: boolean) => (view: EditorView) => {
  const side = sideOf(view, isRight);
  const { doc } = view.state;
  return select(view, ({ empty, head, from, to }) =>
    empty
      ? EditorSelection.cursor(moveByWord(doc, head, side), side === 1 ? -1 : 1)
      : EditorSelection.cursor(side === 1 ? to : from),
  );
};

const selecting = (isRight: boolean) => (view: EditorView) => {
  const side = sideOf(view, isRight);
  const { doc } = view.state;
  return select(view, (range) => {
    // A double click's selection grows at either end.
    const isTurned = range.undirectional && range.head >= range.anchor !== (side === 1);
    const [anchor, head] = isTurned ? [range.head, range.anchor] : [range.anchor, range.head];
    return EditorSelection.range(anchor, moveByWord(doc, head, side));
  });
};

const deleting = (side: -1 | 1, deleteSelection: Command) => (view: EditorView) => {
  const { state } = view;
  if (state.readOnly) return false;
  if (state.selection.ranges.some(({ empty }) => !empty)) return deleteSelection(view);
  const change = state.changeByRange(({ head }) => {
    const end = deleteUpTo(state.doc, head, side);
    const from = Math.min(head, end);
    return { changes: { from, to: Math.max(head, end) }, range: EditorSelection.cursor(from, side) };
  });
  if (change.changes.empty) return false;
  const userEvent = side === 1 ? 'delete.forward' : 'delete.backward';
  view.dispatch(state.update(change, { scrollIntoView: true, userEvent }));
  return true;
};

/** CodeMirror's own commands end a word at every apostrophe, and know no words in Chinese, Japanese or Thai. */
const BY_WORD: ReadonlyMap<unknown, Command> = new Map<unknown, Command>([
  [cursorGroupLeft, moving(false)],
  [cursorGroupRight, moving(true)],
  [selectGroupLeft, selecting(false)],
  [selectGroupRight, selecting(true)],
  [deleteGroupBackward, deleting(-1, deleteGroupBackward)],
  [deleteGroupForward, deleting(1, deleteGroupForward)],
]);

/** The same keys, with our words. */
export function keysByWord(bindings: readonly KeyBinding[]): readonly KeyBinding[] {
  return bindings.map((binding) => {
    const run = BY_WORD.get(binding.run);
    const shift = BY_WORD.get(binding.shift);
    return { ...binding, ...(run === undefined ? {} : { run }), ...(shift === undefined ? {} : { shift }) };
  });
}

/** The word, or what is between words, under a pointer. */
function groupAtPoint(view: EditorView, event: MouseEvent): SelectionRange {
  const { pos, assoc } = view.posAndSideAtCoords({ x: event.clientX, y: event.clientY }, false);
  const { from, text } = view.state.doc.lineAt(pos);
  const side = assoc < 0 ? -1 : 1;
  const group = groupBeside(text, pos - from, side) ?? groupBeside(text, pos - from, side === 1 ? -1 : 1);
  return group === null
    ? EditorSelection.cursor(pos)
    : EditorSelection.undirectionalRange(from + group.from, from + group.to);
}

/** A double click selects a word; dragging after it, words. */
export const wordClicks = EditorView.mouseSelectionStyle.of((view, down) => {
  if (down.button !== 0 || down.detail !== 2) return null;
  let start = groupAtPoint(view, down);
  let before = view.state.selection;
  return {
    update: ({ docChanged, changes }) => {
      if (!docChanged) return;
      start = start.map(changes);
      before = before.map(changes);
    },
    get: (event, extend, multiple) => {
      const now = groupAtPoint(view, event);
      const from = Math.min(start.from, now.from);
      const to = Math.max(start.to, now.to);
      if (extend) return before.replaceRange(before.main.extend(now.from, now.to));
      const dragged =
        now.from < start.from ? EditorSelection.range(to, from) : EditorSelection.range(from, to);
      const range = now.eq(start) ? start : dragged;
      return multiple ? before.addRange(range) : EditorSelection.create([range]);
    },
  };
});
