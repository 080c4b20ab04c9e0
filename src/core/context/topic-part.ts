import { lengthOfPieces, type TopicInput, type TopicNode } from './conversation-context.ts';
/** The text of the topic near an agent's place, as one part of a message (`agents.md`, *What it is sent*). */

import { BOUNDARY_MARK, MODEL_MARK, quoteText } from '../commands/quote-text.ts';
import { AspenError } from '../errors.ts';
import { rangesNotRead } from '../fences/levels.ts';
import { countWords } from '../text/count-words.ts';
import type { TextRange } from '../text/span.ts';
import { estimateTokens, lengthOfTokens } from './estimate-tokens.ts';
import { withinTheText } from './insertion.ts';
import { type ContextPiece, startOfLastParagraphs, stretchesOf } from './story.ts';
import { keepBeginning, keepEnd } from './truncate.ts';

/** The nodes without their prompt fences. @param nodes all that can be sent, in path order */
export function withoutFences(nodes: readonly TopicNode[]): readonly TopicNode[] {
  const fences = rangesNotRead(nodes.map(({ text }) => text).join(''));
  if (fences.length === 0) return nodes;
  let end = 0;
  return nodes.flatMap((node) => {
    const start = end;
    end += node.text.length;
    return stretchesOf(node.text.length, start, fences).flatMap(({ from, to, isFence }) =>
      isFence ? [] : [{ ...node, text: node.text.slice(from, to), from: node.from + from }],
    );
  });
}

const SHARE_OF_WINDOW = 1 / 4;
/** The share of the part that remains where the rest does not fit. */
const SHARE_WHERE_NARROW = 1 / 4;
const SHARE_BEFORE = 3 / 4;
const CUT = '[…]\n';
/** Around the author's note: what stands there is not the text, which may be edited. A line of the text like these is quoted. */
const NOTE_BEGINS = "=== Author's note, no part of the text ===\n";
const NOTE_ENDS = '=== The text goes on ===\n';

/** Length of the topic sent, in UTF-16 code units. @param window in tokens @param maxTokens limit in any window */
export function topicRoom(window: number, maxTokens: number): number {
  return lengthOfTokens(Math.min(maxTokens, Math.floor(window * SHARE_OF_WINDOW)));
}

/**
 * The pieces of the part: the text before the place with the insertions, such as the author's note, as far from the place
 * as they are from the end of a text; then what follows. All of it is quoted, and for an agent that acts there marks are
 * where nodes meet. At most a quarter of the window, and three quarters of that before the place.
 */
export function topicPart(input: TopicInput, window: number): readonly ContextPiece[] {
  const { title, here } = input;
  const isMarked = here !== null;
  const place = isMarked ? `your place [${here}]` : "its author's place";
  const start = literal(`=== The manuscript “${title}”, up to ${place} ===\n`);
  const middle = literal(`\n=== After ${isMarked ? 'your' : 'that'} place ===\n`);
  const end = literal('\n===');
  const notes = withinTheText(input.insertions).map(({ source, text, depth }) => ({
    depth,
    piece: {
      source: { kind: source },
      text: `${NOTE_BEGINS}${quoteText(text.trim())}\n${NOTE_ENDS}`,
    } as ContextPiece,
  }));
  const around = [start, middle, end, literal(CUT), literal(CUT), ...notes.map(({ piece }) => piece)];
  const room = topicRoom(window, input.maxTokens) - lengthOfPieces(around) - notes.length;
  const before = lastParts(input.before, room * SHARE_BEFORE);
  const after = firstParts(input.after, room * (1 - SHARE_BEFORE));
  const isCutBefore = input.isCut.before || isShortened(before, input.before);
  const isCutAfter = input.isCut.after || isShortened(after, input.after);
  const following = piecesOf(after, true, isMarked);
  return [
    start,
    ...(isCutBefore ? [literal(CUT)] : []),
    ...withNotes(before, notes, isMarked),
    ...(following.length > 0 || isCutAfter ? [middle, ...following] : []),
    ...(isCutAfter ? [literal(`\n${CUT.trim()}`)] : []),
    end,
  ];
}

/**
 * Assembles with the part, or with a quarter of it if the rest does not fit.
 * @throws {AspenError} CONTEXT_TOO_LONG if it does not even then; what `assemble` throws
 */
export function withTopic<T>(
  { topic, window }: { readonly topic: TopicInput | null; readonly window: number },
  assemble: (near: readonly ContextPiece[]) => T,
): T {
  if (topic === null) return assemble([]);
  try {
    return assemble(topicPart(topic, window));
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CONTEXT_TOO_LONG') throw error;
    return assemble(narrowTopicPart(topic, window));
  }
}

/** Number of words of the text in the part. */
export function wordsOfTopic(topic: TopicInput, window: number): number {
  const pieces = topicPart({ ...topic, insertions: [] }, window);
  // A line of the text that looked like a heading of the part would be quoted.
  return countWords(pieces.map(({ text }) => text.replace(/^\n?===.*\n?$/, '')).join(''));
}

