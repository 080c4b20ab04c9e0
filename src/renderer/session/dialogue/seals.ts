import type { NodeId } from '../../../core/ids.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { CommitResult, PathNode, SealedEvent } from '../../surface.ts';
import type { Sealed } from './conversation-state.ts';
import { refOf, type TextBox } from './text-box.ts';

/** The texts of a conversation that are being committed. */
export class Seals {
  #sealed: readonly Sealed[] = [];
  #count = 0;

  get all(): readonly Sealed[] {
    return this.#sealed;
  }

  get isEmpty(): boolean {
    return this.#sealed.length === 0;
  }

  /** Whether the edit of a message is being committed. */
  has(nodeId: NodeId): boolean {
    return this.#sealed.some((sealed) => sealed.nodeId === nodeId);
  }

  /** Seals what a box has or, of the composer, had. @returns the event that says so */
  add(box: TextBox, { text, spans }: SpannedText): SealedEvent {
    this.#count += 1;
    const segment = refOf(box);
    const sealed = { ...segment, of: this.#count, message: box.message, content: { text, spans } };
    this.#sealed = [...this.#sealed, sealed];
    return { kind: 'sealed', seal: this.#count, segments: [segment] };
  }

  /** Ends a seal. @returns the messages that its texts became */
  takeCommitted({ seal, segments }: CommitResult): readonly PathNode[] {
    const messages = this.#sealed.flatMap(({ of, segmentId, content }) => {
      const node = segments.find((segment) => segment.segmentId === segmentId);
      if (of !== seal || node === undefined) return [];
      return [{ nodeId: node.nodeId, positionId: node.positionId, ...content }];
    });
    this.#sealed = this.#sealed.filter(({ of }) => of !== seal);
    return messages;
  }

  /** Ends all seals: their texts are draft again. @returns them, the oldest first */
  takeAll(): readonly Sealed[] {
    const all = this.#sealed;
    this.#sealed = [];
    return all;
  }
}
