/** Enter in the lists and quotes of a document (`documents.md`, *Documents*). */
import type { EditorState, Line, StateCommand } from '@codemirror/state';
import { type ItemStart, readItemStart } from './item-start.ts';
import { syntaxUntil } from './markdown-language.ts';

/** Continues the list or the quote of the caret's line; in one of which nothing else is in the line, ends it. */
export const continueItem: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  if (state.readOnly || !main.empty) return false;
  const line = state.doc.lineAt(main.head);
  const start = readItemStart(state, line);
  if (start === null || main.head < line.from + start.length) return false;
  const isEmpty = line.text.slice(start.length).trim() === '';
  const insert = isEmpty ? outerStart(state, line, start) : `\n${nextStart(start)}`;
  const from = isEmpty ? line.from : main.head;
  const to = isEmpty ? line.to : main.head;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

function nextStart({ indent, mark, space, isTask }: ItemStart): string {
  const number = /^\d+/.exec(mark)?.[0];
  const next = number === undefined ? mark : `${Number(number) + 1}${mark.slice(number.length)}`;
  const room = mark !== '' && space === '' ? ' ' : space;
  return `${indent}${next}${room}${isTask ? '[ ] ' : ''}`;
}

/** The start of the line in place of an empty item: that of the list around its own, or of the quote; otherwise nothing. */
function outerStart(state: EditorState, line: Line, { indent, mark }: ItemStart): string {
  if (mark === '') return indent.slice(0, indent.trimEnd().lastIndexOf('>')).trimEnd();
  const item = syntaxUntil(state, line.to).resolveInner(line.from + indent.length + mark.length, -1).parent;
  for (let outer = item?.parent ?? null; outer !== null; outer = outer.parent) {
    if (outer.name !== 'ListItem') continue;
    const outerLine = state.doc.lineAt(outer.from);
    const start = outerLine.number === line.number ? null : readItemStart(state, outerLine);
    return start === null ? '' : nextStart(start);
  }
  return /^[ \t]*(?:>[ \t]?)*/.exec(indent)?.[0].trimStart() ?? '';
}
