/**
 * Pastes a page of another program into a field for prose (a note, memory, an instruction) as the manuscript does
 * (`editor/input/clipboard.ts`): with its marks, as Markdown. *Paste as plain text* has no page.
 */

import { flushSync } from 'react-dom';
import { isReadableHtml } from '../../core/pasting/html-blocks.ts';
import { pastedMarkdown } from '../../core/pasting/pasted-markdown.ts';
import { normalisePastedText } from '../../core/text/normalise.ts';
import { isTextFile } from '../editor/index.ts';
import type { PreviewSession } from '../session/manuscript/preview-session.ts';
import type { AppSession } from '../session/window/app-session.ts';

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

/**
 * Copies what is selected in the page as plain text: with the look of the page, what is copied here would be pasted as a page
 * of another program (`editor/input/clipboard.ts`).
 * @returns a function that stops listening
 */
export function listenForCopies(): () => void {
  const onCopy = (event: ClipboardEvent) => {
    const selected = String(document.getSelection() ?? '');
    // Editors and fields copy plain text themselves.
    const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
    if (event.defaultPrevented || isField || selected === '') return;
    event.clipboardData?.setData('text/plain', selected);
    event.preventDefault();
  };
  window.addEventListener('copy', onCopy);
  return () => window.removeEventListener('copy', onCopy);
}

/**
 * Opens a file dropped on the window as a grove; a text file dropped on the manuscript is left to the editor.
 * @returns a function that stops listening
 */
export function listenForDrops(session: AppSession): () => void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const onDragOver = (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    const files = [...(event.dataTransfer?.files ?? [])];
    const isOnText = event.target instanceof Element && event.target.closest('[role="textbox"]') !== null;
    // The editor ignores an event whose default is prevented.
    if (isOnText && files.some(isTextFile)) return;
    event.preventDefault();
    event.stopPropagation();
    const file = files[0];
    if (file !== undefined) void session.opening.openDropped(file);
  };
  window.addEventListener('dragover', onDragOver, { capture: true });
  window.addEventListener('drop', onDrop, { capture: true });
  return () => {
    window.removeEventListener('dragover', onDragOver, { capture: true });
    window.removeEventListener('drop', onDrop, { capture: true });
  };
}

/** `MouseEvent.button` of a mouse's Back and Forward buttons. */
const BACK = 3;
const FORWARD = 4;

/** Calls `go` for a mouse's Back and Forward buttons. @returns a function that stops listening */
export function listenForMouseNavigation(target: Window, go: (direction: -1 | 1) => void): () => void {
  const isNavigationButton = ({ button }: MouseEvent) => button === BACK || button === FORWARD;
  const onDown = (event: MouseEvent) => {
    if (!isNavigationButton(event)) return;
    event.preventDefault();
    // Keep the editor from treating it as a click.
    event.stopPropagation();
  };
  const onUp = (event: MouseEvent) => {
    if (!isNavigationButton(event)) return;
    onDown(event);
    go(event.button === BACK ? -1 : 1);
  };
  target.addEventListener('mousedown', onDown, { capture: true });
  target.addEventListener('mouseup', onUp, { capture: true });
  return () => {
    target.removeEventListener('mousedown', onDown, { capture: true });
    target.removeEventListener('mouseup', onUp, { capture: true });
  };
}

const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta']);

/**
 * Ends a preview that is held with keys when its modifiers are released (`interface.md`, *Keys*); pressing
 * just the letter again previews the next sibling.
 * @returns a function that stops listening
 */
export function listenForRelease(target: Window, findPreview: () => PreviewSession | null): () => void {
  const onKeyUp = ({ key }: KeyboardEvent) => findPreview()?.release(MODIFIERS.has(key));
  const onBlur = () => findPreview()?.release(true);
  target.addEventListener('keyup', onKeyUp, { capture: true });
  target.addEventListener('blur', onBlur);
  return () => {
    target.removeEventListener('keyup', onKeyUp, { capture: true });
    target.removeEventListener('blur', onBlur);
  };
}

/** The same query as in `App.module.css`. */
const NARROW = '(max-width: 46rem)';

/**
 * Closes the panes when the window becomes too narrow, by its size or its zoom.
 * @returns a function that stops listening
 */
export function listenForWidth(session: AppSession): () => void {
  const query = window.matchMedia(NARROW);
  const onChange = () => session.panes.fit(query.matches);
  if (query.matches) onChange();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/**
 * Restores the focus as soon as the palette closes, before the chosen command runs.
 * @returns a function that stops listening
 */
export function restoreFocusAfterPalette(session: AppSession, page: Document): () => void {
  const { palette } = session;
  let before: Element | null = null;
  let wasOpen = false;
  return palette.state.subscribe(() => {
    if (palette.isOpen === wasOpen) return;
    wasOpen = palette.isOpen;
    if (wasOpen) {
      before = page.activeElement;
      return;
    }
    // An element cannot be focused while the palette still covers it.
    flushSync(() => undefined);
    if (before instanceof HTMLElement && before.isConnected && before !== page.body)
      before.focus({ preventScroll: true });
    else session.findTree()?.focus();
  });
}
