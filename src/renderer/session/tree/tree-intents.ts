/** Moves along the tree, as intents of the outbox (`interface.md`, *Keys*). */
import type { AnchorId, NodeId, PositionId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { SelectedReply, SiblingTarget, VersionTarget } from '../../../ipc/wire/path.ts';
import type { PrunedPosition, TextSurface } from '../../surface.ts';
import { type IntentContext, type PathIntent, type PreparedIntent, sendCommit } from '../path/intent.ts';
import { isAlone, placeInList } from '../path/path-segments.ts';
import type { CommittedPhrase } from './bookmarks-session.ts';
import { findShown } from './continuation.ts';
import type { ContinuationList } from './continuations-session.ts';

/**
 * Does nothing while an input method is composing: it owns the caret, and the surface does not show the new path yet.
 */
function placeCaretAt(surface: TextSurface, index: number): void {
  if (!surface.isComposing()) surface.moveCaretAfter(index);
}

/** Selects an item of the list that the caret is at, if there is another. */
export function selectSibling(context: IntentContext, to: SiblingTarget): PathIntent {
  return () => {
    const { currentPositionId: at, forkId } = context.surface.summary();
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
      isSwitch: true,
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

/** Selects a version at any position of the path. */
export function selectVersionAt({ client, path }: IntentContext, at: PositionId, nodeId: NodeId): PathIntent {
  return () => {
    if (path.findHeader(at) === undefined) return null;
    return {
      isSwitch: true,
      send: (intent) => client.call('path.selectVersion', { ...intent, at, to: { nodeId } }),
    };
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
    const { client, path, surface } = context;
    const shown = findShown(path, items);
    const isRest = items.some((item) => item.isRest && item.positionId === positionId);
    if (shown !== null && shown.item.positionId === positionId) {
      // The caret is where what follows begins, or the list would not have it.
      if (!isRest) placeCaretAt(surface, path.indexOf(shown.positionId));
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
function listAfter({ path, surface }: IntentContext, parentId: PositionId): ListOnPath {
  const isOnPath = parentId === path.rootPositionId || path.indexOf(parentId) >= 0;
  const { currentPositionId } = surface.summary();
  return { at: isOnPath ? parentId : (currentPositionId ?? path.headId), fork: parentId };
}

/** Shows any node of the tree; if it was not on the path, with what continues it. */
export function goToNode(
  { client, path, surface }: IntentContext,
  nodeId: NodeId,
  positionId: PositionId,
): PathIntent {
  return () => {
    if (path.hasNode(nodeId)) {
      placeCaretAt(surface, path.indexOf(positionId));
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
  /** It is a reply: what the writer types meanwhile stays in the composer. */
  readonly isReply?: true;
}

/** Goes to an awaited sibling, unless the writer has moved or, in a manuscript, typed meanwhile. */
export function goToAwaited(context: IntentContext, awaited: AwaitedSibling): PathIntent {
  return () => {
    const { path, surface } = context;
    const { currentPositionId, bufferLength, pendingCount } = surface.summary();
    const hasMoved = currentPositionId !== awaited.currentId || path.headId !== awaited.headId;
    const hasWritten = bufferLength > 0 || pendingCount > 0;
    if (hasMoved || surface.isComposing() || (hasWritten && awaited.isReply !== true)) return null;
    const to = { positionId: awaited.positionId };
    const { caretAfter, ...arrival } = switchTo(context, listAfter(context, awaited.parentId), to);
    // A reply arrives where the writer looks or not, and moves them nowhere.
    return awaited.isReply === true || caretAfter === undefined ? arrival : { ...arrival, caretAfter };
  };
}

/** Selects an item of a list, and moves the caret to the end of its text, or to where it begins inside a text. */
function switchTo({ client, path }: IntentContext, list: ListOnPath, to: SiblingTarget): PreparedIntent {
  let selected: SelectedReply | undefined;
  return {
    isSwitch: true,
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

/** A list as main is sent it. */
function targetOf({ at, fork }: ListOnPath): { readonly at: PositionId; readonly fork?: PositionId } {
  return fork === null ? { at } : { at, fork };
}

/** Moves the caret to the end of the parent's text; at the head, the parent becomes the head. */
export function goToParent({ client, path, surface }: IntentContext): PathIntent {
  return () => {
    const { currentPositionId: current, parentPositionId: parent } = surface.summary();
    if (current === null || parent === null) return null;
    const placeCaret = () => placeCaretAt(surface, path.indexOf(parent));
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

/** Moves the caret along the path; at the head, extends the path to the last visited child, or else the newest. */
export function goToChild({ client, path, surface }: IntentContext): PathIntent {
  return () => {
    const { currentPositionId: current } = surface.summary();
    if (current === null) return null;
    if (current === path.headId) {
      return {
        send: (intent) => client.call('path.goToChild', intent),
        caretAfter: () => path.length - 1,
      };
    }
    placeCaretAt(surface, path.indexOf(current) + 1);
    return null;
  };
}

/** Extends the path from the head to the last visited child, or else the newest, and moves the caret there. */
export function extendPath({ client, path }: IntentContext): PathIntent {
  return () => ({
    send: (intent) => client.call('path.goToChild', intent),
    caretAfter: () => path.length - 1,
  });
}

/** Selects another version of the caret's node, unless it has only one and no edit. */
export function selectVersion({ client, path, surface }: IntentContext, to: VersionTarget): PathIntent {
  return () => {
    const at = surface.summary().currentPositionId;
    const header = at === null ? undefined : path.findHeader(at);
    if (at === null || header === undefined) return null;
    const { nodeId } = header;
    const isEdited = surface.draft().edits.some((edit) => edit.nodeId === nodeId);
    if (header.versionCount === 1 && !isEdited) return null;
    if ('nodeId' in to && to.nodeId === nodeId && !isEdited) return null;
    return {
      isSwitch: true,
      send: (intent) => client.call('path.selectVersion', { ...intent, at, to }),
    };
  };
}

/** Moves the caret to the end of any position; one that is not on the path becomes the head. */
export function goToPosition({ client, path, surface }: IntentContext, to: PositionId): PathIntent {
  return () => {
    if (to !== path.rootPositionId && path.findHeader(to) === undefined) {
      return {
        send: (intent) => client.call('path.moveHead', { ...intent, to }),
        caretAfter: () => path.indexOf(to),
      };
    }
    placeCaretAt(surface, path.indexOf(to));
    return null;
  };
}

/** Makes a position of the path, other than the head, the head. */
export function endPathAt({ client, path }: IntentContext, to: PositionId): PathIntent {
  return () => {
    if (to === path.headId || (to !== path.rootPositionId && path.indexOf(to) < 0)) return null;
    return { send: (intent) => client.call('path.moveHead', { ...intent, to }) };
  };
}

/** Makes the caret's node the head. */
export function endPathHere({ client, path, surface }: IntentContext): PathIntent {
  return () => {
    const to = surface.summary().currentPositionId;
    if (to === null || to === path.headId) return null;
    return { send: (intent) => client.call('path.moveHead', { ...intent, to }) };
  };
}

/** Commits the whole draft, even if it is only white space. */
export function commitDraft({ client }: IntentContext): PathIntent {
  return () => ({ send: (intent) => sendCommit(client, intent) });
}

// Intents of the outbox that change the metadata of a position: bookmarked, pruned, excluded.

/** Adds, names or removes the bookmark of any position. */
export function bookmarkPosition(
  { client }: IntentContext,
  positionId: PositionId,
  { bookmarked, label }: { readonly bookmarked: boolean; readonly label: string | null },
): PathIntent {
  return () => ({
    keepsDraft: true,
    send: (intent) => client.call('position.bookmark', { ...intent, positionId, bookmarked, label }),
  });
}

/** Bookmarks a phrase of a version. @param label its name; null for none */
export function bookmarkPhrase(
  { client }: IntentContext,
  { nodeId, start, length }: CommittedPhrase,
  label: string | null,
): PathIntent {
  return () => ({
    keepsDraft: true,
    send: (intent) => client.call('position.bookmarkPhrase', { ...intent, nodeId, start, length, label }),
  });
}

/** Names the bookmark of a phrase, or (null) removes it. */
export function setAnchor(
  { client }: IntentContext,
  anchorId: AnchorId,
  named: { readonly label: string | null } | null,
): PathIntent {
  return () => ({
    keepsDraft: true,
    send: (intent) =>
      client.call('position.setAnchor', {
        ...intent,
        anchorId,
        kept: named !== null,
        label: named?.label ?? null,
      }),
  });
}

/**
 * Adds or removes the bookmark of the caret's node.
 * @param nameOf the name with which a bookmark is added; null for none
 * @param onDone receives where, and whether it was added
 */
export function toggleBookmark(
  { client, path, surface }: IntentContext,
  nameOf: (positionId: PositionId) => string | null,
  onDone: (positionId: PositionId, bookmarked: boolean) => void,
): PathIntent {
  return () => {
    const positionId = surface.summary().currentPositionId;
    const header = positionId === null ? undefined : path.findHeader(positionId);
    if (positionId === null || header === undefined) return null;
    const bookmarked = (header.flags & POSITION_FLAGS.bookmarked) === 0;
    const label = bookmarked ? nameOf(positionId) : null;
    return {
      keepsDraft: true,
      send: (intent) => client.call('position.bookmark', { ...intent, positionId, bookmarked, label }),
      onDone: () => onDone(positionId, bookmarked),
    };
  };
}

/** Prunes the caret's node and everything below it; the path moves on to the next alternative, or ends at its parent. */
export function prune({ client, path, surface }: IntentContext): PathIntent {
  return () => {
    const positionId = surface.summary().currentPositionId;
    if (positionId === null || path.findHeader(positionId) === undefined) return null;
    return {
      send: (intent) => client.call('position.prune', { ...intent, positionId }),
      pruned: () => [{ positionId, pruned: true }],
    };
  };
}

/** Prunes any position; the path moves on if it runs through it. */
export function prunePosition(
  context: IntentContext,
  positionId: PositionId,
  onDone: (changed: readonly PrunedPosition[]) => void,
): PathIntent {
  return () => {
    const { client, path } = context;
    const pruned = [{ positionId, pruned: true }];
    if (path.indexOf(positionId) < 0) return setPruned(context, pruned, onDone)();
    return {
      send: (intent) => client.call('position.prune', { ...intent, positionId }),
      pruned: () => pruned,
      onDone: () => onDone(pruned),
    };
  };
}

/** Prunes or restores positions in one step. Skips those on the path, which are never pruned. */
export function setPruned(
  { client, path }: IntentContext,
  wanted: readonly PrunedPosition[],
  onDone: (changed: readonly PrunedPosition[]) => void,
): PathIntent {
  return () => {
    const positions = wanted.filter(({ positionId }) => path.indexOf(positionId) < 0);
    if (positions.length === 0) return null;
    // Only what changed: undoing the restore of an unpruned position would prune it.
    let changed: readonly PrunedPosition[] = [];
    return {
      keepsDraft: true,
      send: async (intent) => {
        const reply = await client.call('position.setPruned', { ...intent, positions });
        changed = reply.changed;
        return reply;
      },
      pruned: () => changed,
      onDone: () => onDone(changed),
    };
  };
}

/** Excludes any position from models' context, or includes it again. */
export function excludePosition(
  { client }: IntentContext,
  positionId: PositionId,
  excluded: boolean,
): PathIntent {
  return () => ({
    keepsDraft: true,
    send: (intent) => client.call('position.exclude', { ...intent, positionId, excluded }),
  });
}

/** Excludes the caret's node from models' context, or includes it again. */
export function toggleExcluded({ client, path, surface }: IntentContext): PathIntent {
  return () => {
    const positionId = surface.summary().currentPositionId;
    const header = positionId === null ? undefined : path.findHeader(positionId);
    if (positionId === null || header === undefined) return null;
    const excluded = (header.flags & POSITION_FLAGS.excluded) === 0;
    return {
      keepsDraft: true,
      send: (intent) => client.call('position.exclude', { ...intent, positionId, excluded }),
    };
  };
}
