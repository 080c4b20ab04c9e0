import type { AgentId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';

/** The agent behind an id; undefined for one that the grove does not hold. */
export function findAgent(grove: GroveSnapshot, agentId: AgentId | null): Agent | undefined {
  return grove.agents.find((agent) => agent.id === agentId);
}
