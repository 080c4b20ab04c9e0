/** Intents about a passage of a manuscript. */
import type { NodeId } from '../../../core/ids.ts';
import type { Input } from '../../../ipc/contract.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { ReplacementJob } from '../../../ipc/wire/generation.ts';
import type { Intent } from '../../../ipc/wire/path.ts';
import { PASSAGE_TOO_LONG } from '../../../ui-text/rewrites.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import type { ManuscriptSurface } from '../surface-slot.ts';
import type { OnStarted, PassageRequest } from './passage-request.ts';

export interface ReplacementStart extends Omit<Input<'generation.rewrite'>, keyof Intent | 'from' | 'to'> {
  /** Runs before the request; memory and the other texts are part of it. */
  flushTexts(): Promise<void>;
  readonly onStarted: OnStarted;
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

/** Why a request was refused, for the bar that made it. */
export function reasonOf(
  { code, sentence, detail }: WireError,
  { kind }: Pick<PassageRequest, 'kind'>,
): string {
  if (code === 'CONTEXT_TOO_LONG') return PASSAGE_TOO_LONG;
  // The fault of a fence is described in words.
  const isFault = kind === 'fence' && (code === 'INVALID_ARGUMENT' || code === 'NOT_FOUND');
  return isFault && detail !== '' ? detail : sentence;
}
