import type { AgentId } from '../../core/ids.ts';
import { type Agent, OFFLINE_PROVIDER_ID } from '../../core/tree/agent.ts';
import { OFFLINE_MODEL } from './providers/offline.ts';

/** The model agent that a grove starts with. It needs no key and no network. */
export function offlineAgent(id: AgentId, now: number): Agent {
  return {
    id,
    name: 'Offline',
    type: 'model',
    modelRef: `${OFFLINE_PROVIDER_ID}:${OFFLINE_MODEL}`,
    configuration: { completionStyle: 'completion', temperature: 0.8, maxTokens: 50 },
    permissions: {},
    color: 'blue',
    createdAt: now,
    updatedAt: now,
    archivedAt: null,
  };
}
