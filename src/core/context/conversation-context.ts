/** The common part of a conversation's contexts, sent as messages or as a transcript (`dialogue.md`, *Context*). */

import type { ContinuedText } from '../answers/continued-reply.ts';
import { assert } from '../assert.ts';
import type { AgentId, LocalId, NodeId } from '../ids.ts';
import type { Agent } from '../tree/agent.ts';
import type { NameSetting, TruncationStrategy } from '../tree/loom-tree.ts';
import { contextTooLong, estimateTokens, lengthOfTokens } from './estimate-tokens.ts';
import { atTheBeginning, type Insertion } from './insertion.ts';
import {
  type ContextNode,
  type ContextPiece,
  type ContextSource,
  type Omission,
  pieceOfPart,
} from './story.ts';

/** A node of the topic that can be sent. */
export interface TopicNode {
  readonly nodeId: NodeId;
  readonly text: string;
  readonly isModel: boolean;
  /** Start of the text within the node's; more than 0 after a prompt fence, which is not sent. */
  readonly from: number;
}

export interface TopicInput {
  /** In one line, quoted. */
  readonly title: string;
  /** The place of an agent that acts there; null for one that is only sent the text around the writer's place. */
  readonly here: LocalId | null;
  /** Up to the place, which is the last; at least as much as fits, or all. */
  readonly before: readonly TopicNode[];
  /** The nodes after the place. */
  readonly after: readonly TopicNode[];
  /** The sides on which the text continues beyond these nodes. */
  readonly isCut: { readonly before: boolean; readonly after: boolean };
  /** The topic's; only those within the text are in the part. */
  readonly insertions: readonly Insertion[];
  /** The topic's own, for the system message; empty for none. */
  readonly systemContext: string;
  /** The most that is sent of its text, in tokens. */
  readonly maxTokens: number;
}

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
  /** The text that the conversation is about, as far as it is sent; null for none. */
  readonly topic: TopicInput | null;
  /** The context window in tokens, for input and output together. */
  readonly window: number;
  /** Tokens reserved for the response. */
  readonly reserve: number;
  readonly strategy: TruncationStrategy;
  /**
   * The agent continues the last message, its own, instead of replying to it: that message ends what is sent, or an
   * instruction to continue it does. Absent for a reply.
   */
  readonly continuing?: 'message' | 'instruction';
}

/** A message that can be sent, without the white space around it. */
export interface SpokenMessage {
  readonly speaker: Speaker;
  /** The nodes that it consists of, in order: more than one if it was continued. Never empty. */
  readonly pieces: readonly NodePiece[];
}

/** A part of the text of a node. */
export type NodePiece = ContextPiece & { readonly source: Extract<ContextSource, { readonly kind: 'node' }> };

/** Inserted where messages were omitted. */
export const MESSAGE_GAP = '[…]';
/** Between two texts that are sent as one message, and between the paragraphs of a transcript. */
export const BLANK_LINE = '\n\n';

export const JOIN: ContextPiece = { source: { kind: 'join' }, text: BLANK_LINE };

/** The prefix of a message that carries its author's name. */
export function nameBefore(name: string): string {
  return `${name}: `;
}

