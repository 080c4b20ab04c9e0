import { flushSync } from 'react-dom';
import type { AppSession } from '../session/window/app-session.ts';

/**
 * Puts the keyboard back where it was when the palette opened, as soon as it closes: what is run then finds the window
 * as it was. Returns the function that stops.
 */
export function keepPaletteFocus(session: AppSession, page: Document): () => void {
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
    // Only what is no longer covered can have the keyboard.
    flushSync(() => undefined);
    if (before instanceof HTMLElement && before.isConnected && before !== page.body)
      before.focus({ preventScroll: true });
    else session.findTree()?.focusManuscript();
  });
}
