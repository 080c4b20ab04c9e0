import type { HandlersFor } from './access/caller.ts';
import { getGrove } from './grove-handlers.ts';

export const agentHandlers: HandlersFor<'agent.'> = {
  'agent.create': (wanted, caller) => getGrove(caller).agents.create(wanted),
  'agent.update': ({ agentId, ...properties }, caller) => getGrove(caller).agents.update(agentId, properties),
  'agent.confirm': ({ agentId }, caller) => {
    getGrove(caller).agents.confirm(agentId);
    return {};
  },
  'agent.duplicate': ({ agentId }, caller) => getGrove(caller).agents.duplicate(agentId),
};
