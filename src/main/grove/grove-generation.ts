import { AspenError } from '../../core/errors.ts';
import type { AgentId, JobId, PositionId, TreeId } from '../../core/ids.ts';
import type { Agent, SamplingSettings } from '../../core/tree/agent.ts';
import type { Input } from '../../ipc/contract.ts';
import type { ContextPreview } from '../../ipc/wire/context.ts';
import type { JobSnapshot } from '../../ipc/wire/generation.ts';
import type { PathReply } from '../../ipc/wire/path.ts';
import { agentContext } from '../generation/agent-context.ts';
import type { Generator } from '../generation/generator.ts';
import { previewContext } from '../generation/preview-context.ts';
import type { Store } from '../store/connection/store.ts';
import { getAgent } from '../store/tables/agents.ts';
import { getTree } from '../store/tables/trees.ts';
import type { IntentParts } from './writing/intent-writer.ts';
import type { TreeSession } from './writing/tree-session.ts';

/** What a window asks for when it asks for continuations. */
export interface GenerationWish {
  /** A position on the path after the commit; null for the head. */
  readonly at: PositionId | null;
  /** One or more, each of whom is asked for `count`. */
  readonly agentIds: readonly AgentId[];
  readonly count: number;
  readonly maxTokens: number;
  /** Counts before what the agents have of their own. */
  readonly parameters: SamplingSettings;
}

export interface GroveGenerationOptions {
  readonly store: Store;
  readonly generator: Generator;
  /** The writer's place in a tree, opened when first asked for. @throws {AspenError} NOT_FOUND */
  session(treeId: TreeId): TreeSession;
}

/** The continuations of an open grove: asking for them, and stopping them. */
export class GroveGeneration {
  readonly #options: GroveGenerationOptions;

  constructor(options: GroveGenerationOptions) {
    this.#options = options;
  }

  /** Commits the draft and asks for continuations; they arrive as events. */
  start(
    treeId: TreeId,
    intent: IntentParts,
    { at, agentIds, count, maxTokens, parameters }: GenerationWish,
  ): { readonly path: PathReply; readonly job: JobSnapshot } {
    const { store, generator, session } = this.#options;
    const agents = agentIds.map((id): Agent => {
      const agent = getAgent(store, id);
      return { ...agent, configuration: { ...agent.configuration, ...parameters } };
    });
    // Everything that could be refused is looked at before the commit: both happen, or neither.
    for (const agent of agents) {
      if (agent.type !== 'model') throw new AspenError('INVALID_ARGUMENT', `${agent.name} is not a model`);
      generator.requireModel(agent);
    }
    const { path, parentId, originId, nodes } = session(treeId).prepareGeneration(intent, at);
    const tree = getTree(store, treeId);
    const asks = agents.map((agent) => ({
      agent,
      context: agentContext(agent, tree, nodes, maxTokens),
      count,
      maxTokens,
    }));
    const job = generator.start({ treeId, parentId, originId, asks });
    return { path, job };
  }

  /** What a request would send now, with what is typed and not committed. @throws {AspenError} NOT_FOUND */
  previewContext(
    treeId: TreeId,
    { at, offset, whole, agentId, maxTokens }: Omit<Input<'generation.context'>, 'treeId'>,
  ): ContextPreview {
    const { store, session } = this.#options;
    const agent = getAgent(store, agentId);
    const nodes = session(treeId).shown.contextNodes(at, offset);
    return previewContext(agent, getTree(store, treeId), nodes, { maxTokens, whole: whole ?? null });
  }

  /** Stops one slot, one job, or everything; resolves when what had arrived is stored. */
  stop(jobId: JobId | null, slot: number | null): Promise<void> {
    return this.#options.generator.stop(jobId, slot);
  }

  running(treeId: TreeId): readonly JobSnapshot[] {
    return this.#options.generator.running(treeId);
  }

  /** Stops what is under way in a tree, and resolves when what had arrived is stored. */
  async stopIn(treeId: TreeId): Promise<void> {
    await Promise.all(this.running(treeId).map(({ jobId }) => this.stop(jobId, null)));
  }
}
