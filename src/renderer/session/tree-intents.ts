/** What is done to a position wherever in the tree it is, each as an intent of the outbox. */
import type { PositionId } from '../../core/ids.ts';
import type { PathIntent } from './intent.ts';
import type { IntentContext } from './path-intents.ts';

/** Bookmarks a position, or takes its bookmark away. */
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

/** Hides a position and all below it; a path that runs through it ends at its parent. */
export function prunePosition({ client }: IntentContext, positionId: PositionId): PathIntent {
  return () => ({
    send: (intent) => client.call('position.prune', { ...intent, positionId }),
    pruned: [{ positionId, pruned: true }],
  });
}

/** Shows a pruned position again. */
export function restorePosition({ client }: IntentContext, positionId: PositionId): PathIntent {
  return () => ({
    keepsDraft: true,
    send: (intent) => client.call('position.restore', { ...intent, positionId }),
    pruned: [{ positionId, pruned: false }],
  });
}
