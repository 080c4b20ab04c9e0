/** Follows the text of a snapshot through everything that is written afterwards (`edits.md`, *Snapshot*). */
import { BugError } from '../assert.ts';
import type { NodeId } from '../ids.ts';
import { type Change, composeChanges, normaliseChange, type Splice } from '../text/splice.ts';
import type { TextRange } from '../text/text-range.ts';
import { mapOffset, mapRange, type Place, type Places, type Successor } from './places.ts';

/** One node that a snapshot showed, or the working buffer: plain data. */
export interface SnapshotPart {
  /** What the node is called now; null: the working buffer. */
  readonly nodeId: NodeId | null;
  /**
   * Where its text began in the text of the snapshot, in UTF-16 code units: less than 0 if an excerpt began in the middle
   * of it.
   */
  readonly start: number;
  /** The length of its text then, in UTF-16 code units, also of what an excerpt left out. */
  readonly length: number;
  /** What has become of its text since, composed; offsets in its text then. */
  readonly changes: Change;
}

/** A part while it is followed. */
interface FollowedPart {
  readonly nodeId: NodeId | null;
  readonly start: number;
  readonly length: number;
  /** The length of its text now. */
  newLength: number;
  /**
   * The changes, one after another. Each is much larger than the next, so that composing costs a keystroke little even
   * after a change of ten thousand places.
   */
  readonly changes: RecordedChange[];
}

interface RecordedChange {
  readonly change: Change;
  /** What composing it costs, roughly, in UTF-16 code units that are copied. */
  readonly cost: number;
}

/** What one splice costs. */
const SPLICE_COST = 16;

/**
 * The parts of a snapshot with what has become of each: changes are recorded as they happen, and a range of the snapshot
 * can be found in what the nodes say now. Texts are never compared.
 */
export class SnapshotParts {
  readonly #parts: FollowedPart[];
  readonly #byNode: Map<NodeId | null, FollowedPart>;

  /** @param parts in the order of the snapshot */
  constructor(parts: readonly SnapshotPart[]) {
    this.#parts = parts.map(follow);
    this.#byNode = new Map(this.#parts.map((part) => [part.nodeId, part]));
  }

  /** As plain data, which another process can go on with. */
  get list(): readonly SnapshotPart[] {
    return this.#parts.map(composePart);
  }

  /**
   * A node's text has changed, or the working buffer. Nothing is done for those that the snapshot did not show.
   * @param change offsets in its text before it, which is that after everything recorded so far
   */
  record(nodeId: NodeId | null, change: Change): void {
    const part = this.#byNode.get(nodeId);
    if (part === undefined || change.length === 0) return;
    const own = within(change, part.newLength);
    part.newLength += growth(own);
    let added = recorded(normaliseChange(own));
    for (let last = part.changes.at(-1); last !== undefined; last = part.changes.at(-1)) {
      if (last.cost > 2 * added.cost) break;
      added = recorded(composeChanges(last.change, added.change));
      part.changes.pop();
    }
    if (added.change.length > 0) part.changes.push(added);
  }

  /**
   * A commit: what was `from` is now the texts of `to`, in order, which together are the same text. A node that became the
   * working buffer again stands before what was in it.
   * @param to at least one; the last is also what was written after the snapshot's text and has been joined to it
   * @throws {BugError} if the texts are shorter than what was recorded
   */
  rename(from: NodeId | null, to: readonly Successor[]): void {
    const index = this.#parts.findIndex(({ nodeId }) => nodeId === from);
    const part = this.#parts[index];
    const last = to.at(-1);
    const follower = last === undefined || last.nodeId === from ? undefined : this.#byNode.get(last.nodeId);
    if (part !== undefined) this.#replace(index, cutPart(composePart(part), to));
    if (last === undefined || follower === undefined) return;
    const place = this.#parts.indexOf(follower);
    const before = this.#parts[place - 1];
    if (part === undefined) {
      // The snapshot begins after it, but the buffer that it became has to be followed.
      const start = follower.start - last.length;
      const left = { nodeId: last.nodeId, start, length: last.length, changes: [] };
      this.#replace(place, [joinParts(left, composePart(follower))]);
    } else if (before !== undefined && before.nodeId === last.nodeId) {
      this.#replace(place - 1, [joinParts(composePart(before), composePart(follower))], 2);
    } else {
      // What stood between them is not on the path any more: the rest of the buffer has no base.
      this.#parts.splice(place, 1);
    }
  }

