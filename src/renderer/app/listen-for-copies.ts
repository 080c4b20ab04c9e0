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
