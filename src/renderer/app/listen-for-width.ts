import type { AppSession } from '../session/window/app-session.ts';

/** The same query as in `App.module.css`. */
const NARROW = '(max-width: 46rem)';

/**
 * Closes the panes when the window becomes too narrow, by its size or its zoom.
 * @returns a function that stops listening
 */
export function listenForWidth(session: AppSession): () => void {
  const query = window.matchMedia(NARROW);
  const onChange = () => session.panes.fit(query.matches);
  if (query.matches) onChange();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
