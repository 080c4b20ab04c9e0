import type { TopicInput } from '../../core/context/conversation-context.ts';
import type { ContextNode } from '../../core/context/story.ts';
import { wordsOfTopic } from '../../core/context/topic-part.ts';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../core/ids.ts';
import type { LoreTrial, LoreVerdict } from '../../core/lore/lore-verdict.ts';
import type { TextRange } from '../../core/text/span.ts';
import { type Agent, isLoomAware, type SamplingSettings } from '../../core/tree/agent.ts';
import type { LoomTree, TreeMode } from '../../core/tree/loom-tree.ts';
import type { Input } from '../../ipc/contract.ts';
import type { ContextPreview } from '../../ipc/wire/context.ts';
import type { ContinuationJob } from '../../ipc/wire/generation.ts';
import type { PathReply } from '../../ipc/wire/path.ts';
import {
  CANNOT_GO_ON_UNSENT,
  ONLY_OWN_REPLY_CONTINUES,
  ONLY_REPLIES_ARE_INSTRUCTED,
} from '../../ui-text/refusals.ts';
import { ANY_LENGTH, agentContext, windowOf } from '../generation/agent-context.ts';
import type { Generator } from '../generation/generator.ts';
import { previewContext } from '../generation/preview-context.ts';
import { BEGINNING_LENGTH } from '../generation/text-model/beginnings.ts';
import { getAgent, listAgents } from '../store/tables/agents.ts';
import { getHead } from '../store/tables/path-state.ts';
import { getTree } from '../store/tables/trees.ts';
import { listBeginnings } from '../store/tree/children.ts';
import { firstCall, turnContext } from './agents/turns/turn-context.ts';
import { readTopicForReply, type WorkingAgent } from './agents/turns/turn-place.ts';
import { GroveFences } from './fences/grove-fences.ts';
import type { GroveScope } from './grove-scope.ts';
import type { GroveLore, LoreRequest } from './lore/grove-lore.ts';
import { requestedAgents } from './model-requests.ts';
import { notePageCrash } from './rescue/recover-partials.ts';
import { GroveRewrites } from './rewrites/grove-rewrites.ts';
import type { IntentParts } from './writing/intent-writer.ts';

/** The continuations that a window requests. */
export interface ContinuationRequest {
  /** A position on the path after the commit; null for the head. */
  readonly at: PositionId | null;
  /** One or more; each agent generates `count` continuations. */
  readonly agentIds: readonly AgentId[];
  readonly count: number;
  readonly maxTokens: number;
  /** Override the agents' own settings. */
  readonly parameters: SamplingSettings;
  /** The writer's instruction for this reply, kept as a note. Null for none. */
  readonly instruction: string | null;
  /** In a conversation: the agent continues the message at `at`, its own, instead of replying to it. */
  readonly continues?: true;
  /** In a conversation: the reply beside which these are requested; the first takes its place if it is the head then. */
  readonly insteadOf?: PositionId;
  /** In a conversation about a manuscript, where the writer is in it; by default, and for null, at the end of their path. */
  readonly topicAt?: PositionId | null;
}

export interface GroveGenerationOptions extends GroveScope {
  readonly generator: Generator;
  /** An agent with its permissions on this computer. */
  permitted(agent: Agent): Agent;
  readonly lore: GroveLore;
  /** The agents whose turns act on a tree now. */
  workingIn(treeId: TreeId): readonly WorkingAgent[];
}

/** Starts and stops the continuations of an open grove. */
export class GroveGeneration {
  readonly generator: Generator;
  readonly rewrites: GroveRewrites;
  readonly fences: GroveFences;
  readonly #options: GroveGenerationOptions;

  constructor(options: GroveGenerationOptions) {
    this.#options = options;
    this.generator = options.generator;
    this.rewrites = new GroveRewrites(options, options.generator, options.lore);
    this.fences = new GroveFences(options, options.generator, options.lore);
  }

