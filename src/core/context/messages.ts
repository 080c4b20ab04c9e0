/** A conversation as the messages that an agent is sent (`dialogue.md`, *Context*). */

import type { ReplyFormat } from '../answers/reply-start.ts';
import { AspenError } from '../errors.ts';
import type { BlockOp } from '../history/block.ts';
import type { AgentId } from '../ids.ts';
import {
  BLANK_LINE,
  type ConversationInput,
  continuedText,
  insertedFirst,
  insertedPieces,
  JOIN,
  type KeptMessages,
  keepMessages,
  lengthOfPieces,
  literal,
  MESSAGE_GAP,
  nameBefore,
  omittedMessages,
  readMessages,
  type SpokenMessage,
  systemTexts,
} from './conversation-context.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { withinTheText } from './insertion.ts';
import type { ContextPiece, Omission } from './story.ts';
import { withTopic } from './topic-part.ts';

export type MessageRole = 'system' | 'user' | 'assistant';

/** A message as it is sent. */
export interface SentMessage {
  readonly role: MessageRole;
  readonly content: string;
}

/** A message in the pieces that its content consists of. */
export interface ContextMessage {
  readonly role: MessageRole;
  /** In the order sent; none is empty. */
  readonly pieces: readonly ContextPiece[];
  /** Its speakers, in order, each once. */
  readonly speakers: readonly AgentId[];
}

/** A context that is sent as messages. */
export interface MessagesContext {
  readonly kind: 'messages';
  /** In the order sent; never empty. */
  readonly messages: readonly ContextMessage[];
  /** In path order. */
  readonly omitted: readonly Omission[];
  /** Estimate for everything sent, excluding the reserve. */
  readonly tokens: number;
  readonly reply: ReplyFormat;
  /** Text omitted when reading a manuscript, as ops on its blocks; absent if nothing was. */
  readonly snipped?: readonly BlockOp[];
}

/** The messages as they are sent: what a record rebuilds. */
export function sentMessages({ messages }: Pick<MessagesContext, 'messages'>): readonly SentMessage[] {
  return messages.map(({ role, pieces }) => ({ role, content: pieces.map(({ text }) => text).join('') }));
}

/** Tells a model that would answer its own message to continue it. */
export const GO_ON_INSTRUCTION =
  'Your last message was cut off. Go on with it from exactly where it ends, even in the middle of a sentence or a word. ' +
  'Write only what comes next: no remarks, and nothing of what you wrote already.';

const INSTRUCTED: ContextMessage = {
  role: 'user',
  pieces: [{ source: { kind: 'instruction' }, text: GO_ON_INSTRUCTION }],
  speakers: [],
};

/** Tells an agent who it is, where messages begin with names. */
export function namesInstruction(name: string): string {
  return (
    'Several people and models take part in this conversation, and each message begins with the name of its author. ' +
    `You are ${name}. Write only what ${name} says next, without a name before it.`
  );
}

/**
 * Assembles the messages that an agent is sent to reply to the last of a conversation.
 *
 * - The system message has the agent's system prompt, the tree's, who the agent is if messages begin with names, and
 *   the insertions before all text, such as memory.
 * - The text that the conversation is about is the first `user` part (`topicPart`).
 * - The agent's own words are `assistant`, and so are those of a model that does not take part now; people's and those
 *   of the other models that do are `user`. Neighbours with one role become one message, joined by a blank line.
 * - With more than one other author, messages begin with their names, as the tree's setting allows.
 * - An instruction for this reply is what the user says last.
 * - Other insertions, such as the author's note, are the first paragraph of the `user` message that is their depth from
 *   the end; of the first one if there are fewer, and of the system message if there is none.
 * - Of what does not fit, whole messages are left out (`keepMessages`); the mark in their place is in a `user` message.
 * - To go on with its own last message (`continuing`), the agent is sent everything up to that message and, if it must be
 *   told so, an instruction after it.
 * @throws {AspenError} CONTEXT_TOO_LONG as `keepMessages`; INVALID_ARGUMENT if there is nothing to send
 */
export function assembleMessages(input: ConversationInput): MessagesContext {
  const spoken = readMessages(input);
  const isNamed = hasNames(input, spoken);
  const { kept, messages } = withTopic(input, (near) => {
    const build = (some: KeptMessages) => buildMessages(input, near, spoken, some, isNamed);
    const fitting = keepMessages(
      spoken,
      input,
      (some) => lengthOf(build(some)),
      ({ pieces, speaker }) =>
        BLANK_LINE.length + lengthOfPieces(pieces) + (isNamed ? nameBefore(speaker.name).length : 0),
    );
    return { kept: fitting, messages: build(fitting) };
  });
  if (messages.length === 0)
    throw new AspenError('INVALID_ARGUMENT', 'There is no message to reply to, and no system text.');
  return {
    kind: 'messages',
    messages,
    omitted: omittedMessages(input, spoken, kept),
    tokens: estimateTokens(lengthOf(messages)),
    reply: { name: isNamed ? input.replier.name : null, stop: [], ...continuedText(input, spoken) },
  };
}

