/** The buttons of a mouse that lie under the thumb. */
const BACK = 3;
const FORWARD = 4;

/** Runs `go` for a mouse's buttons for back and forward. Returns the function that stops listening. */
export function listenForThumbs(target: Window, go: (direction: -1 | 1) => void): () => void {
  const isThumb = ({ button }: MouseEvent) => button === BACK || button === FORWARD;
  const onDown = (event: MouseEvent) => {
    if (!isThumb(event)) return;
    event.preventDefault();
    // It is no click into the text.
    event.stopPropagation();
  };
  const onUp = (event: MouseEvent) => {
    if (!isThumb(event)) return;
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
