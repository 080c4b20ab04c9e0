import type { Draft } from '../../../core/buffer/draft.ts';
import type { DraftOp } from '../../../core/buffer/pending-edit.ts';
import type { CommittedPart } from '../../../core/buffer/plan-commit.ts';
import type { NodeId } from '../../../core/ids.ts';
import {
  followEvents,
  type MovedPiece,
  type MovedText,
  type PlaceEvent,
} from '../../../core/proposals/place-events.ts';
import type { PlacedSuggestion, Places, SuggestionRef } from '../../../core/proposals/places.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { savePlaces, setCommittedNode } from '../../store/tables/proposals/suggestions.ts';
import { changedSplice } from '../rescue/changed-part.ts';

/** A suggestion that is followed. */
export interface FollowedSuggestion extends PlacedSuggestion {
  /** `accepted`: and not committed yet. */
  readonly state: 'open' | 'accepted';
}

interface Followed extends FollowedSuggestion {
  /** Number of events included in its places. */
  seen: number;
  /** The file has other places. */
  isDirty: boolean;
  /** A version has its text: it is not followed any more once that is written. */
  isCommitted: boolean;
}

/** Marks the texts of one moment, from which places can be followed. */
export interface PlaceMark {
  readonly event: number;
}

/**
 * Follows places in the text on the screen through typing, commits and moves of the path, from what main receives
 * anyway (`edits.md`, *Where suggestions are*): texts are never searched. Typing costs a push to a list; places are
 * followed when they are read or written.
 */
export class PlaceTracker {
  /** Since the oldest mark or place; `#first` is the number of the first. */
  #events: PlaceEvent[] = [];
  #first = 0;
  readonly #marks = new Set<PlaceMark>();
  readonly #textOf: (nodeId: NodeId) => string;
  #followed: Followed[];

  /** @param stored with the places that the file has @param textOf the committed text of a node */
  constructor(stored: readonly FollowedSuggestion[], textOf: (nodeId: NodeId) => string) {
    this.#textOf = textOf;
    this.#followed = stored.map((one) => ({ ...one, seen: 0, isDirty: false, isCommitted: false }));
  }

  /** True if anything is followed: otherwise nothing need be reported. */
  get isActive(): boolean {
    return this.#marks.size > 0 || this.#followed.length > 0;
  }

  /** True if the file has other places than these. */
  get isDirty(): boolean {
    this.#catchUp();
    return this.#followed.some(({ isDirty }) => isDirty);
  }

