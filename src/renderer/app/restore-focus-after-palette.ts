import { flushSync } from 'react-dom';
import type { AppSession } from '../session/window/app-session.ts';

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
