/** What a loom-aware agent is sent in a turn (`agents.md`, *What it is sent*). */
import { quoteText } from '../commands/quote-text.ts';
import { scanAnswer } from '../commands/scan-answer.ts';
import type { NodeId } from '../ids.ts';
import type { ContextNode, ContextPiece } from './assemble.ts';
import {
  BLANK_LINE,
  type ConversationInput,
  JOIN,
  type KeptMessages,
  keepMessages,
  literal,
  MESSAGE_GAP,
  nameBefore,
  omittedMessages,
  readMessages,
  type SpokenMessage,
} from './conversation.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { atTheBeginning, type Insertion, withinTheText } from './insertion.ts';
import {
  type ContextMessage,
  hasNames,
  joinRoles,
  lengthOf,
  type MessageRole,
  type MessagesContext,
  namesInstruction,
  withInsertions,
} from './messages.ts';
import { ABOVE } from './metadata-copy.ts';
import { type TopicInput, topicPart } from './topic-part.ts';

/** A message with what is said of it. */
export interface CollaboratorNode extends ContextNode {
  /** Its line of metadata; empty for none. */
  readonly metadata: string;
}

/** One call of the running turn. */
export interface Exchange {
  /** The agent's answer, as it came. */
  readonly answer: string;
  /** What its commands answered (`formatResults`). */
  readonly results: string;
}

/** The conversation's topic: what of it is sent besides the text near the place. */
export interface CollaboratorTopic extends TopicInput {
  /** The topic's own; empty for none. */
  readonly systemContext: string;
}

export interface CollaboratorInput extends Omit<ConversationInput, 'nodes' | 'takingPart'> {
  /** From the first message to the one that is answered. */
  readonly nodes: readonly CollaboratorNode[];
  /** Null for a conversation about nothing but itself. */
  readonly topic: CollaboratorTopic | null;
  readonly addendum: string;
  /** Where it is. @param leftOut how many messages do not fit and are left out */
  loomContext(leftOut: number): string;
  /** Results of earlier turns that are sent again, each with what says so. */
  readonly recalled: readonly string[];
  readonly exchanges: readonly Exchange[];
}

/**
 * Assembles the messages of one call of a turn.
 *
 * - The system message has the agent's system prompt, the conversation's, the topic's, who the agent is if messages begin
 *   with names, the insertions before all text of both trees, and the addendum.
 * - The topic near the place is the first `user` part. Each message follows with its metadata; that of the agent's own
 *   messages, which are `assistant`, is at the head of the next `user` part.
 * - In the last `user` part, the loom context and what is recalled come before the message that is answered. The exchanges
 *   of the running turn follow.
 * - Everyone else's words are quoted. So are the agent's own where an edit made a command of them.
 * - Of what does not fit, whole messages are left out (`keepMessages`), never the one answered, and no exchange.
 * @throws {AspenError} CONTEXT_TOO_LONG as `keepMessages`
 */
export function assembleCollaborator(input: CollaboratorInput): MessagesContext {
  const isNamed = hasNames(input, readMessages(input));
  const metadata = new Map(input.nodes.map((node) => [node.nodeId, node.metadata]));
  const spoken = readMessages(input).map((message) => toPart(input, message, metadata, isNamed));
  const fixed: FixedParts = {
    system: systemParts(input, isNamed),
    topic: input.topic === null ? [] : topicPart(input.topic, input.window),
    exchanges: input.exchanges.flatMap(exchangeParts),
  };
  const build = (kept: KeptMessages) => buildMessages(input, fixed, spoken, kept);
  const kept = keepMessages(spoken, input, (some) => lengthOf(build(some)), costOf);
  const messages = build(kept);
  return {
    kind: 'messages',
    messages,
    omitted: omittedMessages(input, spoken, kept),
    tokens: estimateTokens(lengthOf(messages)),
    reply: { name: isNamed ? input.replier.name : null, stop: [] },
  };
}

/** A message of the conversation with the pieces that are sent of it. */
interface SpokenPart extends SpokenMessage {
  readonly isOwn: boolean;
  readonly pieces: readonly ContextPiece[];
  /** For the head of the next `user` part; empty for none. */
  readonly above: string;
}

function toPart(
  { replier }: CollaboratorInput,
  message: SpokenMessage,
  metadata: ReadonlyMap<NodeId | null, string>,
  isNamed: boolean,
): SpokenPart {
  const { speaker, piece } = message;
  const isOwn = speaker.id === replier.id;
  const line = (piece.source.kind === 'node' && metadata.get(piece.source.nodeId)) || '';
  const name = isNamed ? literal('name', quoteText(nameBefore(speaker.name))) : null;
  const head: readonly ContextPiece[] =
    isOwn || line === '' ? [] : [{ source: { kind: 'metadata' }, text: `${line}\n` }];
  const isQuoted = !isOwn || scanAnswer(piece.text).parts.some(({ kind }) => kind !== 'prose');
  return {
    ...message,
    isOwn,
    pieces: [...head, ...(name === null ? [] : [name]), isQuoted ? quoted(piece) : piece],
    above: isOwn && line !== '' ? `${ABOVE}${line}` : '',
  };
}

