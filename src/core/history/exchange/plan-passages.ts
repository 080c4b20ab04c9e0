import type { WovenBlock } from './block-weave.ts';

/** The length up to which a passage grows, unless a block is longer, in UTF-16 code units: each change stores one. */
const LONGEST = 2_000;

/** How many blocks are looked at in one step. */
const STEP = 1_000;

/** What is added at the end begins another passage once the last one is this long. */
const LONG_ENOUGH = 500;

/** The text of a passage from a state on. */
export interface PassageText {
  readonly passage: number;
  readonly text: string;
}

/** A state as passages: those whose text is not what it was in the state before. */
export interface PlannedState {
  readonly changed: readonly PassageText[];
  /** The last passage that has a text; -1 if none has. */
  readonly last: number;
}

/**
 * Divides blocks of a history into passages, so that each state is the texts of the same passages up to some passage, and
 * most changes concern few of them. A passage is at most `LONGEST` in every state; headings and breaks of the last state
 * begin one, and so does what was added at the end.
 * @returns the first block of each passage, ascending; yields every few milliseconds
 */
export function* dividePassages(
  blocks: readonly WovenBlock[],
  states: number,
): Generator<undefined, readonly number[]> {
  const starts: number[] = [];
  const lengths = new RangeMaximum(states);
  for (const [index, woven] of blocks.entries()) {
    if (index % STEP === STEP - 1) yield;
    const { block, from, to } = woven;
    const before = lengths.greatest;
    lengths.add(from, to, block.text.length);
    const isStart =
      index === 0 ||
      (before > 0 &&
        (lengths.greatest > LONGEST ||
          (woven.isAppended && before >= LONG_ENOUGH) ||
          (to === states && (block.kind === 'heading' || block.kind === 'break'))));
    if (!isStart) continue;
    const previous = starts.at(-1) ?? 0;
    for (const old of blocks.slice(previous, index)) lengths.add(old.from, old.to, -old.block.text.length);
    starts.push(index);
  }
  return starts;
}

/** Each state in turn, as passages (`dividePassages`). */
export function* planStates(
  blocks: readonly WovenBlock[],
  starts: readonly number[],
  states: number,
): Generator<PlannedState> {
  const events = eventsOf(blocks, starts, states);
  /** The blocks of each passage in the current state, ascending. */
  const present: (readonly number[])[] = starts.map(() => []);
  let last = -1;
  for (const { added, passages } of events) {
    const state = added.state;
    const changed: PassageText[] = [];
    for (const passage of [...passages].sort((a, b) => a - b)) {
      const kept = (present[passage] ?? []).filter((index) => (blocks[index]?.to ?? 0) > state);
      const now = [...kept, ...(added.byPassage.get(passage) ?? [])].sort((a, b) => a - b);
      present[passage] = now;
      if (now.length > 0) last = Math.max(last, passage);
      changed.push({ passage, text: now.map((index) => blocks[index]?.block.text ?? '').join('') });
    }
    while (last >= 0 && present[last]?.length === 0) last -= 1;
    yield { changed, last };
  }
}

interface StateEvents {
  readonly added: { readonly state: number; readonly byPassage: Map<number, number[]> };
  /** Those whose blocks change. */
  readonly passages: Set<number>;
}

function eventsOf(
  blocks: readonly WovenBlock[],
  starts: readonly number[],
  states: number,
): readonly StateEvents[] {
  const events = Array.from({ length: states }, (_, state): StateEvents => {
    return { added: { state, byPassage: new Map() }, passages: new Set() };
  });
  let passage = -1;
  blocks.forEach(({ from, to }, index) => {
    if (starts[passage + 1] === index) passage += 1;
    const begun = events[from];
    begun?.passages.add(passage);
    const added = begun?.added.byPassage.get(passage);
    if (added === undefined) begun?.added.byPassage.set(passage, [index]);
    else added.push(index);
    events[to]?.passages.add(passage);
  });
  return events;
}

/** Numbers at 0 to `length - 1`, all 0 at first, of which ranges are raised; and the greatest of them. */
class RangeMaximum {
  readonly #length: number;
  /** A binary tree: what was added to the whole range of a node, with the greatest below it. */
  readonly #greatest: Float64Array;
  readonly #added: Float64Array;

  constructor(length: number) {
    this.#length = Math.max(1, length);
    this.#greatest = new Float64Array(4 * this.#length);
    this.#added = new Float64Array(4 * this.#length);
  }

  get greatest(): number {
    return this.#greatest[1] ?? 0;
  }

  /** Adds `by` to the numbers in `[from, to)`. */
  add(from: number, to: number, by: number): void {
    if (from < to) this.#add(1, 0, this.#length, from, to, by);
  }

  #add(node: number, low: number, high: number, from: number, to: number, by: number): void {
    const { [node]: greatest = 0 } = this.#greatest;
    if (from <= low && high <= to) {
      this.#greatest[node] = greatest + by;
      this.#added[node] = (this.#added[node] ?? 0) + by;
      return;
    }
    const middle = (low + high) >> 1;
    if (from < middle) this.#add(2 * node, low, middle, from, to, by);
    if (to > middle) this.#add(2 * node + 1, middle, high, from, to, by);
    const below = Math.max(this.#greatest[2 * node] ?? 0, this.#greatest[2 * node + 1] ?? 0);
    this.#greatest[node] = below + (this.#added[node] ?? 0);
  }
}
