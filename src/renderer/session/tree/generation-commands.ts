import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { isHeldBack } from '../../../core/tree/tree-node.ts';
import type { JobSnapshot, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { Client } from '../../client.ts';
import type { BufferSurface } from '../../surface.ts';
import type { IntentSession } from '../path/intent-session.ts';
import {
  type AwaitedSibling,
  chooseToken,
  goToAwaited,
  goToPosition,
  splitHere,
} from '../path/path-intents.ts';
import type { PathSession } from '../path/path-session.ts';
import {
  COUNT_RANGE,
  type GenerationChoice,
  type GenerationSettings,
} from '../settings/generation-choice.ts';
import type { ContextTexts } from './context-texts.ts';
import type { Continuation } from './continuation.ts';
import type { ContinuationsSession } from './continuations-session.ts';
import type { EmptySplits } from './empty-splits.ts';
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
  readonly emptySplits: EmptySplits;
  readonly intents: IntentSession;
  findManuscript(): BufferSurface | null;
  /** Undefined if the position is not on the path, or its author not in the grove. */
  findAuthor(positionId: PositionId): Agent | undefined;
  /** Awaits a request and reports its failure as a banner. */
  reportFailure(request: Promise<unknown>): Promise<void>;
  /** The path moved to the awaited sibling. */
  onSwitched(): void;
}

/** Requests and stops continuations. Each method reports its own failures. */
export class GenerationCommands {
  readonly #options: GenerationCommandsOptions;
  /** The sibling to switch to when it is complete. */
  #awaited: AwaitedSibling | null = null;

  constructor(options: GenerationCommandsOptions) {
    this.#options = options;
  }

  /**
   * Continues the text from the caret. At the end of the text, that is the head after the working buffer; at
   * the end of a node, that node; inside a node, the part before the caret, after a split.
   */
  async generate(): Promise<void> {
    const part = this.#options.findManuscript()?.caretInSegment();
    const isInside = part?.nodeId != null && part.offset > 0 && part.offset < part.length;
    if (isInside && !(await this.#splitHere())) return;
    const hasStarted = await this.#generateAt((manuscript) => {
      const { atEnd, currentPositionId } = manuscript.summary();
      return atEnd ? null : currentPositionId;
    });
    if (isInside && !hasStarted) await this.#options.emptySplits.onRefused();
  }

  /** Requests more items of the list that the caret is at. */
  async generateSiblings(): Promise<void> {
    await this.#generateAt((manuscript) => this.#parentOfList(manuscript));
  }

