/** The pages on which notices may lie have this attribute; of those that are shown, the last has them. */
const PLACE = '[data-notice-place]';

/**
 * Keeps the cards of notices at the bottom right of the text, or of the page over it: never over the inspector or a bar.
 * (CSS anchors would do the same, and crash Chromium 130.)
 * @returns a function that stops following
 */
export function followPlace(cards: HTMLElement): () => void {
  let place: Element | null = null;
  const measure = () => {
    const all = [...document.querySelectorAll(PLACE)];
    const found = all.findLast((element) => element.closest('aside') === null) ?? null;
    if (found !== place) {
      if (place !== null) sizes.unobserve(place);
      if (found !== null) sizes.observe(found);
      place = found;
    }
    const { right, bottom, width, height } = (found ?? document.body).getBoundingClientRect();
    cards.style.right = `${window.innerWidth - right}px`;
    cards.style.bottom = `${window.innerHeight - bottom}px`;
    cards.style.setProperty('--place-width', `${width}px`);
    cards.style.setProperty('--place-height', `${height}px`);
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(document.body);
  // A page opens over the text, or closes. A keystroke changes the page, too, and must not wait for this.
  let frame = 0;
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(measure);
  });
  changes.observe(document.body, { childList: true, subtree: true });
  measure();
  return () => {
    sizes.disconnect();
    changes.disconnect();
    cancelAnimationFrame(frame);
  };
}