  #replace(index: number, parts: readonly SnapshotPart[], count = 1): void {
    const added = parts.map(follow);
    for (const { nodeId } of this.#parts.splice(index, count, ...added)) {
      this.#byNode.delete(nodeId);
    }
    for (const part of added) this.#byNode.set(part.nodeId, part);
  }

  /**
   * Where `[from, to)` of the text of the snapshot is now, as `Places` says. What was written exactly at its edges since is
   * outside; if it is empty, it is before what was written there. The first time after a change, what was recorded for the
   * nodes of the range is composed: not for every keystroke.
   */
  placesIn(from: number, to: number): Places {
    const places: Place[] = [];
    const isEmpty = from === to;
    for (let index = this.#firstEndingAt(from); index < this.#parts.length; index++) {
      const part = this.#parts[index];
      if (part === undefined || part.start > to) break;
      const end = part.start + part.length;
      if (!isEmpty && (end <= from || to <= part.start)) continue;
      const changes = compose(part);
      const range = { from: from - part.start, to: to - part.start };
      // Between two nodes of the range, all that either says is in it.
      const startsBefore = from < part.start;
      const endsAfter = to > end;
      if (startsBefore && endsAfter) places.push({ nodeId: part.nodeId, from: 0, to: part.newLength });
      else if (startsBefore) {
        places.push({ nodeId: part.nodeId, from: 0, to: mapOffset(range.to, changes, 'before') });
      } else if (endsAfter) {
        places.push({
          nodeId: part.nodeId,
          from: mapOffset(range.from, changes, 'after'),
          to: part.newLength,
        });
      } else places.push({ nodeId: part.nodeId, ...mapRange(range, changes) });
    }
    return places;
  }

  /** The index of the first part that ends at an offset or after it. */
  #firstEndingAt(offset: number): number {
    let low = 0;
    let high = this.#parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const part = this.#parts[middle];
      if (part !== undefined && part.start + part.length < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The parts that a snapshot shows.
 * @param nodes all of the path, with the lengths of their texts; the working buffer last, if it is not empty
 * @param excerpt what of their text the snapshot has, if not all
 */
export function makeSnapshotParts(nodes: readonly Successor[], excerpt?: TextRange): SnapshotParts {
  const parts: SnapshotPart[] = [];
  let start = -(excerpt?.from ?? 0);
  const end = excerpt === undefined ? Number.POSITIVE_INFINITY : excerpt.to - excerpt.from;
  for (const { nodeId, length } of nodes) {
    // A node that ends or begins where the excerpt does stands at the place of an insertion there.
    if (start + length >= 0 && start <= end) parts.push({ nodeId, start, length, changes: [] });
    start += length;
  }
  return new SnapshotParts(parts);
}

function follow({ nodeId, start, length, changes }: SnapshotPart): FollowedPart {
  const newLength = length + growth(changes);
  return { nodeId, start, length, newLength, changes: changes.length === 0 ? [] : [recorded(changes)] };
}

/** The changes of a part as one, which it keeps. */
function compose(part: FollowedPart): Change {
  const { changes } = part;
  if (changes.length > 1) {
    const composed = changes.reduceRight((later: Change, { change }) => composeChanges(change, later), []);
    changes.splice(0, changes.length, recorded(composed));
  }
  return changes[0]?.change ?? [];
}

function composePart(part: FollowedPart): SnapshotPart {
  const { nodeId, start, length } = part;
  return { nodeId, start, length, changes: compose(part) };
}

/** A change without what it does after the text of the snapshot, where more may have been written and joined to it. */
function within(change: Change, length: number): Change {
  if ((change.at(-1)?.to ?? 0) <= length) return change;
  return change
    .filter(({ from }) => from <= length)
    .map((splice) => (splice.to <= length ? splice : { ...splice, to: length }));
}

function growth(change: Change): number {
  return change.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
}

function recorded(change: Change): RecordedChange {
  return { change, cost: change.reduce((sum, { insert }) => sum + SPLICE_COST + insert.length, 0) };
}

/** Two parts, one directly after the other, as one with the name of the second. */
function joinParts(first: SnapshotPart, second: SnapshotPart): SnapshotPart {
  const moved = second.changes.map(({ from, to, insert }) => ({
    from: from + first.length,
    to: to + first.length,
    insert,
  }));
  return {
    nodeId: second.nodeId,
    start: first.start,
    length: first.length + second.length,
    changes: normaliseChange([...first.changes, ...moved]),
  };
}

/**
 * Divides a part among the nodes that its text is now in. Those after it say what was written after the text of the
 * snapshot.
 */
function cutPart(part: SnapshotPart, nodes: readonly Successor[]): readonly SnapshotPart[] {
  const parts: SnapshotPart[] = [];
  let rest = part;
  for (const { nodeId, length } of nodes) {
    const restLength = rest.length + growth(rest.changes);
    if (length >= restLength) return [...parts, { ...rest, nodeId }];
    const { cutAt, before, after } = cutChange(rest.changes, length);
    parts.push({ nodeId, start: rest.start, length: cutAt, changes: before });
    rest = { ...rest, start: rest.start + cutAt, length: rest.length - cutAt, changes: after };
  }
  throw new BugError(`${part.length + growth(part.changes)} code units were recorded, more than there are`);
}

/**
 * Divides a change at an offset of the text after it. What it deletes there belongs to the first part.
 * @returns the two changes, and where the text before them is divided
 */
function cutChange(
  change: Change,
  at: number,
): { readonly cutAt: number; readonly before: Change; readonly after: Change } {
  const before: Splice[] = [];
  let shift = 0;
  for (const [index, { from, to, insert }] of change.entries()) {
    if (from + shift > at) return divide(before, change.slice(index), at - shift);
    const kept = at - shift - from;
    if (kept < insert.length) {
      if (kept > 0 || from < to) before.push({ from, to, insert: insert.slice(0, kept) });
      return divide(before, [{ from: to, to, insert: insert.slice(kept) }, ...change.slice(index + 1)], to);
    }
    before.push({ from, to, insert });
    shift += insert.length - (to - from);
  }
  return divide(before, [], at - shift);
}

function divide(before: Change, after: Change, cutAt: number): ReturnType<typeof cutChange> {
  const moved = after.map(({ from, to, insert }) => ({ from: from - cutAt, to: to - cutAt, insert }));
  return { cutAt, before, after: moved };
}
