import {
  type AssembledContext,
  type ContextNode,
  promptOf,
  systemContextOf,
} from '../../core/context/assemble.ts';
import { estimateTokens } from '../../core/context/estimate-tokens.ts';
import { trimPrompt } from '../../core/context/seam.ts';
import { AspenError, describeError } from '../../core/errors.ts';
import type { Agent } from '../../core/tree/agent.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { ContextPreview } from '../../ipc/wire.ts';
import { agentContext, windowOf } from './agent-context.ts';
import { CONTINUE_INSTRUCTION } from './providers/request-body.ts';

/** Exactly what the next request would send, or by how much it is too long (`generation.md`, *Context*). */
export function previewContext(
  agent: Agent,
  tree: Pick<LoomTree, 'systemContext' | 'settings'>,
  nodes: readonly ContextNode[],
  maxTokens: number,
): ContextPreview {
  const { completionStyle = 'completion' } = agent.configuration;
  const instruction = completionStyle === 'completion' ? '' : CONTINUE_INSTRUCTION;
  const common = { style: completionStyle, reserve: maxTokens, window: windowOf(agent) } as const;
  let context: AssembledContext;
  try {
    context = agentContext(agent, tree, nodes, maxTokens);
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    const length = nodes.reduce((sum, { text }) => sum + text.length, 0);
    return {
      ...common,
      system: '',
      pieces: [],
      leftOut: [],
      trimmed: 0,
      tokens: estimateTokens(length),
      refusal: describeError(error),
    };
  }
  const document = trimPrompt(promptOf(context));
  return {
    ...common,
    system: [systemContextOf(context), instruction].filter((text) => text !== '').join('\n\n'),
    pieces: context.pieces
      .filter(({ source }) => source.kind !== 'system')
      .map(({ source, text }) =>
        source.kind === 'node'
          ? { kind: 'node', nodeId: source.nodeId, text }
          : { kind: source.kind, nodeId: null, text },
      ),
    leftOut: context.leftOut,
    trimmed: document.spaces.length,
    tokens: context.tokens + estimateTokens(instruction.length),
    refusal: null,
  };
}
