import type { NodeId } from '../../../core/ids.ts';
import type { MovedPiece, MovedText, PlaceEvent } from '../../../core/proposals/place-events.ts';
import { findCommonWords } from '../../../core/text/diff.ts';
import { commonPrefixLength } from '../../../core/tree/shown-version.ts';
import { changedSplice } from '../rescue/changed-part.ts';

/** A node, or the working buffer (null), with the text that the screen shows of it. */
export interface ShownPart {
  readonly nodeId: NodeId | null;
  readonly text: string;
}

type NodeTest = (one: NodeId | null, other: NodeId | null) => boolean;

/**
 * Finds the text of nodes that left the path among those that took their place, if it is there: what a version has in
 * common with another at its position, and otherwise where both texts are equal (a split, an undone commit), or one is
 * the beginning of the other (a fork). Of two nodes of one family the common beginning is one text (`domain.md`,
 * *Forks*). Other text is away with its nodes.
 * @param isVersion whether two nodes are versions at one position
 * @param isFamily whether two nodes are a base and one of its splits, or two splits of one base
 */
export function followPath(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  isVersion: NodeTest,
  isFamily: NodeTest,
): PlaceEvent | null {
  const texts: MovedText[] = [];
  for (const [index, part] of before.entries()) {
    const now = after[index];
    if (now === undefined || !isVersion(part.nodeId, now.nodeId)) break;
    texts.push(keptText(part, now));
  }
  texts.push(...followTail(before.slice(texts.length), after.slice(texts.length), isFamily));
  return movedTexts(texts);
}

/** The same for nodes none of which is a version of one that was there. */
function followTail(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  isFamily: NodeTest,
): readonly MovedText[] {
  const [first, next] = [before[0], after[0]];
  if (first === undefined || next === undefined) return [];
  const oldText = before.map(({ text }) => text).join('');
  const newText = after.map(({ text }) => text).join('');
  const shared = commonPrefixLength(oldText, newText);
  if (shared === 0) return [];
  const isWhole = shared === oldText.length || shared === newText.length;
  return isWhole || isFamily(first.nodeId, next.nodeId) ? movesWithin(before, after, shared) : [];
}

function movedTexts(texts: readonly MovedText[]): PlaceEvent | null {
  return texts.length === 0 ? null : { kind: 'moved', texts };
}

/**
 * The same after undo or redo put back another path and draft, of which nothing but the texts is known. In the order they
 * happened: a text that is in the same node, or in the working buffer, is changed as by typing.
 * @param isSameText whether one became the other: versions at one position, or a node and the working buffer it was
 */
export function followRestored(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  isSameText: NodeTest,
  isFamily: NodeTest,
): readonly PlaceEvent[] {
  const typed: PlaceEvent[] = [];
  const texts: MovedText[] = [];
  for (const part of before) {
    const { nodeId, text } = part;
    const now = after.find((other) => isSameText(nodeId, other.nodeId));
    if (now === undefined) {
      if (text === '') continue;
      const moved = movedTexts(followTail(before, after, isFamily));
      return moved === null ? [] : [moved];
    }
    if (now.nodeId !== nodeId) texts.push(keptText(part, now));
    else if (now.text !== text)
      typed.push({ kind: 'spliced', nodeId, splice: changedSplice(text, now.text) });
  }
  const moved = movedTexts(texts);
  return moved === null ? typed : [...typed, moved];
}

/** The common text of two versions, or of a node and the working buffer it was. */
function keptText({ nodeId, text }: ShownPart, now: ShownPart): MovedText {
  const whole = [{ oldFrom: 0, newFrom: 0, length: text.length }];
  const runs = text === now.text ? whole : findCommonWords(text, now.text);
  const pieces = runs.map(({ oldFrom, newFrom, length }) => ({
    from: oldFrom,
    to: oldFrom + length,
    nodeId: now.nodeId,
    at: newFrom,
  }));
  return { nodeId, pieces, dividesNone: true };
}

/** Moves the first `shared` code units of the joined text of the one to where they are in that of the other. */
function movesWithin(
  before: readonly ShownPart[],
  after: readonly ShownPart[],
  shared: number,
): readonly MovedText[] {
  let start = 0;
  return before.flatMap(({ nodeId, text }): readonly MovedText[] => {
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
