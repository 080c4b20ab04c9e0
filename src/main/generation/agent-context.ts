import { type AssembledContext, assembleContext, type ContextNode } from '../../core/context/assemble.ts';
import type { Agent } from '../../core/tree/agent.ts';
import { AUTHORS_NOTE_DEPTH, type LoomTree, TRUNCATION } from '../../core/tree/loom-tree.ts';

/** The window of a model with no known context length: it accepts a document of any length. */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER;

/**
 * The context that an agent is sent (`generation.md`, *Context*): its own system prompt and the tree's come
 * first.
 * @param nodes of the path, from below the root to the position that is continued
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

/** The context window of the agent's model, in tokens; null if unknown. */
export function windowOf({ configuration }: Agent): number | null {
  return configuration.contextLength ?? null;
}
