/** The text of a path as requests send it: the texts of its nodes joined, without those that are kept from agents. */

import type { TextRange } from '../text/text-range.ts';
import type { ContextNode, ContextPiece, Omission } from './assemble.ts';
import type { Insertion, withinTheText } from './insertion.ts';

/** Which part of the text a piece is, where both sides of a passage are sent. */
export type PartOfText = 'before' | 'passage' | 'after';

/** Where a node is in the story. */
interface Place {
  readonly node: ContextNode;
  /** What is between it and the text before it; part of the story, but of no node. */
  readonly gap: string;
  /** An offset in the story, after the gap. */
  readonly start: number;
  /** 0 for a node that is not sent. */
  readonly length: number;
}

export interface Story {
  readonly text: string;
  /** Every node of the path, in order. */
  readonly places: readonly Place[];
}

/** A part `[from, to)` of the text of a node. */
export interface PartOfNode {
  readonly node: ContextNode;
  readonly from: number;
  readonly to: number;
}

/** @param between texts that are not empty */
export function readStory(nodes: readonly ContextNode[], between = ''): Story {
  const places: Place[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const node of nodes) {
    const text = node.excluded || node.pruned ? '' : node.text;
    const gap = text === '' || at === 0 ? '' : between;
    places.push({ node, gap, start: at + gap.length, length: text.length });
    texts.push(gap, text);
    at += gap.length + text.length;
  }
  return { text: texts.join(''), places };
}

/** The parts of nodes that a range of the story covers. */
export function partsIn({ places }: Story, range: TextRange): readonly PartOfNode[] {
  return places
    .map(({ node, start, length }) => ({
      node,
      from: Math.max(0, range.from - start),
      to: Math.min(length, range.to - start),
    }))
    .filter(({ from, to }) => to > from);
}

/** The pieces of a range of the story. @param part which one it is, if both sides of a passage are sent */
export function nodePieces(story: Story, range: TextRange, part?: PartOfText): readonly ContextPiece[] {
  return story.places.flatMap(({ node, gap, start, length }) => {
    const pieces: ContextPiece[] = [];
    const between = gap.slice(
      Math.max(0, range.from - start + gap.length),
      Math.max(0, range.to - start + gap.length),
    );
    if (between !== '') pieces.push({ source: { kind: 'join' }, text: between });
    const [from, to] = [Math.max(0, range.from - start), Math.min(length, range.to - start)];
    if (to > from) {
      const source = { kind: 'node', nodeId: node.nodeId, from, to } as const;
      pieces.push({
        source: part === undefined ? source : { ...source, in: part },
        text: node.text.slice(from, to),
      });
    }
    return pieces;
  });
}

/** A piece that ends with a line end, so that it forms a paragraph of its own. */
export function paragraphOf({ source, text }: Insertion): ContextPiece {
  return { source: { kind: source }, text: text === '' || text.endsWith('\n') ? text : `${text}\n` };
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
    const { source, text } = paragraphOf(insertion);
    const isParagraph = at === from || story.text[at - 1] === '\n';
    pieces.push({ source, text: isParagraph || text === '' ? text : `\n${text}` });
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
  // One within the text may need a line end before it; always count it, so that the estimate is never too small.
  return (
    before.reduce((sum, { text }) => sum + text.length, 0) +
    within.reduce((sum, insertion) => sum + paragraphOf(insertion).text.length + 1, 0)
  );
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

/** Ranges of the story that are not sent, and the reason. */
export interface LeftOut extends TextRange {
  readonly reason: Exclude<Omission['reason'], 'excluded' | 'pruned'>;
}

/** Everything of the path that is not sent, in path order. @param leftOut in order */
export function listOmissions(story: Story, leftOut: readonly LeftOut[]): readonly Omission[] {
  const omitted = new Map<ContextNode, Omission[]>();
  for (const range of leftOut) {
    for (const { node, from, to } of partsIn(story, range)) {
      const { nodeId } = node;
      omitted.set(node, [...(omitted.get(node) ?? []), { nodeId, from, to, reason: range.reason }]);
    }
  }
  return story.places.flatMap(({ node }): readonly Omission[] => {
    const { nodeId, text, pruned, excluded } = node;
    if (text === '') return [];
    if (pruned) return [{ nodeId, from: 0, to: text.length, reason: 'pruned' }];
    if (excluded) return [{ nodeId, from: 0, to: text.length, reason: 'excluded' }];
    return omitted.get(node) ?? [];
  });
}