/** The range of a node as it is, if there is nothing to quote in it. */
function quoted(piece: ContextPiece): ContextPiece {
  const text = quoteText(piece.text);
  return text === piece.text ? piece : { source: { kind: 'quoted' }, text };
}

/** At least what one more message adds, in UTF-16 code units. */
function costOf({ pieces, above }: SpokenPart): number {
  const own = above === '' ? 0 : above.length + BLANK_LINE.length;
  return BLANK_LINE.length + pieces.reduce((sum, { text }) => sum + text.length, 0) + own;
}

/** What is sent whatever of the conversation fits. */
interface FixedParts {
  readonly system: readonly ContextMessage[];
  readonly topic: readonly ContextPiece[];
  readonly exchanges: readonly ContextMessage[];
}

function buildMessages(
  input: CollaboratorInput,
  { system, topic, exchanges }: FixedParts,
  spoken: readonly SpokenPart[],
  { beginning, end }: KeptMessages,
): readonly ContextMessage[] {
  const leftOut = Math.max(0, spoken.length - beginning - end);
  const isCut = leftOut > 0;
  // Before the message that is answered.
  const last = lastPieces(input, leftOut);
  const shown: readonly (SpokenPart | 'gap')[] = isCut
    ? [...spoken.slice(0, beginning), 'gap', ...spoken.slice(spoken.length - end)]
    : spoken;
  const answered = shown.at(-1);
  const said: ContextMessage[] = [];
  let above: string[] = [];
  const pushUser = (pieces: readonly ContextPiece[], speakers: ContextMessage['speakers']) => {
    const head = literal('metadata', above.join('\n'));
    said.push(partOf('user', [...(head === null ? [] : [head, JOIN]), ...pieces], speakers));
    above = [];
  };
  for (const part of shown) {
    if (part === 'gap') pushUser([{ source: { kind: 'gap' }, text: MESSAGE_GAP }], []);
    else if (part.isOwn) {
      said.push(partOf('assistant', part.pieces, [part.speaker.id]));
      if (part.above !== '') above.push(part.above);
    } else {
      const before = part === answered ? [...last, JOIN] : [];
      pushUser([...before, ...part.pieces], [part.speaker.id]);
    }
  }
  if (answered === undefined || answered === 'gap' || answered.isOwn) pushUser(last, []);
  const insertions = quotedWithin(input.insertions);
  const [first, ...rest] = withInsertions({ insertions }, system, joinRoles(said));
  const withTopic: readonly ContextMessage[] =
    topic.length === 0 ? rest : [partOf('user', topic, []), ...rest];
  return joinRoles([...(first === undefined ? [] : [first]), ...withTopic, ...exchanges]);
}

function partOf(
  role: MessageRole,
  pieces: readonly ContextPiece[],
  speakers: ContextMessage['speakers'],
): ContextMessage {
  return { role, pieces, speakers };
}

/** Never empty: an agent that acts always has an addendum. */
function systemParts(input: CollaboratorInput, isNamed: boolean): readonly ContextMessage[] {
  const { systemPrompt, systemContext, topic, insertions, addendum, replier } = input;
  const before = [...atTheBeginning(insertions), ...atTheBeginning(topic?.insertions ?? [])];
  const pieces = [
    ...[systemPrompt, systemContext, topic?.systemContext ?? ''].map((text) => literal('system', text)),
    isNamed ? literal('names', namesInstruction(replier.name)) : null,
    ...before.map(({ source, text }) => literal(source, text)),
    literal('addendum', addendum),
  ];
  return joinRoles(pieces.flatMap((piece) => (piece === null ? [] : [partOf('system', [piece], [])])));
}

function lastPieces(input: CollaboratorInput, leftOut: number): readonly ContextPiece[] {
  const { recalled } = input;
  return [
    literal('loomContext', input.loomContext(leftOut)),
    ...recalled.map((text) => literal('recalled', text)),
  ].flatMap((piece, at) => (piece === null ? [] : at === 0 ? [piece] : [JOIN, piece]));
}

function exchangeParts({ answer, results }: Exchange): readonly ContextMessage[] {
  const parts = [
    partOf('assistant', [{ source: { kind: 'answer' }, text: answer }], []),
    partOf('user', [{ source: { kind: 'results' }, text: results }], []),
  ];
  return parts.filter(({ pieces: [piece] }) => piece !== undefined && piece.text !== '');
}

/** A person's words inside a `user` part. */
function quotedWithin(insertions: readonly Insertion[]): readonly Insertion[] {
  return withinTheText(insertions).map((insertion) => ({
    ...insertion,
    text: quoteText(insertion.text.trim()),
  }));
}
