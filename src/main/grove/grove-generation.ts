import type { ContextNode } from '../../core/context/assemble.ts';
import type { AgentId, JobId, PositionId, TreeId } from '../../core/ids.ts';
import { type Agent, isLoomAware, type SamplingSettings } from '../../core/tree/agent.ts';
import type { Input } from '../../ipc/contract.ts';
import type { ContextPreview } from '../../ipc/wire/context.ts';
import type { ContinuationJob, JobSnapshot, ReplacementJob } from '../../ipc/wire/generation.ts';
import type { PathReply } from '../../ipc/wire/path.ts';
import { agentContext } from '../generation/agent-context.ts';
import type { Generator } from '../generation/generator.ts';
import { previewContext } from '../generation/preview-context.ts';
import type { Store } from '../store/connection/store.ts';
import { getAgent, listAgents } from '../store/tables/agents.ts';
import { getHead } from '../store/tables/path-state.ts';
import { getTree } from '../store/tables/trees.ts';
import { firstCall } from './agents/turns/first-call.ts';
import { turnContext } from './agents/turns/turn-context.ts';
import type { GroveNotices } from './grove-notices.ts';
import { requestedAgents } from './requested-agents.ts';
import { notePageCrash } from './rescue/note-page-crash.ts';
import { GroveRewrites, type RewriteRequest } from './rewrites/grove-rewrites.ts';
import type { IntentParts } from './writing/intent-writer.ts';
import type { TreeSession } from './writing/tree-session.ts';

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
}

export interface GroveGenerationOptions {
  readonly store: Store;
  readonly writerId: AgentId;
  readonly notices: GroveNotices;
  readonly generator: Generator;
  /** The longest text in the result of an agent's command, in tokens. */
  resultTokens(): number;
  /** The setting *Agents edit by patches*. */
  editsByPatches(): boolean;
  /** The writer's session in a tree, opened on first use. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): TreeSession;
}

/** Starts and stops the continuations of an open grove. */
export class GroveGeneration {
  readonly #options: GroveGenerationOptions;
  readonly #rewrites: GroveRewrites;

  constructor(options: GroveGenerationOptions) {
    this.#options = options;
    this.#rewrites = new GroveRewrites(options);
  }

  /** Commits the draft and requests texts in place of a part of the path's text. @throws {AspenError} as `GroveRewrites.start` */
  rewrite(
    treeId: TreeId,
    intent: IntentParts,
    request: RewriteRequest,
  ): { readonly path: PathReply; readonly job: ReplacementJob } {
    return this.#rewrites.start(treeId, intent, request);
  }

  /** Commits the draft and starts the continuations, which arrive as events. */
  start(
    treeId: TreeId,
    intent: IntentParts,
    { at, agentIds, count, maxTokens, parameters }: ContinuationRequest,
  ): { readonly path: PathReply; readonly job: ContinuationJob } {
    const { store, generator, session, writerId } = this.#options;
    // Check everything that could be refused before the commit: both happen, or neither.
    const agents = requestedAgents(store, generator, { agentIds, parameters });
    const tree = getTree(store, treeId);
    const options = { maxTokens, takingPart: agentIds, speakers: this.#speakers };
    const requestsFor = (sent: readonly ContextNode[]) =>
      agents.map((agent) => ({ agent, context: agentContext(agent, tree, sent, options), count, maxTokens }));
    const prepared = session(treeId).prepareGeneration(intent, at, requestsFor);
    const { path, parentId, originId, nodes } = prepared;
    const agentRequests = requestsFor(nodes);
    const target = { kind: 'continuation', parentId, originId } as const;
    const job = generator.start({ treeId, requestedBy: writerId, target, agentRequests });
    return { path, job };
  }

  /**
   * What a request would send now, including uncommitted text; for a loom-aware agent in a conversation, what the first
   * call of its turn would.
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
    const { store, session, writerId, resultTokens, editsByPatches } = this.#options;
    const agent = getAgent(store, agentId);
    const tree = getTree(store, treeId);
    const { shown } = session(treeId);
    const whole = wanted ?? null;
    if (replace !== undefined)
      return this.#rewrites.previewContext(treeId, { ...replace, agentId, maxTokens, whole });
    const nodes = shown.contextNodes(at, offset);
    if (tree.mode === 'dialogue' && isLoomAware(agent)) {
      // The last node is the composer's text, if that would be sent first.
      const typed = nodes.at(-1);
      const first = firstCall({
        store,
        tree,
        agent,
        writerId,
        topicAt,
        at: at ?? getHead(store, treeId, writerId),
        typed: typed?.nodeId === null ? typed.text : '',
        maxTokens,
        resultTokens: resultTokens(),
        editsByPatches: editsByPatches(),
      });
      const assemble = (one: Agent) => turnContext({ ...first, agent: one });
      return previewContext(agent, nodes, { maxTokens, whole, assemble });
    }
    const options = { maxTokens, takingPart: agentIds, speakers: this.#speakers };
    const assemble = (one: Agent) => agentContext(one, tree, nodes, options);
    return previewContext(agent, nodes, { maxTokens, whole, assemble });
  }

  get #speakers(): ReadonlyMap<AgentId, Agent> {
    return new Map(listAgents(this.#options.store).map((agent) => [agent.id, agent]));
  }

  /** Stops one slot, one job, or all of them; resolves once the text received so far is stored. */
  stop(jobId: JobId | null, slot: number | null): Promise<void> {
    return this.#options.generator.stop(jobId, slot);
  }

  /** The running jobs of a tree, in the order they were started. */
  running(treeId: TreeId): readonly JobSnapshot[] {
    return this.#options.generator.running(treeId);
  }

  /** The window's page crashed and is about to be loaded again. */
  onPageCrashed(): void {
    notePageCrash({ ...this.#options, jobs: this.#options.generator.running(null) });
  }

  /** Stops the running jobs of a tree; resolves once the text received so far is stored. */
  stopInTree(treeId: TreeId): Promise<void> {
    return this.#options.generator.stopInTree(treeId);
  }
}
