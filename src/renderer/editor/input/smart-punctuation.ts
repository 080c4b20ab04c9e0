/**
 * Replaces straight quotes, double hyphens and triple dots with typographic characters as they are typed. The plain
 * character is inserted first and replaced in a separate undo step, so that one undo restores it.
 */
import { isolateHistory } from '@codemirror/commands';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { classifyLine } from '../../../core/commands/line-start.ts';
import { preferences } from '../preferences.ts';

/** Distance within which an open quotation is sought, in UTF-16 code units; longer than any line of speech. */
const REACH = 2_000;

/** A quote after one of these opens: white space, opening brackets and marks. */
const BEFORE_OPENING = /[\s([{<¿¡«‹„‚]/u;
/** Speech can break off at one of these or begin after it. */
const PAUSE = /[-–—…/]/u;
/** Marks of emphasis and of a block quotation; the text before them decides whether a quote opens. */
const MARKUP = /(?:[*_~]+|^\s*>[\s>]*)$/u;

interface Quotes {
  readonly open: string;
  readonly close: string;
}

const DOUBLE: Quotes = { open: '“', close: '”' };
const SINGLE: Quotes = { open: '‘', close: '’' };

/** Text taken for an opening quotation: a word at the caret after a single quote, which no word precedes. */
const AFTER_SINGLE = /(?<![\p{L}\p{N}])‘(\p{L}+)$/u;
/** The longest of the words below with its quote and what is before that, in UTF-16 code units. */
const AFTER_SINGLE_LENGTH = 12;

/** Words that exist only with a leading apostrophe, in English and in Dutch (’s avonds, ’t is, ’k weet). */
const ELIDED =
  /^(?:tis|twas|twere|twill|twould|em|im|til|n|cuz|coz|neath|gainst|twixt|tween|nuff|nother|s|t|k|m|r|ns)$/iu;
/** They are also words that a quotation can begin with, but it would begin with a capital. */
const ELIDED_SMALL = /^(?:cause|cos|bout)$/u;
/** Words with an apostrophe before and after them: rock ’n’ roll, ’tisn’t. */
const ELIDED_TWICE = /^(?:n|tisn|twasn|tweren|twouldn|twon)$/iu;
/** A word that lost its end before the next word: d’‘or’. */
const ELIDED_END = /(?:^|[\s(—–…“])(?:[cdjlmnst]|qu)’$/iu;

interface Replacement {
  /** Number of characters before the caret that it replaces. */
  readonly length: number;
  readonly insert: string;
}

/** Returns true if a quotation is open at the end of a line; an apostrophe between letters closes none. */
function isOpen(before: string, { open, close }: Quotes): boolean {
  for (let at = before.length - 1; at >= 0; at--) {
    if (before[at] === open) return true;
    if (before[at] === close && !/^\p{L}’\p{L}/u.test(before.slice(Math.max(0, at - 1), at + 2)))
      return false;
  }
  return false;
}

function quoteAfter(line: string, own: Quotes, other: Quotes): string {
  const before = line.replace(MARKUP, '');
  const last = before.at(-1);
  if (last === undefined || BEFORE_OPENING.test(last) || last === other.open) return own.open;
  if (PAUSE.test(last) || (last === '’' && own === DOUBLE)) return isOpen(before, own) ? own.close : own.open;
  return last === '’' && ELIDED_END.test(before) ? own.open : own.close;
}

function dashAfter(before: string): Replacement | null {
  // Any number of typed hyphens is one dash.
  if (/[–—]$/u.test(before)) return { length: 2, insert: '—' };
  if (!before.endsWith('-')) return null;
  const word = before.slice(0, -1);
  // A line that begins with hyphens may be a scene break or a rule.
  if (word.trim() === '' || word.endsWith('-')) return null;
  // A comment of Markdown keeps its marks.
  if (word.endsWith('<!') || before.lastIndexOf('<!--') > before.lastIndexOf('-->')) return null;
  return { length: 2, insert: /[\s\d]$/u.test(word) ? '–' : '—' };
}

/**
 * The replacement for a character typed after `before`, the text of its line so far; null if it stays. Dashes: an em
 * dash between words; an en dash after a space or a digit, which a third hyphen turns into an em dash.
 */
function smarten(before: string, typed: string): Replacement | null {
  // The opening quote turns out to be an apostrophe: ’90s, ’tis.
  if (/\d/.test(typed) && before.endsWith('‘')) return { length: 2, insert: `’${typed}` };
  const word = elidedWord(before, typed);
  if (word === null) return replacementOf(before, typed);
  const start = before.slice(0, before.length - word.length - 1);
  const { insert } = replacementOf(`${start}’${word}`, typed) ?? { insert: typed };
  return { length: word.length + 2, insert: `’${word}${insert}` };
}

/** The word that `typed` ends, if the single quote that it begins with is an apostrophe. */
function elidedWord(before: string, typed: string): string | null {
  if (/[\p{L}\p{N}]/u.test(typed)) return null;
  const word = AFTER_SINGLE.exec(before.slice(-AFTER_SINGLE_LENGTH))?.[1];
  if (word === undefined) return null;
  // A single quote closes the quotation of any other word.
  if (typed === "'") return ELIDED_TWICE.test(word) ? word : null;
  return ELIDED.test(word) || ELIDED_SMALL.test(word) ? word : null;
}

function replacementOf(before: string, typed: string): Replacement | null {
  if (typed === '"') return { length: 1, insert: quoteAfter(before, DOUBLE, SINGLE) };
  if (typed === "'") return { length: 1, insert: quoteAfter(before, SINGLE, DOUBLE) };
  if (typed === '-') return dashAfter(before);
  if (typed === '.' && before.endsWith('..') && !before.endsWith('...')) return { length: 3, insert: '…' };
  return null;
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
