import type { NodeId, PositionId } from '../../../core/ids.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { defineQuery, type Reader } from '../connection/query.ts';
import { findPositionKey } from '../tables/keys.ts';
import { toTreeNode } from '../tables/node-rows.ts';
import { choicesAt, type PositionChoice, toChoice } from '../tables/path-state.ts';
import type { Key } from '../tables/schema.ts';
import {
  childrenAt,
  climbFrom,
  descendFrom,
  parentsAt,
  positionsOf,
  splitsAt,
  versionsAt,
} from './line-queries.ts';

const parentOf = defineQuery('tree.parent', (db, p: { position: Key }) =>
  db
    .selectFrom('edge')
    .innerJoin('edge_source', 'edge_source.edge_key', 'edge.key')
    .innerJoin('node', 'node.key', 'edge_source.position_key')
    .select(['node.key', 'node.id'])
    .where('edge.target_node_key', '=', p.position)
    .where('edge.edge_type', '=', 'continuation')
    .where('edge_source.role', '=', 'primary'),
);

/** Queries of one kind that are answered one by one before the next reads many positions at once. */
const BATCH_AFTER = 4;
/** A whole line is read after this share of it was queried: a draft of ten edits queries little of a long path. */
const BATCH_SHARE = 1 / 32;

interface PositionRow {
  readonly key: Key;
  readonly id: string;
}

/** Positions that one statement reads, and their keys as a JSON array. */
interface Batch {
  readonly positions: readonly PositionId[];
  readonly keys: string;
}

function batchOf(rows: readonly PositionRow[]): Batch {
  return {
    positions: rows.map(({ id }) => id as PositionId),
    keys: JSON.stringify(rows.map(({ key }) => key)),
  };
}

function unique(rows: readonly PositionRow[]): readonly PositionRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

export type Lines = ReturnType<typeof readLines>;

/**
 * Answers queries about positions: one by one at first, then by whole lines. `agent` is null when no path is needed.
 */
