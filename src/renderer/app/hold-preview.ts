import type { PreviewSession } from '../session/path/preview-session.ts';

const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta']);

/**
 * Ends a preview that is held by keys when they are let go (`interface.md`, *Keys*): the letter alone goes on to the next
 * sibling when it is pressed again. Returns the function that stops listening.
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
