import type { PositionId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { BufferSurface } from '../../surface.ts';
import type { DraftSession } from '../manuscript/draft-session.ts';
import type { Notices } from '../window/notices.ts';
import type { IntentOutcome, PathIntent } from './intent.ts';
import type { PathCounts } from './path-counts.ts';
import type { IntentContext } from './path-intents.ts';
import type { PathSession } from './path-session.ts';

export interface IntentSessionOptions {
  readonly client: Client;
  readonly path: PathSession;
  readonly draft: DraftSession;
  readonly counts: PathCounts;
  readonly notices: Notices;
  findManuscript(): BufferSurface | null;
  /** The caret's position; null without a manuscript, and during a commit. */
  findCurrentPosition(): PositionId | null;
  /** Called before each intent, to end what is only momentary. */
  beforeIntent(): void;
}

/** Creates the writer's intents from what the manuscript shows, and submits them in order. */
export class IntentSession {
  readonly #options: IntentSessionOptions;

  constructor(options: IntentSessionOptions) {
    this.#options = options;
  }

  /**
   * Runs an intent and reports a failure.
   * @param ifNothing announced if there was nothing to do
   */
  async submit(
    makeIntent: (context: IntentContext) => PathIntent,
    ifNothing?: string,
  ): Promise<IntentOutcome> {
    const { notices } = this.#options;
    const outcome = await this.trySubmit(makeIntent);
    if (outcome.outcome === 'failed') notices.reportRefusal(outcome.error);
    if (outcome.outcome === 'nothing' && ifNothing !== undefined) notices.announce(ifNothing);
    return outcome;
  }

  /** Runs an intent; the caller reports a failure. */
  async trySubmit(makeIntent: (context: IntentContext) => PathIntent): Promise<IntentOutcome> {
    const { client, path, draft, counts, findManuscript, findCurrentPosition, beforeIntent } = this.#options;
    const manuscript = findManuscript();
    if (manuscript === null) return { outcome: 'nothing' };
    beforeIntent();
    // Intents need the counts to know whether there is another sibling or version.
    const current = findCurrentPosition();
    if (current !== null && !counts.has(current)) await counts.load([current]);
    return draft.submit(makeIntent({ client, path, manuscript }));
  }
}
