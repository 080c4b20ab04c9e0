/**
 * The text of a path as requests read it: the texts of its nodes joined, without those that are kept from agents and, in a
 * manuscript, without prompt fences (`layers.md`, *Dimensions and roll-off*).
 */
import { opsOfReading, rangesNotRead } from '../fences/levels.ts';
import type { BlockOp } from '../history/block.ts';
import type { AgentId, NodeId } from '../ids.ts';
import type { TextRange } from '../text/span.ts';
import type { InsertedPart, Insertion, withinTheText } from './insertion.ts';

/**
 * The source of a piece of context; `from` and `to` are offsets in the text of the node. In a conversation, `name` is
 * the name before a message, `names` says who the agent is among them, and `join` separates what becomes one message.
 *
 * A collaborator is also sent (`agents.md`, *What it is sent*):
 * - `addendum`: how it acts; `operationalMemory`: what it remembers; `metadata`: what is said of a message; `quoted`: a message with backslashes, as `quoteText`
 *   puts them.
 * - `topic`: what is around the text of the topic; the text itself is of nodes, those `in` the topic, but for what is
 *   quoted, which is `topic` too.
 * - `loomContext`: where it is; `recalled`: results of an earlier turn.
 * - `answer` and `results`: what it said in the running turn, and what its commands answered.
 *
 * What is sent for a replacement (`edits.md`, *Rewrites and bridges*) says of each node which part of the text it is `in`;
 * text of documents is in `lore`, as far as it is in nodes; `marker` is what is put around these parts, and `instruction` what the writer asks for. Where an edit is asked for, the text
 * is a `snapshot`, which may be in no node yet. What a hole of a prompt fence is `filled` with is in no node either, unless it
 * is text of one.
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
        | 'operationalMemory'
        | 'metadata'
        | 'quoted'
        | 'topic'
        | 'loomContext'
        | 'recalled'
        | 'answer'
        | 'results'
        | 'marker'
        | 'instruction'
        | 'snapshot'
        | 'filled'
        | 'summary';
    }
  | {
      readonly kind: 'node';
      readonly nodeId: NodeId | null;
      readonly from: number;
      readonly to: number;
      readonly in?: 'topic' | 'lore' | PartOfText;
    };

/**
 * A range `[from, to)` of the text of a node that is not sent, and the reason. `replaced`: what is between both sides of a
 * text to fill in. `fence`: a prompt fence, which no request reads (`layers.md`, *Dimensions and roll-off*).
 */
export interface Omission {
  readonly nodeId: NodeId | null;
  readonly from: number;
  readonly to: number;
  readonly reason: 'excluded' | 'pruned' | 'truncated' | 'replaced' | 'fence';
}

export interface ContextPiece {
  readonly source: ContextSource;
  /** Exactly as sent, including the line ends that separate pieces. */
  readonly text: string;
}

/** A node of the path, as input to the context. */
export interface ContextNode {
  /** Null for the working buffer, in a preview of a request before the draft is committed. */
  readonly nodeId: NodeId | null;
  readonly text: string;
  /** The speaker in a conversation (`message-origin.ts`); in a manuscript, the author. */
  readonly speakerId: AgentId;
  readonly excluded: boolean;
  readonly pruned: boolean;
  /** In a conversation: it continues the message before it, and both are one. */
  readonly continues?: boolean;
}

/** The part of the text that a piece is, where both sides of a passage are sent. */
type PartOfText = 'before' | 'passage' | 'after';

/** A stretch of a node in the story: a whole node, or what is between the prompt fences in it. */
interface StoryPlace {
  readonly node: ContextNode;
  /** Its start in the node's text. */
  readonly base: number;
  /** Length of the node's text, whether it is sent or not. */
  readonly size: number;
  /** The gap before it; part of the story, but of no node. */
  readonly gap: string;
  /** An offset in the story, after the gap. */
  readonly start: number;
  /** 0 for text that is not sent. */
  readonly length: number;
  /** A part of a prompt fence. */
  readonly isFence: boolean;
}

export interface Story {
  readonly text: string;
  /** Every node of the path, in order. */
  readonly places: readonly StoryPlace[];
  /** The ops that leave out its prompt fences; none if it has none. */
  readonly snipped: readonly BlockOp[];
}

/** @param between texts that are not empty; empty in a manuscript, which has prompt fences */
export function readStory(nodes: readonly ContextNode[], between = ''): Story {
  const whole = between === '' ? nodes.map(({ text }) => text).join('') : '';
  const fences = rangesNotRead(whole);
  const places: StoryPlace[] = [];
  const texts: string[] = [];
  let at = 0;
  let end = 0;
  for (const node of nodes) {
    const isHidden = node.excluded || node.pruned;
    const start = end;
    end += node.text.length;
    for (const { from, to, isFence } of stretchesOf(node.text.length, start, isHidden ? [] : fences)) {
      const text = isHidden || isFence ? '' : node.text.slice(from, to);
      const gap = text === '' || at === 0 ? '' : between;
      places.push({
        node,
        base: from,
        size: to - from,
        gap,
        start: at + gap.length,
        length: text.length,
        isFence,
      });
      texts.push(gap, text);
      at += gap.length + text.length;
    }
  }
  return { text: texts.join(''), places, snipped: fences.length === 0 ? [] : opsOfReading(whole) };
}

/** The record of prompt fences omitted from a context. */
export function snippedFrom({ snipped }: Story): { readonly snipped?: readonly BlockOp[] } {
  return snipped.length === 0 ? {} : { snipped };
}

