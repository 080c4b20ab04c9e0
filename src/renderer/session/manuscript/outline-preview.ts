import { IN_TEXT_ALREADY, LEAVES_FURTHER_UP } from '../../../ui-text/tree/outline.ts';
import type { ManuscriptScope } from '../draft/tree-scope.ts';
import type { OutlineSession } from '../outline/outline-session.ts';
import type { PreviewSession } from './preview-session.ts';

/** Previews what is selected in the outline or the map in the manuscript. */
export class OutlinePreview {
  readonly #scope: ManuscriptScope;
  readonly #outline: OutlineSession;
  readonly #preview: PreviewSession;

  constructor(scope: ManuscriptScope, outline: OutlineSession, preview: PreviewSession) {
    this.#scope = scope;
    this.#outline = outline;
    this.#preview = preview;
  }

  /** Previews the selected position in the text without moving the path; a second call ends the preview. */
  async toggle(): Promise<void> {
    const { notices, path } = this.#scope;
    const positionId = this.#outline.selectedId;
    if (this.#preview.shown.get() === positionId) return this.#preview.end();
    this.#preview.end();
    if (this.#outline.findOnPath(positionId) !== undefined || positionId === path.rootPositionId)
      return void notices.tell(IN_TEXT_ALREADY);
    const { table, selected } = this.#outline.view.get();
    const parent = table.parents[selected] ?? -1;
    if (parent < 0) return;
    const parentId = this.#outline.findOnPath(table.idOf(parent)) ?? table.idOf(parent);
    if (path.indexOf(parentId) < 0 && parentId !== path.rootPositionId)
      return void notices.tell(LEAVES_FURTHER_UP);
    await this.#preview.showAt(positionId);
  }
}
