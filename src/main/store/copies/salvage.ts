import type { Database } from 'better-sqlite3';

/** What was copied of one table, and what could not be. */
export interface SalvagedTable {
  readonly table: string;
  readonly rows: number;
  /** Rows that were met and could not be read or do not make sense. */
  readonly lost: number;
}

/** In an order in which what is referred to comes first. */
const ROWID_TABLES = ['agent', 'raw_api_response', 'loom_tree', 'node', 'edge', 'draft'] as const;
const KEYED_TABLES = [
  ['edge_source', 'edge_key, ordinal'],
  ['cursor', 'loom_tree_key, agent_key'],
  ['position_choice', 'loom_tree_key, agent_key, position_key'],
] as const;

/** Keys between what can be read from both ends of a table that are asked for one by one. */
const MOST_KEYS = 50_000;

/**
 * Copies row by row what can be read of a damaged grove into an empty one. Nothing is refused for referring to what is
 * not there: `mendReferences` comes after.
 */
export function salvageRows(from: Database, into: Database): readonly SalvagedTable[] {
  const report: SalvagedTable[] = [];
  for (const table of ROWID_TABLES) report.push(salvageByRowid(from, into, table));
  for (const [table, key] of KEYED_TABLES) report.push(salvageByKey(from, into, table, key));
  salvageGrove(from, into);
  return report;
}

/** From the first row on, from the last one back, and key by key what is between. */
function salvageByRowid(from: Database, into: Database, table: string): SalvagedTable {
  const insert = prepareInsert(from, into, table);
  if (insert === null) return { table, rows: 0, lost: 0 };
  const { columns, add } = insert;
  let rows = 0;
  let lost = 0;
  const keep = (row: Record<string, unknown> | undefined) => {
    if (row === undefined) return;
    if (add(row)) rows += 1;
    else lost += 1;
  };
  const next = (condition: string, order: string, at: number) =>
    from
      .prepare<[number], Record<string, unknown>>(
        `SELECT rowid AS "rowid ", ${columns} FROM ${table} WHERE rowid ${condition} ? ORDER BY rowid ${order} LIMIT 1`,
      )
      .get(at);
  const walk = (condition: string, order: string, start: number, until: number): number | null => {
    let at = start;
    for (;;) {
      let row: Record<string, unknown> | undefined;
      try {
        row = next(condition, order, at);
      } catch {
        return at;
      }
      if (row === undefined) return null;
      const key = Number(row['rowid ']);
      if (order === 'DESC' && key <= until) return null;
      keep(row);
      at = key;
    }
  };
  const broken = walk('>', 'ASC', -1, 0);
  if (broken === null) return { table, rows, lost };
  const back = walk('<', 'DESC', Number.MAX_SAFE_INTEGER, broken);
  const end = Math.min(back ?? broken, broken + MOST_KEYS);
  for (let key = broken + 1; key < end; key++) {
    try {
      keep(next('=', 'ASC', key));
    } catch {
      lost += 1;
    }
  }
  return { table, rows, lost: Math.max(lost, 1) };
}

function salvageByKey(from: Database, into: Database, table: string, key: string): SalvagedTable {
  const insert = prepareInsert(from, into, table);
  if (insert === null) return { table, rows: 0, lost: 0 };
  const { columns, add } = insert;
  let rows = 0;
  let lost = 0;
  const descending = key.replaceAll(',', ' DESC,').concat(' DESC');
  for (const order of [key, descending]) {
    try {
      for (const row of from.prepare(`SELECT ${columns} FROM ${table} ORDER BY ${order}`).iterate()) {
        if (add(row as Record<string, unknown>)) rows += 1;
        else if (order === key) lost += 1;
      }
      return { table, rows, lost };
    } catch {
      lost += 1;
    }
  }
  return { table, rows, lost };
}

/** The grove's own row, where it can be read; what it says of the log is not taken over. */
function salvageGrove(from: Database, into: Database): void {
  try {
    const row = from.prepare('SELECT id, name, owner_agent_key, created_at FROM grove').get() as
      | Record<string, unknown>
      | undefined;
    if (row === undefined) return;
    into
      .prepare('UPDATE grove SET id = ?, name = ?, owner_agent_key = ?, created_at = ?')
      .run(row.id, row.name, row.owner_agent_key, row.created_at);
  } catch {
    // A new grove has an id and a name of its own, and no owner until it is opened.
  }
}

function prepareInsert(from: Database, into: Database, table: string) {
  const wanted = into.pragma(`table_info(${table})`) as readonly { readonly name: string }[];
  let found: readonly { readonly name: string }[];
  try {
    found = from.pragma(`table_info(${table})`) as typeof found;
  } catch {
    return null;
  }
  const names = wanted.map(({ name }) => name).filter((name) => found.some((other) => other.name === name));
  if (names.length === 0) return null;
  const columns = names.map((name) => `"${name}"`).join(', ');
  const insert = into.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return {
    columns,
    /** False for a row that is there already or breaks a rule of the table. */
    add: (row: Record<string, unknown>): boolean => {
      try {
        return insert.run(...names.map((name) => row[name])).changes > 0;
      } catch {
        return false;
      }
    },
  };
}
