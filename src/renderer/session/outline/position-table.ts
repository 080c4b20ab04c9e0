import { assert } from '../../../core/assert.ts';
import { type AgentId, ID_LENGTH, type PositionId } from '../../../core/ids.ts';
import type { TreeShape } from '../../../core/outline/outline.ts';
import { OUTLINE_FLAGS, type PositionRows } from '../../../core/outline/position-rows.ts';

/** The bytes at the end of an id that differ from one id to the next. */
const HASHED = 12;

/**
 * The positions of one tree, without their texts, numbered from 0 in the order they were written. Columns of typed
 * arrays, about 95 bytes a position. It only grows, and a position keeps its number when it moves.
 */
export class PositionTable implements TreeShape {
  #count = 0;
  #size = 0;
  #keys = new Float64Array(0);
  #ids = new Uint8Array(0);
  /** A hash table of ids with open addressing: each slot is a position's number plus one, or 0. */
  #slots = new Int32Array(0);
  #parents = new Int32Array(0);
  /** The key of each position's parent, loaded or not; -1 at the root. */
  #parentKeys = new Float64Array(0);
  #offsets = new Int32Array(0);
  #firstChildren = new Int32Array(0);
  #lastChildren = new Int32Array(0);
  #nextSiblings = new Int32Array(0);
  #authors = new Uint32Array(0);
  #versions = new Uint32Array(0);
  #flags = new Uint8Array(0);
  /** The positions whose text several agents wrote, with all of them, by decreasing share. */
  readonly #shared = new Map<number, readonly number[]>();
  readonly #agents: AgentId[] = [];
  readonly #agentNumbers = new Map<AgentId, number>();
  /** Positions whose parent has not been loaded, by the parent's key; perhaps also some that moved since. */
  readonly #waiting = new Map<number, number[]>();

  get count(): number {
    return this.#count;
  }

  /** That of a position without a row (`isListed`) is where what it shows is found. */
  get parents(): Int32Array {
    return this.#parents;
  }

  /** The offset of the fork inside the text of the parent that each follows; -1 for the end. */
  get offsets(): Int32Array {
    return this.#offsets;
  }

  get firstChildren(): Int32Array {
    return this.#firstChildren;
  }

  get nextSiblings(): Int32Array {
    return this.#nextSiblings;
  }

  /** Each a sum of `OUTLINE_FLAGS`. */
  get flags(): Uint8Array {
    return this.#flags;
  }

  /** The author of most of each, as the number of an agent (`agentAt`). */
  get authors(): Uint32Array {
    return this.#authors;
  }

  get versions(): Uint32Array {
    return this.#versions;
  }

  get agentCount(): number {
    return this.#agents.length;
  }

  /** Undefined for an unused number. */
  agentAt(number: number): AgentId | undefined {
    return this.#agents[number];
  }

  /** The number of an agent in `authors`; assigns one if it has none. */
  agentNumber(agentId: AgentId): number {
    const known = this.#agentNumbers.get(agentId);
    if (known !== undefined) return known;
    const number = this.#agents.push(agentId) - 1;
    this.#agentNumbers.set(agentId, number);
    return number;
  }

