import type { AssembledContext } from '../context/assemble.ts';
import { lengthOfPieces, literal } from '../context/conversation-context.ts';
import { contextTooLong, estimateTokens } from '../context/estimate-tokens.ts';
import type { ContextMessage, MessagesContext } from '../context/messages.ts';
import type { ContextPiece } from '../context/story.ts';

export interface FenceInput {
  /** The template with its holes filled; never empty. */
  readonly pieces: readonly ContextPiece[];
  /** The agent's own; empty for none. */
  readonly systemPrompt: string;
  /** The agent answers messages; otherwise, it continues a text. */
  readonly isChat: boolean;
  /** The context window in tokens, for input and output together. */
  readonly window: number;
  /** Tokens reserved for the result. */
  readonly reserve: number;
}

/**
 * Assembles what a prompt fence sends: the agent's system prompt and the filled template, and nothing else, so that what
 * it gives follows from these (`layers.md`, *Prompt fences*).
 * @throws {AspenError} CONTEXT_TOO_LONG, with the excess: a prompt is never shortened
 */
export function assembleFence(input: FenceInput): AssembledContext | MessagesContext {
  const { pieces, isChat, window, reserve } = input;
  const system = literal('system', input.systemPrompt);
  const before = system === null ? [] : [system];
  const tokens = estimateTokens(lengthOfPieces([...before, ...pieces]));
  if (tokens > window - reserve) throw contextTooLong(tokens, window - reserve);
  if (!isChat) return { kind: 'document', pieces: [...before, ...pieces], omitted: [], tokens };
  const messages: readonly ContextMessage[] = [
    ...(system === null ? [] : [{ role: 'system' as const, pieces: [system], speakers: [] }]),
    { role: 'user', pieces, speakers: [] },
  ];
  return { kind: 'messages', messages, omitted: [], tokens, reply: { name: null, stop: [] } };
}
