/** Moves along the tree, as intents of the outbox (`interface.md`, *Keys*). */
import { firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import type { SelectedReply, SiblingTarget, VersionTarget } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type { BufferSurface } from '../../surface.ts';
import { findShown } from '../tree/continuation.ts';
import type { ContinuationList } from '../tree/continuations-session.ts';
import type { ShownSlot } from '../tree/generation-session.ts';
import type { PathIntent, PreparedIntent } from './intent.ts';
import { headersOf } from './path-segments.ts';
import type { PathSession } from './path-session.ts';
import { isAlone, placeInList } from './place-in-list.ts';

export interface IntentContext {
  readonly client: Pick<Client, 'call' | 'newRequestId'>;
  readonly path: PathSession;
  readonly manuscript: BufferSurface;
}

/**
 * Does nothing while an input method is composing: it owns the caret, and the manuscript does not show the
 * new path yet.
 */
function placeCaretAt(manuscript: BufferSurface, index: number): void {
  if (!manuscript.isComposing()) manuscript.moveCaretAfter(index);
}

/** Selects an item of the list that the caret is at, if there is another. */
export function selectSibling(context: IntentContext, to: SiblingTarget): PathIntent {
  return () => {
    const { currentPositionId: at, forkId } = context.manuscript.summary();
    const header = at === null ? undefined : context.path.findHeader(at);
    if (at === null || header === undefined) return null;
    const { index, count } = placeInList(header, forkId);
    if (isAlone({ index, count })) return null;
    // Without counts, main still resolves the target.
    if ('index' in to && count > 0 && (to.index > count || to.index === index)) return null;
    return switchTo(context, { at, fork: forkId }, to);
  };
}

/** A list of what follows a text: the one that has `at`, which is on the path, or that of a fork inside its text. */
export interface ListOnPath {
  readonly at: PositionId;
  readonly fork: PositionId | null;
}

/**
 * Selects an item of any list on the path. The caret stays on its text if that still exists.
 * @param onDone called with the position that shows the item once it is on the path
 */
export function selectSiblingAt(
  { client, path }: IntentContext,
  list: ListOnPath,
  to: SiblingTarget,
  onDone: (sibling: PositionId) => void,
): PathIntent {
  return () => {
    const header = path.findHeader(list.at);
    if (header === undefined || isAlone(placeInList(header, list.fork))) return null;
    let shown: PositionId | undefined;
    return {
      send: async (intent) => {
        const reply = await client.call('path.selectSibling', { ...intent, ...targetOf(list), to });
        shown = reply.positionId;
        return reply;
      },
      onDone: () => {
        if (shown !== undefined) onDone(shown);
      },
    };
  };
}

/**
 * Switches from a split of the path to what follows in the text that it divides.
 * @param offset where that begins in its first node, for the caret; null to leave the caret alone
 */
export function readOn(
  { client, path, manuscript }: IntentContext,
  split: PositionId,
  offset: number | null,
): PathIntent {
  return () => {
    const index = path.indexOf(split);
    if (index < 0) return null;
    return {
      send: (intent) => client.call('path.readOn', { ...intent, split }),
      onDone: () => {
        if (offset !== null && !manuscript.isComposing()) manuscript.moveCaretInto(index, offset);
      },
    };
  };
}

/** Selects a version at any position of the path. */
export function selectVersionAt({ client, path }: IntentContext, at: PositionId, nodeId: NodeId): PathIntent {
  return () => {
    if (path.findHeader(at) === undefined) return null;
    return { send: (intent) => client.call('path.selectVersion', { ...intent, at, to: { nodeId } }) };
  };
}

/**
 * Goes to an item of a list: a switch if the path shows another of them, or if it is what follows in the text itself;
 * otherwise a move of the head.
 */
export function goToContinuation(
  context: IntentContext,
  { parentId, items }: Pick<ContinuationList, 'parentId' | 'items'>,
  positionId: PositionId,
): PathIntent {
  return () => {
    const { client, path, manuscript } = context;
    const shown = findShown(path, items);
    const isRest = items.some((item) => item.isRest && item.positionId === positionId);
    if (shown !== null && shown.item.positionId === positionId) {
      // The caret is where what follows begins, or the list would not have it.
      if (!isRest) placeCaretAt(manuscript, path.indexOf(shown.positionId));
      return null;
    }
    if (shown !== null || isRest) return switchTo(context, listAfter(context, parentId), { positionId });
    return {
      send: (intent) => client.call('path.moveHead', { ...intent, to: positionId }),
      caretAfter: () => path.indexOf(positionId),
    };
  };
}

/** The list of what follows a text that the path shows, be it of a position on the path or of a split of one. */
function listAfter({ path, manuscript }: IntentContext, parentId: PositionId): ListOnPath {
  const isOnPath = parentId === path.rootPositionId || path.indexOf(parentId) >= 0;
  const { currentPositionId } = manuscript.summary();
  return { at: isOnPath ? parentId : (currentPositionId ?? path.headId), fork: parentId };
}

/** Shows any node of the tree; if it was not on the path, with what continues it. */
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

/** A requested sibling to switch to, and where the writer was when requesting it. */
export interface AwaitedSibling {
  readonly parentId: PositionId;
  readonly positionId: PositionId;
  readonly currentId: PositionId | null;
  readonly headId: PositionId;
}

/** Goes to an awaited sibling, unless the writer has moved or typed meanwhile. */
export function goToAwaited(context: IntentContext, awaited: AwaitedSibling): PathIntent {
  return () => {
    const { path, manuscript } = context;
    const { currentPositionId, bufferLength, pendingCount } = manuscript.summary();
    const hasMoved = currentPositionId !== awaited.currentId || path.headId !== awaited.headId;
    const hasWritten = bufferLength > 0 || pendingCount > 0 || manuscript.isComposing();
    if (hasMoved || hasWritten) return null;
    return switchTo(context, listAfter(context, awaited.parentId), { positionId: awaited.positionId });
  };
}

/** Selects an item of a list, and moves the caret to the end of its text, or to where it begins inside a text. */
function switchTo({ client, path }: IntentContext, list: ListOnPath, to: SiblingTarget): PreparedIntent {
  let selected: SelectedReply | undefined;
  return {
    send: async (intent) => {
      selected = await client.call('path.selectSibling', { ...intent, ...targetOf(list), to });
      return selected;
    },
    caretAfter: () => {
      const index = selected === undefined ? -1 : path.indexOf(selected.positionId);
      if (selected === undefined || index < 0) return null;
      return selected.offset === null ? index : { index, offset: selected.offset };
    },
  };
}

/** A list as main is told of it. */
function targetOf({ at, fork }: ListOnPath): { readonly at: PositionId; readonly fork?: PositionId } {
  return fork === null ? { at } : { at, fork };
}

/** Moves the caret to the end of the parent's text; at the head, the parent becomes the head. */
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

/**
 * Moves the caret along the path; at the head, extends the path to the last visited child, or else the
 * newest.
 */
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

/**
 * Extends the path from the head to the last visited child, or else the newest, and moves the caret there.
 */
export function extendPath({ client, path }: IntentContext): PathIntent {
  return () => ({
    send: (intent) => client.call('path.goToChild', intent),
    caretAfter: () => path.length - 1,
  });
}

/** Selects another version of the caret's node, unless it has only one and no edit. */
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

/** Splits at the caret and ends the path there; does nothing at the end of the text. */
export function splitHere({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const { nodeId, offset, length } = manuscript.caretInSegment();
    const { currentPositionId, bufferLength } = manuscript.summary();
    if (nodeId === null && offset === length) return null;
    const isHead = currentPositionId === path.headId && bufferLength === 0;
    if (nodeId !== null && offset === length && isHead) return null;
    return { send: (intent) => client.call('node.split', { ...intent, nodeId, offset }) };
  };
}

/** Splits a continuation at a token and puts another there; the path ends after it. */
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

/** Makes the edit of the caret's node, pending or just committed, a branch beside it. */
export function branchEdit({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const at = manuscript.summary().currentPositionId;
    const header = at === null ? undefined : path.findHeader(at);
    if (header === undefined) return null;
    const { nodeId } = header;
    const isEdited = manuscript.draft().edits.some((edit) => edit.nodeId === nodeId);
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

/** Moves the caret to the end of any position; one that is not on the path becomes the head. */
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

/** Makes the caret's node the head. */
export function endPathHere({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const to = manuscript.summary().currentPositionId;
    if (to === null || to === path.headId) return null;
    return { send: (intent) => client.call('path.moveHead', { ...intent, to }) };
  };
}

/** Commits the whole draft, even if it is only white space. */
export function commitDraft({ client }: IntentContext): PathIntent {
  return () => ({
    send: (intent) => client.call('draft.commit', { ...intent, requestId: client.newRequestId() }),
  });
}

/** Shows a continuation that arrived at the head as text, and makes it the head. */
export function acceptArrival({ client, path, manuscript }: IntentContext, slot: ShownSlot): PathIntent {
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
