import { type AssembledContext, assembleContext } from '../../core/context/assemble.ts';
import type { ConversationInput, Speaker, TopicInput } from '../../core/context/conversation-context.ts';
import { type Insertion, insertionsOf, instructionOf } from '../../core/context/insertion.ts';
import { assembleMessages, type MessagesContext } from '../../core/context/messages.ts';
import type { ContextNode } from '../../core/context/story.ts';
import { assembleTranscript } from '../../core/context/transcript.ts';
import type { AgentId } from '../../core/ids.ts';
import { type Agent, type CompletionStyle, continuesTexts } from '../../core/tree/agent.ts';
import { type LoomTree, NAMES, TRUNCATION } from '../../core/tree/loom-tree.ts';

/** The window of a model with no known context length: it accepts a document of any length. */
export const ANY_LENGTH = Number.MAX_SAFE_INTEGER;

/** An agent's context, in pieces. */
export type AgentContext = AssembledContext | MessagesContext;

/** Inputs of a context besides the agent and the path. */
export interface ContextOptions {
  readonly maxTokens: number;
  /** Everyone in the grove. */
  readonly speakers: ReadonlyMap<AgentId, Speaker>;
  /** The agents of the same request, which may include this one. */
  readonly takingPart: readonly AgentId[];
  /** The lore that is sent (`GroveLore`). */
  readonly lore: readonly Insertion[];
  /** The writer's instruction for this reply; none by default. Only in a conversation. */
  readonly instruction?: string;
  /** The text that a conversation is about, as far as it is sent; nothing by default. */
  readonly topic?: TopicInput | null;
  /** The agent continues the last message, its own, instead of replying to it. */
  readonly goesOn?: { readonly canContinueMessages: boolean };
}

/**
 * The context that an agent is sent (`generation.md`, *Context*; for a conversation, `dialogue.md`): its own system
 * prompt and the tree's come first.
 * @param nodes of the path, from below the root to the position that is continued
 * @throws {AspenError} CONTEXT_TOO_LONG; INVALID_ARGUMENT for a conversation without anything to send
 */
export function agentContext(
  agent: Agent,
  { mode, systemContext, settings }: Pick<LoomTree, 'mode' | 'systemContext' | 'settings'>,
  nodes: readonly ContextNode[],
  { maxTokens, speakers, takingPart, lore, instruction, topic = null, goesOn }: ContextOptions,
): AgentContext {
  const { systemPrompt = '' } = agent.configuration;
  const shared = {
    nodes,
    insertions: [
      ...insertionsOf(settings),
      ...lore,
      ...(instruction === undefined ? [] : [instructionOf(instruction)]),
    ],
    window: windowOf(agent) ?? ANY_LENGTH,
    reserve: maxTokens,
    strategy: settings.truncation ?? TRUNCATION,
  };
  if (mode === 'buffer') {
    const system = [systemPrompt, systemContext ?? ''].filter((text) => text !== '').join('\n\n');
    return assembleContext({ ...shared, systemContext: system });
  }
  const conversation: ConversationInput = {
    ...shared,
    replier: agent,
    speakers,
    takingPart: new Set(takingPart),
    names: settings.names ?? NAMES,
    systemPrompt,
    systemContext: systemContext ?? '',
    topic,
  };
  if (goesOn !== undefined) {
    const isMessage = continuesTexts(agent) || goesOn.canContinueMessages;
    const input = { ...conversation, continuing: isMessage ? 'message' : 'instruction' } as const;
    return continuesTexts(agent) ? assembleTranscript(input) : assembleMessages(input);
  }
  return continuesTexts(agent) ? assembleTranscript(conversation) : assembleMessages(conversation);
}

/**
 * The style in which a context is sent: `chat-continue` counts as `chat` in a conversation. A transcript and a text to
 * fill in are for models that continue texts, whatever the agent's style.
 */
export function styleOf({ configuration }: Agent, context: AgentContext): CompletionStyle {
  if (context.kind === 'messages') return 'chat';
  if (context.reply !== undefined || context.suffix !== undefined) return 'completion';
  return configuration.completionStyle ?? 'completion';
}

/** The context window of the agent's model, in tokens; null if unknown. */
export function windowOf({ configuration }: Agent): number | null {
  return configuration.contextLength ?? null;
}
