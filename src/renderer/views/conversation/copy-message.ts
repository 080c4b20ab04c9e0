/**
 * Copies the text of the message that a button is in, and leaves the selection as it was. It has to run in the click
 * itself: a copy that main carried out a moment later would find what the writer has selected by then.
 */
export function copyMessage(button: Element): void {
  const text = button.closest('article')?.querySelector('[data-message-text]');
  const selection = button.ownerDocument.getSelection();
  if (text == null || selection === null) return;
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  selection.selectAllChildren(text);
  // Deprecated, but the only way to fire a copy event, through which authors travel; the page may not use the clipboard itself.
  button.ownerDocument.execCommand('copy');
  selection.removeAllRanges();
  for (const range of ranges) selection.addRange(range);
}
