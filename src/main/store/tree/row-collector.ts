import type { AgentId, PositionId } from '../../../core/ids.ts';
import type { PositionRows } from '../../../core/outline/position-rows.ts';
import type { Reader } from '../connection/query.ts';
import { readAgentKeys } from '../tables/keys.ts';
import type { Key } from '../tables/schema.ts';

/**
 * Packs rows as they arrive into plain columns of numbers: a hundred thousand objects cost more than reading
 * the rows.
 */
export class RowCollector {
  readonly #idOfAgent: (key: Key) => AgentId;
  readonly #agents: AgentId[] = [];
  readonly #agentIndexes = new Map<Key, number>();
  readonly #ids: string[] = [];
  readonly #keys: number[] = [];
  readonly #parents: number[] = [];
  readonly #authors: number[] = [];
  readonly #flags: number[] = [];
  readonly #versions: number[] = [];

  constructor(reader: Reader) {
    const agents = readAgentKeys(reader);
    this.#idOfAgent = (key) => agents.idOf(key);
  }

  add(key: Key, id: string, parent: Key | null, author: Key, flags: number, versions: number): void {
    let index = this.#agentIndexes.get(author);
    if (index === undefined) {
      index = this.#agents.push(this.#idOfAgent(author)) - 1;
      this.#agentIndexes.set(author, index);
    }
    this.#ids.push(id);
    this.#keys.push(key);
    this.#parents.push(parent ?? -1);
    this.#authors.push(index);
    this.#flags.push(flags);
    this.#versions.push(versions);
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Of the row at an index; -1 at the root. */
  keyAt(index: number): Key {
    return this.#keys[index] ?? -1;
  }

  parentAt(index: number): Key {
    return this.#parents[index] ?? -1;
  }

  idAt(index: number): PositionId {
    return this.#ids[index] as PositionId;
  }

  /** Changes what a row is shown below. */
  place(index: number, parent: Key): void {
    this.#parents[index] = parent;
  }

  /** @param flag one of `OUTLINE_FLAGS` */
  setFlag(index: number, flag: number, is: boolean): void {
    const flags = this.#flags[index] ?? 0;
    this.#flags[index] = is ? flags | flag : flags & ~flag;
  }

  rows(): PositionRows {
    return {
      count: this.#ids.length,
      ids: this.#ids.join(''),
      agents: this.#agents,
      keys: new Float64Array(this.#keys),
      parents: new Float64Array(this.#parents),
      authors: new Uint32Array(this.#authors),
      flags: new Uint8Array(this.#flags),
      versions: new Uint32Array(this.#versions),
    };
  }
}
