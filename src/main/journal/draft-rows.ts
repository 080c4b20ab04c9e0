/** The rows of drafts that are not in a grove yet: a whole draft, and the steps that follow it. */
import type { Database as Connection } from 'better-sqlite3';
import type { DraftEntry, JournaledDraft, JournalScope } from '../grove/writing/recovery-journal.ts';
import { digestOf } from './row-digest.ts';

/** `details` is JSON for what later features keep with a draft; nothing writes it yet. */
export const DRAFTS = `
  CREATE TABLE entry (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    grove TEXT NOT NULL,
    tree TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    body TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    details TEXT
  ) STRICT;
  CREATE INDEX entry_place ON entry (grove, session, tree, agent);`;

/** Upgrades the table of versions 1 and 2. */
export const ADD_DRAFT_DETAILS = 'ALTER TABLE entry ADD COLUMN details TEXT';

interface EntryRow {
  readonly grove: string;
  readonly tree: string;
  readonly agent: string;
  readonly session: string;
  readonly body: string;
  readonly details: string | null;
  readonly sha256: string;
}

/** Appends an entry; a complete draft supersedes all earlier entries. */
export function insertEntry(database: Connection, scope: JournalScope, entry: DraftEntry): void {
  const { groveId, treeId, agentId, sessionId } = scope;
  const body = JSON.stringify(entry);
  database.transaction(() => {
    if (entry.kind === 'whole') deleteEntries(database, scope);
    database
      .prepare('INSERT INTO entry (grove, tree, agent, session, body, sha256) VALUES (?, ?, ?, ?, ?, ?)')
      .run(groveId, treeId, agentId, sessionId, body, digestOf(body));
  })();
}

export function deleteEntries(
  database: Connection,
  { groveId, treeId, agentId, sessionId }: JournalScope,
): void {
  database
    .prepare('DELETE FROM entry WHERE grove = ? AND session = ? AND tree = ? AND agent = ?')
    .run(groveId, sessionId, treeId, agentId);
}

/**
 * The drafts of a grove, except those of these sessions. Omits damaged entries and, within a draft, everything
 * that follows the damage.
 */
export function readDrafts(
  database: Connection,
  groveId: string,
  exceptJson: string,
): readonly JournaledDraft[] {
  const rows = database
    .prepare<[string, string], EntryRow>(
      `SELECT grove, tree, agent, session, body, details, sha256 FROM entry
       WHERE grove = ? AND session NOT IN (SELECT value FROM json_each(?)) ORDER BY seq`,
    )
    .all(groveId, exceptJson);
  return collectDrafts(rows);
}

function collectDrafts(rows: readonly EntryRow[]): readonly JournaledDraft[] {
  interface PartialDraft extends JournaledDraft {
    readonly ops: JournaledDraft['ops'][number][];
    broken: boolean;
  }
  const drafts = new Map<string, PartialDraft>();
  for (const row of rows) {
    const key = JSON.stringify([row.session, row.tree, row.agent]);
    const entry = isIntact(row) ? (JSON.parse(row.body) as DraftEntry) : null;
    const known = drafts.get(key);
    if (entry?.kind === 'whole') {
      drafts.set(key, { scope: scopeOf(row), whole: entry, ops: [], broken: false });
    } else if (known !== undefined) {
      // Later steps apply to a text that the damage made unknown.
      known.broken ||= entry === null;
      if (entry !== null && !known.broken) known.ops.push(entry.ops);
    }
  }
  return [...drafts.values()].map(({ scope, whole, ops }) => ({ scope, whole, ops }));
}

function scopeOf({ grove, tree, agent, session }: EntryRow): JournalScope {
  return { groveId: grove, treeId: tree, agentId: agent, sessionId: session } as JournalScope;
}

function isIntact({ body, details, sha256 }: EntryRow): boolean {
  return digestOf(body, details ?? '') === sha256;
}
