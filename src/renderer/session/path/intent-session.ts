import type { PositionId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import type { ManuscriptFace } from '../../surface.ts';
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
  findManuscript(): ManuscriptFace | null;
  /** Null without a manuscript, and while a commit decides it. */
  findPosition(): PositionId | null;
  /** Something else is about to happen: what stood for a moment goes. */
  beforeIntent(): void;
}

/** Makes the writer's intents of what the manuscript shows, and has them carried out one behind another. */
export class IntentSession {
  readonly #options: IntentSessionOptions;

  constructor(options: IntentSessionOptions) {
    this.#options = options;
  }

  /**
   * Carries out an intent, and tells what went wrong.
   * @param ifNothing what is said where there was nothing to do
   */
  async submit(
    makeIntent: (context: IntentContext) => PathIntent,
    ifNothing?: string,
  ): Promise<IntentOutcome> {
    const { notices } = this.#options;
    const outcome = await this.tryTo(makeIntent);
    if (outcome.outcome === 'failed') notices.refuse(outcome.error);
    if (outcome.outcome === 'nothing' && ifNothing !== undefined) notices.announce(ifNothing);
    return outcome;
  }

  /** Carries out an intent; whoever asks tells what went wrong. */
  async tryTo(makeIntent: (context: IntentContext) => PathIntent): Promise<IntentOutcome> {
    const { client, path, draft, counts, findManuscript, findPosition, beforeIntent } = this.#options;
    const manuscript = findManuscript();
    if (manuscript === null) return { outcome: 'nothing' };
    beforeIntent();
    // Whether there is another sibling or version to go to.
    const current = findPosition();
    if (current !== null && !counts.knows(current)) await counts.know([current]);
    return draft.submit(makeIntent({ client, path, manuscript }));
  }
}
