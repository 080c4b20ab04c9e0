import { isTextFile } from '../editor/index.ts';
import type { AppSession } from '../session/window/app-session.ts';

/**
 * Opens a file dropped on the window as a grove; a text file dropped on the manuscript is left to the editor.
 * @returns a function that stops listening
 */
export function listenForDrops(session: AppSession): () => void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
  const onDragOver = (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    const files = [...(event.dataTransfer?.files ?? [])];
    const isOnText = event.target instanceof Element && event.target.closest('[role="textbox"]') !== null;
    // The editor ignores an event whose default is prevented.
    if (isOnText && files.some(isTextFile)) return;
    event.preventDefault();
    event.stopPropagation();
    const file = files[0];
    if (file !== undefined) void session.opening.openDropped(file);
  };
  window.addEventListener('dragover', onDragOver, { capture: true });
  window.addEventListener('drop', onDrop, { capture: true });
  return () => {
    window.removeEventListener('dragover', onDragOver, { capture: true });
    window.removeEventListener('drop', onDrop, { capture: true });
  };
}
