import type { AgentId, TreeId } from '../../core/ids.ts';
import type { GroveSnapshot } from '../../ipc/wire.ts';

/** How many continuations are asked for at once (`generation.md`, *Generating*). */
export const COUNT_RANGE = { min: 1, max: 10 } as const;
/** Tokens of each; the contract allows more, a writer hardly wants it. */
export const TOKENS_RANGE = { min: 10, max: 1000, step: 10 } as const;

/** What the next Generate asks for. */
export interface GenerationSettings {
  /** Null in a grove that has no model agent. */
  readonly agentId: AgentId | null;
  readonly count: number;
  readonly maxTokens: number;
}

/** As the tree remembers it, else three continuations of fifty tokens from the grove's first model agent. */
export function defaultGenerationSettings(grove: GroveSnapshot, treeId: TreeId): GenerationSettings {
  const settings = grove.trees.find((tree) => tree.id === treeId)?.settings ?? {};
  const models = grove.agents.filter((agent) => agent.type === 'model' && agent.archivedAt === null);
  const agent = models.find((model) => model.id === settings.agentId) ?? models[0];
  return {
    agentId: agent?.id ?? null,
    count: settings.count ?? 3,
    maxTokens: settings.maxTokens ?? agent?.configuration.maxTokens ?? 50,
  };
}
