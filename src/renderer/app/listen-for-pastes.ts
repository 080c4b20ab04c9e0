/**
 * Pastes a page of another program into a field for prose (a note, memory, an instruction) as the manuscript does
 * (`editor/input/clipboard.ts`): with its marks, as Markdown. *Paste as plain text* has no page.
 */
import { isReadableHtml } from '../../core/pasting/html-blocks.ts';
import { pastedMarkdown } from '../../core/pasting/pasted-markdown.ts';
import { normalisePastedText } from '../../core/text/normalise.ts';

/** Not for code, nor for a list of words or lines. */
function isProse({ dataset: { kind = 'lines' } }: HTMLTextAreaElement): boolean {
  return kind === 'lines';
}

/** @returns a function that stops listening */
export function listenForPastes(): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const { target, clipboardData, defaultPrevented } = event;
    if (!(target instanceof HTMLTextAreaElement) || target.readOnly) return;
    if (!isProse(target) || defaultPrevented || clipboardData === null) return;
    const [html, plain] = [clipboardData.getData('text/html'), clipboardData.getData('text/plain')];
    const marked = html !== '' && isReadableHtml(html) ? pastedMarkdown(html, plain) : null;
    const text = normalisePastedText(marked ?? plain);
    if (text === '') return;
    event.preventDefault();
    // As typed: the field's own undo takes it back, and its longest length holds.
    document.execCommand('insertText', false, text);
  };
  window.addEventListener('paste', onPaste);
  return () => window.removeEventListener('paste', onPaste);
}
