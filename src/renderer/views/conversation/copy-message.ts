/** Copies the text of the message that a button is in, and leaves the selection as it was. */
export function copyMessage(button: Element, copy: () => Promise<void>): void {
  const text = button.closest('article')?.querySelector('[data-message-text]');
  const selection = button.ownerDocument.getSelection();
  if (text == null || selection === null) return;
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  selection.selectAllChildren(text);
  void copy().then(() => {
    selection.removeAllRanges();
    for (const range of ranges) selection.addRange(range);
  });
}
