import type { NodeId } from '../../../core/ids.ts';
import type { MessageSurface } from '../../message-surface.ts';
import type { Depths } from './conversation-history.ts';
import type { BoxStates } from './show-edits.ts';
import type { TextBox } from './text-box.ts';

/** The composer and the open edits of a conversation, and which of them had the keyboard last. */
export class TextBoxes {
  readonly composer: TextBox;
  /** Also of messages that have left the path. */
  readonly edits = new Map<NodeId, TextBox>();
  /** The box that had the keyboard last. */
  active: TextBox;

  constructor(composer: TextBox) {
    this.composer = composer;
    this.active = composer;
  }

  get all(): readonly TextBox[] {
    return [this.composer, ...this.edits.values()];
  }

  /** The box that had the keyboard last, then the others. */
  get inOrderOfUse(): readonly TextBox[] {
    return [this.active, ...this.all.filter((box) => box !== this.active)];
  }

  /** The node whose open edit had the keyboard last; null if that was the composer or a message. */
  get activeEdit(): NodeId | null {
    const { nodeId } = this.active;
    return nodeId !== null && this.edits.get(nodeId) === this.active ? nodeId : null;
  }

  /** The editor of the box that had the keyboard last, if it is on the screen, or else of the composer. */
  get editorInUse(): MessageSurface | null {
    return this.active.editor ?? this.composer.editor;
  }

  /** The editor in which an input method is composing. */
  findComposing(): MessageSurface | undefined {
    return this.all.flatMap(({ editor }) => editor ?? []).find((editor) => editor.isComposing());
  }

  /** Number of typing steps that each can undo. */
  depths(): Depths {
    return new Map(this.all.map(({ nodeId, editor }) => [nodeId, editor?.undoDepth() ?? 0] as const));
  }

  states(): BoxStates {
    return new Map(this.all.map(({ nodeId, state }) => [nodeId, state]));
  }
}
