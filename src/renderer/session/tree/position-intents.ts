/** Intents of the outbox that change the metadata of a position: bookmarked, pruned, excluded. */
import type { AnchorId, PositionId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { PrunedPosition } from '../../surface.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { CommittedPhrase } from './anchors-session.ts';

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
