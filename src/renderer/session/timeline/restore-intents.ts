import type { PrunedPosition } from '../../surface.ts';
import type { PathIntent } from '../path/intent.ts';
import type { IntentContext } from '../path/path-intents.ts';
import type { ManuscriptSurface } from '../rewrites/rewrite-session-options.ts';
import type { PastMoment } from './past-text.ts';

/** Takes path and draft back to a moment, with what is pruned now restored; one step of undo. */
export function restoreMoment(
  { client, surface }: IntentContext<ManuscriptSurface>,
  past: PastMoment,
): PathIntent {
  return () => {
    const { chain, seq, edits } = past;
    let changed: readonly PrunedPosition[] = [];
    return {
      send: async (intent) => {
        const reply = await client.call('timeline.restore', { ...intent, chain, seq });
        changed = reply.changed;
        return reply;
      },
      restores: { edits, show: () => surface.restoreAll(past, changed) },
    };
  };
}
