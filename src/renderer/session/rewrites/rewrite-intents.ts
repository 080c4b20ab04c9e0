/** Intents about a passage of a manuscript. */
import type { NodeId } from '../../../core/ids.ts';
import type { Input } from '../../../ipc/contract.ts';
import type { ReplacementJob } from '../../../ipc/wire/generation.ts';
import type { Intent } from '../../../ipc/wire/path.ts';
import type { ShownPassage } from '../../passage-surface.ts';
import type { PathIntent } from '../path/intent.ts';
import type { IntentContext } from '../path/path-intents.ts';
import type { ManuscriptSurface } from './rewrite-session-options.ts';

export interface ReplacementStart extends Omit<Input<'generation.rewrite'>, keyof Intent | 'from' | 'to'> {
  /** Runs before the request; memory and the other texts are part of it. */
  flushTexts(): Promise<void>;
  /** Main fixed the passage, which was like this when everything typed had been sent. */
  onStarted(job: ReplacementJob, passage: ShownPassage): void;
}

/** Asks for texts in place of the marked passage; nothing if none is marked. */
export function startReplacement(
  { client, surface }: IntentContext<ManuscriptSurface>,
  { flushTexts, onStarted, ...request }: ReplacementStart,
): PathIntent {
  return () => {
    const passage = surface.passage();
    if (passage === null) return null;
    const { from, to } = passage;
    let job: ReplacementJob | undefined;
    return {
      send: async (intent) => {
        await flushTexts();
        const answer = await client.call('generation.rewrite', { ...intent, ...request, from, to });
        job = answer.job;
        return answer.path;
      },
      onDone: () => {
        if (job !== undefined) onStarted(job, passage);
      },
    };
  };
}

/** Selects versions, each at its position; one step of undo. The caret stays. */
export function showVersions({ client }: IntentContext, versions: readonly NodeId[]): PathIntent {
  return () =>
    versions.length === 0
      ? null
      : { send: (intent) => client.call('path.selectVersions', { ...intent, versions }) };
}