/** The pieces of a range of the story. @param part which one it is, if both sides of a passage are sent */
export function nodePieces(story: Story, range: TextRange, part?: PartOfText): readonly ContextPiece[] {
  return story.places.flatMap(({ node, base, gap, start, length }) => {
    const pieces: ContextPiece[] = [];
    const between = gap.slice(
      Math.max(0, range.from - start + gap.length),
      Math.max(0, range.to - start + gap.length),
    );
    if (between !== '') pieces.push({ source: { kind: 'join' }, text: between });
    const [from, to] = [Math.max(0, range.from - start), Math.min(length, range.to - start)];
    if (to > from) {
      const source = { kind: 'node', nodeId: node.nodeId, from: base + from, to: base + to } as const;
      pieces.push({
        source: part === undefined ? source : { ...source, in: part },
        text: node.text.slice(base + from, base + to),
      });
    }
    return pieces;
  });
}

/** A text that is inserted, as one paragraph. @param startsLine if not, a line end is put before it */
export function paragraphOf({ source, text, parts }: Insertion, startsLine = true): readonly ContextPiece[] {
  if (text === '') return [];
  const before = startsLine ? '' : '\n';
  const after = text.endsWith('\n') ? '' : '\n';
  const literal = (words: string): ContextPiece => ({ source: { kind: source }, text: words });
  if (parts === undefined) return [literal(`${before}${text}${after}`)];
  return [literal(before), ...parts.map(pieceOfPart), literal(after)].filter((piece) => piece.text !== '');
}

/** A part of a document. */
export function pieceOfPart({ nodeId, from, to, text }: InsertedPart): ContextPiece {
  return {
    source: nodeId === null ? { kind: 'lore' } : { kind: 'node', nodeId, from, to, in: 'lore' },
    text,
  };
}

/** A range of the story with what is inserted some paragraphs before its end. @param within in the order sent */
export function piecesWith(
  story: Story,
  range: TextRange,
  within: ReturnType<typeof withinTheText>,
  part?: PartOfText,
): readonly ContextPiece[] {
  const pieces: ContextPiece[] = [];
  let from = range.from;
  for (const insertion of within) {
    const at = startOfLastParagraphs(story.text, range, insertion.depth);
    pieces.push(...nodePieces(story, { from, to: at }, part));
    pieces.push(...paragraphOf(insertion, at === from || story.text[at - 1] === '\n'));
    from = at;
  }
  pieces.push(...nodePieces(story, { from, to: range.to }, part));
  return pieces;
}

/** At most how much longer insertions make a text, in UTF-16 code units. */
export function lengthOfInsertions(
  before: readonly ContextPiece[],
  within: ReturnType<typeof withinTheText>,
): number {
  // An insertion within the text may need a line end before it; count it always, so that the estimate suffices.
  const pieces = [...before, ...within.flatMap((insertion) => paragraphOf(insertion))];
  return pieces.reduce((sum, { text }) => sum + text.length, within.length);
}

/** The start of the last `count` paragraphs of `[from, to)`. If there are fewer, `from`; if `count` is 0, `to`. */
export function startOfLastParagraphs(text: string, { from, to }: TextRange, count: number): number {
  let at = to;
  for (let left = count; left > 0; left--) {
    // All line ends at the end of a paragraph belong to it.
    while (at > from && text[at - 1] === '\n') at--;
    at = at > from ? Math.max(from, text.lastIndexOf('\n', at - 1) + 1) : from;
  }
  return at;
}

/** Ranges of the story that are not sent, and the reason. */
interface LeftOut extends TextRange {
  readonly reason: Exclude<Omission['reason'], 'excluded' | 'pruned' | 'fence'>;
}

/** Everything of the path that is not sent, in path order. @param leftOut in order */
export function listOmissions(story: Story, leftOut: readonly LeftOut[]): readonly Omission[] {
  return story.places.flatMap(({ node, base, size, start, length, isFence }): readonly Omission[] => {
    const { nodeId, pruned, excluded } = node;
    const whole = { nodeId, from: base, to: base + size };
    if (size === 0) return [];
    if (pruned) return [{ ...whole, reason: 'pruned' }];
    if (excluded) return [{ ...whole, reason: 'excluded' }];
    if (isFence) return [{ ...whole, reason: 'fence' }];
    return leftOut.flatMap(({ from, to, reason }): readonly Omission[] => {
      const [first, last] = [Math.max(0, from - start), Math.min(length, to - start)];
      return first < last ? [{ nodeId, from: base + first, to: base + last, reason }] : [];
    });
  });
}

/** A part of the text of a node, inside or outside of a prompt fence. */
interface Stretch extends TextRange {
  readonly isFence: boolean;
}

/**
 * The parts of a node inside and outside of prompt fences, with offsets in its text; one of a node without text.
 * @param start of the node in the text that `fences` are ranges of, in order
 */
export function stretchesOf(length: number, start: number, fences: readonly TextRange[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let reached = 0;
  for (const fence of fences) {
    const from = Math.max(0, fence.from - start);
    const to = Math.min(length, fence.to - start);
    if (from >= to) continue;
    if (from > reached) stretches.push({ from: reached, to: from, isFence: false });
    stretches.push({ from, to, isFence: true });
    reached = to;
  }
  if (reached < length || length === 0) stretches.push({ from: reached, to: length, isFence: false });
  return stretches;
}
