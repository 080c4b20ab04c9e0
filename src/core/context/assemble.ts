import type { AgentId, NodeId } from '../ids.ts';
import type { TruncationStrategy } from '../tree/loom-tree.ts';
import { contextTooLong, estimateTokens, lengthOfTokens } from './estimate-tokens.ts';
import { atTheBeginning, type Insertion, withinTheText } from './insertion.ts';
import type { ReplyFormat } from './reply-start.ts';
import { GAP_MARK, keepBothEnds, keepEnd, type TextRange } from './truncate.ts';

/** A node of the path, as input to the context. */
export interface ContextNode {
  /** Null for the working buffer, in a preview of a request before the draft is committed. */
  readonly nodeId: NodeId | null;
  readonly text: string;
  /** Whose words they are in a conversation (`speaker.ts`); in a manuscript, the author's. */
  readonly speakerId: AgentId;
  readonly excluded: boolean;
  readonly pruned: boolean;
}

export interface ContextInput {
  /** From the root to the position to continue. */
  readonly nodes: readonly ContextNode[];
  /** The tree's system context; null or empty for none. */
  readonly systemContext: string | null;
  /** Each is a paragraph; one with depth 0 is at the very end. */
  readonly insertions: readonly Insertion[];
  /** The context window in tokens, for input and output together. */
  readonly window: number;
  /** Tokens reserved for the response. */
  readonly reserve: number;
  readonly strategy: TruncationStrategy;
}

/**
 * The source of a piece of context; `from` and `to` are offsets in the text of the node. In a conversation, `name` is
 * the name before a message, `names` says who the agent is among them, and `join` separates what becomes one message.
 *
 * A collaborator is also sent (`agents.md`, *What it is sent*):
 * - `addendum`: how it acts; `metadata`: what is said of a message; `quoted`: a message with backslashes, as `quoteText`
 *   puts them.
 * - `topic`: what is around the text of the topic; the text itself is of nodes, those `in` the topic, but for what is
 *   quoted, which is `topic` too.
 * - `loomContext`: where it is; `recalled`: results of an earlier turn.
 * - `answer` and `results`: what it said in the running turn, and what its commands answered.
 */
export type ContextSource =
  | {
      readonly kind:
        | 'system'
        | Insertion['source']
        | 'gap'
        | 'name'
        | 'names'
        | 'join'
        | 'addendum'
        | 'metadata'
        | 'quoted'
        | 'topic'
        | 'loomContext'
        | 'recalled'
        | 'answer'
        | 'results';
    }
  | {
      readonly kind: 'node';
      readonly nodeId: NodeId | null;
      readonly from: number;
      readonly to: number;
      readonly in?: 'topic';
    };

export interface ContextPiece {
  readonly source: ContextSource;
  /** Exactly as sent, including the line ends that separate pieces. */
  readonly text: string;
}

/** A range `[from, to)` of the text of a node that is not sent, and the reason. */
export interface Omission {
  readonly nodeId: NodeId | null;
  readonly from: number;
  readonly to: number;
  readonly reason: 'excluded' | 'pruned' | 'truncated';
}

/** A context that is sent as one text, with the system context before it. */
export interface AssembledContext {
  readonly kind: 'document';
  /** In the order sent; none is empty. The system context, if any, comes first. */
  readonly pieces: readonly ContextPiece[];
  /** In path order. */
  readonly omitted: readonly Omission[];
  /** Estimate for everything sent, excluding the reserve. */
  readonly tokens: number;
  /** For the transcript of a conversation; without it, the answer continues the text. */
  readonly reply?: ReplyFormat;
}

/** The document as one text: every piece except the system context, which requests send separately. */
export function promptOf(context: AssembledContext): string {
  return context.pieces
    .filter(({ source }) => source.kind !== 'system')
    .map(({ text }) => text)
    .join('');
}

/** The system context that is sent; empty if there is none. */
export function systemContextOf(context: AssembledContext): string {
  return context.pieces.find(({ source }) => source.kind === 'system')?.text ?? '';
}

