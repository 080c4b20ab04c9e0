import type { NodeId } from '../../../core/ids.ts';
import type { MovedPiece, MovedText, PlaceEvent } from '../../../core/proposals/place-events.ts';
import { commonPrefixLength } from '../../../core/tree/shown-version.ts';
import { changedSplice } from '../rescue/changed-part.ts';

/** A node, or the working buffer (null), with the text that the screen shows of it. */
export interface ShownPart {
  readonly nodeId: NodeId | null;
  readonly text: string;
}

/**
 * Where the text of the nodes that left the path is among those that took their place, if it is there: where both texts are
 * equal (a split, an undone commit), or one is the beginning of the other (a fork). Of two nodes of one family the common
 * beginning is one text (`domain.md`, *Forks*). Other text is away with its nodes.
 * @param isFamily whether two nodes are a base and one of its splits, or two splits of one base
 */
export function followPath(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  isFamily: (one: NodeId | null, other: NodeId | null) => boolean,
): PlaceEvent | null {
  const [first, next] = [before[0], after[0]];
  if (first === undefined || next === undefined) return null;
  const oldText = before.map(({ text }) => text).join('');
  const newText = after.map(({ text }) => text).join('');
  const shared = commonPrefixLength(oldText, newText);
  if (shared === 0) return null;
  if (shared === oldText.length || shared === newText.length) return movesWithin(before, after, shared);
  return isFamily(first.nodeId, next.nodeId) ? movesWithin(before, after, shared) : null;
}

/**
 * The same after undo or redo put back another path and draft, of which nothing but the texts is known. A text that was
 * changed is the same outside of what both begin and end with.
 * @param isSameText whether one became the other: versions at one position, or a node and the working buffer it was
 */
export function followRestored(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  isSameText: (one: NodeId | null, other: NodeId | null) => boolean,
  isFamily: (one: NodeId | null, other: NodeId | null) => boolean,
): PlaceEvent | null {
  const texts: MovedText[] = [];
  for (const { nodeId, text } of before) {
    const now = after.find((part) => isSameText(nodeId, part.nodeId));
    if (now !== undefined) texts.push({ nodeId, pieces: keptPieces(text, now) });
    else if (text !== '') return followPath(before, after, isFamily);
  }
  return texts.length === 0 ? null : { kind: 'moved', texts };
}

function keptPieces(text: string, now: ShownPart): readonly MovedPiece[] {
  const { nodeId } = now;
  if (text === now.text) return [{ from: 0, to: text.length, nodeId, at: 0 }];
  const { from, to, insert } = changedSplice(text, now.text);
  return [
    { from: 0, to: from, nodeId, at: 0 },
    { from: to, to: text.length, nodeId, at: from + insert.length },
  ];
}

/** Moves the first `shared` code units of the joined text of the one to where they are in that of the other. */
function movesWithin(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  shared: number,
): PlaceEvent | null {
  let start = 0;
  const texts = before.flatMap(({ nodeId, text }): readonly MovedText[] => {
    const from = start;
    start += text.length;
    const to = Math.min(start, shared);
    if (from > to || (from === to && text !== '')) return [];
    const pieces = piecesAt(after, from, to).map((piece) => ({
      ...piece,
      from: piece.from - from,
      to: piece.to - from,
    }));
    const isSame = pieces.every((piece) => piece.nodeId === nodeId && piece.at === piece.from);
    return pieces.length === 0 || isSame ? [] : [{ nodeId, pieces }];
  });
  return texts.length === 0 ? null : { kind: 'moved', texts };
}

/** The nodes that `[from, to)` of their joined text is in; with offsets of that text. */
function piecesAt(after: readonly ShownPart[], from: number, to: number): readonly MovedPiece[] {
  const pieces: MovedPiece[] = [];
  let start = 0;
  for (const { nodeId, text } of after) {
    const end = start + text.length;
    const [begin, stop] = [Math.max(from, start), Math.min(to, end)];
    if (begin < stop || (from === to && begin === stop && pieces.length === 0))
      pieces.push({ from: begin, to: stop, nodeId, at: begin - start });
    start = end;
  }
  return pieces;
}
