/** The rows of undo histories, which go on after a restart: a step a row, and what the last one left. */
import type { Database as Connection } from 'better-sqlite3';
import { MAX_UNDO_LENGTH, MAX_UNDO_STEPS } from '../../core/text/limits.ts';
import type { ForgottenUndo, JournaledUndo, UndoScope } from '../grove/writing/recovery-journal.ts';
import { digestOf } from './row-digest.ts';

/** New in version 4. `size` stands before `body`, so that adding up the sizes reads no body. */
export const UNDO = `
  CREATE TABLE undo (
    grove TEXT NOT NULL,
    tree TEXT NOT NULL,
    agent TEXT NOT NULL,
    origin TEXT NOT NULL,
    end TEXT NOT NULL,
    PRIMARY KEY (grove, tree, agent)
  ) STRICT;
  CREATE TABLE undo_step (
    grove TEXT NOT NULL,
    tree TEXT NOT NULL,
    agent TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (grove, tree, agent, ordinal),
    FOREIGN KEY (grove, tree, agent) REFERENCES undo ON DELETE CASCADE
  ) STRICT;`;

const OF_SCOPE = 'grove = ? AND tree = ? AND agent = ?';

interface StepRow {
  readonly ordinal: number;
  readonly sha256: string;
  readonly body: string;
}

/** Replaces what is stored from `undo.from` on, and forgets what is before `undo.first` or more than is kept. */
export function saveUndo(database: Connection, scope: UndoScope, undo: JournaledUndo): void {
  const key = keyOf(scope);
  const { origin, end, first, from, steps } = undo;
  database.transaction(() => {
    database
      .prepare(
        `INSERT INTO undo (grove, tree, agent, origin, end) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET origin = excluded.origin, end = excluded.end`,
      )
      .run(...key, origin, end);
    database
      .prepare(`DELETE FROM undo_step WHERE ${OF_SCOPE} AND (ordinal < ? OR ordinal >= ?)`)
      .run(...key, first, from);
    const insert = database.prepare(
      'INSERT INTO undo_step (grove, tree, agent, ordinal, size, sha256, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    for (const [index, body] of steps.entries())
      insert.run(...key, from + index, body.length, digestOf(body), body);
    database
      .prepare(
        `DELETE FROM undo_step WHERE ${OF_SCOPE} AND ordinal <= (
           SELECT max(ordinal) FROM (
             SELECT ordinal, sum(size) OVER later AS length, count(*) OVER later AS steps FROM undo_step
             WHERE ${OF_SCOPE} WINDOW later AS (ORDER BY ordinal DESC)
           ) WHERE length > ? OR steps > ?)`,
      )
      .run(...key, ...key, MAX_UNDO_LENGTH, MAX_UNDO_STEPS);
  })();
}

/** Null if nothing is stored; without the steps before one that is missing or damaged. */
export function readUndo(database: Connection, scope: UndoScope): JournaledUndo | null {
  const key = keyOf(scope);
  const known = database
    .prepare<string[], Pick<JournaledUndo, 'origin' | 'end'>>(
      `SELECT origin, end FROM undo WHERE ${OF_SCOPE}`,
    )
    .get(...key);
  if (known === undefined) return null;
  const rows = database
    .prepare<string[], StepRow>(
      `SELECT ordinal, sha256, body FROM undo_step WHERE ${OF_SCOPE} ORDER BY ordinal`,
    )
    .all(...key);
  const isBroken = ({ ordinal, sha256, body }: StepRow, index: number) =>
    digestOf(body) !== sha256 || (rows[index + 1]?.ordinal ?? ordinal + 1) !== ordinal + 1;
  const intact = rows.slice(rows.findLastIndex(isBroken) + 1);
  const first = intact[0]?.ordinal ?? 0;
  return { ...known, first, from: first, steps: intact.map(({ body }) => body) };
}

export function forgetUndo(database: Connection, of: ForgottenUndo): void {
  if ('except' in of)
    database
      .prepare('DELETE FROM undo WHERE origin NOT IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(of.except));
  else database.prepare('DELETE FROM undo WHERE grove = ? AND tree = ?').run(of.groveId, of.treeId);
}

function keyOf({ groveId, treeId, agentId }: UndoScope): readonly [string, string, string] {
  return [groveId, treeId, agentId];
}