  idOf(position: number): PositionId {
    const from = position * ID_LENGTH;
    return String.fromCharCode(...this.#ids.subarray(from, from + ID_LENGTH)) as PositionId;
  }

  /** The number of a position; -1 if it has not been loaded. */
  find(positionId: PositionId): number {
    if (this.#size === 0) return -1;
    const mask = this.#slots.length - 1;
    for (let slot = hashAt(bytesOf(positionId), 0) & mask; ; slot = (slot + 1) & mask) {
      const position = (this.#slots[slot] ?? 0) - 1;
      if (position < 0 || this.#isAt(position, positionId)) return position;
    }
  }

  /** Returns true if a position has a row of its own: a hidden split has none (`domain.md`, *Forks*). */
  isListed(position: number): boolean {
    return ((this.#flags[position] ?? 0) & OUTLINE_FLAGS.unlisted) === 0;
  }

  /** The position itself or, if it has no row, the one whose row shows its text; -1 for none. */
  listedAt(position: number): number {
    let at = position;
    while (at >= 0 && !this.isListed(at)) at = this.#parents[at] ?? -1;
    return at;
  }

  /** Returns true if a position or one above it is pruned. */
  isGhost(position: number): boolean {
    for (let at = position; at >= 0; at = this.#parents[at] ?? -1) {
      if (((this.#flags[at] ?? 0) & OUTLINE_FLAGS.pruned) !== 0) return true;
    }
    return false;
  }

  /** Returns true if a position is another or below it. */
  isBelow(position: number, other: number): boolean {
    let at = position;
    while (at >= 0 && at !== other) at = this.#parents[at] ?? -1;
    return at >= 0;
  }

  /** The authors of a position's text, by decreasing share, as numbers of agents. */
  authorsOf(position: number): readonly number[] {
    return this.#shared.get(position) ?? [this.#authors[position] ?? 0];
  }

  /** @param agentIds by decreasing share; never empty */
  setAuthors(position: number, agentIds: readonly AgentId[]): void {
    const [most, ...others] = agentIds;
    if (most === undefined) return;
    this.#authors[position] = this.agentNumber(most);
    if (others.length === 0) this.#shared.delete(position);
    else
      this.#shared.set(
        position,
        agentIds.map((agentId) => this.agentNumber(agentId)),
      );
  }

  setFlag(position: number, flag: number, is: boolean): void {
    const flags = this.#flags[position] ?? 0;
    this.#flags[position] = is ? flags | flag : flags & ~flag;
  }

  /** Adds new positions and updates changed ones. Returns the numbers of all of them. */
  upsert(rows: PositionRows): Int32Array {
    this.#reserve(this.#count + rows.count);
    const agents = rows.agents.map((agentId) => this.agentNumber(agentId));
    const positions = new Int32Array(rows.count);
    for (let row = 0; row < rows.count; row += 1) {
      const key = rows.keys[row] ?? 0;
      const known = this.#numberOf(key);
      const position = known < 0 ? this.#add(key, rows.ids, row) : known;
      const flags = rows.flags[row] ?? 0;
      this.#place(position, rows.parents[row] ?? -1, flags);
      this.#authors[position] = agents[rows.authors[row] ?? 0] ?? 0;
      if (this.#shared.size > 0) this.#shared.delete(position);
      this.#versions[position] = rows.versions[row] ?? 1;
      this.#offsets[position] = rows.offsets[row] ?? -1;
      this.#flags[position] = flags;
      positions[row] = position;
    }
    for (const { at, authors } of rows.shared) {
      this.#shared.set(
        positions[at] ?? 0,
        authors.map((author) => agents[author] ?? 0),
      );
    }
    return positions;
  }

  #add(key: number, ids: string, row: number): number {
    const position = this.#count++;
    const from = row * ID_LENGTH;
    for (let at = 0; at < ID_LENGTH; at += 1) {
      this.#ids[position * ID_LENGTH + at] = ids.charCodeAt(from + at);
    }
    this.#keys[position] = key;
    this.#parents[position] = -1;
    this.#parentKeys[position] = -1;
    this.#flags[position] = 0;
    this.#firstChildren[position] = -1;
    this.#lastChildren[position] = -1;
    this.#nextSiblings[position] = -1;
    const mask = this.#slots.length - 1;
    let slot = hashAt(this.#ids, position * ID_LENGTH) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = position + 1;
    const children = this.#waiting.get(key);
    if (children !== undefined) {
      this.#waiting.delete(key);
      for (const child of children) {
        const isWaiting = this.#parentKeys[child] === key && this.#parents[child] === -1;
        if (isWaiting) this.#link(child, position);
      }
    }
    return position;
  }

  /** Moves a position to the parent and the list that its row names. To be called before its flags are set. */
  #place(position: number, parentKey: number, flags: number): void {
    const isListed = (flags & OUTLINE_FLAGS.unlisted) === 0;
    const wasListed = this.isListed(position);
    if (parentKey === this.#parentKeys[position] && isListed === wasListed) return;
    this.#unlink(position);
    this.#flags[position] = flags;
    this.#parentKeys[position] = parentKey;
    const parent = parentKey < 0 ? -1 : this.#numberOf(parentKey);
    if (parent >= 0) this.#link(position, parent);
    else if (parentKey >= 0)
      this.#waiting.set(parentKey, [...(this.#waiting.get(parentKey) ?? []), position]);
  }

  /** Takes a position from the children of its parent, if it has one. */
  #unlink(position: number): void {
    const parent = this.#parents[position] ?? -1;
    if (parent < 0) return;
    this.#parents[position] = -1;
    if (!this.isListed(position)) return;
    const next = this.#nextSiblings[position] ?? -1;
    this.#nextSiblings[position] = -1;
    let before = -1;
    for (let at = this.#firstChildren[parent] ?? -1; at !== position; at = this.#nextSiblings[at] ?? -1) {
      assert(at >= 0, `position ${position} is not among the children of ${parent}`);
      before = at;
    }
    if (before < 0) this.#firstChildren[parent] = next;
    else this.#nextSiblings[before] = next;
    if (next < 0) this.#lastChildren[parent] = before;
  }

  /**
   * Siblings are in the order they were requested (by id), which may differ from the order they were written
   * in. A position without a row has a parent, but is not one of its children.
   */
  #link(position: number, parent: number): void {
    this.#parents[position] = parent;
    if (!this.isListed(position)) return;
    const last = this.#lastChildren[parent] ?? -1;
    if (last < 0 || this.#isBefore(last, position)) {
      if (last < 0) this.#firstChildren[parent] = position;
      else this.#nextSiblings[last] = position;
      this.#lastChildren[parent] = position;
      return;
    }
    let before = -1;
    let after = this.#firstChildren[parent] ?? -1;
    while (after >= 0 && this.#isBefore(after, position)) {
      before = after;
      after = this.#nextSiblings[after] ?? -1;
    }
    this.#nextSiblings[position] = after;
    if (before < 0) this.#firstChildren[parent] = position;
    else this.#nextSiblings[before] = position;
  }

  #isBefore(one: number, other: number): boolean {
    for (let at = 0; at < ID_LENGTH; at += 1) {
      const difference = (this.#ids[one * ID_LENGTH + at] ?? 0) - (this.#ids[other * ID_LENGTH + at] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  #isAt(position: number, id: string): boolean {
    for (let at = ID_LENGTH - 1; at >= 0; at -= 1) {
      if (this.#ids[position * ID_LENGTH + at] !== id.charCodeAt(at)) return false;
    }
    return true;
  }

  /** Binary search: keys increase in the order positions were added. */
  #numberOf(key: number): number {
    let low = 0;
    let high = this.#count - 1;
    if (high < 0 || key > (this.#keys[high] ?? 0)) return -1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#keys[middle] ?? 0;
      if (found === key) return middle;
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #reserve(count: number): void {
    if (count <= this.#size) return;
    let size = Math.max(1_024, this.#size);
    while (size < count) size *= 2;
    this.#size = size;
    const grown = <T extends { set(from: T): void }>(into: T, from: T) => {
      into.set(from);
      return into;
    };
    this.#keys = grown(new Float64Array(size), this.#keys);
    this.#ids = grown(new Uint8Array(size * ID_LENGTH), this.#ids);
    this.#parentKeys = grown(new Float64Array(size), this.#parentKeys);
    this.#parents = grown(new Int32Array(size), this.#parents);
    this.#offsets = grown(new Int32Array(size), this.#offsets);
    this.#firstChildren = grown(new Int32Array(size), this.#firstChildren);
    this.#lastChildren = grown(new Int32Array(size), this.#lastChildren);
    this.#nextSiblings = grown(new Int32Array(size), this.#nextSiblings);
    this.#authors = grown(new Uint32Array(size), this.#authors);
    this.#versions = grown(new Uint32Array(size), this.#versions);
    this.#flags = grown(new Uint8Array(size), this.#flags);
    this.#slots = new Int32Array(size * 2);
    const mask = this.#slots.length - 1;
    for (let position = 0; position < this.#count; position += 1) {
      let slot = hashAt(this.#ids, position * ID_LENGTH) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = position + 1;
    }
  }
}

/** FNV-1a over the end of an id. The beginning is the time, which many ids share. */
function hashAt(ids: Uint8Array, from: number): number {
  let hash = 0x811c9dc5;
  for (let at = from + ID_LENGTH - HASHED; at < from + ID_LENGTH; at += 1) {
    hash = Math.imul(hash ^ (ids[at] ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

function bytesOf(id: string): Uint8Array {
  const bytes = new Uint8Array(ID_LENGTH);
  for (let at = 0; at < ID_LENGTH; at += 1) bytes[at] = id.charCodeAt(at);
  return bytes;
}
