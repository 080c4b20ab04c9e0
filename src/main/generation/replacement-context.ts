import { assembleReplacement, type ReplacedRange } from '../../core/context/assemble-replacement.ts';
import { BLANK_LINE } from '../../core/context/conversation-context.ts';
import { infillOf } from '../../core/context/infill.ts';
import { type Insertion, insertionsOf } from '../../core/context/insertion.ts';
import type { ContextNode } from '../../core/context/story.ts';
import type { Agent } from '../../core/tree/agent.ts';
import { type LoomTree, TRUNCATION } from '../../core/tree/loom-tree.ts';
import { type AgentContext, ANY_LENGTH, windowOf } from './agent-context.ts';

/** Inputs of a replacement's context besides the agent, the path and the passage. */
export interface ReplacementOptions {
  /** The writer's instruction; empty for none. */
  readonly instruction: string;
  readonly maxTokens: number;
  /** The lore that is sent (`GroveLore`). */
  readonly lore: readonly Insertion[];
}

/**
 * The context in which an agent rewrites a passage, or joins both sides of a caret, by its `infill` (`edits.md`,
 * *Rewrites and bridges*).
 * @param nodes of the whole path, from below the root to its end
 * @throws {AspenError} as `assembleReplacement`
 */
export function agentReplacement(
  agent: Agent,
  { mode, systemContext, settings }: Pick<LoomTree, 'mode' | 'systemContext' | 'settings'>,
  nodes: readonly ContextNode[],
  range: ReplacedRange,
  { instruction, maxTokens, lore }: ReplacementOptions,
): AgentContext {
  return assembleReplacement({
    nodes,
    range,
    instruction,
    systemPrompt: agent.configuration.systemPrompt ?? '',
    systemContext: systemContext ?? '',
    insertions: [...insertionsOf(settings), ...lore],
    between: mode === 'dialogue' ? BLANK_LINE : '',
    window: windowOf(agent) ?? ANY_LENGTH,
    reserve: maxTokens,
    strategy: settings.truncation ?? TRUNCATION,
    infill: infillOf(agent),
  });
}
