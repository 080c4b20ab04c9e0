/**
 * Straight quotes, two hyphens and three dots become typographic as they are typed. The straight character is typed
 * first, and what becomes of it is an undo step of its own: one undo gives it back.
 */
import { isolateHistory } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { preferences } from '../preferences.ts';

/** How far back an open quotation is looked for, in UTF-16 code units; further than any spoken line. */
const REACH = 2_000;

/** After these a quote opens: white space, brackets. */
const BEFORE_OPENING = /[\s([{<]/u;
const DASH = /[-–—]/u;

interface Quotes {
  readonly open: string;
  readonly close: string;
}

const DOUBLE: Quotes = { open: '“', close: '”' };
const SINGLE: Quotes = { open: '‘', close: '’' };

/** Words that begin with an apostrophe and are nothing without it. */
const ELIDED = /(?:^|[^\p{L}])(‘)(?:tis|twas|twere|twill|em|til|n)$/iu;

interface Replacement {
  /** How many characters before the caret it replaces. */
  readonly length: number;
  readonly by: string;
}

function quoteAfter(before: string, own: Quotes, other: Quotes): string {
  const last = before.at(-1);
  if (last === undefined || BEFORE_OPENING.test(last) || last === other.open) return own.open;
  // Speech breaks off at a dash, or begins after one: it is the end where a quotation is open.
  if (DASH.test(last))
    return before.lastIndexOf(own.open) > before.lastIndexOf(own.close) ? own.close : own.open;
  return own.close;
}

function dashAfter(before: string): Replacement | null {
  if (before.endsWith('–')) return { length: 2, by: '—' };
  if (!before.endsWith('-')) return null;
  const word = before.slice(0, -1);
  // A line that begins with hyphens may be a scene break; more than two are a rule.
  if (word.trim() === '' || word.endsWith('-')) return null;
  return { length: 2, by: /[\s\d]$/u.test(word) ? '–' : '—' };
}

/**
 * What becomes of a character that was typed behind `before`, the text of its line so far; null where it stays.
 * Dashes: between words an em dash, after a space or a figure an en dash, which a third hyphen makes an em dash.
 */
function smarten(before: string, typed: string): Replacement | null {
  if (typed === '"') return { length: 1, by: quoteAfter(before, DOUBLE, SINGLE) };
  if (typed === "'") return { length: 1, by: quoteAfter(before, SINGLE, DOUBLE) };
  if (typed === '-') return dashAfter(before);
  if (typed === '.' && before.endsWith('..') && !before.endsWith('...')) return { length: 3, by: '…' };
  // What looked like an opening quote was an apostrophe: ’90s, ’tis.
  if (/\d/.test(typed) && before.endsWith('‘')) return { length: 2, by: `’${typed}` };
  const elided = /[^\p{L}\p{N}]/u.test(typed) ? ELIDED.exec(before) : null;
  if (elided === null) return null;
  const word = before.slice(before.lastIndexOf('‘') + 1);
  return { length: word.length + 1 + typed.length, by: `’${word}${typed}` };
}

function lineBefore(state: EditorState, offset: number): string {
  const { from } = state.doc.lineAt(offset);
  return state.sliceDoc(Math.max(from, offset - REACH), offset);
}

export const smartPunctuation = EditorView.inputHandler.of((view, from, _to, text, insert) => {
  if (!view.state.field(preferences).smartPunctuation || text.length !== 1) return false;
  if (view.compositionStarted || view.state.readOnly) return false;
  const replacement = smarten(lineBefore(view.state, from), text);
  if (replacement === null) return false;
  view.dispatch(insert());
  const at = view.state.selection.main.head;
  view.dispatch({
    changes: { from: at - replacement.length, to: at, insert: replacement.by },
    selection: { anchor: at - replacement.length + replacement.by.length },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.smart',
    scrollIntoView: true,
  });
  return true;
});
