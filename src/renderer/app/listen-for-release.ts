import type { PreviewSession } from '../session/manuscript/preview-session.ts';

const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta']);

/**
 * Ends a preview that is held with keys when its modifiers are released (`interface.md`, *Keys*); pressing
 * just the letter again previews the next sibling.
 * @returns a function that stops listening
 */
export function listenForRelease(target: Window, findPreview: () => PreviewSession | null): () => void {
  const onKeyUp = ({ key }: KeyboardEvent) => findPreview()?.release(MODIFIERS.has(key));
  const onBlur = () => findPreview()?.release(true);
  target.addEventListener('keyup', onKeyUp, { capture: true });
  target.addEventListener('blur', onBlur);
  return () => {
    target.removeEventListener('keyup', onKeyUp, { capture: true });
    target.removeEventListener('blur', onBlur);
  };
}
