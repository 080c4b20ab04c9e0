import type { Database } from 'better-sqlite3';
import { isUsableId } from '../../../core/ids.ts';
import { TABLE_NAMES, usesOf } from '../tables/table-list.ts';

/** The rows copied from one table, and those lost. */
export interface SalvagedTable {
  readonly table: string;
  readonly rows: number;
  /** Rows that could not be read or are invalid. */
  readonly lost: number;
}

/** The most keys to try one by one in a gap whose keys no index lists. */
const MAX_KEYS = 50_000;
/** No row takes fewer bytes, so a file cannot have more rows than this allows. */
const MIN_ROW_BYTES = 8;

/**
 * Copies all readable rows of a damaged grove into an empty one. Dangling references are allowed; run
 * `repairReferences` afterwards.
 */
export function salvageRows(from: Database, into: Database): readonly SalvagedTable[] {
  const report: SalvagedTable[] = [];
  for (const table of TABLE_NAMES) {
    const { salvage } = usesOf(table);
    if (salvage === 'rowid') report.push(salvageByRowid(from, into, table));
    else if (salvage === 'identity') salvageGrove(from, into);
    else if (salvage !== 'none') report.push(salvageByKey(from, into, table, salvage.by.join(', ')));
  }
  return report;
}

/** Reads forwards from the first row, backwards from the last, and key by key in between. */
function salvageByRowid(from: Database, into: Database, table: string): SalvagedTable {
  const insert = prepareInsert(from, into, table);
  if (insert === null) return { table, rows: 0, lost: 0 };
  const { columns, add } = insert;
  let rows = 0;
  let lost = 0;
  const addRow = (row: Record<string, unknown>) => {
    if (add(row)) rows += 1;
    else lost += 1;
  };
  const prepareNext = (condition: string, order: string) =>
    from.prepare<[number], Record<string, unknown>>(
      `SELECT rowid AS "rowid ", ${columns} FROM ${table} WHERE rowid ${condition} ? ORDER BY rowid ${order} LIMIT 1`,
    );
  const walk = (condition: string, order: string, start: number, until: number): number | null => {
    const next = prepareNext(condition, order);
    let at = start;
    for (;;) {
      let row: Record<string, unknown> | undefined;
      try {
        row = next.get(at);
      } catch {
        return at;
      }
      if (row === undefined) return null;
      const key = Number(row['rowid ']);
      if (order === 'DESC' && key <= until) return null;
      if (order === 'DESC' ? key >= at : key <= at) return at;
      addRow(row);
      at = key;
    }
  };
  const broken = walk('>', 'ASC', -1, 0);
  if (broken === null) return { table, rows, lost };
  const end = walk('<', 'DESC', Number.MAX_SAFE_INTEGER, broken) ?? broken;
  const one = prepareNext('=', 'ASC');
  const listed = listKeys(from, table, broken, end);
  const last = Math.min(end - 1, broken + MAX_KEYS);
  /** Keys since the last readable row. */
  let unreadable = 0;
  for (const key of listed ?? keysAfter(broken, last)) {
    try {
      const row = one.get(key);
      if (row !== undefined) {
        addRow(row);
        lost += unreadable;
        unreadable = 0;
      } else if (listed !== null) unreadable += 1;
    } catch {
      unreadable += 1;
    }
  }
  if (listed !== null) lost += unreadable;
  else if (end < Number.MAX_SAFE_INTEGER)
    lost += unreadable + Math.min(Math.max(0, end - 1 - last), bytesOf(from) / MIN_ROW_BYTES);
  // Without an index and without the last row, the number of further rows is unknown.
  else lost += 1;
  return { table, rows, lost: Math.max(Math.floor(lost), 1) };
}

/**
 * The keys of a table's rows between two keys, from the first of its indexes that can be read; null if none
 * can. An index may be whole where the table is damaged.
 */
function listKeys(from: Database, table: string, after: number, before: number): readonly number[] | null {
  try {
    const indexes = from.pragma(`index_list(${table})`) as readonly {
      readonly name: string;
      readonly partial: number;
    }[];
    for (const { name, partial } of indexes) {
      if (partial === 0) {
        const keys = listKeysOf(from, table, name, after, before);
        if (keys !== null) return keys;
      }
    }
  } catch {
    // The schema cannot be read: no index can help.
  }
  return null;
}

function listKeysOf(
  from: Database,
  table: string,
  index: string,
  after: number,
  before: number,
): readonly number[] | null {
  const name = `"${index.replaceAll('"', '""')}"`;
  try {
    return from
      .prepare<[number, number], number>(
        `SELECT rowid FROM ${table} INDEXED BY ${name} WHERE +rowid > ? AND +rowid < ?`,
      )
      .pluck()
      .all(after, before);
  } catch {
    return null;
  }
}

function* keysAfter(after: number, last: number): Generator<number> {
  for (let key = after + 1; key <= last; key++) yield key;
}

function bytesOf(database: Database): number {
  const read = (name: string) => Number(database.pragma(name, { simple: true }));
  return read('page_count') * read('page_size');
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

/** Copies the grove's own row if it can be read and is usable, except its state of the log. */
function salvageGrove(from: Database, into: Database): void {
  try {
    const row = from.prepare('SELECT id, name, owner_agent_key, created_at FROM grove').get() as
      | Record<string, unknown>
      | undefined;
    if (row === undefined || typeof row.id !== 'string' || !isUsableId(row.id)) return;
    into
      .prepare('UPDATE grove SET id = ?, name = ?, owner_agent_key = ?, created_at = ?')
      .run(row.id, row.name, row.owner_agent_key, row.created_at);
  } catch {
    // The new grove has its own id and name, and gets an owner when it is opened.
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
    /** False when the row exists or violates a constraint of the table. */
    add: (row: Record<string, unknown>): boolean => {
      try {
        return insert.run(...names.map((name) => row[name])).changes > 0;
      } catch {
        return false;
      }
    },
  };
}
