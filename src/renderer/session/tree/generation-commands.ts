import type { AgentId, PositionId } from '../../../core/ids.ts';
import { MAX_ANSWER_TOKENS } from '../../../core/text/limits.ts';
import { USUAL_REPLY_TOKENS } from '../../../core/tree/loom-tree.ts';
import { isHeldBack, POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { ContinuationJob, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { TurnSnapshot } from '../../../ipc/wire/turn.ts';
import { NO_AGENT_CHOSEN } from '../../../ui-text/page/generate.ts';
import type { CurrentPlace } from '../../surface.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import {
  COUNT_RANGE,
  type GenerationChoice,
  type GenerationSettings,
} from '../settings/generation-choice.ts';
import type { ContextTexts } from './context-texts.ts';
import { batchesToRetry, type Continuation } from './continuation.ts';
import type { ContinuationsSession } from './continuations-session.ts';
import type { EmptySplits } from './empty-splits.ts';
import type { GenerationSession } from './generation-session.ts';
import { type AwaitedSibling, endPathAt, goToAwaited, goToPosition } from './tree-intents.ts';
import { startRound, startTurn, type TurnStart, type TurnStarts } from './turn-starts.ts';

export interface GenerationCommandsOptions {
  readonly choice: GenerationChoice;
  readonly generation: GenerationSession;
  readonly continuations: ContinuationsSession;
  readonly texts: ContextTexts;
  readonly emptySplits: EmptySplits;
  /** Loom-aware agents answer with turns; null in a manuscript, where they write like any other. */
  readonly turns: TurnStarts | null;
  /** The path moved to the awaited sibling. */
  onSwitched(): void;
}

/** Settings of one request. */
interface RequestSettings extends GenerationSettings {
  /** In the writer's words; a note keeps it. Only for replies. */
  readonly instruction?: string;
  /** The agent continues its own message instead of replying to it. */
  readonly continues?: boolean;
  /** The message that the first reply is to take the place of. */
  readonly insteadOf?: PositionId;
}

/** Requests and stops continuations. Each method reports its own failures. */
export function createGenerationCommands(scope: TreeScope, options: GenerationCommandsOptions) {
  const { path, intents, surface, notices, client } = scope;
  const { generation, continuations, emptySplits, turns, texts, choice, onSwitched } = options;
  /** The sibling to switch to when it is complete. */
  let awaited: AwaitedSibling | null = null;

  /** Removes continuations that produced nothing from the list, and the error of one that was cut short. */
  function dismiss(...items: readonly Continuation[]): void {
    for (const { slot, positionId, alike } of items) {
      if (slot === null) generation.clearInterruption(positionId);
      else generation.dismiss(slot.jobId, slot.slot);
      dismiss(...alike);
    }
  }

  /** Requests the continuations among `items` that produced nothing again, from the same agents. */
  async function requestAgain(items: readonly Continuation[]): Promise<void> {
    for (const batch of batchesToRetry(items, COUNT_RANGE.max)) {
      const [first] = batch;
      if (first === undefined) return;
      const { authorId, continues } = first;
      const parentId = await returnToParent(first);
      const hasStarted = await generateAt(
        () => parentId,
        { ...allowingMore(chosenSettings(), first), agentIds: [authorId], count: batch.length, continues },
        () => dismiss(...batch),
      );
      // The rest stay listed and can be retried.
      if (!hasStarted) return emptySplits.onRefused();
    }
  }

  /** Returns to where a listed continuation was requested, if the path has left that. Resolves to the position. */
  async function returnToParent({ slot }: Continuation): Promise<PositionId> {
    const job = generation.jobs.get().find(({ jobId }) => jobId === slot?.jobId);
    const parentId = job?.parentId ?? continuations.list.get().parentId;
    const isOnPath = parentId === path.rootPositionId || path.indexOf(parentId) >= 0;
    const isLeft = job !== undefined && emptySplits.hasLeft(job.jobId);
    if (isOnPath && !isLeft) return parentId;
    const moveTo = isOnPath ? endPathAt : goToPosition;
    const { outcome } = await intents.submit((context) => moveTo(context, parentId));
    const isSplit = ((path.findHeader(parentId)?.flags ?? 0) & POSITION_FLAGS.split) !== 0;
    if (outcome === 'done' && (isLeft || isSplit)) emptySplits.expectAnswer();
    return parentId;
  }

  /**
   * Requests replies, and a turn of each agent that takes turns. The first request commits the draft; the others are about
   * what that made. Resolves to whether the first was made; a failure is reported.
   */
  async function generateAt(
    findTarget: (place: CurrentPlace) => PositionId | null,
    settings: RequestSettings = chosenSettings(),
    onStarted?: (job: ContinuationJob) => void,
    mayStart = () => true,
  ): Promise<boolean> {
    if (settings.agentIds.length === 0) {
      notices.tell(NO_AGENT_CHOSEN);
      return false;
    }
    // An agent continues words only: it acts only in turns.
    if (settings.continues === true) return requestReplies(findTarget, settings, onStarted, mayStart);
    const takesTurns = (agentId: AgentId) => turns?.takesTurns(agentId) === true;
    const others = settings.agentIds.filter((agentId) => !takesTurns(agentId));
    let target: PositionId | null = null;
    const find = (place: CurrentPlace) => target ?? findTarget(place);
    let isFirst = true;
    if (others.length > 0) {
      const isMade = await requestReplies(
        find,
        { ...settings, agentIds: others },
        (job) => {
          target = job.parentId;
          onStarted?.(job);
        },
        mayStart,
      );
      if (!isMade) return false;
      isFirst = false;
    }
    for (const agentId of settings.agentIds.filter(takesTurns)) {
      const isMade = await requestTurn(find, {
        agentId,
        maxTokens: settings.maxTokens,
        ...(settings.instruction === undefined ? {} : { instruction: settings.instruction }),
        ...(settings.insteadOf === undefined ? {} : { insteadOf: settings.insteadOf }),
        onStarted: ({ parentId }) => {
          target = parentId;
        },
        ...(isFirst ? { mayStart } : {}),
      });
      if (isFirst && !isMade) return false;
      isFirst = false;
    }
    return !isFirst;
  }

  /** Resolves to whether the request was made; a failure is reported. */
  async function reply(
    findTarget: () => PositionId | null,
    settings: GenerationSettings,
    mayStart = () => true,
  ): Promise<boolean> {
    const { agentIds, maxTokens, inTurn } = settings;
    if (turns === null || !inTurn || agentIds.length < 2)
      return generateAt(findTarget, settings, undefined, mayStart);
    const { parameters } = choice;
    const { outcome } = await intents.submit((context) => () => {
      const round = { at: findTarget(), agentIds, maxTokens, parameters, mayStart };
      return startRound(context, turns, { ...round, flushTexts: () => texts.saver.flush() })();
    });
    return outcome === 'done';
  }

  /** Resolves to whether the turn runs or waits; a failure is reported. */
  async function requestTurn(
    findTarget: (place: CurrentPlace) => PositionId | null,
    start: Omit<TurnStart, 'at' | 'flushTexts'>,
  ): Promise<boolean> {
    if (turns === null) return false;
    const { outcome } = await intents.submit((context) => () => {
      const at = findTarget(context.surface.summary());
      return startTurn(context, turns, { ...start, at, flushTexts: () => texts.saver.flush() })();
    });
    return outcome === 'done';
  }

  /** Resolves to whether the request was made; a failure is reported. */
  async function requestReplies(
    findTarget: (place: CurrentPlace) => PositionId | null,
    settings: RequestSettings,
    onStarted?: (job: ContinuationJob) => void,
    mayStart = () => true,
  ): Promise<boolean> {
    const { agentIds, count, maxTokens, instruction, continues = false, insteadOf } = settings;
    const { parameters } = choice;
    const { outcome } = await intents.submit(({ client, path, surface }) => () => {
      if (!mayStart()) return null;
      const at = findTarget(surface.summary());
      let job: ContinuationJob | undefined;
      return {
        ...(at === null ? { part: null } : {}),
        send: async (intent) => {
          // Memory and the other texts are part of the request.
          await texts.saver.flush();
          const topicAt = turns?.findTopicPlace(path.treeId) ?? null;
          const answer = await client.call('generation.start', {
            ...intent,
            at,
            agentIds,
            count,
            maxTokens,
            parameters,
            ...(instruction === undefined ? {} : { instruction }),
            ...(continues ? { continues } : {}),
            ...(insteadOf === undefined ? {} : { insteadOf }),
            ...(topicAt === null ? {} : { topicAt }),
          });
          job = answer.job;
          return answer.path;
        },
        onDone: () => {
          if (job === undefined) return;
          onStarted?.(job);
          generation.add(job);
          continuations.showJob(job);
        },
      };
    });
    return outcome === 'done';
  }

  /** The position that the items of the list at the caret continue. */
  function parentOfList({ forkId, parentPositionId }: CurrentPlace): PositionId {
    return forkId ?? parentPositionId ?? path.rootPositionId;
  }

  function settingsBeside(positionId: PositionId | null, chosen: GenerationSettings): RequestSettings {
    return { ...chosen, ...asPart(positionId) };
  }

  /** Beside a part of a reply, its speaker continues the text before it once more. */
  function asPart(positionId: PositionId | null): Partial<RequestSettings> {
    const header = positionId === null ? undefined : path.findHeader(positionId);
    return header?.continues === true ? { agentIds: [header.speakerId], continues: true } : {};
  }

  /** Switches to the job's first text, unless the writer moves or, in a manuscript, types before that. */
  function awaitFirst(
    { parentId, slots: [slot] }: ContinuationJob,
    how: Pick<AwaitedSibling, 'isReply'> = {},
  ): void {
    const place = { parentId, headId: path.headId, currentId: surface.currentPositionId };
    awaited = slot === undefined ? null : { ...place, positionId: slot.positionId, ...how };
  }

  function chosenSettings(): GenerationSettings {
    return choice.store.get();
  }

  return {
    dismiss,

    /**
     * Continues the text at the current position; at the end of the text, the head after the working buffer. Resolves to
     * whether the request was made.
     */
    generate(): Promise<boolean> {
      return generateAt(({ atEnd, currentPositionId }) => (atEnd ? null : currentPositionId));
    },

    /**
     * Continues the head, with other settings than the chosen ones. Resolves to whether the request was made.
     * @param mayStart asked when the request is about to be made
     */
    generateAtHead(settings: GenerationSettings, mayStart = () => true): Promise<boolean> {
      return generateAt(() => null, settings, undefined, mayStart);
    },

    /**
     * Requests replies to what is about to be the head, at once or in turn. Resolves to whether the request was made.
     * @param mayStart asked when the request is about to be made
     */
    replyAtHead(settings: GenerationSettings, mayStart = () => true): Promise<boolean> {
      return reply(() => null, settings, mayStart);
    },

    /**
     * Requests replies to a position of the path, at once or in turn; commits nothing. Resolves to whether the request was
     * made.
     */
    replyTo(positionId: PositionId, settings: GenerationSettings): Promise<boolean> {
      return reply(() => positionId, settings);
    },

    /** Continues a position of the path; commits no working buffer. Resolves to whether the request was made. */
    generateAfter(positionId: PositionId): Promise<boolean> {
      return generateAt(() => positionId);
    },

    /** Asks the speaker of a message of the path to continue it. What comes is shown, unless the writer moves first. */
    async continueMessage(positionId: PositionId): Promise<void> {
      const speakerId = path.findHeader(positionId)?.speakerId;
      if (speakerId === undefined) return;
      await generateAt(
        () => positionId,
        { ...chosenSettings(), agentIds: [speakerId], count: 1, continues: true },
        (job) => {
          // After the head, it is shown as every reply is.
          if (job.parentId !== path.headId) awaitFirst(job, { isReply: true });
        },
      );
    },

    /** Requests more items of the list that the caret is at. @param chosen beside a part of a reply, its speaker is asked */
    async generateSiblings(chosen: GenerationSettings = chosenSettings()): Promise<void> {
      const settings = settingsBeside(surface.currentPositionId, chosen);
      await generateAt((place) => parentOfList(place), settings);
    },

    /** Requests more siblings of a position on the path. */
    async generateSiblingsOf(positionId: PositionId): Promise<void> {
      await generateAt(() => path.findParent(positionId) ?? path.rootPositionId);
    },

    /**
     * Requests other replies beside a message of the path; beside a part of one, other parts by its speaker. Main shows the
     * first in its place when it is complete, if it is the head then. Resolves to whether the request was made.
     */
    regenerate(positionId: PositionId, settings: RequestSettings): Promise<boolean> {
      return generateAt(() => path.findParent(positionId) ?? path.rootPositionId, {
        ...settings,
        ...asPart(positionId),
        insteadOf: positionId,
      });
    },

    /** Requests one more of them, and switches to it unless the writer moves or types first. @param chosen as above */
    async generateAndSwitch(chosen: GenerationSettings = chosenSettings()): Promise<void> {
      const settings = settingsBeside(surface.currentPositionId, chosen);
      await generateAt(
        (place) => parentOfList(place),
        { ...settings, agentIds: settings.agentIds.slice(0, 1), count: 1 },
        (job) => awaitFirst(job),
      );
    },

    /** Begins a turn that continues a capped one, from the end of the path. */
    async goOn({ turnId, agentId }: Pick<TurnSnapshot, 'turnId' | 'agentId'>): Promise<void> {
      const { maxTokens } = chosenSettings();
      await requestTurn(() => path.headId, { agentId, maxTokens, goesOnWith: turnId });
    },

    /** Requests every listed continuation that produced nothing again, from the same agents. */
    async retryAll(): Promise<void> {
      await requestAgain(continuations.list.get().items);
    },

    /**
     * Requests a listed continuation again if it produced nothing, with those that failed alike, or another beside one
     * that was cut short.
     */
    async retry(item: Continuation): Promise<void> {
      if (item.retry === 'again') return requestAgain([item]);
      const parentId = await returnToParent(item);
      await generateAt(
        () => parentId,
        { ...chosenSettings(), agentIds: [item.authorId], count: 1, continues: item.continues },
        () => dismiss(item),
      );
    },

    /** Requests another reply to the head beside one that was cut short there. */
    async retryAtHead(item: Continuation): Promise<void> {
      const asked = { agentIds: [item.authorId], count: 1, continues: item.continues };
      const isMade = await generateAt(() => path.headId, { ...chosenSettings(), ...asked });
      if (isMade) dismiss(item);
    },

    /** Removes every listed continuation that produced nothing. */
    dismissAll(): void {
      dismiss(...continuations.list.get().items.filter(({ retry }) => retry === 'again'));
    },

    /** Stops one listed continuation; the others continue. */
    async stopOne({ slot }: Continuation): Promise<void> {
      if (slot !== null) await notices.attempt(client.call('generation.stop', slot));
    },

    /** Stops everything that is being generated. */
    async stop(): Promise<void> {
      if (!generation.isRunning) return;
      await notices.attempt(client.call('generation.stop', { jobId: null, slot: null }));
    },

    /** A slot finished; it may be the awaited one. */
    onSettled({ positionId, text, finishReason }: SlotSnapshot): void {
      const sibling = awaited;
      if (sibling?.positionId !== positionId) return;
      awaited = null;
      if (text === '' || isHeldBack(finishReason)) return;
      void intents
        .submit((context) => goToAwaited(context, sibling))
        .then(({ outcome }) => {
          if (outcome === 'done') onSwitched();
        });
    },
  };
}

export type GenerationCommands = ReturnType<typeof createGenerationCommands>;

/** For a model that used all its tokens for thinking. */
function allowingMore(settings: RequestSettings, { error }: Continuation): RequestSettings {
  if (error?.code !== 'ONLY_THOUGHT') return settings;
  const maxTokens = Math.min(MAX_ANSWER_TOKENS, 4 * Math.max(USUAL_REPLY_TOKENS, settings.maxTokens));
  return { ...settings, maxTokens };
}
