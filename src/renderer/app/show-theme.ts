import type { Preferences } from '../session/settings/preferences-session.ts';
import type { Store } from '../session/store.ts';

/**
 * Names the theme that was chosen on the page's root element, and whether more contrast is wished for, there or of the
 * computer; `tokens.css` does the rest. Returns how to stop.
 */
export function showTheme(preferences: Store<Preferences>, root: HTMLElement): () => void {
  const wish = window.matchMedia('(prefers-contrast: more)');
  const show = () => {
    const { theme } = preferences.get();
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    if (theme === 'contrast' || wish.matches) root.dataset.contrast = 'more';
    else delete root.dataset.contrast;
  };
  show();
  wish.addEventListener('change', show);
  const stop = preferences.subscribe(show);
  return () => {
    wish.removeEventListener('change', show);
    stop();
  };
}
