import { AspenError } from '../errors.ts';
import type { NodeId } from '../ids.ts';
import type { TruncationStrategy } from '../tree/loom-tree.ts';
import { estimateTokens, lengthOfTokens } from './estimate-tokens.ts';
import { GAP_MARK, keepBothEnds, keepEnd, type TextRange } from './truncate.ts';

/** A node of the path, as far as the context is concerned. */
export interface ContextNode {
  /** Null for the working buffer, where a request is shown before the draft is committed. */
  readonly nodeId: NodeId | null;
  readonly text: string;
  readonly excluded: boolean;
  readonly pruned: boolean;
}

export interface ContextInput {
  /** From the root to the position that is continued. */
  readonly nodes: readonly ContextNode[];
  /** The tree's system context; null or empty for none. */
  readonly systemContext: string | null;
  /** Text placed first; empty for none. */
  readonly memory: string;
  /** Text placed before the last `authorsNoteDepth` paragraphs; empty for none. */
  readonly authorsNote: string;
  /** 0 puts the note at the very end. */
  readonly authorsNoteDepth: number;
  /** What the model can read and write at once, in tokens. */
  readonly window: number;
  /** What is kept free of that for the answer, in tokens. */
  readonly reserve: number;
  readonly strategy: TruncationStrategy;
}

/** Where a piece of the context came from; `from` and `to` are offsets in the node's text. */
export type ContextSource =
  | { readonly kind: 'system' | 'memory' | 'authorsNote' | 'gap' }
  | { readonly kind: 'node'; readonly nodeId: NodeId | null; readonly from: number; readonly to: number };

export interface ContextPiece {
  readonly source: ContextSource;
  /** Exactly as sent, line ends that keep pieces apart included. */
  readonly text: string;
}

/** `[from, to)` of a node's text that is not sent, and why. */
export interface LeftOut {
  readonly nodeId: NodeId | null;
  readonly from: number;
  readonly to: number;
  readonly reason: 'excluded' | 'pruned' | 'truncated';
}

export interface AssembledContext {
  /** In the order sent; none is empty. The system context, if any, is the first. */
  readonly pieces: readonly ContextPiece[];
  /** In path order. */
  readonly leftOut: readonly LeftOut[];
  /** Estimate for everything sent; the reserve is not in it. */
  readonly tokens: number;
}

/** The document as one text: every piece but the system context, which has a place of its own in a request. */
export function promptOf(context: AssembledContext): string {
  return context.pieces
    .filter(({ source }) => source.kind !== 'system')
    .map(({ text }) => text)
    .join('');
}

/** The system context that is sent; empty for none. */
export function systemContextOf(context: AssembledContext): string {
  return context.pieces.find(({ source }) => source.kind === 'system')?.text ?? '';
}

/** A text that stands as a paragraph of its own before others. */
function asParagraph(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/**
 * Where the last `count` paragraphs of `[from, to)` begin: after the line end before them. With fewer paragraphs than
 * that, `from`; with none asked for, `to`.
 */
function startOfLastParagraphs(text: string, { from, to }: TextRange, count: number): number {
  let at = to;
  for (let left = count; left > 0; left--) {
    // Line ends at the end of a paragraph are its own, however many there are.
    while (at > from && text[at - 1] === '\n') at--;
    at = at > from ? Math.max(from, text.lastIndexOf('\n', at - 1) + 1) : from;
  }
  return at;
}

/** The nodes whose text is sent and where each begins in the story, which is their texts joined. */
interface Story {
  readonly text: string;
  readonly nodes: readonly { readonly node: ContextNode; readonly start: number }[];
}

function readStory(nodes: readonly ContextNode[]): Story {
  const placed = [];
  let start = 0;
  for (const node of nodes) {
    if (node.excluded || node.pruned) continue;
    placed.push({ node, start });
    start += node.text.length;
  }
  return { text: placed.map(({ node }) => node.text).join(''), nodes: placed };
}

/** The parts of the nodes that `range` of the story covers. */
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

function tooLong(tokens: number, room: number): AspenError {
  return new AspenError(
    'CONTEXT_TOO_LONG',
    `The context is about ${tokens} tokens and there is room for ${Math.max(0, room)}: ${tokens - room} too many.`,
  );
}

/**
 * What a request for a continuation sends, piece by piece (`generation.md`, *Context*): system context, memory, the
 * path's text without excluded and pruned nodes, and the author's note some paragraphs from its end. What does not fit
 * is left out as the strategy says, at paragraphs or words where they are near, never inside a surrogate pair.
 * @throws {AspenError} CONTEXT_TOO_LONG, saying by how much: always when the strategy is `stopAtLimit` and not all fits;
 *   otherwise when not even the pieces that are never shortened leave room for some text
 */
export function assembleContext(input: ContextInput): AssembledContext {
  const story = readStory(input.nodes);
  const system = input.systemContext ?? '';
  const memory = asParagraph(input.memory);
  const note = asParagraph(input.authorsNote);
  // The note may need a line end before it: counted always, so that the estimate never turns out too small.
  const fixed = system.length + memory.length + note.length + (note === '' ? 0 : 1);
  const room = lengthOfTokens(input.window - input.reserve) - fixed;
  const fits = story.text.length <= room;
  if (!fits && (input.strategy === 'stopAtLimit' || room <= 0)) {
    throw tooLong(estimateTokens(fixed + story.text.length), input.window - input.reserve);
  }
  const nothing = { from: 0, to: 0 };
  const { beginning, end } =
    input.strategy === 'truncateMiddle'
      ? keepBothEnds(story.text, room)
      : { beginning: nothing, end: keepEnd(story.text, room) };

  const noteAt = startOfLastParagraphs(story.text, end, input.authorsNoteDepth);
  const beforeNote = noteAt > end.from ? story.text[noteAt - 1] : '\n';
  const pieces: readonly ContextPiece[] = [
    { source: { kind: 'system' }, text: system },
    { source: { kind: 'memory' }, text: memory },
    ...nodePieces(story, beginning),
    { source: { kind: 'gap' }, text: beginning.to > 0 ? GAP_MARK : '' },
    ...nodePieces(story, { from: end.from, to: note === '' ? end.to : noteAt }),
    { source: { kind: 'authorsNote' }, text: note === '' || beforeNote === '\n' ? note : `\n${note}` },
    ...(note === '' ? [] : nodePieces(story, { from: noteAt, to: end.to })),
  ];
  const sent = pieces.filter(({ text }) => text !== '');
  return {
    pieces: sent,
    leftOut: listLeftOut(input.nodes, partsIn(story, { from: beginning.to, to: end.from })),
    tokens: estimateTokens(sent.reduce((sum, { text }) => sum + text.length, 0)),
  };
}

function listLeftOut(
  nodes: readonly ContextNode[],
  truncated: readonly { readonly node: ContextNode; readonly from: number; readonly to: number }[],
): readonly LeftOut[] {
  const parts = new Map(truncated.map((part) => [part.node, part]));
  return nodes.flatMap((node): readonly LeftOut[] => {
    const { nodeId, text } = node;
    if (text === '') return [];
    if (node.pruned) return [{ nodeId, from: 0, to: text.length, reason: 'pruned' }];
    if (node.excluded) return [{ nodeId, from: 0, to: text.length, reason: 'excluded' }];
    const part = parts.get(node);
    return part === undefined ? [] : [{ nodeId, from: part.from, to: part.to, reason: 'truncated' }];
  });
}
