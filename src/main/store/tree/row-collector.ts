import type { AgentId, PositionId } from '../../../core/ids.ts';
import type { PositionRows, SharedRow } from '../../../core/outline/position-rows.ts';
import type { Reader } from '../connection/query.ts';
import { decodeAuthors } from '../tables/authorship-column.ts';
import { type AgentKeys, readAgentKeys } from '../tables/keys.ts';
import type { Key } from '../tables/schema.ts';

/** A position as the file has it. */
export interface CollectedRow {
  readonly key: Key;
  readonly id: string;
  readonly parent: Key | null;
  /** The author of the shown version. */
  readonly author: Key;
  /** The column of the shown version. */
  readonly authorship: string | null;
  readonly flags: number;
  readonly versions: number;
}

/**
 * Packs rows as they arrive into plain columns of numbers: a hundred thousand objects cost more than reading the rows.
 */
export class RowCollector {
  readonly #agentKeys: AgentKeys;
  readonly #agents: AgentId[] = [];
  readonly #agentIndexes = new Map<AgentId, number>();
  /** The indexes of agents by key: a hundred thousand rows look theirs up. */
  readonly #keyIndexes = new Map<Key, number>();
  readonly #shared: SharedRow[] = [];
  readonly #ids: string[] = [];
  readonly #keys: number[] = [];
  readonly #parents: number[] = [];
  readonly #offsets: number[] = [];
  readonly #authors: number[] = [];
  readonly #flags: number[] = [];
  readonly #versions: number[] = [];

  constructor(reader: Reader) {
    this.#agentKeys = readAgentKeys(reader);
  }

  add({ key, id, parent, author, authorship, flags, versions }: CollectedRow): void {
    this.#ids.push(id);
    this.#keys.push(key);
    this.#parents.push(parent ?? -1);
    this.#offsets.push(-1);
    this.#authors.push(authorship === null ? this.#indexOfKey(author) : this.#addShared(author, authorship));
    this.#flags.push(flags);
    this.#versions.push(versions);
  }

  #indexOfKey(author: Key): number {
    const known = this.#keyIndexes.get(author);
    if (known !== undefined) return known;
    const index = this.#indexOf(this.#agentKeys.idOf(author));
    this.#keyIndexes.set(author, index);
    return index;
  }

  #indexOf(agentId: AgentId): number {
    const known = this.#agentIndexes.get(agentId);
    if (known !== undefined) return known;
    const index = this.#agents.push(agentId) - 1;
    this.#agentIndexes.set(agentId, index);
    return index;
  }

  /** Records the authors of the row just added; returns the index of the one with the largest share. */
  #addShared(author: Key, authorship: string): number {
    const authorId = this.#agentKeys.idOf(author);
    const authors = decodeAuthors(authorship, authorId, () => this.#agentKeys).map((id) => this.#indexOf(id));
    if (authors.length > 1) this.#shared.push({ at: this.#keys.length - 1, authors });
    return authors[0] ?? this.#indexOf(authorId);
  }

  get count(): number {
    return this.#keys.length;
  }

  /** The key of the row at an index; -1 at the root. */
  keyAt(index: number): Key {
    return this.#keys[index] ?? -1;
  }

  parentAt(index: number): Key {
    return this.#parents[index] ?? -1;
  }

  idAt(index: number): PositionId {
    return this.#ids[index] as PositionId;
  }

  /** Moves a row below another position. @param offset as in `PositionRows.offsets` */
  place(index: number, parent: Key, offset: number): void {
    this.#parents[index] = parent;
    this.#offsets[index] = offset;
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
      offsets: new Int32Array(this.#offsets),
      authors: new Uint32Array(this.#authors),
      shared: this.#shared,
      flags: new Uint8Array(this.#flags),
      versions: new Uint32Array(this.#versions),
    };
  }
}
