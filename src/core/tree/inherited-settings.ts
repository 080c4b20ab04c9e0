import { type Agent, isOffline } from './agent.ts';
import type { LoomTree, TreeMode, TreeSettings } from './loom-tree.ts';

/** A tree's settings for requests to agents. */
type Asking = Pick<TreeSettings, 'agentIds' | 'inTurn' | 'presetId' | 'count' | 'maxTokens'>;

/**
 * The request settings of a new tree: those of the tree where it is made or, if that is of another mode, those of the
 * last changed tree of its mode, or else the agents of the former, but never the built-in model alone (`generation.md`,
 * *Generating*).
 * @param trees of the grove
 * @param madeIn undefined in a new grove
 */
export function inheritedSettings(
  mode: TreeMode,
  madeIn: LoomTree | undefined,
  trees: readonly LoomTree[],
  agents: readonly Agent[],
): Asking {
  if (madeIn === undefined) return {};
  if (madeIn.mode === mode) return askingOf(madeIn.settings);
  const last = trees
    .filter((tree) => tree.mode === mode && agentsOf(tree.settings) !== undefined)
    .reduce<LoomTree | undefined>(
      (latest, tree) => (latest !== undefined && latest.updatedAt > tree.updatedAt ? latest : tree),
      undefined,
    );
  if (last !== undefined) return askingOf(last.settings);
  const others = agentsOf(madeIn.settings)?.filter((id) =>
    agents.some((agent) => agent.id === id && !isOffline(agent)),
  );
  return others === undefined || others.length === 0 ? {} : { agentIds: others };
}

function agentsOf({ agentIds, agentId }: TreeSettings): readonly string[] | undefined {
  return agentIds ?? (agentId === undefined ? undefined : [agentId]);
}

function askingOf(settings: TreeSettings): Asking {
  const { inTurn, presetId, count, maxTokens } = settings;
  const agentIds = agentsOf(settings);
  return {
    ...(agentIds === undefined ? {} : { agentIds }),
    ...(inTurn === undefined ? {} : { inTurn }),
    ...(presetId === undefined ? {} : { presetId }),
    ...(count === undefined ? {} : { count }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
}
