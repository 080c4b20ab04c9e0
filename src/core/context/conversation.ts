/** What the contexts of a conversation have in common, sent as messages or as a transcript (`dialogue.md`, *Context*). */
import { assert } from '../assert.ts';
import type { AgentId, NodeId } from '../ids.ts';
import type { Agent } from '../tree/agent.ts';
import type { NameSetting, TruncationStrategy } from '../tree/loom-tree.ts';
import type { ContextNode, ContextPiece, Omission } from './assemble.ts';
import { contextTooLong, estimateTokens, lengthOfTokens } from './estimate-tokens.ts';
import type { Insertion } from './insertion.ts';

/** Someone whose words a message is. */
export type Speaker = Pick<Agent, 'id' | 'name' | 'type'>;

export interface ConversationInput {
  /** From the first message to the one that is replied to. */
  readonly nodes: readonly ContextNode[];
  /** The agent that replies. */
  readonly replier: Speaker;
  /** At least everyone who speaks in the nodes. */
  readonly speakers: ReadonlyMap<AgentId, Speaker>;
  /** The agents that reply to the same message in the same request. */
  readonly takingPart: ReadonlySet<AgentId>;
  readonly names: NameSetting;
  /** The agent's own; empty for none. */
  readonly systemPrompt: string;
  /** The tree's; empty for none. */
  readonly systemContext: string;
  readonly insertions: readonly Insertion[];
  /** The context window in tokens, for input and output together. */
  readonly window: number;
  /** Tokens reserved for the response. */
  readonly reserve: number;
  readonly strategy: TruncationStrategy;
}

/** A message that can be sent, without the white space around it. */
export interface SpokenMessage {
  readonly speaker: Speaker;
  readonly piece: ContextPiece;
}

/** Inserted where messages were omitted. */
export const MESSAGE_GAP = '[…]';
/** Between two texts that are sent as one message, and between the paragraphs of a transcript. */
export const BLANK_LINE = '\n\n';

export const JOIN: ContextPiece = { source: { kind: 'join' }, text: BLANK_LINE };

/** What a message with its author's name begins with. */
export function nameBefore(name: string): string {
  return `${name}: `;
}

/** In UTF-16 code units. */
export function lengthOfPieces(pieces: readonly ContextPiece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** The messages of a path that can be sent: not excluded, not pruned, and not blank. */
export function readMessages({
  nodes,
  speakers,
}: Pick<ConversationInput, 'nodes' | 'speakers'>): readonly SpokenMessage[] {
  return nodes.flatMap(({ nodeId, text, speakerId, excluded, pruned }) => {
    const kept = text.trim();
    if (excluded || pruned || kept === '') return [];
    const speaker = speakers.get(speakerId);
    assert(speaker !== undefined, () => `the agent ${speakerId} of a message is unknown`);
    const from = text.length - text.trimStart().length;
    return [
      { speaker, piece: { source: { kind: 'node', nodeId, from, to: from + kept.length }, text: kept } },
    ];
  });
}

/** The system texts, each without the white space around it: the agent's, the tree's. */
export function systemTexts({
  systemPrompt,
  systemContext,
}: Pick<ConversationInput, 'systemPrompt' | 'systemContext'>): readonly string[] {
  return [systemPrompt.trim(), systemContext.trim()].filter((text) => text !== '');
}

/** A piece whose text is in no node; null if it is blank. */
export function literal(
  kind: Exclude<ContextPiece['source']['kind'], 'node'>,
  text: string,
): ContextPiece | null {
  const kept = kind === 'name' || kind === 'join' ? text : text.trim();
  return kept === '' ? null : { source: { kind }, text: kept };
}

/** How many messages are sent from the beginning, and how many from the end. */
export interface KeptMessages {
  readonly beginning: number;
  readonly end: number;
}

/**
 * The share of the room for messages after the first, as for a manuscript: what was said last matters more for what
 * comes next.
 */
const SHARE_OF_BEGINNING = 1 / 4;
/** More than a mark where messages are omitted can add to them, in UTF-16 code units. */
const ROOM_FOR_MARK = MESSAGE_GAP.length + 2 * BLANK_LINE.length;

/**
 * The messages that fit, whole ones only: always the first and the last. `rollingWindow` otherwise keeps the last ones,
 * `truncateMiddle` also some of the beginning.
 * @param lengthOf the length of everything sent with these messages, in UTF-16 code units
 * @param costOf at least what one more message adds to it
 * @throws {AspenError} CONTEXT_TOO_LONG if the strategy is `stopAtLimit` and not all of them fit, or if even the first
 *   and the last do not
 */
export function keepMessages<M>(
  messages: readonly M[],
  { window, reserve, strategy }: Pick<ConversationInput, 'window' | 'reserve' | 'strategy'>,
  lengthOf: (kept: KeptMessages) => number,
  costOf: (message: M) => number,
): KeptMessages {
  const { length } = messages;
  const room = lengthOfTokens(window - reserve);
  const all = { beginning: length, end: 0 };
  const whole = lengthOf(all);
  if (whole <= room) return all;
  const least = { beginning: 1, end: 1 };
  if (strategy === 'stopAtLimit' || length <= 2 || lengthOf(least) > room)
    throw contextTooLong(estimateTokens(whole), window - reserve);
  let left = room - lengthOf(least) - ROOM_FOR_MARK;
  let { beginning, end } = least;
  let share = strategy === 'truncateMiddle' ? left * SHARE_OF_BEGINNING : 0;
  const costAt = (index: number) => {
    const message = messages[index];
    return message === undefined ? Number.POSITIVE_INFINITY : costOf(message);
  };
  for (; beginning + end < length && costAt(beginning) <= share; beginning++) {
    share -= costAt(beginning);
    left -= costAt(beginning);
  }
  for (; beginning + end < length && costAt(length - 1 - end) <= left; end++)
    left -= costAt(length - 1 - end);
  return { beginning, end };
}

/** What is not sent, in path order: excluded, pruned and truncated messages. */
export function omittedMessages(
  { nodes }: Pick<ConversationInput, 'nodes'>,
  messages: readonly SpokenMessage[],
  { beginning, end }: KeptMessages,
): readonly Omission[] {
  const truncated = new Set<NodeId | null>();
  for (const { piece } of messages.slice(beginning, messages.length - end))
    if (piece.source.kind === 'node') truncated.add(piece.source.nodeId);
  return nodes.flatMap(({ nodeId, text, excluded, pruned }): readonly Omission[] => {
    if (text.trim() === '') return [];
    const whole = { nodeId, from: 0, to: text.length };
    if (pruned) return [{ ...whole, reason: 'pruned' }];
    if (excluded) return [{ ...whole, reason: 'excluded' }];
    return truncated.has(nodeId) ? [{ ...whole, reason: 'truncated' }] : [];
  });
}
