import type { AgentId } from '../../../core/ids.ts';
import { type Agent, continuesTexts } from '../../../core/tree/agent.ts';
import { activeModelAgents } from '../settings/generation-choice.ts';

/** The agents that can be asked for an edit: those that take instructions. */
export function editingAgents(agents: readonly Agent[]): readonly Agent[] {
  return activeModelAgents(agents).filter((agent) => !continuesTexts(agent));
}

/** The one that is asked: the one that was chosen, or the first that also answers Generate, or the first. */
export function agentToAsk(
  agents: readonly Agent[],
  chosen: AgentId | null,
  generating: readonly AgentId[],
): Agent | null {
  const all = editingAgents(agents);
  return (
    all.find(({ id }) => id === chosen) ?? all.find(({ id }) => generating.includes(id)) ?? all[0] ?? null
  );
}