export function readLines(reader: Reader, tree: Key, agent: Key | null) {
  const nodes = new Map<NodeId, TreeNode | undefined>();
  const keys = new Map<PositionId, Key | undefined>();
  const parents = new Map<PositionId, PositionId | null>();
  const children = new Map<PositionId, readonly PositionId[]>();
  const versions = new Map<PositionId, readonly TreeNode[]>();
  const choices = new Map<PositionId, PositionChoice | undefined>();
  /** Positions on lines already read, whose versions or choices may be queried next. */
  const versionsAhead = new Map<PositionId, Key>();
  const choicesAhead = new Map<PositionId, Key>();
  const splits = new Map<PositionId, readonly PositionId[]>();
  const splitsAhead = new Map<PositionId, Key>();
  const queries = { children: 0, versions: 0, choices: 0, splits: 0 };
  /** The end of the last parent query and the number of its steps: a query that starts there is part of a climb. */
  let climbed: PositionId | undefined;
  let reach = 1;

  function keyOf(position: PositionId): Key | undefined {
    if (!keys.has(position)) keys.set(position, findPositionKey(reader, tree, position));
    return keys.get(position);
  }

  function queueAhead(rows: readonly PositionRow[]): void {
    for (const { key, id } of rows) {
      const position = id as PositionId;
      keys.set(position, key);
      if (!versions.has(position)) versionsAhead.set(position, key);
      if (!choices.has(position)) choicesAhead.set(position, key);
      if (!splits.has(position)) splitsAhead.set(position, key);
    }
  }

  /** The queried position and, after enough queries of this kind, all those ahead. */
  function batch(
    position: PositionId,
    key: Key,
    ahead: Map<PositionId, Key>,
    kind: keyof typeof queries,
  ): Batch {
    queries[kind] += 1;
    const wanted = new Map([[position, key]]);
    if (queries[kind] > Math.max(BATCH_AFTER, ahead.size * BATCH_SHARE) && ahead.has(position)) {
      for (const [other, otherKey] of ahead) wanted.set(other, otherKey);
      ahead.clear();
    }
    return { positions: [...wanted.keys()], keys: JSON.stringify([...wanted.values()]) };
  }

  function readSplits(wanted: Batch): readonly PositionRow[] {
    const found = new Map<string, PositionId[]>(wanted.positions.map((id) => [id, []]));
    const rows = reader.all(splitsAt, { keys: wanted.keys });
    for (const row of rows) found.get(row.position_id)?.push(row.id as PositionId);
    for (const [id, list] of found) splits.set(id as PositionId, list);
    queueAhead(rows);
    return rows;
  }

  function readVersions(wanted: Batch): void {
    const found = new Map<PositionId, TreeNode[]>(wanted.positions.map((id) => [id, []]));
    for (const row of reader.all(versionsAt, { keys: wanted.keys })) {
      const node = toTreeNode(row);
      nodes.set(node.id, node);
      found.get(node.positionId)?.push(node);
    }
    for (const [id, list] of found) versions.set(id, list);
  }

  function readChoices(wanted: Batch, of: Key): void {
    for (const id of wanted.positions) choices.set(id, undefined);
    for (const row of reader.all(choicesAt, { tree, agent: of, keys: wanted.keys })) {
      choices.set(row.position, toChoice(row));
    }
  }

  function readChildren(wanted: Batch): readonly PositionRow[] {
    const found = new Map<string, PositionId[]>(wanted.positions.map((id) => [id, []]));
    const rows = reader.all(childrenAt, { keys: wanted.keys });
    queueAhead(rows);
    for (const row of rows) {
      found.get(row.parent_id)?.push(row.id as PositionId);
      parents.set(row.id as PositionId, row.parent_id as PositionId);
    }
    for (const [id, list] of found) children.set(id as PositionId, list);
    return rows;
  }

  /** Reads the versions of positions, and of what they divide, as far up as that goes. */
  function readDivided(rows: readonly PositionRow[]): void {
    const isUnread = ({ id }: PositionRow) => !versions.has(id as PositionId);
    for (let next = rows.filter(isUnread); next.length > 0; ) {
      readVersions(batchOf(next));
      const divided = next.flatMap(({ id }) => {
        const [first] = versions.get(id as PositionId) ?? [];
        return first === undefined || first.splitAt === null ? [] : (first.editedFrom ?? []);
      });
      const known = new Set(divided.filter((id) => !nodes.has(id)));
      const positions = reader.all(positionsOf, { tree, nodes: JSON.stringify([...known]) });
      queueAhead(positions);
      next = unique(positions).filter(isUnread);
    }
  }

  function readAhead(positions: readonly PositionId[], withFamilies: boolean): void {
    const asked = unique(reader.all(positionsOf, { tree, nodes: JSON.stringify(positions) }));
    queueAhead(asked);
    const above = reader.all(parentsAt, { keys: batchOf(asked).keys });
    for (const { id, parent_id } of above) parents.set(id as PositionId, parent_id as PositionId);
    readDivided(unique([...asked, ...above.map((row) => ({ key: row.parent_key, id: row.parent_id }))]));
    // By now, every base of theirs is known.
    for (let next = withFamilies ? rowsRead() : []; next.length > 0; ) {
      readDivided(next);
      next = unique(readSplits(batchOf(next))).filter(({ id }) => !splits.has(id as PositionId));
    }
    const read = rowsRead();
    const dividing = read.filter(
      ({ id }) =>
        !children.has(id as PositionId) && (versions.get(id as PositionId)?.[0]?.splitAt ?? null) !== null,
    );
    readDivided(unique(readChildren(batchOf(dividing))));
    const unchosen = read.filter(({ id }) => !choices.has(id as PositionId));
    if (agent !== null) readChoices(batchOf(unchosen), agent);
  }

  function readAround(positions: readonly PositionId[]): void {
    const asked = unique(reader.all(positionsOf, { tree, nodes: JSON.stringify(positions) }));
    queueAhead(asked);
    const around = [...asked, ...readChildren(batchOf(asked))];
    const dividing: PositionRow[] = [];
    for (let next = unique(around); next.length > 0; ) {
      const found = unique(readSplits(batchOf(next)));
      dividing.push(...found);
      // The text after a split may be divided too.
      const reached = [...found, ...readChildren(batchOf(found))];
      around.push(...reached);
      next = unique(reached).filter(({ id }) => !splits.has(id as PositionId));
    }
    const all = unique(around);
    readVersions(batchOf(all));
    if (agent === null) return;
    // Only where texts are divided does a list depend on the version shown.
    const divided = all.filter(({ id }) => (splits.get(id as PositionId)?.length ?? 0) > 0);
    readChoices(batchOf(unique([...divided, ...dividing])), agent);
  }

  /** Every position whose versions were read. */
  function rowsRead(): readonly PositionRow[] {
    return [...versions.keys()].flatMap((id) => {
      const key = keys.get(id);
      return key === undefined ? [] : [{ key, id }];
    });
  }

  function parentAt(position: PositionId): PositionId | null {
    const known = parents.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return null;
    reach = position === climbed ? 2 * reach : 1;
    if (reach > BATCH_AFTER) {
      const rows = reader.all(climbFrom, { position: key, steps: reach });
      queueAhead(rows);
      rows.forEach(({ id }, at) => {
        const source = rows[at + 1]?.id as PositionId | undefined;
        if (source !== undefined || at < reach) parents.set(id as PositionId, source ?? null);
      });
      climbed = rows.at(-1)?.id as PositionId | undefined;
    } else {
      const row = reader.first(parentOf, { position: key });
      if (row !== undefined) queueAhead([row]);
      climbed = row?.id as PositionId | undefined;
      parents.set(position, climbed ?? null);
    }
    return parents.get(position) ?? null;
  }

  function childrenAtPosition(position: PositionId): readonly PositionId[] {
    const known = children.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return [];
    queries.children += 1;
    const line =
      queries.children > BATCH_AFTER && agent !== null
        ? reader.all(descendFrom, { tree, agent, position: key })
        : [{ key, id: position }];
    queueAhead(line);
    readChildren(batchOf(line));
    return children.get(position) ?? [];
  }

  function splitsOfPosition(position: PositionId): readonly PositionId[] {
    const known = splits.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return [];
    readSplits(batch(position, key, splitsAhead, 'splits'));
    return splits.get(position) ?? [];
  }

  function versionsAtPosition(position: PositionId): readonly TreeNode[] {
    const known = versions.get(position);
    if (known !== undefined) return known;
    const key = keyOf(position);
    if (key === undefined) return [];
    readVersions(batch(position, key, versionsAhead, 'versions'));
    return versions.get(position) ?? [];
  }

  function choiceAt(position: PositionId): PositionChoice | undefined {
    if (choices.has(position)) return choices.get(position);
    const key = keyOf(position);
    if (key === undefined || agent === null) return undefined;
    readChoices(batch(position, key, choicesAhead, 'choices'), agent);
    return choices.get(position);
  }

  return {
    nodes,
    readAhead,
    readAround,
    keyOf,
    parentOf: parentAt,
    childrenOf: childrenAtPosition,
    splitsOf: splitsOfPosition,
    versionsAt: versionsAtPosition,
    choiceAt,
  };
}
