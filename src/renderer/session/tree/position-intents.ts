/** Intents of the outbox that change the metadata of a position: bookmarked, pruned, excluded. */
import type { PositionId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { PrunedPosition } from '../../surface.ts';
import type { PathIntent } from '../path/intent.ts';
import type { IntentContext } from '../path/path-intents.ts';

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

/**
 * Adds or removes the bookmark of the caret's node.
 * @param nameOf the name with which a bookmark is added; null for none
 * @param onDone receives whether it was added
 */
export function toggleBookmark(
  { client, path, surface }: IntentContext,
  nameOf: (positionId: PositionId) => string | null,
  onDone: (bookmarked: boolean) => void,
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
      onDone: () => onDone(bookmarked),
    };
  };
}

/** Prunes the caret's node and everything below it; the path then ends at its parent. */
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

/** Prunes any position; a path that runs through it then ends at its parent. */
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

/** Excludes the caret's node from what models are sent, or includes it again. */
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
