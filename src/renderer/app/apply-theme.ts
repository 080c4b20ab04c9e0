import type { Preferences } from '../session/settings/preferences-session.ts';
import type { Store } from '../session/store.ts';

/**
 * Sets the chosen theme on the root element, and whether the writer or the system asks for more contrast;
 * `tokens.css` does the rest.
 * @returns a function that stops following changes
 */
export function applyTheme(preferences: Store<Preferences>, root: HTMLElement): () => void {
  const contrastQuery = window.matchMedia('(prefers-contrast: more)');
  const show = () => {
    const { theme } = preferences.get();
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    if (theme === 'contrast' || contrastQuery.matches) root.dataset.contrast = 'more';
    else delete root.dataset.contrast;
  };
  show();
  contrastQuery.addEventListener('change', show);
  const stop = preferences.subscribe(show);
  return () => {
    contrastQuery.removeEventListener('change', show);
    stop();
  };
}
