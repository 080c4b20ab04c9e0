/**
 * Puts a plain text on the clipboard. Works only within the few seconds after a key or a click.
 * @returns whether it is there
 */
export function copyText(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    // The focused element would add its own selection.
    event.stopImmediatePropagation();
  };
  window.addEventListener('copy', write, { capture: true });
  // Deprecated, but the only way to fire a copy event: the page may not use the clipboard itself.
  const isCopied = document.execCommand('copy');
  window.removeEventListener('copy', write, { capture: true });
  return isCopied;
}
