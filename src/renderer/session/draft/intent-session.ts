import type { Client } from '../../client.ts';
import type { CurrentPlace, TextSurface } from '../../surface.ts';
import type { Notices } from '../notices.ts';
import type { IntentContext, IntentOutcome, PathIntent } from '../path/intent.ts';
import type { PathCounts } from '../path/path-counts.ts';
import type { PathSession } from '../path/path-session.ts';
import { createSignal, type Signal } from '../signal.ts';
import type { SurfaceSlot } from '../surface-slot.ts';
import type { DraftSession } from './draft-session.ts';

export interface IntentSessionOptions<Surface extends TextSurface> {
  readonly client: Client;
  readonly path: PathSession;
  readonly draft: DraftSession;
  readonly counts: PathCounts;
  readonly notices: Notices;
  readonly surface: SurfaceSlot<CurrentPlace, Surface>;
}

/** Creates the writer's intents from what the surface shows, and submits them in order. */
export class IntentSession<Surface extends TextSurface = TextSurface> {
  readonly #options: IntentSessionOptions<Surface>;
  readonly #submitting = createSignal<void>();
  /** Emitted before each intent: what is only momentary ends. */
  readonly submitting: Signal<void> = this.#submitting;

  constructor(options: IntentSessionOptions<Surface>) {
    this.#options = options;
  }

  /** Runs an intent and reports a failure. @param ifNothing announced if there was nothing to do */
  async submit(
    makeIntent: (context: IntentContext<Surface>) => PathIntent,
    ifNothing?: string,
  ): Promise<IntentOutcome> {
    const { notices } = this.#options;
    const outcome = await this.trySubmit(makeIntent);
    if (outcome.outcome === 'failed') notices.reportRefusal(outcome.error);
    if (outcome.outcome === 'nothing' && ifNothing !== undefined) notices.tell(ifNothing);
    return outcome;
  }

  /** Runs an intent; the caller reports a failure. */
  async trySubmit(makeIntent: (context: IntentContext<Surface>) => PathIntent): Promise<IntentOutcome> {
    const { client, path, draft, counts, surface: slot } = this.#options;
    const surface = slot.find();
    if (surface === null) return { outcome: 'nothing' };
    this.#submitting.emit();
    // Intents need the counts to know whether there is another sibling or version.
    const { currentPositionId } = surface.summary();
    if (currentPositionId !== null && !counts.has(currentPositionId)) await counts.load([currentPositionId]);
    return draft.submit(makeIntent({ client, path, surface }));
  }
}