/** A quarter of the part. */
export function narrowTopicPart(topic: TopicInput, window: number): readonly ContextPiece[] {
  const maxTokens = Math.floor(estimateTokens(topicRoom(window, topic.maxTokens)) * SHARE_WHERE_NARROW);
  return topicPart({ ...topic, maxTokens }, window);
}

function literal(text: string): ContextPiece {
  return { source: { kind: 'topic' }, text };
}

/** A range of a node. */
interface Part extends TextRange {
  readonly node: TopicNode;
}

function lastParts(nodes: readonly TopicNode[], room: number): readonly Part[] {
  return kept(nodes.toReversed(), room, keepEnd).toReversed();
}

function firstParts(nodes: readonly TopicNode[], room: number): readonly Part[] {
  return kept(nodes, room, keepBeginning);
}

/** The nodes that fit with their marks and backslashes, the last of them in part. */
function kept(
  nodes: readonly TopicNode[],
  room: number,
  keep: (text: string, room: number) => TextRange,
): readonly Part[] {
  const parts: Part[] = [];
  let left = Math.floor(room);
  for (const node of nodes) {
    left -= BOUNDARY_MARK.length + MODEL_MARK.length;
    const whole = { from: 0, to: node.text.length };
    let range = whole.to > left ? keep(node.text, left) : whole;
    for (let over = excess(node, range, left); over > 0 && range.to > range.from; ) {
      range = keep(node.text, range.to - range.from - over);
      over = excess(node, range, left);
    }
    if (range.to > range.from || (node.text === '' && left > 0)) parts.push({ node, ...range });
    if (range.to - range.from < node.text.length) break;
    left -= quoteText(node.text).length;
  }
  return parts;
}

function excess({ text }: TopicNode, { from, to }: TextRange, room: number): number {
  return quoteText(text.slice(from, to)).length - room;
}

function isShortened(parts: readonly Part[], nodes: readonly TopicNode[]): boolean {
  const length = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  return length < nodes.reduce((sum, { text }) => sum + text.length, 0);
}

/** @param follows whether a node is before the first */
function piecesOf(parts: readonly Part[], follows: boolean, isMarked: boolean): readonly ContextPiece[] {
  if (!isMarked) return parts.flatMap(textPiece);
  return parts.flatMap((part, at) => {
    const before = parts[at - 1]?.node.nodeId;
    const isContinued = part.node.from > 0 && (before === undefined ? follows : before === part.node.nodeId);
    const boundary = !isContinued && (at > 0 || follows) ? BOUNDARY_MARK : '';
    const mark = `${boundary}${part.node.isModel && !isContinued ? MODEL_MARK : ''}`;
    return [...(mark === '' ? [] : [literal(mark)]), ...textPiece(part)];
  });
}

function textPiece({ node: { nodeId, text, from: base }, from, to }: Part): readonly ContextPiece[] {
  const sent = text.slice(from, to);
  if (sent === '') return [];
  const quoted = quoteText(sent);
  return quoted === sent
    ? [{ source: { kind: 'node', nodeId, from: base + from, to: base + to, in: 'topic' }, text: sent }]
    : [literal(quoted)];
}

/** The text before the place with the notes in it, which come from the farthest to the nearest. */
function withNotes(
  parts: readonly Part[],
  notes: readonly { readonly depth: number; readonly piece: ContextPiece }[],
  isMarked: boolean,
): readonly ContextPiece[] {
  const text = parts.map(({ node, from, to }) => node.text.slice(from, to)).join('');
  const pieces: ContextPiece[] = [];
  let rest = parts;
  let done = 0;
  for (const { depth, piece } of notes) {
    const at = startOfLastParagraphs(text, { from: 0, to: text.length }, depth);
    const { first, second } = divide(rest, at - done);
    pieces.push(...continued(first, done > 0, isMarked));
    const isParagraph = at === 0 || text[at - 1] === '\n';
    pieces.push(isParagraph ? piece : { ...piece, text: `\n${piece.text}` });
    rest = second;
    done = at;
  }
  return [...pieces, ...continued(rest, done > 0, isMarked)];
}

/** Pieces of parts of which the first may continue in a node that has begun, or after another one. */
function continued(parts: readonly Part[], follows: boolean, isMarked: boolean): readonly ContextPiece[] {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  if (!follows || first.from === 0) return piecesOf(parts, follows, isMarked);
  return [...textPiece(first), ...piecesOf(others, true, isMarked)];
}

/** Divides parts after `length` code units. */
function divide(
  parts: readonly Part[],
  length: number,
): { readonly first: readonly Part[]; readonly second: readonly Part[] } {
  const first: Part[] = [];
  const second: Part[] = [];
  let left = length;
  for (const part of parts) {
    const size = part.to - part.from;
    const taken = Math.max(0, Math.min(size, left));
    if (taken > 0) first.push({ ...part, to: part.from + taken });
    if (taken < size || size === 0) second.push({ ...part, from: part.from + taken });
    left -= size;
  }
  return { first, second };
}
