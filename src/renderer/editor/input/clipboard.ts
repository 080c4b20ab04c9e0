/**
 * Cut, copy, paste and drag. A passage keeps its authors within the program; text from outside becomes the
 * writer's (`domain.md`, *Authorship*), and keeps its emphasis, headings, lists and links as Markdown when it is pasted.
 */
import { EditorState, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isReadableHtml } from '../../../core/pasting/html-blocks.ts';
import { pastedMarkdown } from '../../../core/pasting/pasted-markdown.ts';
import { normalisePastedText, normaliseText } from '../../../core/text/normalise.ts';
import { concatSpans, type SpannedText, type Spans, wholeSpans } from '../../../core/text/span.ts';
import { authorship, type InsertedSpans, spansBetween, textAuthors, writer } from '../marks/authorship.ts';
import { textOf } from '../plain-text.ts';
import { refuseText } from './text-bounds.ts';

/**
 * The passage last copied, cut or dragged from any text of this window. It is recognised by its text,
 * since the system clipboard carries plain text only.
 */
let lastCopied: SpannedText | null = null;

/** Text with its authors was copied from what is no editor: pasted here, it keeps them. */
export function rememberCopied(text: string, spans: Spans): void {
  lastCopied = { text, spans };
}

/** CodeMirror's clipboard content: the selected ranges, joined by line breaks. */
function selectedPassage(state: EditorState): SpannedText {
  const writerId = state.facet(writer);
  const authors = state.field(authorship);
  const ranges = state.selection.ranges.filter((range) => !range.empty);
  const spans = ranges.flatMap(({ from, to }, i) => [
    ...(i > 0 ? wholeSpans(writerId, 1) : []),
    ...spansBetween(authors, from, to, writerId),
  ]);
  return {
    text: ranges.map(({ from, to }) => state.sliceDoc(from, to)).join('\n'),
    spans: concatSpans(spans),
  };
}

/** The authors of pasted or dropped text that was copied, cut or dragged from this window. */
function movedPassages(transaction: Transaction): readonly InsertedSpans[] {
  const passage = lastCopied;
  const isMoved = ['input.paste', 'input.drop', 'move.drop'].some((event) => transaction.isUserEvent(event));
  if (passage === null || !isMoved || !transaction.docChanged) return [];
  const moved: InsertedSpans[] = [];
  transaction.changes.iterChanges((_fromA, _toA, at, _toB, inserted) => {
    if (inserted.toString() === passage.text) moved.push({ at, spans: passage.spans });
  }, true);
  return moved;
}

/** Without a selection CodeMirror copies the line; in prose that is a whole paragraph, which is not intended. */
function hasNoSelection(_event: Event, view: EditorView): boolean {
  return view.state.selection.ranges.every((range) => range.empty);
}

/** Text copied here stays as it is, and keeps its authors. The page copies no HTML, so other windows keep it too. */
function isOwn(plain: string): boolean {
  return plain !== '' && normaliseText(plain) === lastCopied?.text;
}

/** Pastes a page of another program with its marks; false if its plain text is pasted instead. */
function pasteHtml({ clipboardData }: ClipboardEvent, view: EditorView): boolean {
  const html = clipboardData?.getData('text/html') ?? '';
  const plain = clipboardData?.getData('text/plain') ?? '';
  if (html === '' || view.state.readOnly || isOwn(plain)) return false;
  if (!isReadableHtml(html)) {
    if (plain === '') refuseText(view);
    return plain === '';
  }
  const text = pastedMarkdown(html, plain);
  if (text === null) return false;
  view.dispatch(view.state.replaceSelection(textOf(normalisePastedText(text))), {
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  return true;
}

export const clipboard = [
  EditorState.transactionFilter.of((transaction) => {
    const moved = movedPassages(transaction);
    return moved.length === 0 ? transaction : [transaction, { annotations: textAuthors.of(moved) }];
  }),
  // Called on copy, on cut (before the text is deleted) and at the start of a drag.
  EditorView.clipboardOutputFilter.of((text, state) => {
    const passage = selectedPassage(state);
    lastCopied = passage.text === text ? passage : null;
    return text;
  }),
  EditorView.clipboardInputFilter.of((text) => {
    return isOwn(text) ? normaliseText(text) : normalisePastedText(text);
  }),
  EditorView.domEventHandlers({ copy: hasNoSelection, cut: hasNoSelection, paste: pasteHtml }),
];