  /** Requests more siblings of a position on the path. */
  async generateSiblingsOf(positionId: PositionId): Promise<void> {
    await this.#generateAt(
      () => this.#options.path.findParent(positionId) ?? this.#options.path.rootPositionId,
    );
  }

  /**
   * Requests one more sibling of the current position, and switches to it unless the writer moves or types
   * first.
   */
  async generateAndSwitch(): Promise<void> {
    const settings = this.#settings();
    await this.#generateAt(
      (manuscript) => this.#parentOfList(manuscript),
      { ...settings, agentIds: settings.agentIds.slice(0, 1), count: 1 },
      ({ parentId, slots: [slot] }) => {
        const currentId = this.#options.findManuscript()?.summary().currentPositionId ?? null;
        const headId = this.#options.path.headId;
        this.#awaited =
          slot === undefined ? null : { parentId, positionId: slot.positionId, currentId, headId };
      },
    );
  }

  /** Splits at the caret and requests one continuation there. */
  async splitAndBranch(): Promise<void> {
    if (!(await this.#splitHere())) return;
    const hasStarted = await this.#generateAt(() => null, { ...this.#settings(), count: 1 });
    if (!hasStarted) await this.#options.emptySplits.onRefused();
  }

  /**
   * Replaces a generated token by an alternative, on a new branch, and has the same agent continue from
   * there.
   */
  async chooseToken({ nodeId, positionId, token }: ShownToken, text: string): Promise<void> {
    if (token === null) return;
    const author = this.#options.findAuthor(positionId);
    const { outcome } = await this.#options.intents.submit(
      (context) => chooseToken(context, { nodeId, positionId, offset: token.from }, text),
      'The text has changed since.',
    );
    if (outcome !== 'done') return;
    const isActive = author !== undefined && author.archivedAt === null;
    const settings = this.#settings();
    const agentIds = isActive ? [author.id] : settings.agentIds.slice(0, 1);
    await this.#generateAt(() => null, { ...settings, agentIds, count: 1 });
  }

  /** Requests every listed continuation that brought nothing again, from the same agents. */
  async retryAll(): Promise<void> {
    await this.#requestAgain(this.#options.continuations.list.get().items);
  }

  /**
   * Requests a listed continuation again if it brought nothing, with those that failed alike, or another beside
   * one that was cut short.
   */
  async retry(item: Continuation): Promise<void> {
    if (item.retry === 'again') return this.#requestAgain([item]);
    const parentId = await this.#returnToParent(item);
    await this.#generateAt(
      () => parentId,
      { ...this.#settings(), agentIds: [item.authorId], count: 1 },
      () => this.dismiss(item),
    );
  }

  /** Removes continuations that brought nothing from the list, and the error of one that was cut short. */
  dismiss(...items: readonly Continuation[]): void {
    for (const { slot, positionId, alike } of items) {
      if (slot === null) this.#options.generation.clearInterruption(positionId);
      else this.#options.generation.dismiss(slot.jobId, slot.slot);
      this.dismiss(...alike);
    }
  }

  /** Removes every listed continuation that brought nothing. */
  dismissAll(): void {
    this.dismiss(...this.#options.continuations.list.get().items.filter(({ retry }) => retry === 'again'));
  }

  /** Stops one listed continuation; the others go on. */
  async stopOne({ slot }: Continuation): Promise<void> {
    if (slot !== null) await this.#options.reportFailure(this.#options.client.call('generation.stop', slot));
  }

  /** Stops everything that is being generated. */
  async stop(): Promise<void> {
    if (!this.#options.generation.isRunning) return;
    await this.#options.reportFailure(
      this.#options.client.call('generation.stop', { jobId: null, slot: null }),
    );
  }

  /** A slot finished; it may be the awaited one. */
  onSettled({ positionId, text, finishReason }: SlotSnapshot): void {
    const awaited = this.#awaited;
    if (awaited?.positionId !== positionId) return;
    this.#awaited = null;
    if (text === '' || isHeldBack(finishReason)) return;
    void this.#options.intents
      .submit((context) => goToAwaited(context, awaited))
      .then(({ outcome }) => {
        if (outcome === 'done') this.#options.onSwitched();
      });
  }

  /** Requests the continuations among `items` that brought nothing again, from the same agents. */
  async #requestAgain(items: readonly Continuation[]): Promise<void> {
    const lost = items.filter(({ retry }) => retry === 'again').flatMap((item) => [item, ...item.alike]);
    for (const agentId of new Set(lost.map(({ authorId }) => authorId))) {
      const own = lost.filter(({ authorId }) => authorId === agentId);
      for (let from = 0; from < own.length; from += COUNT_RANGE.max) {
        const batch = own.slice(from, from + COUNT_RANGE.max).map((item) => ({ ...item, alike: [] }));
        const [first] = batch;
        if (first === undefined) return;
        const parentId = await this.#returnToParent(first);
        const hasStarted = await this.#generateAt(
          () => parentId,
          { ...this.#settings(), agentIds: [agentId], count: batch.length },
          () => this.dismiss(...batch),
        );
        // The rest stay listed and can be retried.
        if (!hasStarted) return this.#options.emptySplits.onRefused();
      }
    }
  }

  /** Splits at the caret for a request there. Resolves to whether that can be made. */
  async #splitHere(): Promise<boolean> {
    if (this.#settings().agentIds.length === 0) return false;
    const { outcome } = await this.#options.intents.submit(splitHere);
    if (outcome === 'done') this.#options.emptySplits.expectAnswer();
    return outcome !== 'failed';
  }

  /** Returns to where a listed continuation was requested, if the path has left that. Resolves to the position. */
  async #returnToParent({ slot }: Continuation): Promise<PositionId> {
    const { path, generation, continuations, emptySplits, intents } = this.#options;
    const job = generation.jobs.get().find(({ jobId }) => jobId === slot?.jobId);
    const parentId = job?.parentId ?? continuations.list.get().parentId;
    if (parentId === path.rootPositionId || path.indexOf(parentId) >= 0) return parentId;
    await intents.submit((context) => goToPosition(context, parentId));
    emptySplits.expectAnswer();
    return parentId;
  }

  /** Resolves to whether the request was made; a failure is reported. */
  async #generateAt(
    findTarget: (manuscript: BufferSurface) => PositionId | null,
    settings: GenerationSettings = this.#settings(),
    onStarted?: (job: JobSnapshot) => void,
  ): Promise<boolean> {
    const { agentIds, count, maxTokens } = settings;
    if (agentIds.length === 0) return false;
    const { parameters } = this.#options.choice;
    const { outcome } = await this.#options.intents.submit(({ client, manuscript }) => () => {
      const at = findTarget(manuscript);
      let job: JobSnapshot | undefined;
      return {
        send: async (intent) => {
          // Memory and the other texts are part of the request.
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
        onDone: () => {
          if (job === undefined) return;
          onStarted?.(job);
          this.#options.generation.add(job);
          this.#options.continuations.showJob(job);
        },
      };
    });
    return outcome === 'done';
  }

  /** What the items of the list that the caret is at continue. */
  #parentOfList(manuscript: BufferSurface): PositionId {
    const { forkId, parentPositionId } = manuscript.summary();
    return forkId ?? parentPositionId ?? this.#options.path.rootPositionId;
  }

  #settings(): GenerationSettings {
    return this.#options.choice.store.get();
  }
}
