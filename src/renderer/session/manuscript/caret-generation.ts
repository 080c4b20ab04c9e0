import type { PositionId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { TEXT_HAS_CHANGED } from '../../../ui-text/page/moves.ts';
import type { BufferSurface } from '../../surface.ts';
import type { IntentSession } from '../path/intent-session.ts';
import type { GenerationChoice, GenerationSettings } from '../settings/generation-choice.ts';
import type { EmptySplits } from '../tree/empty-splits.ts';
import type { GenerationCommands } from '../tree/generation-commands.ts';
import { chooseToken, splitHere } from './manuscript-intents.ts';
import type { ShownToken } from './token-session.ts';

export interface CaretGenerationOptions {
  readonly choice: GenerationChoice;
  readonly generationCommands: GenerationCommands;
  readonly emptySplits: EmptySplits;
  readonly intents: IntentSession<BufferSurface>;
  /** Undefined if the position is not on the path, or its author not in the grove. */
  findAuthor(positionId: PositionId): Agent | undefined;
}

/** Requests that begin at the caret, inside a text. Each method reports its own failures. */
export class CaretGeneration {
  readonly #options: CaretGenerationOptions;

  constructor(options: CaretGenerationOptions) {
    this.#options = options;
  }

  /**
   * Continues the text from the caret. At the end of the text, that is the head after the working buffer; anywhere else, the
   * path is ended at the caret first, whether that is inside a node or where two meet.
   */
  async generate(): Promise<void> {
    await this.#generateHere(this.#options.choice.store.get());
  }

  /** Ends the path at the caret and requests one continuation there. */
  async splitAndBranch(): Promise<void> {
    await this.#generateHere({ ...this.#options.choice.store.get(), count: 1 });
  }

  /**
   * Replaces a generated token by an alternative, on a new branch, and has the same agent continue from
   * there.
   */
  async chooseToken({ nodeId, positionId, token }: ShownToken, text: string): Promise<void> {
    if (token === null) return;
    const { choice, intents, generationCommands, findAuthor } = this.#options;
    const author = findAuthor(positionId);
    const { outcome } = await intents.submit(
      (context) => chooseToken(context, { nodeId, positionId, offset: token.from }, text),
      TEXT_HAS_CHANGED,
    );
    if (outcome !== 'done') return;
    const isActive = author !== undefined && author.archivedAt === null;
    const settings = choice.store.get();
    const agentIds = isActive ? [author.id] : settings.agentIds.slice(0, 1);
    await generationCommands.generateAtHead({ ...settings, agentIds, count: 1 });
  }

  async #generateHere(settings: GenerationSettings): Promise<void> {
    const { intents, emptySplits, generationCommands } = this.#options;
    // Without an agent, nothing is requested, and that is said.
    if (settings.agentIds.length > 0) {
      const { outcome } = await intents.submit(splitHere);
      if (outcome === 'failed') return;
      if (outcome === 'done') emptySplits.expectAnswer();
    }
    const hasStarted = await generationCommands.generateAtHead(settings);
    if (!hasStarted) await emptySplits.onRefused();
  }
}