/** In UTF-16 code units. */
export function lengthOfPieces(pieces: readonly ContextPiece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

/** The messages of a path that can be sent: not excluded, not pruned, and not blank. Parts of one are one. */
export function readMessages({
  nodes,
  speakers,
}: Pick<ConversationInput, 'nodes' | 'speakers'>): readonly SpokenMessage[] {
  return wholeMessages(nodes).flatMap((parts) => {
    const sent = parts.filter(({ excluded, pruned }) => !excluded && !pruned);
    const text = sent.map((part) => part.text).join('');
    const from = text.length - text.trimStart().length;
    const pieces = piecesWithin(sent, from, text.trimEnd().length);
    const [first] = sent;
    if (first === undefined || pieces.length === 0) return [];
    const speaker = speakers.get(first.speakerId);
    assert(speaker !== undefined, () => `the agent ${first.speakerId} of a message is unknown`);
    return [{ speaker, pieces }];
  });
}

/** Returns true if a node is one message with the node before it: both have one speaker, and it continues the other. */
export function isPartOf(
  node: { readonly speakerId: AgentId; readonly continues?: boolean },
  before: { readonly speakerId: AgentId } | undefined,
): boolean {
  return node.continues === true && before?.speakerId === node.speakerId;
}

/** The nodes of a path by the message that they are of. */
function wholeMessages(nodes: readonly ContextNode[]): readonly (readonly ContextNode[])[] {
  const messages: ContextNode[][] = [];
  for (const [index, node] of nodes.entries()) {
    const last = messages.at(-1);
    if (last !== undefined && isPartOf(node, nodes[index - 1])) last.push(node);
    else messages.push([node]);
  }
  return messages;
}

/** The non-empty pieces in `[from, to)` of nodes' joined texts. */
function piecesWithin(nodes: readonly ContextNode[], from: number, to: number): readonly NodePiece[] {
  let start = 0;
  return nodes.flatMap(({ nodeId, text }) => {
    const first = Math.max(0, from - start);
    const end = Math.min(text.length, to - start);
    start += text.length;
    if (first >= end) return [];
    return [
      { source: { kind: 'node', nodeId, from: first, to: end }, text: text.slice(first, end) } as const,
    ];
  });
}

/** The text that an answer continues: the last message, as it is sent. */
export function continuedText(
  { nodes, continuing }: Pick<ConversationInput, 'nodes' | 'continuing'>,
  spoken: readonly SpokenMessage[],
): { readonly continued?: ContinuedText } {
  const last = spoken.at(-1);
  if (continuing === undefined || last === undefined) return {};
  const end = nodes.at(-1)?.text ?? '';
  return {
    continued: {
      text: last.pieces.map(({ text }) => text).join(''),
      spaces: end.slice(end.trimEnd().length),
      isInstructed: continuing === 'instruction',
    },
  };
}

/** The system texts, trimmed: the agent's, the tree's and the topic's. */
export function systemTexts({
  systemPrompt,
  systemContext,
  topic,
}: Pick<ConversationInput, 'systemPrompt' | 'systemContext'> &
  Partial<Pick<ConversationInput, 'topic'>>): readonly string[] {
  return [systemPrompt, systemContext, topic?.systemContext ?? '']
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** The insertions before all text, in the order sent: the conversation's, then the topic's. */
export function insertedFirst({
  insertions,
  topic,
}: Pick<ConversationInput, 'insertions' | 'topic'>): readonly Insertion[] {
  return [...atTheBeginning(insertions), ...atTheBeginning(topic?.insertions ?? [])];
}

/** A piece whose text is in no node; null if it is blank. */
export function literal(
  kind: Exclude<ContextPiece['source']['kind'], 'node'>,
  text: string,
): ContextPiece | null {
  const kept = kind === 'name' || kind === 'join' ? text : text.trim();
  return kept === '' ? null : { source: { kind }, text: kept };
}

/** A text that is inserted, as one paragraph; nothing if it is blank. */
export function insertedPieces({ source, text, parts }: Insertion): readonly ContextPiece[] {
  if (parts !== undefined) return parts.map(pieceOfPart);
  const piece = literal(source, text);
  return piece === null ? [] : [piece];
}

/** Numbers of messages sent from the beginning and from the end. */
export interface KeptMessages {
  readonly beginning: number;
  readonly end: number;
}

/** The share of the room for messages after the first, as for a manuscript: the latest messages matter more. */
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

/** The messages not sent, in path order: excluded, pruned and truncated ones. */
export function omittedMessages(
  { nodes }: Pick<ConversationInput, 'nodes'>,
  messages: readonly SpokenMessage[],
  { beginning, end }: KeptMessages,
): readonly Omission[] {
  const cut = messages.slice(beginning, messages.length - end);
  const truncated = new Set(cut.flatMap(({ pieces }) => pieces.map(({ source }) => source.nodeId)));
  return nodes.flatMap(({ nodeId, text, excluded, pruned }): readonly Omission[] => {
    if (text.trim() === '') return [];
    const whole = { nodeId, from: 0, to: text.length };
    if (pruned) return [{ ...whole, reason: 'pruned' }];
    if (excluded) return [{ ...whole, reason: 'excluded' }];
    return truncated.has(nodeId) ? [{ ...whole, reason: 'truncated' }] : [];
  });
}
