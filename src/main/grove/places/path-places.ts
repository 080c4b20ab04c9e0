import type { Draft } from '../../../core/buffer/draft.ts';
import type { CommittedPart } from '../../../core/buffer/plan-commit.ts';
import { AspenError } from '../../../core/errors.ts';
import type { NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { MovedPiece, MovedText, PlaceEvent } from '../../../core/proposals/place-events.ts';
import { findCommonWords } from '../../../core/text/diff.ts';
import type { Author } from '../../../core/tree/new-node.ts';
import { baseOf, commonPrefixLength } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { Store } from '../../store/connection/store.ts';
import { getNodeContent } from '../../store/tables/nodes.ts';
import { listPlacedSuggestions } from '../../store/tables/proposals/suggestions.ts';
import type { PathIds } from '../../store/tree/path-loading.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import { changedSplice } from '../rescue/changed-part.ts';
import { PlaceTracker } from './place-tracker.ts';

/** More nodes are not compared: what is further on in a text that was switched away is away with its nodes. */
const MOST_NODES = 200;

type Positions = ReadonlyMap<NodeId | null, PositionId>;

/** The state of the screen: the nodes of the path, and the uncommitted text. */
export interface ShownPath {
  readonly ids: readonly PathIds[];
  readonly draft: Draft;
}

/** Follows the suggestions that the file has for a tree: they are for the writer's text, not for what an agent has before it. */
export function createPathPlaces(store: Store, treeId: TreeId, { type }: Author): PathPlaces {
  const stored = type === 'human' ? readStored(store, treeId) : [];
  const tracker = new PlaceTracker(stored, (nodeId) => textOf(getNodeContent(store, nodeId).content));
  return new PathPlaces(store, treeId, tracker);
}

/** Damage here must not keep the writer from the text; it is reported where proposals are read. */
function readStored(store: Store, treeId: TreeId): ReturnType<typeof listPlacedSuggestions> {
  try {
    return listPlacedSuggestions(store, treeId);
  } catch (error) {
    if (error instanceof AspenError && error.code === 'CORRUPT') return [];
    throw error;
  }
}

/** Follows places in one tree through commits and moves of the path. */
export class PathPlaces {
  readonly tracker: PlaceTracker;
  readonly #store: Store;
  readonly #treeId: TreeId;

  constructor(store: Store, treeId: TreeId, tracker: PlaceTracker) {
    this.#store = store;
    this.#treeId = treeId;
    this.tracker = tracker;
  }

  /** Writes where a commit takes the places, in its transaction. @param draft before the commit */
  writeCommitted(
    tx: FileTransaction,
    parts: readonly CommittedPart[],
    draft: Draft,
    left: Omit<Draft, 'head'>,
  ): void {
    if (!this.tracker.isActive) return;
    this.tracker.onCommitted(parts, draft);
    const isDropped = left.buffer.text === '' && !parts.some(({ was }) => was === null);
    // White space that a switch drops.
    if (isDropped && draft.buffer.text !== '')
      this.tracker.onOps([{ nodeId: null, whole: left.buffer }], draft);
    this.tracker.writeTo(
      tx,
      parts.map(({ nodeId }) => nodeId),
    );
  }

  /**
   * The path shows other nodes, or undo put back another draft.
   * @param before with the versions that a commit has just made
   */
  onPathMoved(before: ShownPath, after: ShownPath, isRestored: boolean): void {
    if (!this.tracker.isActive) return;
    const [old, now] = this.#region(before, after, isRestored);
    if (old.length === 0) return;
    const positions = new Map<NodeId | null, PositionId>(
      [...before.ids, ...after.ids].map(({ nodeId, positionId }) => [nodeId, positionId]),
    );
    const isFamily = this.#familyTest(positions);
    const isVersion = sameTextTest(positions, before.draft, after.draft);
    if (isRestored)
      for (const event of followRestored(old, now, isVersion, isFamily)) this.tracker.onMoved(event);
    else this.tracker.onMoved(followPath(old, now, isVersion, isFamily));
    this.#write();
  }

  /** The parts that differ between two paths, without a common beginning and end. */
  #region(
    before: ShownPath,
    after: ShownPath,
    isRestored: boolean,
  ): readonly [readonly ShownPart[], readonly ShownPart[]] {
    const [one, other] = [partsOf(before), partsOf(after)];
    const isSame = (a: NodeId | null | undefined, b: NodeId | null | undefined) =>
      a === b && (!isRestored || editOf(before.draft, a) === editOf(after.draft, b));
    const most = Math.min(one.length, other.length);
    let start = 0;
    while (start < most && isSame(one[start], other[start])) start += 1;
    let end = 0;
    while (end < most - start && isSame(one.at(-1 - end), other.at(-1 - end))) end += 1;
    const read = (nodeIds: readonly (NodeId | null)[], draft: Draft): readonly ShownPart[] =>
      nodeIds.slice(start, Math.min(nodeIds.length - end, start + MOST_NODES)).map((nodeId) => ({
        nodeId,
        text:
          editOf(draft, nodeId) ??
          (nodeId === null ? '' : textOf(getNodeContent(this.#store, nodeId).content)),
      }));
    return [read(one, before.draft), read(other, after.draft)];
  }

  #familyTest(positions: Positions): (one: NodeId | null, other: NodeId | null) => boolean {
    const tree = sqlTree(this.#store, this.#treeId);
    return (one, other) => {
      const [a, b] = [positions.get(one), positions.get(other)];
      return a !== undefined && b !== undefined && (baseOf(tree, a) ?? a) === (baseOf(tree, b) ?? b);
    };
  }

  /** A move of the path has its own transaction behind it. */
  #write(): void {
    if (!this.tracker.isDirty) return;
    try {
      this.#store.transact((tx) => this.tracker.writeTo(tx));
      this.tracker.onWritten();
    } catch (error) {
      // They stay to be written, with the draft.
      if (!(error instanceof AspenError)) throw error;
    }
  }
}

/** A test for nodes related by undo or redo: two versions, the working buffer of a node, or a node of the buffer. */
function sameTextTest(
  positions: Positions,
  { buffer: old }: Draft,
  { buffer }: Draft,
): (one: NodeId | null, other: NodeId | null) => boolean {
  return (one, other) => {
    if (one === null) return other === null ? old.wasNode === buffer.wasNode : old.wasNode === other;
    if (other === null) return buffer.wasNode === one;
    return positions.get(one) !== undefined && positions.get(one) === positions.get(other);
  };
}

function partsOf({ ids }: ShownPath): readonly (NodeId | null)[] {
  return [...ids.map(({ nodeId }) => nodeId), null];
}

/** The uncommitted text of a node, or of the working buffer. */
function editOf({ buffer, edits }: Draft, nodeId: NodeId | null | undefined): string | undefined {
  return nodeId === null ? buffer.text : edits.find((edit) => edit.nodeId === nodeId)?.text;
}

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
function followPath(
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