  /**
   * Commits the draft and starts the continuations, which arrive as events.
   * @throws {AspenError} INVALID_ARGUMENT for an instruction or to continue outside a conversation, or with another's
   *   message; what `prepareGeneration` and `Generator.start` throw
   */
  start(
    treeId: TreeId,
    intent: IntentParts,
    {
      at,
      agentIds,
      count,
      maxTokens,
      parameters,
      instruction,
      continues,
      insteadOf,
      topicAt = null,
    }: ContinuationRequest,
  ): { readonly path: PathReply; readonly job: ContinuationJob } {
    const { store, generator, treeSession, writerId } = this.#options;
    // Check everything that could be refused before the commit: both happen, or neither.
    const agents = requestedAgents(store, generator, { agentIds, parameters });
    const tree = getTree(store, treeId);
    if (instruction !== null && tree.mode !== 'dialogue')
      throw new AspenError('INVALID_ARGUMENT', ONLY_REPLIES_ARE_INSTRUCTED);
    const asked = instruction === null ? {} : { instruction };
    const options = { maxTokens, takingPart: agentIds, speakers: this.#speakers, ...asked };
    const requestsFor = (sent: readonly ContextNode[]) => {
      if (continues === true) requireOwn(tree.mode, agents, sent);
      return agents.map((agent) => {
        const goesOn = { canContinueMessages: continues === true && generator.continuesMessages(agent) };
        const topic = this.#topicFor(agent, tree, topicAt);
        const { insertions: lore } = this.#loreFor(agent, tree, { nodes: sent, at, topicAt, maxTokens });
        const how = { ...options, topic, lore, ...(continues === true ? { goesOn } : {}) };
        return { agent, context: agentContext(agent, tree, sent, how), count, maxTokens };
      });
    };
    const prepared = treeSession(treeId).prepareGeneration(intent, at, requestsFor, instruction);
    const { path, parentId, originId, nodes, instruction: note } = prepared;
    const agentRequests = requestsFor(nodes);
    const target = {
      kind: 'continuation',
      parentId,
      originId,
      ...(note === null ? {} : { instructionId: note.noteId }),
      ...(continues === true ? { continues } : {}),
      ...(insteadOf === undefined ? {} : { insteadOf }),
    } as const;
    const siblings = listBeginnings(store, treeId, parentId, BEGINNING_LENGTH);
    const job = generator.start({ treeId, requestedBy: writerId, target, agentRequests, siblings });
    return { path, job };
  }

  /**
   * Previews a request, including uncommitted text; for a loom-aware agent in a conversation, the first call of its
   * turn.
   * @throws {AspenError} NOT_FOUND
   */
  previewContext(
    treeId: TreeId,
    {
      at,
      offset,
      whole: wanted,
      agentId,
      agentIds = [],
      maxTokens,
      topicAt = null,
      replace,
    }: Omit<Input<'generation.context'>, 'treeId'>,
  ): ContextPreview {
    const { store, treeSession, writerId, preferences, workingIn, permitted, lore } = this.#options;
    const agent = this.generator.asServed(getAgent(store, agentId));
    const tree = getTree(store, treeId);
    const { shown } = treeSession(treeId);
    const whole = wanted ?? null;
    if (replace !== undefined)
      return this.rewrites.previewContext(treeId, { ...replace, agentId, maxTokens, whole });
    const nodes = shown.contextNodes(at, offset);
    if (tree.mode === 'dialogue' && isLoomAware(agent)) {
      // The last node is the composer's text, if that would be sent first.
      const typed = nodes.at(-1);
      let verdicts: readonly LoreVerdict[] = [];
      const first = firstCall({
        store,
        lore: (request) => {
          const selection = lore.select(request);
          verdicts = selection.verdicts;
          return selection;
        },
        tree,
        agent: permitted(agent),
        writerId,
        topicAt,
        at: at ?? getHead(store, treeId, writerId),
        typed: typed?.nodeId === null ? typed.text : '',
        maxTokens,
        preferences: preferences(),
        others: workingIn(tree.topicTreeId ?? treeId).filter((one) => one.agentId !== agentId),
      });
      const assemble = (one: Agent) => turnContext({ ...first, agent: one });
      return previewContext(agent, nodes, { maxTokens, whole, assemble, lore: () => verdicts });
    }
    const { verdicts, insertions } = this.#loreFor(agent, tree, { nodes, at, topicAt, maxTokens });
    const options = { maxTokens, takingPart: agentIds, speakers: this.#speakers, lore: insertions };
    const assemble = (one: Agent) =>
      agentContext(one, tree, nodes, { ...options, topic: this.#topicFor(one, tree, topicAt) });
    return previewContext(agent, nodes, { maxTokens, whole, assemble, lore: () => verdicts });
  }

  /** Every entry of the grove's lore, as a request at a place would find it (`lore.list`). @throws {AspenError} NOT_FOUND */
  listLore(
    treeId: TreeId,
    { at, topicAt = null, agentId, maxTokens }: Omit<Input<'lore.list'>, 'treeId'>,
  ): readonly LoreVerdict[] {
    const { store, lore } = this.#options;
    const agent = agentId === null ? null : this.generator.asServed(getAgent(store, agentId));
    const window = agent && windowOf(agent);
    const place = this.#loreAt(treeId, at, topicAt, agent);
    return lore.select({ ...place, window, reserve: maxTokens }, true).verdicts;
  }

  /** @throws {AspenError} NOT_FOUND */
  tryLoreKey(
    treeId: TreeId,
    { at, topicAt = null }: Pick<Input<'lore.try'>, 'at' | 'topicAt'>,
    key: string,
  ): LoreTrial {
    return this.#options.lore.try(this.#loreAt(treeId, at, topicAt, null), key);
  }

  /** @throws {AspenError} NOT_FOUND */
  findLoreKeys({ treeId, texts }: Input<'lore.keys'>): readonly (readonly TextRange[])[] {
    const { store, lore } = this.#options;
    return lore.findKeys(getTree(store, treeId), texts);
  }

  #loreAt(treeId: TreeId, at: PositionId | null, topicAt: PositionId | null, agent: Agent | null) {
    const { store, sessions } = this.#options;
    const tree = getTree(store, treeId);
    const nodes = sessions.get(treeId).shown.contextNodes(at);
    // By default, only an agent that acts in the story is sent it.
    const { sendsTopic = agent !== null && isLoomAware(agent) } = tree.settings;
    return { tree, nodes, at, topic: { at: topicAt, isSent: sendsTopic } };
  }

  #loreFor(
    agent: Agent,
    tree: LoomTree,
    {
      topicAt,
      maxTokens,
      ...place
    }: Pick<LoreRequest, 'nodes' | 'at'> & {
      readonly topicAt: PositionId | null;
      readonly maxTokens: number;
    },
  ) {
    const topic = { at: topicAt, isSent: tree.settings.sendsTopic === true };
    return this.#options.lore.select({ tree, ...place, topic, window: windowOf(agent), reserve: maxTokens });
  }

  /** The part of a conversation's topic sent to an agent that only replies; null for none. */
  #topicFor(agent: Agent, tree: LoomTree, topicAt: PositionId | null): TopicInput | null {
    const { store, writerId, preferences } = this.#options;
    const size = { window: windowOf(agent) ?? ANY_LENGTH, maxTokens: preferences().topicTokens };
    return readTopicForReply(store, tree, { writerId, topicAt }, size);
  }

  /**
   * Number of words of the conversation's topic that would be sent to these agents; the largest if they differ.
   * @throws {AspenError} NOT_FOUND
   */
  topicWords(treeId: TreeId, agentIds: readonly AgentId[], topicAt: PositionId | null): number {
    const { store, generator } = this.#options;
    const tree = getTree(store, treeId);
    const words = agentIds.map((id) => {
      const agent = generator.asServed(getAgent(store, id));
      const topic = this.#topicFor(agent, tree, topicAt);
      return topic === null ? 0 : wordsOfTopic(topic, windowOf(agent) ?? ANY_LENGTH);
    });
    return Math.max(0, ...words);
  }

  get #speakers(): ReadonlyMap<AgentId, Agent> {
    return new Map(listAgents(this.#options.store).map((agent) => [agent.id, agent]));
  }

  /** The window's page crashed and is about to be loaded again. */
  onPageCrashed(): void {
    notePageCrash(this.#options, this.generator.running(null));
  }
}

/**
 * @throws {AspenError} INVALID_ARGUMENT unless one agent continues the last of these messages, its own, and is sent it
 */
function requireOwn(mode: TreeMode, agents: readonly Agent[], sent: readonly ContextNode[]): void {
  const last = sent.at(-1);
  const isOwn = agents.every(({ id }) => id === last?.speakerId);
  if (mode !== 'dialogue' || agents.length !== 1 || !isOwn)
    throw new AspenError('INVALID_ARGUMENT', ONLY_OWN_REPLY_CONTINUES);
  // It is not sent, and the answer would continue what is before it.
  if (last?.excluded === true || last?.pruned === true)
    throw new AspenError('INVALID_ARGUMENT', CANNOT_GO_ON_UNSENT);
}
