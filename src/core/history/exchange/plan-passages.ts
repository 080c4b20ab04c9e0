import type { WovenBlock } from './block-weave.ts';

/** The length up to which a passage grows, unless a block is longer, in UTF-16 code units: each change stores one. */
const LONGEST = 2_000;

/** Blocks examined per step. */
const STEP = 1_000;

/** Text added at the end begins another passage once the last one has this length. */
const LONG_ENOUGH = 500;

/** The text of a passage from a state on. */
export interface PassageText {
  readonly passage: number;
  readonly text: string;
}

/** A state as passages: those whose text differs from that in the state before. */
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

/** The blocks of a history, as `planStates` needs them. */
export interface SortedBlocks {
  readonly blocks: readonly WovenBlock[];
  readonly states: number;
  readonly passages: number;
  /** The passage of each block. */
  readonly passageOf: Int32Array;
  /** The blocks that begin in a state, and those that end in it, ascending. */
  begun(state: number): Int32Array;
  ended(state: number): Int32Array;
}

/** @param starts as of `dividePassages` @returns yields every few milliseconds */
export function* sortBlocks(
  blocks: readonly WovenBlock[],
  starts: readonly number[],
  states: number,
): Generator<undefined, SortedBlocks> {
  const passageOf = passagesOf(blocks, starts);
  yield;
  const begun = byState(blocks, states, ({ from }) => from);
  yield;
  const ended = byState(blocks, states, ({ to }) => to);
  yield;
  return { blocks, states, passages: starts.length, passageOf, begun, ended };
}

/** Each state in turn, as passages. */
export function* planStates({
  blocks,
  states,
  passages,
  passageOf,
  begun,
  ended,
}: SortedBlocks): Generator<PlannedState> {
  /** The blocks of each passage in the current state, ascending. */
  const present: (readonly number[])[] = Array.from({ length: passages }, () => []);
  let last = -1;
  for (let state = 0; state < states; state++) {
    const changed: PassageText[] = [];
    const added = new Map<number, number[]>();
    for (const index of ended(state)) added.set(passageOf[index] ?? 0, []);
    for (const index of begun(state)) {
      const passage = passageOf[index] ?? 0;
      const others = added.get(passage);
      if (others === undefined) added.set(passage, [index]);
      else others.push(index);
    }
    for (const passage of [...added.keys()].sort((a, b) => a - b)) {
      const kept = (present[passage] ?? []).filter((index) => (blocks[index]?.to ?? 0) > state);
      const now = [...kept, ...(added.get(passage) ?? [])].sort((a, b) => a - b);
      present[passage] = now;
      if (now.length > 0) last = Math.max(last, passage);
      changed.push({ passage, text: now.map((index) => blocks[index]?.block.text ?? '').join('') });
    }
    while (last >= 0 && present[last]?.length === 0) last -= 1;
    yield { changed, last };
  }
}

/** The passage of each block. */
function passagesOf(blocks: readonly WovenBlock[], starts: readonly number[]): Int32Array {
  const passages = new Int32Array(blocks.length);
  let passage = -1;
  for (let index = 0; index < blocks.length; index++) {
    if (starts[passage + 1] === index) passage += 1;
    passages[index] = passage;
  }
  return passages;
}

/**
 * The blocks of each state, ascending, where a state is one of theirs. There may be hundreds of thousands of states: an object for
 * each would keep the program for longer than a frame.
 */
function byState(
  blocks: readonly WovenBlock[],
  states: number,
  stateOf: (block: WovenBlock) => number,
): (state: number) => Int32Array {
  // After the last state, no block ends.
  const ends = new Int32Array(states + 2);
  for (const block of blocks) {
    const after = stateOf(block) + 1;
    ends[after] = (ends[after] ?? 0) + 1;
  }
  for (let state = 1; state < ends.length; state++) ends[state] = (ends[state] ?? 0) + (ends[state - 1] ?? 0);
  const starts = ends.slice();
  const sorted = new Int32Array(blocks.length);
  blocks.forEach((block, index) => {
    const state = stateOf(block);
    const at = starts[state] ?? 0;
    sorted[at] = index;
    starts[state] = at + 1;
  });
  return (state) => sorted.subarray(ends[state], ends[state + 1]);
}

/** Numbers at 0 to `length - 1`, all 0 at first, of which ranges are raised; and the greatest of them. */
class RangeMaximum {
  readonly #length: number;
  /** A binary tree: the amount added to the whole range of a node, with the greatest below it. */
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
