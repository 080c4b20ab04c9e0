/** What is said of a position beside its text: bookmarked, pruned, excluded; each as an intent of the outbox. */
import type { PositionId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { PrunedPosition } from '../../surface.ts';
import type { PathIntent } from '../path/intent.ts';
import type { IntentContext } from '../path/path-intents.ts';

/** Bookmarks a position wherever it is, names its bookmark, or takes it away. */
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

/** Hides the caret's node and all below it; the path ends at its parent. */
export function prune({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const positionId = manuscript.summary().currentPositionId;
    if (positionId === null || path.findHeader(positionId) === undefined) return null;
    return {
      send: (intent) => client.call('position.prune', { ...intent, positionId }),
      pruned: () => [{ positionId, pruned: true }],
    };
  };
}

/** Hides a position, wherever it is; where the path runs through it, that ends at its parent. */
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
      done: () => onDone(pruned),
    };
  };
}

/** Hides positions beside the path, or shows them again, in one step; those on the path are shown, and stay so. */
export function setPruned(
  { client, path }: IntentContext,
  wanted: readonly PrunedPosition[],
  onDone: (changed: readonly PrunedPosition[]) => void,
): PathIntent {
  return () => {
    const positions = wanted.filter(({ positionId }) => path.indexOf(positionId) < 0);
    if (positions.length === 0) return null;
    // A step that restored what was not pruned would prune it when it is undone.
    let changed: readonly PrunedPosition[] = [];
    return {
      keepsDraft: true,
      send: async (intent) => {
        const reply = await client.call('position.setPruned', { ...intent, positions });
        changed = reply.changed;
        return reply;
      },
      pruned: () => changed,
      done: () => onDone(changed),
    };
  };
}

/** Leaves the caret's node out of what models are sent, or puts it back. */
export function toggleExcluded({ client, path, manuscript }: IntentContext): PathIntent {
  return () => {
    const positionId = manuscript.summary().currentPositionId;
    const header = positionId === null ? undefined : path.findHeader(positionId);
    if (positionId === null || header === undefined) return null;
    const excluded = (header.flags & POSITION_FLAGS.excluded) === 0;
    return {
      keepsDraft: true,
      send: (intent) => client.call('position.exclude', { ...intent, positionId, excluded }),
    };
  };
}
