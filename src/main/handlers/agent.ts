import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const agentHandlers: HandlersFor<'agent.'> = {
  'agent.create': (wanted, caller) => groveOf(caller).agents.create(wanted),
  'agent.update': ({ agentId, ...properties }, caller) => groveOf(caller).agents.update(agentId, properties),
  'agent.duplicate': ({ agentId }, caller) => groveOf(caller).agents.duplicate(agentId),
};
