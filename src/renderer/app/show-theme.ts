import type { Preferences } from '../session/preferences-session.ts';
import type { Store } from '../session/store.ts';

/** Names the theme that was chosen on the page's root element; `tokens.css` does the rest. Returns how to stop. */
export function showTheme(preferences: Store<Preferences>, root: HTMLElement): () => void {
  const show = () => {
    const { theme } = preferences.get();
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  show();
  return preferences.subscribe(show);
}
