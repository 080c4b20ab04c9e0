/** Intents that mean the caret in a manuscript's text: splitting, branching an edit, text that arrives. */
import { firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { BufferSurface } from '../../surface.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import { headersOf } from '../path/path-segments.ts';
import type { ShownSlot } from '../tree/generation-session.ts';
import type { ShownRest } from './rest-session.ts';

export type ManuscriptContext = IntentContext<BufferSurface>;

/** Splits at the caret and ends the path there; does nothing at the end of the text. */
export function splitHere({ client, path, surface }: ManuscriptContext): PathIntent {
  return () => {
    const { nodeId, offset, length } = surface.caretInSegment();
    const { currentPositionId, bufferLength } = surface.summary();
    if (nodeId === null && offset === length) return null;
    const isHead = currentPositionId === path.headId && bufferLength === 0;
    if (nodeId !== null && offset === length && isHead) return null;
    return { send: (intent) => client.call('node.split', { ...intent, nodeId, offset }) };
  };
}

/** Splits a continuation at a token and puts another there; the path ends after it. */
export function chooseToken(
  { client, path, surface }: ManuscriptContext,
  { nodeId, positionId, offset }: { nodeId: NodeId; positionId: PositionId; offset: number },
  text: string,
): PathIntent {
  return () => {
    const isEdited = surface.draft().edits.some((edit) => edit.nodeId === nodeId);
    if (isEdited || path.findHeader(positionId)?.nodeId !== nodeId) return null;
    return {
      send: (intent) => client.call('node.chooseToken', { ...intent, nodeId, offset, text }),
      caretAfter: () => path.length - 1,
    };
  };
}

/** Makes the edit of the caret's node, pending or just committed, a branch beside it. */
export function branchEdit({ client, path, surface }: ManuscriptContext): PathIntent {
  return () => {
    const at = surface.summary().currentPositionId;
    const header = at === null ? undefined : path.findHeader(at);
    if (header === undefined) return null;
    const { nodeId } = header;
    const isEdited = surface.draft().edits.some((edit) => edit.nodeId === nodeId);
    // The first version at a position is not an edit.
    if (header.versionIndex === 1 && !isEdited) return null;
    const index = path.indexOf(header.positionId);
    return {
      send: (intent) => client.call('node.branchEdit', { ...intent, nodeId }),
      editMoved: ({ keptBefore, tail }) => {
        const branch = headersOf(tail)[index - keptBefore];
        const isMoved = branch !== undefined && branch.positionId !== header.positionId;
        return isMoved ? { was: nodeId, nodeId: branch.nodeId } : null;
      },
    };
  };
}

/** Switches to the text that stays in sight where the path took another way; the caret goes to its start. */
export function readOn({ client, path, surface }: IntentContext, rest: ShownRest): PathIntent {
  const { after, offset } = rest;
  return () => {
    const index = path.indexOf(after);
    if (index < 0 && after !== path.rootPositionId) return null;
    // A split gives way to the text that it divides; any other text stays.
    const isSplit = ((path.findHeader(after)?.flags ?? 0) & POSITION_FLAGS.split) !== 0;
    return {
      send: (intent) => client.call('path.readOn', { ...intent, after }),
      onDone: () => {
        if (!surface.isComposing()) surface.moveCaretInto(isSplit ? index : index + 1, offset);
      },
    };
  };
}

/**
 * Shows a continuation that arrived at the head as text, and makes it the head.
 * @param endsStep whether the last step ended the path here for it, so that undo takes back both
 */
export function acceptArrival(
  { client, path, surface }: ManuscriptContext,
  slot: ShownSlot,
  endsStep: () => boolean,
): PathIntent {
  return () => {
    const { bufferLength } = surface.summary();
    if (path.headId !== slot.parentId || bufferLength > 0 || surface.isComposing()) return null;
    const { positionId, agentId, text } = slot;
    return {
      keepsDraft: true,
      beforeSend: () => {
        surface.showStreaming(null);
        const spans = wholeSpans(agentId, text.length);
        surface.append({ nodeId: firstNodeAt(positionId), positionId, text, spans }, endsStep());
      },
      send: (intent) => client.call('path.arrive', { ...intent, positionId }),
    };
  };
}
