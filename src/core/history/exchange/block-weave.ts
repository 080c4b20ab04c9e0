import { assert } from '../../assert.ts';
import type { Block } from '../block.ts';
import type { BlockChange } from '../block-change.ts';

/** A block of some of the states of a history, which are numbered from 0. */
export interface WovenBlock {
  readonly block: Block;
  /** The first state that has it, and the first one after that which does not. */
  readonly from: number;
  readonly to: number;
  /** It is the first of a run added after the end of the text. */
  readonly isAppended: boolean;
}

interface Item {
  readonly block: Block;
  readonly from: number;
  to: number;
  readonly isAppended: boolean;
  next: Item | null;
}

/**
 * All blocks that a text ever had, in one order in which each state's blocks are in theirs. A block that replaces another
 * one stands next to it.
 */
export class BlockWeave {
  /** Before the first block. */
  readonly #start: Item = {
    block: { kind: 'blank', text: '' },
    from: 0,
    to: 0,
    isAppended: false,
    next: null,
  };
  /** The last block of the weave. */
  #end = this.#start;
  /** The blocks of the last state. */
  #present: readonly Item[] = [];
  #states = 1;

  /** @param blocks those of state 0 */
  constructor(blocks: readonly Block[]) {
    this.#present = blocks.map((block, index) =>
      this.#insertAfter(this.#end, { block, from: 0, isAppended: index === 0 }),
    );
  }

  /** Number of states. */
  get states(): number {
    return this.#states;
  }

  /** Adds the state after a change of the last one. */
  append(change: BlockChange): void {
    const state = this.#states++;
    if (change.length === 0) return;
    const present: Item[] = [];
    let at = 0;
    for (const { from, to, insert } of change) {
      for (; at < from; at++) present.push(this.#get(at));
      const isAtEnd = to === this.#present.length;
      let previous = isAtEnd ? this.#end : this.#beforeOf(from);
      insert.forEach((block, index) => {
        if (from + index < to) previous = this.#get(from + index);
        const isAppended = isAtEnd && index === to - from;
        previous = this.#insertAfter(previous, { block, from: state, isAppended });
        present.push(previous);
      });
      for (; at < to; at++) this.#get(at).to = state;
    }
    for (; at < this.#present.length; at++) present.push(this.#get(at));
    this.#present = present;
  }

  /** All blocks in their order, once there are no more states. */
  blocks(): readonly WovenBlock[] {
    const blocks: WovenBlock[] = [];
    for (let item = this.#start.next; item !== null; item = item.next) {
      item.to = Math.min(item.to, this.#states);
      blocks.push(item);
    }
    return blocks;
  }

  /** The item that new blocks at an index follow: the block before, with anything that once stood between. */
  #beforeOf(index: number): Item {
    return index === 0 ? this.#start : this.#get(index - 1);
  }

  #insertAfter(previous: Item, block: Pick<Item, 'block' | 'from' | 'isAppended'>): Item {
    const item = { ...block, to: Number.POSITIVE_INFINITY, next: previous.next };
    previous.next = item;
    if (previous === this.#end) this.#end = item;
    return item;
  }

  #get(index: number): Item {
    const item = this.#present[index];
    assert(item !== undefined, `no block ${index} of ${this.#present.length}`);
    return item;
  }
}
