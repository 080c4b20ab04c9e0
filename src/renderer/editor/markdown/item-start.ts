import type { EditorState, Line } from '@codemirror/state';
import { syntaxUntil } from './markdown-language.ts';

/** The start of a line that is an item of a list, or is quoted. */
export interface ItemStart {
  /** Quote marks and white space before the mark of the item; all of it if there is no item. */
  readonly indent: string;
  /** `-`, `3.` or `3)`; empty if the line is only quoted. */
  readonly mark: string;
  /** White space after the mark. */
  readonly space: string;
  /** It has a checkbox. */
  readonly isTask: boolean;
  /** Length of all of it, in UTF-16 code units. */
  readonly length: number;
}

const START = /^([ \t]*(?:>[ \t]?)*[ \t]*)(?:([-*+]|\d{1,9}[.)])([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?)?/;

/** Null for a line that begins neither. */
export function readItemStart(state: EditorState, line: Line): ItemStart | null {
  const [all = '', indent = '', mark = '', space = '', box] = START.exec(line.text) ?? [];
  if (mark === '' && !indent.includes('>')) return null;
  // Text that looks the same in code is code.
  const end = line.from + (mark === '' ? indent.trimEnd().length : indent.length + mark.length);
  const { name } = syntaxUntil(state, line.to).resolveInner(end, -1);
  if (name !== 'ListMark' && name !== 'QuoteMark') return null;
  return { indent, mark, space, isTask: box !== undefined, length: all.length };
}
