/** Restores the trimmed parts of an answer around its text (`edits.md`, *Reading an answer*). */
import { isolateHistory } from '@codemirror/commands';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { TrimmedText } from '../../core/answers/left-out.ts';
import type { AgentId } from '../../core/ids.ts';
import { wholeSpans } from '../../core/text/span.ts';
import type { TrimmedPlace } from '../passage-surface.ts';
import { passage } from './marks/passage.ts';
import { textAuthors } from './marks/text-authors.ts';
import { textOf } from './plain-text.ts';
import { suggestionsField } from './suggestions/suggestions-field.ts';

/** Start and end of an answer's text; null if none of it is shown. */
function ends(
  state: EditorState,
  place: TrimmedPlace,
): { readonly from: number; readonly to: number } | null {
  if (place === 'passage') {
    const marked = state.field(passage);
    if (marked === null) return null;
    const text = state.sliceDoc(marked.from, marked.to);
    if (text.trim() === '') return null;
    // White space around a passage is the page's.
    const from = marked.from + text.length - text.trimStart().length;
    return { from, to: marked.from + text.trimEnd().length };
  }
  const all = state.field(suggestionsField);
  const placed = place.flatMap((one) => all.find(one) ?? []);
  if (placed.length === 0) return null;
  const first = Math.min(...placed.map(({ from }) => from));
  const last = Math.max(...placed.map(({ to }) => to));
  return { from: state.doc.lineAt(first).from, to: state.doc.lineAt(last).to };
}

/** Returns true if the text lacks the trimmed parts there, and they can be restored. */
export function lacksTrimmed(
  state: EditorState,
  place: TrimmedPlace,
  { before, after }: TrimmedText,
): boolean {
  const found = ends(state, place);
  if (found === null || state.readOnly) return false;
  const { from, to } = found;
  const around = (at: number, text: string) =>
    state.sliceDoc(Math.max(0, at - text.length), Math.min(state.doc.length, at + text.length));
  return !(around(from, before).includes(before.trim()) && around(to, after).includes(after.trim()));
}

/** One step of undo, with the agent as author; null if the text has it already. The caret stays. */
export function puttingBack(
  state: EditorState,
  place: TrimmedPlace,
  trimmed: TrimmedText,
  agentId: AgentId,
): TransactionSpec | null {
  const found = ends(state, place);
  if (found === null || !lacksTrimmed(state, place, trimmed)) return null;
  const { before, after } = trimmed;
  const { from, to } = found;
  const inserted = [
    { from, insert: before, at: from },
    { from: to, insert: after, at: to + before.length },
  ].filter(({ insert }) => insert !== '');
  return {
    changes: inserted.map((one) => ({ from: one.from, insert: textOf(one.insert) })),
    annotations: [
      textAuthors.of(inserted.map(({ at, insert }) => ({ at, spans: wholeSpans(agentId, insert.length) }))),
      isolateHistory.of('full'),
    ],
    userEvent: 'input.trimmed',
  };
}
