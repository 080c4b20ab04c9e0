import { NO_EDIT_TO_BRANCH, PATH_ENDS_HERE } from '../../../ui-text/page/moves.ts';
import type { BufferSurface } from '../../surface.ts';
import type { IntentSession } from '../path/intent-session.ts';
import type { NavigationCommands } from '../path/navigation-commands.ts';
import { branchEdit, readOn, splitHere } from './manuscript-intents.ts';
import type { RestSession } from './rest-session.ts';

export interface ManuscriptCommandsOptions {
  readonly intents: IntentSession<BufferSurface>;
  readonly navigation: NavigationCommands;
  readonly rest: RestSession;
}

/** Commands that change the tree at the caret in a text. Each method reports its own failures. */
export class ManuscriptCommands {
  readonly #options: ManuscriptCommandsOptions;

  constructor(options: ManuscriptCommandsOptions) {
    this.#options = options;
  }

  /** Splits at the caret and ends the path there; what followed stays in the original node. */
  async split(): Promise<void> {
    await this.#options.intents.submit(splitHere, PATH_ENDS_HERE);
  }

  /** Makes the edit of the caret's node a branch beside it. */
  async branchEdit(): Promise<void> {
    const { intents, navigation } = this.#options;
    const { outcome } = await intents.submit(branchEdit, NO_EDIT_TO_BRANCH);
    if (outcome === 'done') navigation.announceBranch();
  }

  /** Whether something stays in sight where the path took another way. */
  get canReadOn(): boolean {
    return this.#options.rest.find() !== null;
  }

  /** Returns to what follows in the text where the path took another way; the caret goes to that place. */
  async readOn(): Promise<void> {
    const { rest, navigation } = this.#options;
    const shown = rest.find();
    if (shown === null) return;
    const { outcome } = await navigation.jump((context) => readOn(context, shown));
    if (outcome === 'done') navigation.announceBranch();
  }
}
