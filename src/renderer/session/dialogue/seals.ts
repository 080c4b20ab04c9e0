import type { NodeId } from '../../../core/ids.ts';
import type { SpannedText } from '../../../core/text/span.ts';
import type { CommitResult, PathNode, SealedEvent } from '../../surface.ts';
import type { Sealed } from './conversation-state.ts';
import { type BoxText, refOf, type TextBox } from './text-box.ts';

export interface CommittedTexts {
  readonly messages: readonly PathNode[];
  readonly boxes: readonly BoxText[];
}

/** The texts of a conversation that are being committed. */
export function createSeals() {
  let sealed: readonly Sealed[] = [];
  let count = 0;

  return {
    get all(): readonly Sealed[] {
      return sealed;
    },

    get isEmpty(): boolean {
      return sealed.length === 0;
    },

    /** Returns true while the edit of a message is being committed. */
    has(nodeId: NodeId): boolean {
      return sealed.some((one) => one.nodeId === nodeId);
    },

    /** Seals the text of a box or, of the composer, its former text. @returns the event of that */
    add(box: TextBox, { text, spans }: SpannedText, state: BoxText['state']): SealedEvent {
      count += 1;
      const segment = refOf(box);
      const one = { ...segment, of: count, message: box.message, content: { text, spans }, state };
      sealed = [...sealed, one];
      return { kind: 'sealed', seal: count, segments: [segment] };
    },

    /** Ends a seal. @returns the messages that its texts became, as far as they did, and the boxes that they were in */
    takeCommitted({ seal, segments }: CommitResult): CommittedTexts {
      const ended = sealed.filter(({ of }) => of === seal);
      sealed = sealed.filter(({ of }) => of !== seal);
      const messages = ended.flatMap(({ segmentId, content }) => {
        const node = segments.find((segment) => segment.segmentId === segmentId);
        return node === undefined ? [] : [{ nodeId: node.nodeId, positionId: node.positionId, ...content }];
      });
      return { messages, boxes: ended.map(({ message, content, state }) => ({ message, content, state })) };
    },

    /** Ends all seals: their texts are draft again. @returns them, the oldest first */
    takeAll(): readonly Sealed[] {
      const all = sealed;
      sealed = [];
      return all;
    },
  };
}

export type Seals = ReturnType<typeof createSeals>;
