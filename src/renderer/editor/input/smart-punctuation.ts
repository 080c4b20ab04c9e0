/**
 * Replaces straight quotes, double hyphens and triple dots with typographic characters as they are typed. The
 * plain character is inserted first and replaced in a separate undo step, so that one undo brings it back.
 */
import { isolateHistory } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { classifyLine } from '../../../core/commands/line-start.ts';
import { preferences } from '../preferences.ts';

/** How far back to search for an open quotation, in UTF-16 code units; longer than any line of speech. */
const REACH = 2_000;

/** A quote after one of these opens: white space, brackets. */
const BEFORE_OPENING = /[\s([{<]/u;
const DASH = /[-–—]/u;

interface Quotes {
  readonly open: string;
  readonly close: string;
}

const DOUBLE: Quotes = { open: '“', close: '”' };
const SINGLE: Quotes = { open: '‘', close: '’' };

/** Words that exist only with a leading apostrophe. */
const ELIDED = /(?:^|[^\p{L}])(‘)(?:tis|twas|twere|twill|em|til|n)$/iu;

interface Replacement {
  /** How many characters before the caret it replaces. */
  readonly length: number;
  readonly insert: string;
}

function quoteAfter(before: string, own: Quotes, other: Quotes): string {
  const last = before.at(-1);
  if (last === undefined || BEFORE_OPENING.test(last) || last === other.open) return own.open;
  // Speech can break off at a dash or begin after one: a quote here closes an open quotation.
  if (DASH.test(last))
    return before.lastIndexOf(own.open) > before.lastIndexOf(own.close) ? own.close : own.open;
  return own.close;
}

function dashAfter(before: string): Replacement | null {
  if (before.endsWith('–')) return { length: 2, insert: '—' };
  if (!before.endsWith('-')) return null;
  const word = before.slice(0, -1);
  // A line that begins with hyphens may be a scene break; more than two hyphens are a rule.
  if (word.trim() === '' || word.endsWith('-')) return null;
  return { length: 2, insert: /[\s\d]$/u.test(word) ? '–' : '—' };
}

/**
 * The replacement for a character typed after `before`, the text of its line so far; null if it stays.
 * Dashes: an em dash between words; an en dash after a space or a digit, which a third hyphen turns into an
 * em dash.
 */
function smarten(before: string, typed: string): Replacement | null {
  if (typed === '"') return { length: 1, insert: quoteAfter(before, DOUBLE, SINGLE) };
  if (typed === "'") return { length: 1, insert: quoteAfter(before, SINGLE, DOUBLE) };
  if (typed === '-') return dashAfter(before);
  if (typed === '.' && before.endsWith('..') && !before.endsWith('...')) return { length: 3, insert: '…' };
  // The opening quote turns out to be an apostrophe: ’90s, ’tis.
  if (/\d/.test(typed) && before.endsWith('‘')) return { length: 2, insert: `’${typed}` };
  const elided = /[^\p{L}\p{N}]/u.test(typed) ? ELIDED.exec(before) : null;
  if (elided === null) return null;
  const word = before.slice(before.lastIndexOf('‘') + 1);
  return { length: word.length + 1 + typed.length, insert: `’${word}${typed}` };
}

function lineBefore(state: EditorState, offset: number): string {
  const { from } = state.doc.lineAt(offset);
  return state.sliceDoc(Math.max(from, offset - REACH), offset);
}

export const smartPunctuation = EditorView.inputHandler.of((view, from, _to, text, insert) => {
  if (!view.state.field(preferences).smartPunctuation || text.length !== 1) return false;
  if (view.compositionStarted || view.state.readOnly) return false;
  const before = lineBefore(view.state, from);
  // Commands are read as they are typed.
  if (classifyLine(before, false).kind === 'command') return false;
  const replacement = smarten(before, text);
  if (replacement === null) return false;
  const { doc } = view.state;
  view.dispatch(insert());
  // There may be no room for it.
  if (view.state.doc === doc) return true;
  const at = view.state.selection.main.head;
  view.dispatch({
    changes: { from: at - replacement.length, to: at, insert: replacement.insert },
    selection: { anchor: at - replacement.length + replacement.insert.length },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.smart',
    scrollIntoView: true,
  });
  return true;
});
