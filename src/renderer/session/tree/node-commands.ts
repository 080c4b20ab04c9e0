import type { PositionId } from '../../../core/ids.ts';
import type { PathSession } from '../path/path-session.ts';
import type { SurfaceSlot } from '../surface-slot.ts';
import type { Notices } from '../window/notices.ts';
import type { NodeSession } from './node-session.ts';

export interface NodeCommandsOptions {
  readonly path: PathSession;
  readonly node: NodeSession;
  readonly notices: Notices;
  readonly surface: SurfaceSlot;
}

/** Commands that show the current node in the Node tab, its notes and its record. */
export class NodeCommands {
  readonly #options: NodeCommandsOptions;

  constructor(options: NodeCommandsOptions) {
    this.#options = options;
  }

  /** Focuses the Node tab at the current node: its heading, or the field of a new note. */
  showNode(kind: 'about' | 'write'): void {
    const { node, surface } = this.#options;
    node.focusRequest.request({ kind, positionId: surface.currentPositionId });
  }

  /** Puts the caret in a node of the path and focuses its notes in the Node tab. */
  showNotes(positionId: PositionId): void {
    const { node, path, surface } = this.#options;
    const index = path.indexOf(positionId);
    if (index < 0) return;
    if (surface.currentPositionId !== positionId) surface.find()?.moveCaretAfter(index);
    node.focusRequest.request({ kind: 'notes', positionId });
  }

  /** Exports the record of the current node. */
  async exportRecord(): Promise<void> {
    const { node, path, notices, surface } = this.#options;
    const { currentPositionId } = surface;
    const header = currentPositionId === null ? undefined : path.findHeader(currentPositionId);
    if (header === undefined) notices.announce('There is no node here yet.');
    else await node.exportRecord(header.nodeId);
  }
}
