import type { Database } from 'better-sqlite3';
import { AspenError } from '../../../core/errors.ts';
import { decodeKeys } from '../tables/history/key-list.ts';
import type { Key } from '../tables/schema.ts';

interface Chain {
  readonly tree: Key;
  readonly agent: Key;
  readonly dimension: string;
  readonly chain: number;
}

interface LayerRow {
  readonly key: Key;
  readonly head: Key | null;
  readonly ops: string | null;
  readonly versions_in: string;
  readonly versions_out: string;
  readonly snapshot: string | null;
  /** Whether a roll-off may have forgotten what was before it. */
  readonly begins: 0 | 1;
}

const IN_CHAIN = 'loom_tree_key = ? AND agent_key = ? AND dimension = ? AND chain = ?';

/**
 * Drops the time lines that cannot be walked any more, because layers or nodes of theirs were lost: a layer is only the
 * difference to the one before, and a wrong text is worse than none. Run it with foreign keys off, once every node that
 * stays is there.
 * @returns how many layers were dropped
 */
export function repairHistory(database: Database): number {
  const run = (sql: string, ...values: readonly unknown[]) => database.prepare(sql).run(...values).changes;
  let dropped = run(`DELETE FROM layer WHERE loom_tree_key NOT IN (SELECT key FROM loom_tree)
    OR agent_key NOT IN (SELECT key FROM agent)`);
  const chains = database
    .prepare<[], Chain>(
      'SELECT DISTINCT loom_tree_key AS tree, agent_key AS agent, dimension, chain FROM layer ORDER BY 1, 2, 3, 4',
    )
    .all();
  for (const chain of chains)
    if (!canBeWalked(database, chain))
      dropped += run(
        `DELETE FROM layer WHERE ${IN_CHAIN}`,
        chain.tree,
        chain.agent,
        chain.dimension,
        chain.chain,
      );
  run('UPDATE layer SET author_key = NULL WHERE author_key NOT IN (SELECT key FROM agent)');
  // The log starts over.
  run('UPDATE layer SET log_seq = NULL');
  run('DELETE FROM layer_snapshot WHERE layer_key NOT IN (SELECT key FROM layer)');
  run(`DELETE FROM execution WHERE layer_key NOT IN (SELECT key FROM layer)
    OR agent_key NOT IN (SELECT key FROM agent)`);
  run('UPDATE execution SET fence_node_key = NULL WHERE fence_node_key NOT IN (SELECT key FROM node)');
  run(`UPDATE execution SET raw_api_response_key = NULL
    WHERE raw_api_response_key NOT IN (SELECT key FROM raw_api_response)`);
  return dropped;
}

/** Whether each layer fits the one before, each snapshot what it is of, and all name nodes of their tree. */
function canBeWalked(database: Database, { tree, agent, dimension, chain }: Chain): boolean {
  const isNode = database
    .prepare<[Key, Key], 1>('SELECT 1 FROM node WHERE key = ? AND loom_tree_key = ?')
    .pluck();
  const rows = database
    .prepare<[Key, Key, string, number], LayerRow>(
      `SELECT layer.key, layer.head_position_key AS head, layer.ops, layer.versions_in, layer.versions_out,
         layer_snapshot.versions AS snapshot, layer.why = 'begin' OR layer.label IS NOT NULL AS begins
       FROM layer LEFT JOIN layer_snapshot ON layer_snapshot.layer_key = layer.key
       WHERE ${IN_CHAIN} ORDER BY seq`,
    )
    .iterate(tree, agent, dimension, chain);
  let versions: Set<Key> | undefined;
  try {
    for (const { head, ops, versions_in, versions_out, snapshot, begins } of rows) {
      if (ops !== null) continue;
      if (head === null || isNode.get(head, tree) === undefined) return false;
      const [arrived, left] = [decodeKeys(versions_in), decodeKeys(versions_out)];
      if (!arrived.every((key) => isNode.get(key, tree) !== undefined)) return false;
      const whole = snapshot === null ? undefined : decodeKeys(snapshot);
      if (whole !== undefined && (versions === undefined || begins === 1)) versions = new Set(whole);
      else {
        if (versions === undefined) return false;
        for (const key of left) if (!versions.delete(key)) return false;
        for (const key of arrived) versions.add(key);
        if (whole !== undefined && !sameKeys(versions, whole)) return false;
      }
    }
  } catch (error) {
    if (!(error instanceof AspenError)) throw error;
    return false;
  }
  return true;
}

function sameKeys(one: ReadonlySet<Key>, other: readonly Key[]): boolean {
  return one.size === other.length && other.every((key) => one.has(key));
}
