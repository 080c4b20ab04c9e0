/** The context of a loom-aware agent's turn (`agents.md`, *What it is sent*). */
import { inOneLine, quoteText } from '../commands/quote-text.ts';
import { scanAnswer } from '../commands/scan-answer.ts';
import { AspenError } from '../errors.ts';
import type { NodeId } from '../ids.ts';
import type { MemoryBlock, MemoryBlockOptions } from '../memory/memory-block.ts';
import {
  BLANK_LINE,
  type ConversationInput,
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
} from './conversation-context.ts';
import { estimateTokens, lengthOfTokens } from './estimate-tokens.ts';
import { type Insertion, withinTheText } from './insertion.ts';
import type { LeftOut } from './loom-context.ts';
import {
  afterTopic,
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
import type { ContextNode, ContextPiece } from './story.ts';
import { narrowTopicPart, topicPart } from './topic-part.ts';

/** A message with its metadata. */
export interface CollaboratorNode extends ContextNode {
  /** Its line of metadata; empty for none. */
  readonly metadata: string;
  /** Sent where its text does not fit: one line, quoted, shorter than the text; null or absent for nothing. */
  readonly summary?: string | null;
}

/** One call of the running turn. */
export interface Exchange {
  /** The agent's answer, as it came. */
  readonly answer: string;
  /** Its commands' results (`formatResults`). */
  readonly results: string;
  /** Number of its commands. */
  readonly commands: number;
}

export interface CollaboratorInput extends Omit<ConversationInput, 'nodes' | 'takingPart'> {
  /** From the first message to the one that is answered. */
  readonly nodes: readonly CollaboratorNode[];
  readonly addendum: string;
  /** The agent's memory. */
  memory(parts: Pick<MemoryBlockOptions, 'withActions' | 'withTexts'>): MemoryBlock;
  /** The agent's place. @param leftOut what does not fit */
  loomContext(leftOut: LeftOut): string;
  /** Results of earlier turns that are sent again, each marked as such. */
  readonly recalled: readonly string[];
  readonly exchanges: readonly Exchange[];
}

/**
 * Assembles the messages of one call of a turn.
 *
 * - The system message has the agent's system prompt, the conversation's, the topic's, who the agent is if messages begin
 *   with names, the insertions before all text of both trees, the addendum, and what the agent remembers.
 * - The topic near the place is the first `user` part. Each message follows with its metadata; that of the agent's own
 *   messages, which are `assistant`, is at the head of the next `user` part.
 * - In the last `user` part, the loom context and what is recalled come before the message that is answered. The exchanges
 *   of the running turn follow.
 * - Everyone else's words are quoted, those of both trees' contexts and memories among them; only the agent's own prompt tells
 *   it what to do. So are the agent's own words where an edit made a command of them.
 * - Of what does not fit, whole messages are left out (`keepMessages`), never the one answered, and their summaries are in their
 *   place; then, one after the other, the
 *   list of recent actions, results that are recalled, results of the running turn but the last, and the texts that the agent
 *   remembers, and most of the text near its place. The loom context says how much is missing.
 * @throws {AspenError} CONTEXT_TOO_LONG as `keepMessages`, if all that is not enough
 */
export function assembleCollaborator(input: CollaboratorInput): MessagesContext {
  const spokenMessages = readMessages(input);
  const isNamed = hasNames(input, spokenMessages);
  const metadata = new Map(input.nodes.map((node) => [node.nodeId, node.metadata]));
  const summaries = new Map(
    input.nodes.flatMap(({ nodeId, summary }) => (summary == null ? [] : [[nodeId, summary] as const])),
  );
  const spoken = spokenMessages.map((message) => toPart(input, message, { metadata, summaries }, isNamed));
  const near = input.topic === null ? [] : topicPart(input.topic, input.window);
  const assembleWith = (cut: Cut): MessagesContext => {
    const fixed = fixedParts(input, near, cut, isNamed);
    const build = (kept: KeptMessages, room: number) => buildMessages(input, fixed, spoken, kept, room);
    const room = cut > CUTS.indexOf('summaries') ? 0 : roomForSummaries(input, spoken);
    const lengthWith = (some: KeptMessages) => {
      const hasGap = some.beginning + some.end < spoken.length;
      return lengthOf(build(some, 0)) + (hasGap ? room : 0);
    };
    const kept = keepMessages(spoken, input, lengthWith, costOf);
    const messages = build(kept, room);
    return {
      kind: 'messages',
      messages,
      omitted: omittedMessages(input, spokenMessages, kept),
      tokens: estimateTokens(lengthOf(messages)),
      reply: { name: isNamed ? input.replier.name : null, stop: [] },
    };
  };
  for (let cut: Cut = 0; ; cut += 1) {
    try {
      return assembleWith(cut);
    } catch (error) {
      const isTooLong = error instanceof AspenError && error.code === 'CONTEXT_TOO_LONG';
      if (!isTooLong || cut === CUTS.length) throw error;
    }
  }
}

/** Omissions besides messages, made in this order, and as few as possible. */
const CUTS = ['summaries', 'actions', 'recalled', 'results', 'texts', 'topic'] as const;

/** The share of the window for the summaries of messages that are left out. */
const SHARE_OF_SUMMARIES = 1 / 8;

/** Number of `CUTS` made. */
type Cut = number;

/** A message of the conversation with the pieces that are sent of it. */
interface SpokenPart extends Pick<SpokenMessage, 'speaker'> {
  readonly isOwn: boolean;
  readonly pieces: readonly ContextPiece[];
  /** For the head of the next `user` part; empty for none. */
  readonly above: string;
  /** The summary of omitted messages; empty for none. */
  readonly summary: string;
}

interface SaidOfNodes {
  readonly metadata: ReadonlyMap<NodeId | null, string>;
  readonly summaries: ReadonlyMap<NodeId | null, string>;
}

function toPart(
  { replier }: CollaboratorInput,
  message: SpokenMessage,
  { metadata, summaries }: SaidOfNodes,
  isNamed: boolean,
): SpokenPart {
  const { speaker } = message;
  const isOwn = speaker.id === replier.id;
  // A message in parts has a line for each, because each is a node of its own.
  const lines = message.pieces.map(({ source }) => metadata.get(source.nodeId) ?? '');
  const line = lines.filter((one) => one !== '').join('\n');
  const name = isNamed ? literal('name', quoteText(nameBefore(speaker.name))) : null;
  const head: readonly ContextPiece[] =
    isOwn || line === '' ? [] : [{ source: { kind: 'metadata' }, text: `${line}\n` }];
  const text = message.pieces.map((piece) => piece.text).join('');
  const isQuoted = !isOwn || scanAnswer(text).parts.some(({ kind }) => kind !== 'prose');
  return {
    speaker,
    isOwn,
    pieces: [
      ...head,
      ...(name === null ? [] : [name]),
      ...(isQuoted ? quoted(message.pieces, text) : message.pieces),
    ],
    summary: summaryIn(message, summaries),
    above: isOwn ? lines.flatMap((one) => (one === '' ? [] : [`${ABOVE}${one}`])).join('\n') : '',
  };
}

/** The summaries of a message's parts, where they have one. */
function summaryIn(
  { pieces, speaker }: SpokenMessage,
  summaries: ReadonlyMap<NodeId | null, string>,
): string {
  const said = [...new Set(pieces.flatMap(({ source }) => summaries.get(source.nodeId) ?? []))];
  return said.length === 0 ? '' : `${inOneLine(speaker.name, MAX_NAME)}: ${said.join(' ')}`;
}

/** Length of a speaker's name, in UTF-16 code units. */
const MAX_NAME = 30;

/** The ranges of nodes as they are, if there is nothing to quote in them. @param text of all of them */
function quoted(pieces: readonly ContextPiece[], text: string): readonly ContextPiece[] {
  const quotedText = quoteText(text);
  return quotedText === text ? pieces : [{ source: { kind: 'quoted' }, text: quotedText }];
}

/** At least what one more message adds, in UTF-16 code units. */
function costOf({ pieces, above }: SpokenPart): number {
  const own = above === '' ? 0 : above.length + BLANK_LINE.length;
  return BLANK_LINE.length + pieces.reduce((sum, { text }) => sum + text.length, 0) + own;
}

/** Parts sent however much of the conversation fits. */
interface FixedParts {
  readonly system: readonly ContextMessage[];
  readonly topic: readonly ContextPiece[];
  readonly recalled: readonly string[];
  readonly exchanges: readonly ContextMessage[];
  readonly leftOut: Omit<LeftOut, 'messages'>;
}

/** @param near the text near the agent's place as far as it is sent where there is room */
function fixedParts(
  input: CollaboratorInput,
  near: readonly ContextPiece[],
  cut: Cut,
  isNamed: boolean,
): FixedParts {
  const isCut = (part: (typeof CUTS)[number]) => CUTS.indexOf(part) < cut;
  const memory = input.memory({ withActions: !isCut('actions'), withTexts: !isCut('texts') });
  const older = isCut('results') ? input.exchanges.slice(0, -1) : [];
  const exchanges = [...older.map(withoutResults), ...input.exchanges.slice(older.length)];
  const dropped = older.filter(({ commands }) => commands > 0);
  const topic = input.topic !== null && isCut('topic') ? narrowTopicPart(input.topic, input.window) : near;
  return {
    system: systemParts(input, memory.text, isNamed),
    topic,
    recalled: isCut('recalled') ? [] : input.recalled,
    exchanges: exchanges.flatMap(exchangeParts),
    leftOut: {
      actions: memory.actionsLeftOut,
      earlierResults: isCut('recalled') ? input.recalled.length : 0,
      results: dropped.reduce((sum, { commands }) => sum + commands, 0),
      resultTokens: estimateTokens(dropped.reduce((sum, { results }) => sum + results.length, 0)),
      texts: memory.textsLeftOut,
      topicTokens: estimateTokens(lengthOfPieces(near) - lengthOfPieces(topic)),
    },
  };
}

function withoutResults({ answer, results, commands }: Exchange): Exchange {
  if (commands === 0) return { answer, results, commands };
  const tokens = estimateTokens(results.length).toLocaleString('en-US');
  return { answer, results: `(about ${tokens} tokens of results left out to fit)`, commands };
}

function buildMessages(
  input: CollaboratorInput,
  { system, topic, recalled, exchanges, leftOut: others }: FixedParts,
  spoken: readonly SpokenPart[],
  { beginning, end }: KeptMessages,
  roomForSummaries: number,
): readonly ContextMessage[] {
  const leftOut = Math.max(0, spoken.length - beginning - end);
  const isCut = leftOut > 0;
  const missing = spoken.slice(beginning, beginning + leftOut);
  // Before the message that is answered.
  const last = lastPieces(input.loomContext({ ...others, messages: leftOut }), recalled);
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
    if (part === 'gap') pushUser([{ source: { kind: 'gap' }, text: gapFor(missing, roomForSummaries) }], []);
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
  const messages = afterTopic(topic, withInsertions({ insertions }, system, joinRoles(said)));
  return joinRoles([...messages, ...exchanges]);
}

/** For the summaries of messages that are left out, in UTF-16 code units. */
function roomForSummaries({ window }: CollaboratorInput, spoken: readonly SpokenPart[]): number {
  const all = spoken.reduce((sum, { summary }) => sum + (summary === '' ? 0 : summary.length + 1), 0);
  return Math.min(all, Math.floor(lengthOfTokens(window * SHARE_OF_SUMMARIES)));
}

/** The text in place of omitted messages: a mark, and the summaries of as many of the latest as fit. */
function gapFor(messages: readonly SpokenPart[], room: number): string {
  const said: string[] = [];
  let left = room;
  for (const { summary } of messages.toReversed()) {
    if (summary.length + 1 > left) break;
    if (summary === '') continue;
    said.unshift(summary);
    left -= summary.length + 1;
  }
  return [MESSAGE_GAP, ...said].join('\n');
}

function partOf(
  role: MessageRole,
  pieces: readonly ContextPiece[],
  speakers: ContextMessage['speakers'],
): ContextMessage {
  return { role, pieces, speakers };
}

/** Never empty: an agent that acts always has an addendum. */
function systemParts(input: CollaboratorInput, memory: string, isNamed: boolean): readonly ContextMessage[] {
  const { systemPrompt, systemContext, topic, addendum, replier } = input;
  const own = [
    literal('system', systemPrompt),
    ...[systemContext, topic?.systemContext ?? ''].map((text) => literal('system', quoteText(text))),
    isNamed ? literal('names', quoteText(namesInstruction(replier.name))) : null,
  ];
  const rest = [literal('addendum', addendum), literal('operationalMemory', memory)];
  const single = (pieces: typeof rest) => pieces.flatMap((piece) => (piece === null ? [] : [[piece]]));
  const parts = [
    ...single(own),
    ...insertedFirst(input).map((one) => insertedPieces(quotedInsertion(one))),
    ...single(rest),
  ];
  return joinRoles(parts.flatMap((pieces) => (pieces.length === 0 ? [] : [partOf('system', pieces, [])])));
}

function lastPieces(where: string, recalled: readonly string[]): readonly ContextPiece[] {
  return [literal('loomContext', where), ...recalled.map((text) => literal('recalled', text))].flatMap(
    (piece, at) => (piece === null ? [] : at === 0 ? [piece] : [JOIN, piece]),
  );
}

function exchangeParts({ answer, results }: Exchange): readonly ContextMessage[] {
  const parts = [
    partOf('assistant', [{ source: { kind: 'answer' }, text: answer }], []),
    partOf('user', [{ source: { kind: 'results' }, text: results }], []),
  ];
  return parts.filter(({ pieces: [piece] }) => piece !== undefined && piece.text !== '');
}

/** A person's words inside a `user` part; the author's note and lore are marked as such. */
function quotedWithin(insertions: readonly Insertion[]): readonly Insertion[] {
  return withinTheText(insertions).map((one) => {
    const insertion = quotedInsertion(one);
    const { source, text, parts } = insertion;
    if (source !== 'authorsNote' && source !== 'lore') return insertion;
    const [before, after] = [source === 'lore' ? '=== Lore ===\n' : "=== Author's note ===\n", '\n==='];
    const marked = { ...insertion, text: `${before}${text}${after}` };
    const mark = (words: string) => ({ nodeId: null, from: 0, to: words.length, text: words });
    return parts === undefined ? marked : { ...marked, parts: [mark(before), ...parts, mark(after)] };
  });
}

/** Text of documents stays in its parts where there is nothing to quote in it. */
function quotedInsertion({ parts, ...insertion }: Insertion): Insertion {
  const text = quoteText(insertion.text.trim());
  return { ...insertion, text, ...(parts !== undefined && text === insertion.text ? { parts } : {}) };
}
