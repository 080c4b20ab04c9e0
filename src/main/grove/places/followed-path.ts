import type { NodeId } from '../../../core/ids.ts';
import type { MovedPiece, MovedText, PlaceEvent } from '../../../core/proposals/place-events.ts';
import { commonPrefixLength } from '../../../core/tree/shown-version.ts';

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
 * The same after undo or redo put back another path and draft, of which nothing but the texts is known: what both begin and
 * end with is the same text.
 */
export function followRestored(before: readonly ShownPart[], after: readonly ShownPart[]): PlaceEvent | null {
  const oldText = before.map(({ text }) => text).join('');
  const newText = after.map(({ text }) => text).join('');
  const start = commonPrefixLength(oldText, newText);
  let end = 0;
  const most = Math.min(oldText.length, newText.length) - start;
  while (
    end < most &&
    oldText.charCodeAt(oldText.length - 1 - end) === newText.charCodeAt(newText.length - 1 - end)
  )
    end += 1;
  return moves(before, after, [
    { from: 0, to: start, at: 0 },
    { from: oldText.length - end, to: oldText.length, at: newText.length - end },
  ]);
}

function movesWithin(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  shared: number,
): PlaceEvent | null {
  return moves(before, after, [{ from: 0, to: shared, at: 0 }]);
}

/** @param kept ranges of the old text, in order, that are at `at` of the new one */
function moves(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  kept: readonly { readonly from: number; readonly to: number; readonly at: number }[],
): PlaceEvent | null {
  let start = 0;
  const texts = before.flatMap(({ nodeId, text }): readonly MovedText[] => {
    const from = start;
    start += text.length;
    const pieces = kept.flatMap((range) => {
      const begin = Math.max(from, range.from);
      const end = Math.min(start, range.to);
      if (begin > end || (begin === end && text !== '')) return [];
      return piecesAt(after, range.at + begin - range.from, range.at + end - range.from).map((piece) => ({
        ...piece,
        from: piece.from + range.from - range.at - from,
        to: piece.to + range.from - range.at - from,
      }));
    });
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