/** In UTF-16 code units. */
export function lengthOf(messages: readonly ContextMessage[]): number {
  return messages.reduce((sum, { pieces }) => sum + lengthOfPieces(pieces), 0);
}

/** Returns true if messages begin with names; by default, when there is more than one author besides the agent. */
export function hasNames(
  { names, replier }: Pick<ConversationInput, 'names' | 'replier'>,
  spoken: readonly SpokenMessage[],
): boolean {
  if (names !== 'auto') return names === 'always';
  const others = new Set(spoken.map(({ speaker }) => speaker.id));
  others.delete(replier.id);
  return others.size > 1;
}

function roleOf({ id, type }: SpokenMessage['speaker'], input: ConversationInput): MessageRole {
  if (id === input.replier.id) return 'assistant';
  return type === 'human' || input.takingPart.has(id) ? 'user' : 'assistant';
}

function buildMessages(
  input: ConversationInput,
  near: readonly ContextPiece[],
  spoken: readonly SpokenMessage[],
  { beginning, end }: KeptMessages,
  isNamed: boolean,
): readonly ContextMessage[] {
  const parts = spoken.map(({ speaker, pieces }): ContextMessage => {
    const name = isNamed ? literal('name', nameBefore(speaker.name)) : null;
    return {
      role: roleOf(speaker, input),
      pieces: name === null ? pieces : [name, ...pieces],
      speakers: [speaker.id],
    };
  });
  const isCut = beginning + end < parts.length;
  const gap: ContextMessage = {
    role: 'user',
    pieces: [{ source: { kind: 'gap' }, text: MESSAGE_GAP }],
    speakers: [],
  };
  const said = joinRoles([
    ...parts.slice(0, beginning),
    ...(isCut ? [gap, ...parts.slice(parts.length - end)] : []),
  ]);
  const messages = afterTopic(near, withInsertions(input, systemMessage(input, isNamed), said));
  return input.continuing === 'instruction' ? [...messages, INSTRUCTED] : messages;
}

/** The messages with the text that they are about as the first `user` part, after the system's. @param near empty for none */
export function afterTopic(
  near: readonly ContextPiece[],
  messages: readonly ContextMessage[],
): readonly ContextMessage[] {
  if (near.length === 0) return messages;
  const at = messages[0]?.role === 'system' ? 1 : 0;
  return joinRoles([
    ...messages.slice(0, at),
    { role: 'user', pieces: near, speakers: [] },
    ...messages.slice(at),
  ]);
}

/** Empty without any system text. */
function systemMessage(input: ConversationInput, isNamed: boolean): readonly ContextMessage[] {
  const own = [
    ...systemTexts(input).map((text) => literal('system', text)),
    isNamed ? literal('names', namesInstruction(input.replier.name)) : null,
  ];
  const parts = [
    ...own.flatMap((piece) => (piece === null ? [] : [[piece]])),
    ...insertedFirst(input).map(insertedPieces),
  ];
  return joinRoles(
    parts.flatMap((pieces) => (pieces.length === 0 ? [] : [{ role: 'system', pieces, speakers: [] }])),
  );
}

/** Makes one message of neighbours with the same role. */
export function joinRoles(parts: readonly ContextMessage[]): readonly ContextMessage[] {
  const joined: { role: MessageRole; pieces: ContextPiece[]; speakers: Set<AgentId> }[] = [];
  for (const { role, pieces, speakers } of parts) {
    const last = joined.at(-1);
    if (last?.role !== role) {
      joined.push({ role, pieces: [...pieces], speakers: new Set(speakers) });
      continue;
    }
    last.pieces.push(JOIN, ...pieces);
    for (const speaker of speakers) last.speakers.add(speaker);
  }
  return joined.map((message) => ({ ...message, speakers: [...message.speakers] }));
}

/**
 * Puts the insertions within the text where they belong: the first paragraph of the `user` message that is their depth from
 * the end, of the first one if there are fewer, and of the system message if there is none. An instruction follows
 * everything, as the user's words.
 */
export function withInsertions(
  { insertions }: Pick<ConversationInput, 'insertions'>,
  system: readonly ContextMessage[],
  said: readonly ContextMessage[],
): readonly ContextMessage[] {
  const own = said.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const first = new Map<number, (readonly ContextPiece[])[]>();
  const asked: ContextMessage[] = [];
  for (const insertion of withinTheText(insertions)) {
    const pieces = insertedPieces(insertion);
    if (pieces.length === 0) continue;
    if (insertion.source === 'instruction') {
      asked.push({ role: 'user', pieces, speakers: [] });
      continue;
    }
    const at = own.at(-1 - insertion.depth) ?? own[0] ?? -1;
    first.set(at, [...(first.get(at) ?? []), pieces]);
  }
  const inSystem = (first.get(-1) ?? []).map(
    (pieces): ContextMessage => ({ role: 'system', pieces, speakers: [] }),
  );
  const others = said.map((message, index) => {
    const before = (first.get(index) ?? []).flatMap((pieces) => [...pieces, JOIN]);
    return before.length === 0 ? message : { ...message, pieces: [...before, ...message.pieces] };
  });
  return [...joinRoles([...system, ...inSystem]), ...joinRoles([...others, ...asked])];
}
