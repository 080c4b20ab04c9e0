import { type ChangeSpec, EditorState, type Text, Transaction } from '@codemirror/state';
import { normaliseText } from '../../../core/text/normalise.ts';

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** Returns true if an offset lies between the halves of a surrogate pair. */
export function splitsPair(doc: Text, offset: number): boolean {
  if (offset <= 0 || offset >= doc.length) return false;
  const around = doc.sliceString(offset - 1, offset + 1);
  return isHigh(around.charCodeAt(0)) && isLow(around.charCodeAt(1));
}

function isWhole(transaction: Transaction): boolean {
  const { doc } = transaction.startState;
  let whole = true;
  transaction.changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    if (splitsPair(doc, fromA) || (toA > fromA && splitsPair(doc, toA))) whole = false;
    else if (inserted.length > 0 && !inserted.toString().isWellFormed()) whole = false;
  }, true);
  return whole;
}

/**
 * Widens a change that would split a surrogate pair to the whole pair, and makes the inserted text
 * well-formed. When an input method turns one emoji into another, CodeMirror sees a change to the second half
 * only, but no boundary of nodes or authors may fall inside a character (`domain.md`).
 */
export const wholeCharacters = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || isWhole(transaction)) return transaction;
  const { doc } = transaction.startState;
  const changes: ChangeSpec[] = [];
  transaction.changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const before = splitsPair(doc, fromA) ? doc.sliceString(fromA - 1, fromA) : '';
    const after = splitsPair(doc, toA) ? doc.sliceString(toA, toA + 1) : '';
    changes.push({
      from: fromA - before.length,
      to: toA + after.length,
      insert: normaliseText(before + inserted.toString() + after),
    });
  });
  const { selection, effects, scrollIntoView } = transaction;
  const userEvent = transaction.annotation(Transaction.userEvent);
  return {
    changes,
    effects,
    scrollIntoView,
    ...(selection === undefined ? {} : { selection }),
    ...(userEvent === undefined ? {} : { userEvent }),
  };
});
