import type { AnchorId, PositionId } from '../../../core/ids.ts';
import { NO_NODE_YET } from '../../../ui-text/node/facts.ts';
import type { PathSession } from '../path/path-session.ts';
import type { SurfaceSlot } from '../surface-slot.ts';
import type { Notices } from '../window/notices.ts';
import type { MarkCommands } from './mark-commands.ts';
import type { NodeSession } from './node-session.ts';

export interface NodeCommandsOptions {
  readonly path: PathSession;
  readonly node: NodeSession;
  readonly marks: MarkCommands;
  readonly notices: Notices;
  readonly surface: SurfaceSlot;
}

/** Commands that show the current node in the Node tab, its notes and its record. */
export class NodeCommands {
  readonly #options: NodeCommandsOptions;

  constructor(options: NodeCommandsOptions) {
    this.#options = options;
  }

  /** Focuses the heading of the Node tab at the current node. */
  showNode(): void {
    const { node, surface } = this.#options;
    node.focusRequest.request({ kind: 'about', positionId: surface.currentPositionId });
  }

  /**
   * Focuses the field of a new note in the Node tab: on the selected words, on the sentence at the caret, or on a short
   * node as a whole.
   */
  async writeNote(): Promise<void> {
    const { marks, node, surface } = this.#options;
    const phrase = await marks.committedPhrase();
    node.requestNote(surface.currentPositionId, phrase);
  }

  /**
   * Puts the caret in a node of the path and focuses its notes in the Node tab.
   * @param anchorId the note whose phrase gets the caret; null for none
   */
  showNotes(positionId: PositionId, anchorId: AnchorId | null = null): void {
    const { node, path, surface } = this.#options;
    const index = path.indexOf(positionId);
    if (index < 0) return;
    const text = surface.find();
    const place = text?.phrases?.phrasePlaces().find((one) => one.anchorId === anchorId);
    if (place !== undefined) text?.moveCaretInto(place.index, place.offset);
    else if (surface.currentPositionId !== positionId) surface.find()?.moveCaretAfter(index);
    node.focusRequest.request({ kind: 'notes', positionId });
  }

  /** Exports the record of the current node. */
  async exportRecord(): Promise<void> {
    const { node, path, notices, surface } = this.#options;
    const { currentPositionId } = surface;
    const header = currentPositionId === null ? undefined : path.findHeader(currentPositionId);
    if (header === undefined) notices.tell(NO_NODE_YET);
    else await node.exportRecord(header.nodeId);
  }
}
