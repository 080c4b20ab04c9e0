import { type AssembledContext, assembleContext, type ContextNode } from '../../core/context/assemble.ts';
import type { Agent } from '../../core/tree/agent.ts';
import { AUTHORS_NOTE_DEPTH, type LoomTree, TRUNCATION } from '../../core/tree/loom-tree.ts';

/** Of a model that nobody has given a length: it takes a document of any. */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER;

/**
 * What an agent is sent of a tree (`generation.md`, *Context*): its own system prompt and the tree's before all else.
 * @param nodes the path's, from below the root to the position that is continued
 * @throws {AspenError} CONTEXT_TOO_LONG
 */
export function agentContext(
  agent: Agent,
  { systemContext, settings }: Pick<LoomTree, 'systemContext' | 'settings'>,
  nodes: readonly ContextNode[],
  maxTokens: number,
): AssembledContext {
  const { systemPrompt = '' } = agent.configuration;
  return assembleContext({
    nodes,
    systemContext: [systemPrompt, systemContext ?? ''].filter((text) => text !== '').join('\n\n'),
    memory: settings.memory ?? '',
    authorsNote: settings.authorsNote ?? '',
    authorsNoteDepth: settings.authorsNoteDepth ?? AUTHORS_NOTE_DEPTH,
    window: windowOf(agent) ?? ANY_LENGTH,
    reserve: maxTokens,
    strategy: settings.truncation ?? TRUNCATION,
  });
}

/** What the agent's model can read and write at once, in tokens; null where nobody has said. */
export function windowOf({ configuration }: Agent): number | null {
  return configuration.contextLength ?? null;
}
