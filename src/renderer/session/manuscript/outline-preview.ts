import { IN_TEXT_ALREADY, LEAVES_FURTHER_UP } from '../../../ui-text/tree/outline.ts';
import type { Notices } from '../notices.ts';
import type { OutlineSession } from '../outline/outline-session.ts';
import type { PathSession } from '../path/path-session.ts';
import type { PreviewSession } from './preview-session.ts';

export interface OutlinePreviewOptions {
  readonly path: PathSession;
  readonly outline: OutlineSession;
  readonly preview: PreviewSession;
  readonly notices: Notices;
}

/** Previews what is selected in the outline or the map in the manuscript. */
export class OutlinePreview {
  readonly #options: OutlinePreviewOptions;

  constructor(options: OutlinePreviewOptions) {
    this.#options = options;
  }

  /** Previews the selected position in the text without moving the path; a second call ends the preview. */
  async toggle(): Promise<void> {
    const { outline, preview, notices, path } = this.#options;
    const positionId = outline.selectedId;
    if (preview.shown.get() === positionId) return preview.end();
    preview.end();
    if (outline.findOnPath(positionId) !== undefined || positionId === path.rootPositionId)
      return void notices.tell(IN_TEXT_ALREADY);
    const { table, selected } = outline.view.get();
    const parent = table.parents[selected] ?? -1;
    if (parent < 0) return;
    const parentId = outline.findOnPath(table.idOf(parent)) ?? table.idOf(parent);
    if (path.indexOf(parentId) < 0 && parentId !== path.rootPositionId)
      return void notices.tell(LEAVES_FURTHER_UP);
    await preview.showAt(positionId);
  }
}