  /** Marks this moment; `release` the mark when no places of it will be asked for any more. */
  mark(): PlaceMark {
    const mark = { event: this.#end };
    this.#marks.add(mark);
    return mark;
  }

  release(mark: PlaceMark): void {
    this.#marks.delete(mark);
    this.#forget();
  }

  /** The present places for those of a marked moment. */
  followFrom(mark: PlaceMark, places: Places): Places {
    return followEvents(places, this.#events.slice(mark.event - this.#first));
  }

  /** Follows suggestions that the file has with these places, in place of their earlier ones. */
  follow(suggestions: readonly FollowedSuggestion[]): void {
    this.drop(suggestions);
    for (const one of suggestions)
      this.#followed.push({ ...one, seen: this.#end, isDirty: false, isCommitted: false });
  }

  /** Follows them no more. */
  drop(suggestions: readonly SuggestionRef[]): void {
    const dropped = new Set(suggestions.map(keyOf));
    this.#followed = this.#followed.filter((one) => !dropped.has(keyOf(one)));
    this.#forget();
  }

  /** Everything that is followed, with its places now. */
  read(): readonly FollowedSuggestion[] {
    this.#catchUp();
    return this.#followed;
  }

  /** Puts places back as the journal had them before these ops. @param before the draft, before the ops */
  restore(suggestions: readonly PlacedSuggestion[], ops: readonly DraftOp[], before: Draft): void {
    const known = new Map(suggestions.map((one) => [keyOf(one), one.places]));
    const events = [...eventsOf(ops, before, this.#textOf)];
    this.#catchUp();
    for (const one of this.#followed) {
      const places = known.get(keyOf(one));
      if (places !== undefined) Object.assign(one, { places: followEvents(places, events), isDirty: true });
    }
  }

  /** The draft changed by these ops. @param before them */
  onOps(ops: readonly DraftOp[], before: Draft): void {
    if (this.isActive) for (const event of eventsOf(ops, before, this.#textOf)) this.#events.push(event);
  }

  /** Parts of the draft became nodes. @param before with the text of each part */
  onCommitted(parts: readonly CommittedPart[], before: Draft): void {
    if (!this.isActive || parts.length === 0) return;
    const pieces: MovedPiece[] = [];
    let reached = 0;
    for (const { was, nodeId } of parts) {
      if (was !== null) continue;
      const from = reached;
      reached += this.#textOf(nodeId).length;
      pieces.push({ from, to: reached, nodeId, at: 0 });
    }
    const edits = parts.flatMap(({ was, nodeId }): readonly MovedText[] => {
      const edit =
        was === null || was === nodeId ? undefined : before.edits.find((one) => one.nodeId === was);
      return edit === undefined
        ? []
        : [{ nodeId: was, pieces: [{ from: 0, to: edit.text.length, nodeId, at: 0 }] }];
    });
    const texts = pieces.length === 0 ? edits : [...edits, { nodeId: null, pieces }];
    if (texts.length > 0) this.onMoved({ kind: 'moved', texts });
  }

  /** The path shows other nodes. */
  onMoved(event: PlaceEvent | null): void {
    if (this.isActive && event !== null) this.#events.push(event);
  }

  /** Runs a write; if it throws, events reported meanwhile have not happened. */
  attempt<T>(write: () => T): T {
    const saved = {
      events: this.#events,
      first: this.#first,
      followed: this.#followed.map((one) => ({ ...one })),
    };
    this.#events = [...this.#events];
    try {
      return write();
    } catch (error) {
      this.#events = saved.events;
      this.#first = saved.first;
      this.#followed = saved.followed;
      throw error;
    }
  }

  /**
   * Writes places that the file does not have, in the transaction that writes the draft or the nodes they are in; of an
   * accepted suggestion, the version that a commit made of it (`committed`).
   */
  writeTo(tx: FileTransaction, committed: readonly NodeId[] = []): void {
    this.#catchUp();
    const dirty = this.#followed.filter(({ isDirty }) => isDirty);
    if (dirty.length > 0) savePlaces(tx, dirty);
    const made = new Set(committed);
    const written = this.#followed.flatMap((one) => {
      const nodeId = one.places[0]?.nodeId ?? null;
      if (one.state === 'open' || nodeId === null || !made.has(nodeId)) return [];
      one.isCommitted = true;
      return [{ proposalId: one.proposalId, ordinal: one.ordinal, nodeId }];
    });
    if (written.length > 0) setCommittedNode(tx, written);
  }

  /** The transaction of `writeTo` was written. */
  onWritten(): void {
    this.#followed = this.#followed.filter(({ isCommitted }) => !isCommitted);
    for (const one of this.#followed) one.isDirty = false;
    this.#forget();
  }

  /** The places that the journal needs to follow later ops. */
  journaled(): readonly PlacedSuggestion[] {
    return this.read().map(({ proposalId, ordinal, places }) => ({ proposalId, ordinal, places }));
  }

  get #end(): number {
    return this.#first + this.#events.length;
  }

  #catchUp(): void {
    for (const one of this.#followed) {
      if (one.seen === this.#end) continue;
      const places = followEvents(one.places, this.#events.slice(one.seen - this.#first));
      if (places !== one.places) Object.assign(one, { places, isDirty: true });
      one.seen = this.#end;
    }
    this.#forget();
  }

  /** Drops events that are no longer needed. */
  #forget(): void {
    const oldest = [...this.#marks].reduce((least, { event }) => Math.min(least, event), this.#end);
    const needed = this.#followed.reduce((least, { seen }) => Math.min(least, seen), oldest);
    if (needed > this.#first) {
      this.#events = this.#events.slice(needed - this.#first);
      this.#first = needed;
    }
  }
}

function keyOf({ proposalId, ordinal }: SuggestionRef): string {
  return `${proposalId}:${ordinal}`;
}

/** The events of ops on places; a whole text, or a committed one put back, is taken to differ in one part. */
function* eventsOf(
  ops: readonly DraftOp[],
  before: Draft,
  textOf: (nodeId: NodeId) => string,
): Iterable<PlaceEvent> {
  for (const [index, op] of ops.entries()) {
    const { nodeId } = op;
    if ('splice' in op) {
      const { from, to, insert } = op.splice;
      yield { kind: 'spliced', nodeId, splice: { from, to, insert } };
    } else {
      const old = textAfter(ops.slice(0, index), nodeId, before, textOf);
      const now = 'whole' in op ? op.whole.text : textOf(op.nodeId);
      if (old !== now) yield { kind: 'spliced', nodeId, splice: changedSplice(old, now) };
    }
  }
}

/** The text of a node, or of the working buffer, after these ops. */
function textAfter(
  ops: readonly DraftOp[],
  nodeId: NodeId | null,
  before: Draft,
  textOf: (nodeId: NodeId) => string,
): string {
  const edit = before.edits.find((one) => one.nodeId === nodeId)?.text;
  let text = nodeId === null ? before.buffer.text : (edit ?? textOf(nodeId));
  for (const op of ops) {
    if (op.nodeId !== nodeId) continue;
    if ('splice' in op) text = text.slice(0, op.splice.from) + op.splice.insert + text.slice(op.splice.to);
    else text = 'whole' in op ? op.whole.text : textOf(op.nodeId);
  }
  return text;
}
