import type { ContextNode } from '../../core/context/assemble.ts';
import { assembleReplacement, type ReplacedRange } from '../../core/context/assemble-replacement.ts';
import { BLANK_LINE } from '../../core/context/conversation.ts';
import { infillOf } from '../../core/context/infill.ts';
import { insertionsOf } from '../../core/context/insertion.ts';
import type { Agent } from '../../core/tree/agent.ts';
import { type LoomTree, TRUNCATION } from '../../core/tree/loom-tree.ts';
import { type AgentContext, ANY_LENGTH, windowOf } from './agent-context.ts';

/** What the context of a replacement depends on besides the agent, the path and the passage. */
export interface ReplacementOptions {
  /** What the writer asks for; empty for nothing in particular. */
  readonly instruction: string;
  readonly maxTokens: number;
}

/**
 * What an agent is sent to write a passage anew, or what joins both sides of a caret, as its `infill` says (`edits.md`,
 * *Rewrites and bridges*).
 * @param nodes of the whole path, from below the root to its end
 * @throws {AspenError} as `assembleReplacement`
 */
export function agentReplacement(
  agent: Agent,
  { mode, systemContext, settings }: Pick<LoomTree, 'mode' | 'systemContext' | 'settings'>,
  nodes: readonly ContextNode[],
  range: ReplacedRange,
  { instruction, maxTokens }: ReplacementOptions,
): AgentContext {
  return assembleReplacement({
    nodes,
    range,
    instruction,
    systemPrompt: agent.configuration.systemPrompt ?? '',
    systemContext: systemContext ?? '',
    insertions: insertionsOf(settings),
    between: mode === 'dialogue' ? BLANK_LINE : '',
    window: windowOf(agent) ?? ANY_LENGTH,
    reserve: maxTokens,
    strategy: settings.truncation ?? TRUNCATION,
    infill: infillOf(agent),
  });
}
