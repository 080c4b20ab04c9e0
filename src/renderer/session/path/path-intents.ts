/** The moves along the tree, each as an intent of the outbox (`interface.md`, *Keys*). */
import { firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { SiblingTarget, VersionTarget } from '../../../ipc/contract.ts';
import type { Client } from '../../client.ts';
import type { ManuscriptFace } from '../../surface.ts';
import type { ShownSlot } from '../tree/generation-session.ts';
import type { PathIntent, PreparedIntent } from './intent.ts';
import { headersOf } from './path-segments.ts';
import type { PathSession } from './path-session.ts';

export interface IntentContext {
  readonly client: Pick<Client, 'call' | 'newRequestId'>;
  readonly path: PathSession;
  readonly manuscript: ManuscriptFace;
}

/** While an input method composes the caret is its own, and the manuscript still waits to take over the new path. */
function placeCaretAt(manuscript: ManuscriptFace, index: number): void {
  if (!manuscript.isComposing()) manuscript.placeCaretAfter(index);
}

/** Switches the position that holds the caret to a sibling; nothing where it has none. */
export function selectSibling(context: IntentContext, to: SiblingTarget): PathIntent {
  return () => {
    const at = context.manuscript.summary().currentPositionId;
    const header = at === null ? undefined : context.path.findHeader(at);
    if (at === null || header === undefined || header.siblingCount === 1) return null;
    // Where main could not say how many there are it still knows which is meant.
    const isCounted = header.siblingCount > 0;
    if ('index' in to && isCounted && (to.index > header.siblingCount || to.index === header.siblingIndex))
      return null;
    return switchTo(context, at, to);
  };
}

/**
 * Switches a position of the path, wherever the caret is: it stays on its text where that is still there.
 * @param onDone told of the sibling as soon as it is on the path
 */
export function selectSiblingAt(
  { client, path }: IntentContext,
  at: PositionId,
  to: SiblingTarget,
  onDone: (sibling: PositionId) => void,
): PathIntent {
  return () => {
    if ((path.findHeader(at)?.siblingCount ?? 1) === 1) return null;
    const parentId = path.findParent(at) ?? path.rootPositionId;
    return {
      send: (intent) => client.call('path.selectSibling', { ...intent, at, to }),
      done: () => {
        const sibling = path.findChild(parentId);
        if (sibling !== null) onDone(sibling);
      },
    };
  };
}

/** Shows another version of a position of the path, wherever the caret is. */
export function selectVersionAt({ client, path }: IntentContext, at: PositionId, nodeId: NodeId): PathIntent {
  return () => {
    if (path.findHeader(at) === undefined) return null;
    return { send: (intent) => client.call('path.selectVersion', { ...intent, at, to: { nodeId } }) };
  };
}

/** Goes to one continuation of `parentId`: a switch where the path has another of them, else a move there. */
export function goToContinuation(
  context: IntentContext,
  parentId: PositionId,
  positionId: PositionId,
): PathIntent {
  return () => {
    const { client, path, manuscript } = context;
    const at = path.findChild(parentId);
    if (at !== null && at !== positionId) return switchTo(context, at, { positionId });
    const placeCaret = () => placeCaretAt(manuscript, path.indexOf(positionId));
    if (at === null) {
      return {
        send: (intent) => client.call('path.moveHead', { ...intent, to: positionId }),
        caretAfter: () => path.indexOf(positionId),
      };
    }
    placeCaret();
    return null;
  };
}

/** Shows a node wherever it is in the tree, with everything below it where that was not on the path. */
export function goToNode(
  { client, path, manuscript }: IntentContext,
  nodeId: NodeId,
  positionId: PositionId,
): PathIntent {
  return () => {
    if (path.hasNode(nodeId)) {
      placeCaretAt(manuscript, path.indexOf(positionId));
      return null;
    }
    return {
      send: (intent) => client.call('path.goTo', { ...intent, nodeId }),
      caretAfter: () => path.indexOf(positionId),
    };
  };
}

/** Where the writer was when they asked for one more and to be taken there. */
export interface AwaitedSibling {
  readonly parentId: PositionId;
  readonly positionId: PositionId;
  readonly currentId: PositionId | null;
  readonly headId: PositionId;
}

/** Goes to a sibling that was waited for; nothing where the writer has moved or written meanwhile. */
export function goToAwaited(context: IntentContext, awaited: AwaitedSibling): PathIntent {
  return () => {
    const { path, manuscript } = context;
    const { currentPositionId, bufferLength, pendingCount } = manuscript.summary();
    const hasMoved = currentPositionId !== awaited.currentId || path.headId !== awaited.headId;
    const hasWritten = bufferLength > 0 || pendingCount > 0 || manuscript.isComposing();
    if (hasMoved || hasWritten) return null;
    return goToContinuation(context, awaited.parentId, awaited.positionId)();
  };
}

/** The caret follows to the end of the sibling that took the place of `at`. */
function switchTo({ client, path }: IntentContext, at: PositionId, to: SiblingTarget): PreparedIntent {
  const parentId = path.findParent(at) ?? path.rootPositionId;
  return {
    send: (intent) => client.call('path.selectSibling', { ...intent, at, to }),
    caretAfter: () => {
      const sibling = path.findChild(parentId);
      return sibling === null ? null : path.indexOf(sibling);
    },
  };
}

/** The caret goes to the end of the parent's text; at the head, the parent becomes the head. */
export function goToParent({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const { currentPositionId: current, parentPositionId: parent } = manuscript.summary();
    if (current === null || parent === null) return null;
    const placeCaret = () => placeCaretAt(manuscript, path.indexOf(parent));
    if (current === path.headId) {
      return {
        send: (intent) => client.call('path.moveHead', { ...intent, to: parent }),
        caretAfter: () => path.indexOf(parent),
      };
    }
    placeCaret();
    return null;
  };
}

/** The caret goes on along the path; at the head, on to the child last visited, else the newest. */
export function goToChild({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const { currentPositionId: current } = manuscript.summary();
    if (current === null) return null;
    if (current === path.headId) {
      return {
        send: (intent) => client.call('path.goToChild', intent),
        caretAfter: () => path.length - 1,
      };
    }
    placeCaretAt(manuscript, path.indexOf(current) + 1);
    return null;
  };
}

/** From the head on to the child last visited, else the newest, wherever the caret is; it goes there. */
export function goOn({ client, path }: IntentContext): PathIntent {
  return () => ({
    send: (intent) => client.call('path.goToChild', intent),
    caretAfter: () => path.length - 1,
  });
}

/** Shows another version of the caret's node; nothing where it has one and no edit. */
export function selectVersion({ client, path, manuscript }: IntentContext, to: VersionTarget): PathIntent {
  return () => {
    const at = manuscript.summary().currentPositionId;
    const header = at === null ? undefined : path.findHeader(at);
    if (at === null || header === undefined) return null;
    const { nodeId } = header;
    const isEdited = manuscript.draft().edits.some((edit) => edit.nodeId === nodeId);
    if (header.versionCount === 1 && !isEdited) return null;
    if ('nodeId' in to && to.nodeId === nodeId && !isEdited) return null;
    return { send: (intent) => client.call('path.selectVersion', { ...intent, at, to }) };
  };
}

/** Splits what the caret is in and ends the path there; nothing at the end of the text, where it ends already. */
export function splitHere({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const { nodeId, offset, length } = manuscript.caretPart();
    const { currentPositionId, bufferLength } = manuscript.summary();
    if (nodeId === null && offset === length) return null;
    const isHead = currentPositionId === path.headId && bufferLength === 0;
    if (nodeId !== null && offset === length && isHead) return null;
    return { send: (intent) => client.call('node.split', { ...intent, nodeId, offset }) };
  };
}

/** Splits a continuation at a token and puts another there; the path ends behind it. */
export function chooseToken(
  { client, path, manuscript }: IntentContext,
  { nodeId, positionId, offset }: { nodeId: NodeId; positionId: PositionId; offset: number },
  text: string,
): PathIntent {
  return () => {
    const isEdited = manuscript.draft().edits.some((edit) => edit.nodeId === nodeId);
    if (isEdited || path.findHeader(positionId)?.nodeId !== nodeId) return null;
    return {
      send: (intent) => client.call('node.chooseToken', { ...intent, nodeId, offset, text }),
      caretAfter: () => path.length - 1,
    };
  };
}

/** Makes the edit of the caret's node, pending or just committed, a branch beside it; nothing where there is none. */
export function branchEdit({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const at = manuscript.summary().currentPositionId;
    const header = at === null ? undefined : path.findHeader(at);
    if (header === undefined) return null;
    const { nodeId } = header;
    const isEdited = manuscript.draft().edits.some((edit) => edit.nodeId === nodeId);
    // The first version at a position is an edit of none.
    if (header.versionIndex === 1 && !isEdited) return null;
    const index = path.indexOf(header.positionId);
    return {
      send: (intent) => client.call('node.branchEdit', { ...intent, nodeId }),
      editMoved: ({ keep, tail }) => {
        const branch = headersOf(tail)[index - keep];
        const isMoved = branch !== undefined && branch.positionId !== header.positionId;
        return isMoved ? { was: nodeId, nodeId: branch.nodeId } : null;
      },
    };
  };
}

/** The caret goes to the end of a position, wherever in the tree it is; where the path misses it, it becomes the head. */
export function goToPosition({ client, path, manuscript }: IntentContext, to: PositionId): PathIntent {
  return () => {
    if (to !== path.rootPositionId && path.findHeader(to) === undefined) {
      return {
        send: (intent) => client.call('path.moveHead', { ...intent, to }),
        caretAfter: () => path.indexOf(to),
      };
    }
    placeCaretAt(manuscript, path.indexOf(to));
    return null;
  };
}

/** The caret's node becomes the head. */
export function endPathHere({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const to = manuscript.summary().currentPositionId;
    if (to === null || to === path.headId) return null;
    return { send: (intent) => client.call('path.moveHead', { ...intent, to }) };
  };
}

/** Commits the draft as it stands, white space too. */
export function commitDraft({ client }: IntentContext): PathIntent {
  return () => ({
    send: (intent) => client.call('draft.commit', { ...intent, requestId: client.newRequestId() }),
  });
}

/** A continuation that arrived while the writer waited at its parent is shown as text, and becomes the head. */
export function arrive({ client, path, manuscript }: IntentContext, slot: ShownSlot): PathIntent {
  return () => {
    const { bufferLength } = manuscript.summary();
    if (path.headId !== slot.parentId || bufferLength > 0 || manuscript.isComposing()) return null;
    const { positionId, agentId, text } = slot;
    return {
      keepsDraft: true,
      beforeSend: () => {
        manuscript.showStreaming(null);
        manuscript.append({
          nodeId: firstNodeAt(positionId),
          positionId,
          text,
          spans: wholeSpans(agentId, text.length),
        });
      },
      send: (intent) => client.call('path.arrive', { ...intent, positionId }),
    };
  };
}
