import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const agentHandlers: HandlersFor<'agent.'> = {
  'agent.create': (wanted, caller) => groveOf(caller).createAgent(wanted),
  'agent.update': ({ agentId, ...properties }, caller) => groveOf(caller).updateAgent(agentId, properties),
  'agent.duplicate': ({ agentId }, caller) => groveOf(caller).duplicateAgent(agentId),
};
