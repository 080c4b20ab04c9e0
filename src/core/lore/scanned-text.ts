import type { NodePoint } from '../context/assemble-replacement.ts';
import { BLANK_LINE } from '../context/conversation-context.ts';
import { type ContextNode, readStory, type Story } from '../context/story.ts';
import type { TextRange } from '../text/span.ts';
import type { LorePlace } from './lore-verdict.ts';

/** A text in which keys are looked for, as requests read it: what is kept from models wakes nothing, nor do prompt fences. */
export interface ScannedText {
  readonly story: Pick<Story, 'text' | 'places'>;
  /** The offset at which the scan begins, for an entry without a `scan` of its own. */
  readonly from: number;
  /** The offsets at which messages begin; null in a manuscript. */
  readonly messages: readonly number[] | null;
}

/** @param scan as in `LoreBook`: messages of a conversation, otherwise UTF-16 code units */
export function scanText(
  nodes: readonly ContextNode[],
  { isConversation, scan }: { readonly isConversation: boolean; readonly scan: number },
): ScannedText {
  const story = readStory(nodes, isConversation ? BLANK_LINE : '');
  if (!isConversation) return { story, from: Math.max(0, story.text.length - scan), messages: null };
  const messages = story.places.flatMap(({ node, start, length }) =>
    length === 0 || node.continues === true ? [] : [start],
  );
  return { story, from: scan === 0 ? story.text.length : (messages.at(-scan) ?? 0), messages };
}

/** The place of a range in its node: the first, if it is in several. */
export function placeIn({ story: { places } }: ScannedText, { from, to }: TextRange): LorePlace {
  const place = places.find(({ start, length }) => from >= start && from < start + length);
  if (place === undefined) throw new RangeError(`nothing is at ${from} of the text`);
  const { node, base, start, length } = place;
  return { nodeId: node.nodeId, from: base + from - start, to: base + Math.min(to - start, length) };
}

/** Paragraphs, or messages, that follow the one of an offset. */
export function countAfter({ story: { text }, messages }: ScannedText, at: number): number {
  if (messages !== null) return messages.filter((start) => start > at).length;
  return text.slice(at).trimEnd().split(/\n+/).length - 1;
}

/** The nodes of a text up to a point, the last of them cut; all if the point is in none of them. */
export function nodesUpTo(
  nodes: readonly ContextNode[],
  { nodeId, offset }: NodePoint,
): readonly ContextNode[] {
  const index = nodes.findIndex((node) => node.nodeId === nodeId);
  const last = nodes[index];
  if (last === undefined) return nodes;
  return [...nodes.slice(0, index), { ...last, text: last.text.slice(0, offset) }];
}

/** The same for an offset in the texts of all nodes, one after another. */
export function textUpTo(nodes: readonly ContextNode[], offset: number): readonly ContextNode[] {
  let start = 0;
  for (const { nodeId, text } of nodes) {
    if (offset <= start + text.length) return nodesUpTo(nodes, { nodeId, offset: offset - start });
    start += text.length;
  }
  return nodes;
}
