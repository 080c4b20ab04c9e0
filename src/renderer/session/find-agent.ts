import type { AgentId } from '../../core/ids.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { GroveSnapshot } from '../../ipc/wire/grove.ts';

/** Undefined if the grove does not have the agent. */
export function findAgent(grove: Pick<GroveSnapshot, 'agents'>, agentId: AgentId | null): Agent | undefined {
  return grove.agents.find((agent) => agent.id === agentId);
}

/** The colour of an agent's words: that of its palette for a model, null (ink) for a person. */
export function colourOfAgent(agent: Agent | undefined): string | null {
  return agent?.type === 'model' ? (agent.color ?? 'blue') : null;
}
