import type { Database } from 'better-sqlite3';
import { assert } from '../../../core/assert.ts';
import type { AgentId } from '../../../core/ids.ts';
import { divideSpanned } from '../../../core/text/divide-spanned.ts';
import { MAX_SPANS, MAX_TEXT_LENGTH } from '../../../core/text/limits.ts';
import type { SpannedText } from '../../../core/text/span.ts';

/** `[1,1],` */
const SHORTEST_SPAN = 6;

/** A version at a position whose texts are divided. */
interface LongVersion {
  readonly key: number;
  readonly id: string;
  readonly author: number;
  readonly editedFrom: number | null;
  readonly text: string | null;
  readonly authorship: string | null;
}

interface LongPosition {
  readonly key: number;
  readonly isRoot: boolean;
  readonly isNote: boolean;
}

/** One part of the texts at a position: the node of each version's part, by the key of the version. */
interface Part {
  readonly position: number;
  readonly nodes: ReadonlyMap<number, number>;
}

/**
 * Divides the texts of nodes that are longer than a text may be (`generation.md`, *Bounds*), as earlier
 * versions wrote them, into several nodes in a row. What followed a position now follows the last of its
 * parts, and choices and cursors are moved accordingly. All versions at a position are divided alike: where
 * one has no more text, its part is empty. A note becomes several notes. A root never has text, so all of its
 * text moves. The parts have the hash of the whole: they do not verify, and what follows them does.
 *
 * Run it in one transaction with foreign keys off, after `repairReferences` and `repairValues`.
 * @returns the ids of the nodes that were divided
 */
export function divideTexts(database: Database, newId: () => string): ReadonlySet<string> {
  const divider = new Divider(database, newId);
  for (const position of findLongPositions(database)) divider.divide(position);
  return divider.divided;
}

// A text has at least as many bytes as code units.
function findLongPositions(database: Database): readonly LongPosition[] {
  return database
    .prepare<[], { key: number; root: number; note: number }>(
      `SELECT DISTINCT position_key AS key,
         position_key IN (SELECT root_node_key FROM loom_tree) AS root,
         EXISTS (SELECT 1 FROM edge WHERE target_node_key = position_key AND edge_type = 'annotation') AS note
       FROM node WHERE content_type = 'text' AND (octet_length(text) > ${MAX_TEXT_LENGTH}
         OR octet_length(authorship) > ${SHORTEST_SPAN * MAX_SPANS}
         OR (octet_length(text) > 0 AND key IN (SELECT root_node_key FROM loom_tree)))
       ORDER BY position_key`,
    )
    .all()
    .map(({ key, root, note }) => ({ key, isRoot: root === 1, isNote: note === 1 }));
}

class Divider {
  readonly #database: Database;
  readonly #newId: () => string;
  /** The ids of the nodes whose text is divided. */
  readonly divided = new Set<string>();

  constructor(database: Database, newId: () => string) {
    this.#database = database;
    this.#newId = newId;
  }

  divide({ key: position, isRoot, isNote }: LongPosition): void {
    const versions = this.#versionsAt(position);
    const texts = versions.map((version) => {
      const whole = divideSpanned(spannedOf(version));
      const own = isRoot ? [EMPTY, ...whole] : whole;
      if (whole.length > 1) this.divided.add(version.id);
      return own;
    });
    const count = Math.max(...texts.map(({ length }) => length));
    if (count < 2) return;
    const parts: Part[] = [{ position, nodes: new Map(versions.map(({ key }) => [key, key])) }];
    for (let index = 1; index < count; index++) parts.push(this.#addPart(versions));
    for (const [index, { nodes }] of parts.entries()) {
      for (const [at, { key, author }] of versions.entries())
        this.#setText(getNode(nodes, key), author, texts[at]?.[index] ?? EMPTY);
    }
    if (isNote) {
      for (const { nodes } of parts.slice(1))
        for (const { key } of versions) this.#addNoteEdge(getNode(nodes, key), key);
      return;
    }
    this.#moveChildren(position, parts.at(-1));
    for (const [index, { nodes }] of parts.entries()) {
      const before = parts[index - 1];
      if (before === undefined) continue;
      for (const { key } of versions) this.#addEdge(getNode(nodes, key), before, key);
    }
    this.#moveChoices(position, parts);
  }

  /** The version that opened the position first, the others in order of creation. */
  #versionsAt(position: number): readonly LongVersion[] {
    return this.#database
      .prepare<[number], LongVersion>(
        `SELECT key, id, author_agent_key AS author, edited_from_key AS "editedFrom", text, authorship
         FROM node WHERE position_key = ? ORDER BY key = position_key DESC, id`,
      )
      .all(position);
  }

