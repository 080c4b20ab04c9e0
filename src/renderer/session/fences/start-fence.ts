import type { Input } from '../../../ipc/contract.ts';
import type { ReplacementJob } from '../../../ipc/wire/generation.ts';
import type { Intent } from '../../../ipc/wire/path.ts';
import type { ShownPassage } from '../../passage-surface.ts';
import type { PathIntent } from '../path/intent.ts';
import type { IntentContext } from '../path/path-intents.ts';
import type { ManuscriptSurface } from '../rewrites/rewrite-session-options.ts';

export interface FenceStart extends Omit<Input<'fence.run'>, keyof Intent | 'from' | 'to'> {
  /** Main fixed the fence, which was like this when everything typed had been sent. @param reused recorded results */
  onStarted(job: ReplacementJob, passage: ShownPassage, reused: number): void;
}

/** Runs the marked prompt fence; nothing if none is marked. */
export function startFence(
  { client, surface }: IntentContext<ManuscriptSurface>,
  { onStarted, ...request }: FenceStart,
): PathIntent {
  return () => {
    const passage = surface.passage();
    if (passage === null) return null;
    const { from, to } = passage;
    let answer: { readonly job: ReplacementJob; readonly reused: number } | undefined;
    return {
      send: async (intent) => {
        const { path, ...started } = await client.call('fence.run', { ...intent, ...request, from, to });
        answer = started;
        return path;
      },
      onDone: () => {
        if (answer !== undefined) onStarted(answer.job, passage, answer.reused);
      },
    };
  };
}