/** Ends a text with a line end, so that it forms a paragraph of its own. */
function asParagraph(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/**
 * The start of the last `count` paragraphs of `[from, to)`. If there are fewer, `from`; if `count` is 0,
 * `to`.
 */
export function startOfLastParagraphs(text: string, { from, to }: TextRange, count: number): number {
  let at = to;
  for (let left = count; left > 0; left--) {
    // All line ends at the end of a paragraph belong to it.
    while (at > from && text[at - 1] === '\n') at--;
    at = at > from ? Math.max(from, text.lastIndexOf('\n', at - 1) + 1) : from;
  }
  return at;
}

/** The nodes to send and where each starts in the story, which is their texts joined. */
interface Story {
  readonly text: string;
  readonly nodes: readonly { readonly node: ContextNode; readonly start: number }[];
}

function readStory(nodes: readonly ContextNode[]): Story {
  const entries = [];
  let start = 0;
  for (const node of nodes) {
    if (node.excluded || node.pruned) continue;
    entries.push({ node, start });
    start += node.text.length;
  }
  return { text: entries.map(({ node }) => node.text).join(''), nodes: entries };
}

/** The parts of nodes that a range of the story covers. */
function partsIn(
  story: Story,
  range: TextRange,
): readonly { readonly node: ContextNode; readonly from: number; readonly to: number }[] {
  return story.nodes
    .map(({ node, start }) => ({
      node,
      from: Math.max(0, range.from - start),
      to: Math.min(node.text.length, range.to - start),
    }))
    .filter(({ from, to }) => to > from);
}

function nodePieces(story: Story, range: TextRange): readonly ContextPiece[] {
  return partsIn(story, range).map(({ node, from, to }) => ({
    source: { kind: 'node', nodeId: node.nodeId, from, to },
    text: node.text.slice(from, to),
  }));
}

/**
 * Assembles what a request for a continuation sends, piece by piece (`generation.md`, *Context*): system
 * context, insertions before the text such as memory, the text of the path without excluded and pruned nodes, and
 * insertions some paragraphs before its end such as the author's note. Text that does not fit is omitted as the strategy says, cut at paragraphs or
 * words if they are near, never inside a surrogate pair.
 * @throws {AspenError} CONTEXT_TOO_LONG, with the excess: if the strategy is `stopAtLimit` and not everything
 *   fits, or if the pieces that are never shortened leave no room for text
 */
export function assembleContext(input: ContextInput): AssembledContext {
  const story = readStory(input.nodes);
  const system = input.systemContext ?? '';
  const before = atTheBeginning(input.insertions).map(paragraphOf);
  const within = withinTheText(input.insertions);
  // One within the text may need a line end before it; always count it, so that the estimate is never too small.
  const fixed =
    system.length +
    before.reduce((sum, { text }) => sum + text.length, 0) +
    within.reduce((sum, insertion) => sum + paragraphOf(insertion).text.length + 1, 0);
  const room = lengthOfTokens(input.window - input.reserve) - fixed;
  const fits = story.text.length <= room;
  if (!fits && (input.strategy === 'stopAtLimit' || room <= 0)) {
    throw contextTooLong(estimateTokens(fixed + story.text.length), input.window - input.reserve);
  }
  const nothing = { from: 0, to: 0 };
  const { beginning, end } =
    input.strategy === 'truncateMiddle'
      ? keepBothEnds(story.text, room)
      : { beginning: nothing, end: keepEnd(story.text, room) };

  const pieces: readonly ContextPiece[] = [
    { source: { kind: 'system' }, text: system },
    ...before,
    ...nodePieces(story, beginning),
    { source: { kind: 'gap' }, text: beginning.to > 0 ? GAP_MARK : '' },
    ...endPieces(story, end, within),
  ];
  const sent = pieces.filter(({ text }) => text !== '');
  return {
    kind: 'document',
    pieces: sent,
    omitted: listOmissions(input.nodes, partsIn(story, { from: beginning.to, to: end.from })),
    tokens: estimateTokens(sent.reduce((sum, { text }) => sum + text.length, 0)),
  };
}

/** A piece that ends with a line end, so that it forms a paragraph of its own. */
function paragraphOf({ source, text }: Insertion): ContextPiece {
  return { source: { kind: source }, text: asParagraph(text) };
}

/** The end of the story with what is inserted there. @param within in the order sent */
function endPieces(
  story: Story,
  end: TextRange,
  within: ReturnType<typeof withinTheText>,
): readonly ContextPiece[] {
  const pieces: ContextPiece[] = [];
  let from = end.from;
  for (const insertion of within) {
    const at = startOfLastParagraphs(story.text, end, insertion.depth);
    pieces.push(...nodePieces(story, { from, to: at }));
    const { source, text } = paragraphOf(insertion);
    const isParagraph = at === from || story.text[at - 1] === '\n';
    pieces.push({ source, text: isParagraph || text === '' ? text : `\n${text}` });
    from = at;
  }
  pieces.push(...nodePieces(story, { from, to: end.to }));
  return pieces;
}

function listOmissions(
  nodes: readonly ContextNode[],
  truncated: readonly { readonly node: ContextNode; readonly from: number; readonly to: number }[],
): readonly Omission[] {
  const parts = new Map(truncated.map((part) => [part.node, part]));
  return nodes.flatMap((node): readonly Omission[] => {
    const { nodeId, text } = node;
    if (text === '') return [];
    if (node.pruned) return [{ nodeId, from: 0, to: text.length, reason: 'pruned' }];
    if (node.excluded) return [{ nodeId, from: 0, to: text.length, reason: 'excluded' }];
    const part = parts.get(node);
    return part === undefined ? [] : [{ nodeId, from: part.from, to: part.to, reason: 'truncated' }];
  });
}