  /** Adds a position with an empty node for each version. */
  #addPart(versions: readonly LongVersion[]): Part {
    const nodes = new Map<number, number>();
    let position: number | null = null;
    for (const { key, editedFrom } of versions) {
      const id = this.#newId();
      const node: number = this.#run(
        `INSERT INTO node (id, local_id, loom_tree_key, position_key, edited_from_key, author_agent_key,
           author_type, content_type, content_hash, created_at, excluded, text)
         SELECT ?, ?, loom_tree_key, ?, ?, author_agent_key, author_type, 'text', content_hash, created_at,
           excluded, ''
         FROM node WHERE key = ?`,
        id,
        id.slice(-8).toLowerCase(),
        position ?? 0,
        // Within a position, every other version is edited from one of them.
        position === null ? null : (nodes.get(editedFrom ?? key) ?? position),
        key,
      );
      if (position === null) this.#run('UPDATE node SET position_key = key WHERE key = ?', node);
      position ??= node;
      nodes.set(key, node);
    }
    return { position: position ?? 0, nodes };
  }

  #setText(node: number, author: number, { text, spans }: SpannedText): void {
    const isAuthors = spans.every(({ agent, inferred }) => Number(agent) === author && inferred !== true);
    const runs = spans.map(({ agent, length, inferred }) =>
      inferred === true ? [Number(agent), length, 1] : [Number(agent), length],
    );
    const authorship = isAuthors ? null : JSON.stringify(runs);
    this.#run('UPDATE node SET text = ?, authorship = ? WHERE key = ?', text, authorship, node);
  }

  /** @param version whose part `before` the node continues */
  #addEdge(node: number, before: Part, version: number): void {
    this.#run(
      `INSERT INTO edge_source (edge_key, ordinal, role, position_key, origin_node_key)
       VALUES (?, 0, 'primary', ?, ?)`,
      this.#edgeInto(node, 'continuation'),
      before.position,
      getNode(before.nodes, version),
    );
  }

  /** Puts a note on what another note is on. */
  #addNoteEdge(node: number, other: number): void {
    this.#run(
      `INSERT INTO edge_source (edge_key, ordinal, role, position_key, origin_node_key)
       SELECT ?, ordinal, role, position_key, origin_node_key FROM edge_source
       WHERE edge_key = (SELECT key FROM edge WHERE target_node_key = ?)`,
      this.#edgeInto(node, 'annotation'),
      other,
    );
  }

  #edgeInto(node: number, type: 'continuation' | 'annotation'): number {
    return this.#run(
      `INSERT INTO edge (id, loom_tree_key, target_node_key, edge_type, created_at)
       SELECT ?, loom_tree_key, key, ?, created_at FROM node WHERE key = ?`,
      this.#newId(),
      type,
      node,
    );
  }

  /** Continuations of the position continue the last of its parts; notes stay on it. */
  #moveChildren(position: number, last: Part | undefined): void {
    if (last === undefined) return;
    this.#run(
      `UPDATE edge_source SET position_key = ?, origin_node_key = coalesce(
         (SELECT value ->> 1 FROM json_each(?) WHERE value ->> 0 = origin_node_key), origin_node_key)
       WHERE position_key = ? AND role = 'primary'
         AND edge_key IN (SELECT key FROM edge WHERE edge_type = 'continuation')`,
      last.position,
      JSON.stringify([...last.nodes]),
      position,
    );
    for (const table of ['cursor', 'draft'])
      this.#run(
        `UPDATE ${table} SET head_position_key = ? WHERE head_position_key = ?`,
        last.position,
        position,
      );
  }

  /** A choice of a version at the position is a choice of all of its parts. */
  #moveChoices(position: number, parts: readonly Part[]): void {
    for (const [index, part] of parts.entries()) {
      if (index === 0) continue;
      this.#run(
        `INSERT INTO position_choice
           (loom_tree_key, agent_key, position_key, version_node_key, last_child_position_key, seen_at)
         SELECT loom_tree_key, agent_key, ?,
           (SELECT value ->> 1 FROM json_each(?) WHERE value ->> 0 = version_node_key),
           coalesce(?, last_child_position_key), seen_at
         FROM position_choice WHERE position_key = ?`,
        part.position,
        JSON.stringify([...part.nodes]),
        parts[index + 1]?.position ?? null,
        position,
      );
    }
    this.#run(
      'UPDATE position_choice SET last_child_position_key = ? WHERE position_key = ?',
      parts[1]?.position ?? null,
      position,
    );
  }

  /** Runs a statement. @returns the key of the row that it inserted, if it did */
  #run(sql: string, ...values: readonly (string | number | null)[]): number {
    return Number(this.#database.prepare(sql).run(...values).lastInsertRowid);
  }
}

const EMPTY: SpannedText = { text: '', spans: [] };

function getNode(nodes: ReadonlyMap<number, number>, version: number): number {
  const node = nodes.get(version);
  assert(node !== undefined, () => `version ${version} has no part`);
  return node;
}

/** The agents of the spans are their keys. */
function spannedOf({ text, authorship, author }: LongVersion): SpannedText {
  const whole = text ?? '';
  const runs =
    authorship === null
      ? [[author, whole.length]]
      : (JSON.parse(authorship) as readonly (readonly number[])[]);
  const spans = runs.flatMap(([key = 0, length = 0, inferred]) => {
    const span = { agent: String(key) as AgentId, length };
    return length === 0 ? [] : [inferred === 1 ? { ...span, inferred: true as const } : span];
  });
  return { text: whole, spans };
}
