/**
 * The latest log entries on agents, trees, metadata, tags, marks on texts, responses and turns, which no content
 * hash covers (`storage.md`, *The log*).
 */
import { isRecord } from '../answers/read-json.ts';
import type { NodeId, Sha256, TurnId } from '../ids.ts';
import { type PositionMetadata, readMetadata } from '../tree/position-metadata.ts';
import { MARK_NAMES, MARKS, type MarkName } from '../tree/tree-marks.ts';

/** A row of the log. Another program may have written it: the entry can be any JSON. */
export interface RowToRead {
  readonly seq: number;
  readonly kind: string;
  readonly entry: unknown;
}

type Properties = Readonly<Record<string, unknown>>;

/** The response of nodes that one row recorded. */
export interface LoggedResponse {
  readonly node: NodeId;
  readonly digest: Sha256;
}

/** The latest log entry on a turn, which ended: the digest of all that it did (`agent-turns.ts`). */
export interface RecordedTurn {
  readonly id: TurnId;
  readonly digest: Sha256;
}

/** A part of a tree, which is gone if the tree was deleted by a later row. */
interface InTree {
  readonly tree: string | null;
  readonly seq: number;
}

/** Rows of these kinds copy nodes, whose metadata need not be the default. */
const COPYING: ReadonlySet<string> = new Set(['import', 'merge']);

/** Reads the log from its first row and keeps the latest entry on everything. */
export class LoggedState {
  readonly #agents = new Map<string, Properties>();
  readonly #trees = new Map<string, Properties>();
  readonly #tags = new Map<string, Properties>();
  readonly #metadata = new Map<string, PositionMetadata>();
  readonly #responses: (InTree & { readonly response: LoggedResponse })[] = [];
  readonly #turns = new Map<string, InTree & { readonly digest: Sha256 }>();
  readonly #marks = new Map(
    MARK_NAMES.map((name) => [name, new Map<string, InTree & { readonly record: Properties }>()]),
  );
  readonly #deleted = new Map<string, number>();
  /** Watched positions that had the default metadata at first, by a row of the log. */
  readonly #plain = new Set<string>();
  readonly #watched: { has(position: string): boolean };

  /** @param watched the positions about which `beganPlain` will be asked */
  constructor(watched: { has(position: string): boolean }) {
    this.#watched = watched;
  }

  /** Reads the next row. Anything not in the program's form is skipped: the row's hash shows that. */
  add({ seq, kind, entry }: RowToRead): void {
    if (!isRecord(entry)) return;
    const tree = typeof entry.tree === 'string' ? entry.tree : null;
    for (const tag of listOf(entry.tagList)) if (typeof tag.id === 'string') this.#tags.set(tag.id, tag);
    if (isRecord(entry.agent) && typeof entry.agent.id === 'string')
      this.#agents.set(entry.agent.id, entry.agent);
    if (tree !== null && entry.deleted === true) {
      this.#trees.delete(tree);
      this.#deleted.set(tree, seq);
    } else if (tree !== null) this.#addTree(tree, entry.properties);
    const nodes = listOf(entry.nodes);
    this.#addPositions(nodes, kind, entry);
    for (const set of listOf(entry.metadata)) {
      const metadata = readMetadata(set);
      if (typeof set.position === 'string' && metadata !== null) this.#metadata.set(set.position, metadata);
    }
    for (const [name, marks] of this.#marks)
      for (const record of listOf(entry[name])) {
        const key = MARKS[name].keyOf(record, tree);
        if (key === null) continue;
        if (record.removed === true) marks.delete(key);
        else marks.set(key, { tree, seq, record });
      }
    for (const { id, digest } of listOf(entry.turns))
      if (typeof id === 'string' && typeof digest === 'string')
        this.#turns.set(id, { tree, seq, digest: digest as Sha256 });
    const [first] = nodes;
    if (typeof entry.response === 'string' && typeof first?.id === 'string') {
      const response = { node: first.id as NodeId, digest: entry.response as Sha256 };
      this.#responses.push({ tree, seq, response });
    }
  }

  /** The last record of each turn of trees that were not deleted. */
  *turns(): Generator<RecordedTurn> {
    for (const [id, turn] of this.#turns)
      if (!this.#isDeleted(turn)) yield { id: id as TurnId, digest: turn.digest };
  }

  /** The last record of each agent, by id. */
  get agents(): ReadonlyMap<string, Properties> {
    return this.#agents;
  }

  /** The last record of each tree that was not deleted, by id; empty if no row has its properties. */
  get trees(): ReadonlyMap<string, Properties> {
    return this.#trees;
  }

  /** The last record of each tag of the grove, by id. */
  get tags(): ReadonlyMap<string, Properties> {
    return this.#tags;
  }

  /** The last record of each position's metadata, by the position's id. */
  get metadata(): ReadonlyMap<string, PositionMetadata> {
    return this.#metadata;
  }

  /** The last record of each mark of a kind that is still there, by its key; in trees that were not deleted. */
  *marks(name: MarkName): Generator<readonly [key: string, record: Properties]> {
    for (const [key, { tree, seq, record }] of this.#marks.get(name) ?? []) {
      const other = MARKS[name].otherTreeOf?.(record);
      const trees = [tree, typeof other === 'string' ? other : null];
      if (!trees.some((one) => this.#isDeleted({ tree: one, seq }))) yield [key, record];
    }
  }

  /** The recorded responses of trees that were not deleted. */
  *responses(): Generator<LoggedResponse> {
    for (const one of this.#responses) if (!this.#isDeleted(one)) yield one.response;
  }

  /** Returns true if, by the log, a watched position had the default metadata when it was written. */
  beganPlain(position: string): boolean {
    return this.#plain.has(position);
  }

  #isDeleted({ tree, seq }: InTree): boolean {
    return tree !== null && (this.#deleted.get(tree) ?? 0) >= seq;
  }

  #addTree(tree: string, properties: unknown): void {
    const before = this.#trees.get(tree);
    if (isRecord(properties)) this.#trees.set(tree, { ...before, ...properties });
    else if (before === undefined) this.#trees.set(tree, {});
  }

  #addPositions(nodes: readonly Properties[], kind: string, entry: Properties): void {
    const isKnown = Array.isArray(entry.metadata) || !isCopy(kind, entry);
    for (const { id, position } of nodes) {
      if (typeof position !== 'string' || id !== position) continue;
      // A tree that was moved away and back adds its positions again.
      this.#metadata.delete(position);
      if (isKnown && this.#watched.has(position)) this.#plain.add(position);
      else this.#plain.delete(position);
    }
  }
}

function isCopy(kind: string, { properties, details }: Properties): boolean {
  if (kind !== 'tree-create') return COPYING.has(kind);
  // A duplicate's further rows have no properties.
  return properties === undefined || (isRecord(details) && details.copyOf !== undefined);
}

function listOf(value: unknown): readonly Properties[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
