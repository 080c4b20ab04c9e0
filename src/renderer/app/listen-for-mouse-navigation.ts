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
