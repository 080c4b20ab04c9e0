import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { JobSnapshot, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { Client } from '../../client.ts';
import type { ManuscriptFace } from '../../surface.ts';
import type { IntentSession } from '../path/intent-session.ts';
import { type AwaitedSibling, chooseToken, goToAwaited, splitHere } from '../path/path-intents.ts';
import type { PathSession } from '../path/path-session.ts';
import {
  COUNT_RANGE,
  type GenerationChoice,
  type GenerationSettings,
} from '../settings/generation-settings.ts';
import type { ContextTexts } from './context-texts.ts';
import type { Continuation } from './continuation.ts';
import type { ContinuationsSession } from './continuations-session.ts';
import type { GenerationSession } from './generation-session.ts';
import type { ShownToken } from './token-session.ts';

export interface GenerationCommandsOptions {
  readonly client: Client;
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly choice: GenerationChoice;
  readonly generation: GenerationSession;
  readonly continuations: ContinuationsSession;
  readonly texts: ContextTexts;
  readonly intents: IntentSession;
  findManuscript(): ManuscriptFace | null;
  /** Undefined where the position is not on the path, or its author not in the grove. */
  findAuthor(positionId: PositionId): Agent | undefined;
  /** Waits for a request whose failure is told as a banner. */
  tell(request: Promise<unknown>): Promise<void>;
  /** The writer was taken to another branch. */
  onTaken(): void;
}

/** Asks models for continuations, and stops them. Each method tells what went wrong by itself. */
export class GenerationCommands {
  readonly #options: GenerationCommandsOptions;
  /** The sibling that the writer wants to be taken to when it is complete. */
  #awaited: AwaitedSibling | null = null;

  constructor(options: GenerationCommandsOptions) {
    this.#options = options;
  }

  /**
   * Continues the text from the caret: at the end of the text from the head, the working buffer included; at the end
   * of a node that node; inside one what a split leaves before the caret.
   */
  async generate(): Promise<void> {
    const part = this.#options.findManuscript()?.caretPart();
    if (part?.nodeId != null && part.offset > 0 && part.offset < part.length) {
      const { outcome } = await this.#options.intents.submit(splitHere);
      if (outcome === 'failed') return;
    }
    await this.#generateAt((manuscript) => {
      const { atEnd, currentPositionId } = manuscript.summary();
      return atEnd ? null : currentPositionId;
    });
  }

  /** Asks for more siblings of the current position. */
  generateSiblings(): Promise<void> {
    return this.#generateAt(
      (manuscript) => manuscript.summary().parentPositionId ?? this.#options.path.rootPositionId,
    );
  }

  /** Asks for more siblings of a position of the path. */
  generateSiblingsOf(positionId: PositionId): Promise<void> {
    return this.#generateAt(
      () => this.#options.path.findParent(positionId) ?? this.#options.path.rootPositionId,
    );
  }

  /** Asks for one more sibling of the current position, and switches to it unless the writer moves or writes meanwhile. */
  generateAndSwitch(): Promise<void> {
    const asked = this.#asked();
    return this.#generateAt(
      (manuscript) => manuscript.summary().parentPositionId ?? this.#options.path.rootPositionId,
      { ...asked, agentIds: asked.agentIds.slice(0, 1), count: 1 },
      ({ parentId, slots: [slot] }) => {
        const currentId = this.#options.findManuscript()?.summary().currentPositionId ?? null;
        const headId = this.#options.path.headId;
        this.#awaited =
          slot === undefined ? null : { parentId, positionId: slot.positionId, currentId, headId };
      },
    );
  }

  /** Splits at the caret and asks for one continuation there. */
  async splitAndBranch(): Promise<void> {
    const { outcome } = await this.#options.intents.submit(splitHere);
    if (outcome !== 'failed') await this.#generateAt(() => null, { ...this.#asked(), count: 1 });
  }

  /** Puts another token in the place of one that came, on a branch of its own, and lets its model go on from there. */
  async chooseToken({ nodeId, positionId, token }: ShownToken, text: string): Promise<void> {
    if (token === null) return;
    const author = this.#options.findAuthor(positionId);
    const { outcome } = await this.#options.intents.submit(
      (context) => chooseToken(context, { nodeId, positionId, offset: token.from }, text),
      'The text is another by now.',
    );
    if (outcome !== 'done') return;
    const isAtWork = author !== undefined && author.archivedAt === null;
    const asked = this.#asked();
    const agentIds = isAtWork ? [author.id] : asked.agentIds.slice(0, 1);
    await this.#generateAt(() => null, { ...asked, agentIds, count: 1 });
  }

  /** Asks again for every listed continuation of which nothing came, from the agents that were asked. */
  async retryAll(): Promise<void> {
    const { parentId, items } = this.#options.continuations.list.get();
    const lost = items.filter(({ retry }) => retry === 'again');
    for (const agentId of new Set(lost.map(({ authorId }) => authorId))) {
      // As many as can be asked for at once; who lost more may ask again.
      const those = lost.filter(({ authorId }) => authorId === agentId).slice(0, COUNT_RANGE.max);
      await this.#generateAt(
        () => parentId,
        { ...this.#asked(), agentIds: [agentId], count: those.length },
        () => this.dismiss(...those),
      );
    }
  }

  /** Asks again for a listed continuation of which nothing came; for one more beside one that was cut short. */
  async askAgain(item: Continuation): Promise<void> {
    const { parentId } = this.#options.continuations.list.get();
    await this.#generateAt(
      () => parentId,
      { ...this.#asked(), agentIds: [item.authorId], count: 1 },
      () => this.dismiss(item),
    );
  }

  /** Puts away continuations of which nothing came; of one that was cut short, what is said of that. */
  dismiss(...items: readonly Continuation[]): void {
    for (const { slot, positionId } of items) {
      if (slot === null) this.#options.generation.forgetInterruption(positionId);
      else this.#options.generation.dismiss(slot.jobId, slot.slot);
    }
  }

  /** Puts every listed continuation away of which nothing came. */
  dismissAll(): void {
    this.dismiss(...this.#options.continuations.list.get().items.filter(({ retry }) => retry === 'again'));
  }

  /** Stops one listed continuation; the others go on. */
  async stopOne({ slot }: Continuation): Promise<void> {
    if (slot !== null) await this.#options.tell(this.#options.client.call('generation.stop', slot));
  }

  /** Stops everything that is on its way. */
  async stop(): Promise<void> {
    if (!this.#options.generation.isRunning) return;
    await this.#options.tell(this.#options.client.call('generation.stop', { jobId: null, slot: null }));
  }

  /** A slot ended: it may be the one the writer waits for. */
  takeSettled({ positionId, text }: SlotSnapshot): void {
    const awaited = this.#awaited;
    if (awaited?.positionId !== positionId) return;
    this.#awaited = null;
    if (text === '') return;
    void this.#options.intents
      .submit((context) => goToAwaited(context, awaited))
      .then(({ outcome }) => {
        if (outcome === 'done') this.#options.onTaken();
      });
  }

  async #generateAt(
    findTarget: (manuscript: ManuscriptFace) => PositionId | null,
    settings: GenerationSettings = this.#asked(),
    onAsked?: (job: JobSnapshot) => void,
  ): Promise<void> {
    const { agentIds, count, maxTokens } = settings;
    if (agentIds.length === 0) return;
    const { parameters } = this.#options.choice;
    await this.#options.intents.submit(({ client, manuscript }) => () => {
      const at = findTarget(manuscript);
      let job: JobSnapshot | undefined;
      return {
        send: async (intent) => {
          // Memory and the like are part of what is sent.
          await this.#options.texts.flush();
          const answer = await client.call('generation.start', {
            ...intent,
            at,
            agentIds,
            count,
            maxTokens,
            parameters,
          });
          job = answer.job;
          return answer.path;
        },
        done: () => {
          if (job === undefined) return;
          onAsked?.(job);
          this.#options.generation.add(job);
          this.#options.continuations.focusOn(job);
        },
      };
    });
  }

  #asked(): GenerationSettings {
    return this.#options.choice.store.get();
  }
}
