import { hash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import Database, { type Database as Connection } from 'better-sqlite3';
import type {
  DraftEntry,
  JournalContents,
  JournaledDraft,
  JournaledPartial,
  JournaledRequest,
  JournalScope,
  KnownFile,
  KnownHead,
} from '../grove/writing/recovery-journal.ts';

/** Incremented when the tables change. A journal of an unknown version is set aside, never misread. */
const VERSION = 2;
const APPLICATION_ID = 0x4173704a;

/** New in version 2. */
const HEADS = `
  CREATE TABLE head (
    grove TEXT NOT NULL,
    origin TEXT NOT NULL,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    state TEXT NOT NULL,
    written_at INTEGER NOT NULL,
    session TEXT NOT NULL,
    closed_at INTEGER,
    newest_node TEXT,
    PRIMARY KEY (grove, origin)
  ) STRICT, WITHOUT ROWID;`;

const TABLES = `
  CREATE TABLE entry (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    grove TEXT NOT NULL,
    tree TEXT NOT NULL,
    agent TEXT NOT NULL,
    session TEXT NOT NULL,
    body TEXT NOT NULL,
    sha256 TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entry_place ON entry (grove, session, tree, agent);
  CREATE TABLE partial (
    node TEXT PRIMARY KEY,
    grove TEXT NOT NULL,
    session TEXT NOT NULL,
    body TEXT NOT NULL,
    sha256 TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${HEADS}`;

interface EntryRow {
  readonly grove: string;
  readonly tree: string;
  readonly agent: string;
  readonly session: string;
  readonly body: string;
  readonly sha256: string;
}

/**
 * The recovery journal's own database. It is private and local, so WAL is safe here: with `synchronous=FULL`,
 * an entry is on disk when `append` returns. It is used only by the journal's thread.
 */
export class JournalFile {
  readonly #database: Connection;

  private constructor(database: Connection) {
    this.#database = database;
  }

  /**
   * Opens the journal or creates one. An unreadable journal is renamed and a new one created.
   * @param path of the file, in the app's data folder
   * @param now milliseconds since 1970 UTC, for the name of a journal set aside
   * @returns why the old journal was set aside; null if it was not
   */
  static open(
    path: string,
    now: number,
    nativeBinding?: string,
  ): { readonly file: JournalFile; readonly setAside: string | null } {
    try {
      return { file: new JournalFile(connect(path, nativeBinding)), setAside: null };
    } catch (error) {
      if (!(error instanceof UnreadableJournal) && !isDamage(error)) throw error;
      const aside = `${path}.${now}`;
      for (const suffix of ['', '-wal', '-shm']) {
        if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
      }
      const reason = error instanceof Error ? error.message : String(error);
      return { file: new JournalFile(connect(path, nativeBinding)), setAside: reason };
    }
  }

  append({ groveId, treeId, agentId, sessionId }: JournalScope, entry: DraftEntry): void {
    const body = JSON.stringify(entry);
    this.#database.transaction(() => {
      // A complete draft supersedes all earlier entries.
      if (entry.kind === 'whole') this.#forget(groveId, treeId, agentId, sessionId);
      this.#database
        .prepare('INSERT INTO entry (grove, tree, agent, session, body, sha256) VALUES (?, ?, ?, ?, ?, ?)')
        .run(groveId, treeId, agentId, sessionId, body, digestOf(body));
    })();
  }

  forget({ groveId, treeId, agentId, sessionId }: JournalScope): void {
    this.#forget(groveId, treeId, agentId, sessionId);
  }

  /** Omits damaged entries and, within a draft, everything that follows the damage. */
  read(groveId: string, except: readonly string[]): JournalContents {
    const exceptJson = JSON.stringify(except);
    const rows = this.#database
      .prepare<[string, string], EntryRow>(
        `SELECT grove, tree, agent, session, body, sha256 FROM entry
         WHERE grove = ? AND session NOT IN (SELECT value FROM json_each(?)) ORDER BY seq`,
      )
      .all(groveId, exceptJson);
    const partials = this.#database
      .prepare<[string, string], { body: string; sha256: string }>(
        `SELECT body, sha256 FROM partial
         WHERE grove = ? AND session NOT IN (SELECT value FROM json_each(?)) ORDER BY node`,
      )
      .all(groveId, exceptJson);
    const continuations = partials
      .filter(isIntact)
      .map(({ body }) => JSON.parse(body) as JournaledPartial | JournaledRequest);
    return {
      drafts: collectDrafts(rows),
      partials: continuations.filter((one) => 'ask' in one),
      requests: continuations.filter((one) => 'requested' in one),
    };
  }

  savePartial(partial: JournaledPartial | JournaledRequest): void {
    const body = JSON.stringify(partial);
    this.#database
      .prepare('INSERT OR REPLACE INTO partial (node, grove, session, body, sha256) VALUES (?, ?, ?, ?, ?)')
      .run(partial.nodeId, partial.groveId, partial.sessionId, body, digestOf(body));
  }

  forgetPartial(nodeId: string): void {
    this.#database.prepare('DELETE FROM partial WHERE node = ?').run(nodeId);
  }

  saveHead({ groveId, origin }: KnownFile, head: KnownHead): void {
    const { seq, hash, state, writtenAt, sessionId, closedAt, newestNode } = head;
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO head (grove, origin, seq, hash, state, written_at, session, closed_at, newest_node)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(groveId, origin, seq, hash, state, writtenAt, sessionId, closedAt, newestNode);
  }

  findHead({ groveId, origin }: KnownFile): KnownHead | null {
    const head = this.#database
      .prepare<[string, string], KnownHead>(
        `SELECT seq, hash, state, written_at AS "writtenAt", session AS "sessionId", closed_at AS "closedAt",
           newest_node AS "newestNode"
         FROM head WHERE grove = ? AND origin = ?`,
      )
      .get(groveId, origin);
    return head ?? null;
  }

  forgetHeads(origin: string): void {
    this.#database.prepare('DELETE FROM head WHERE origin = ?').run(origin);
  }

  close(): void {
    this.#database.close();
  }

  #forget(grove: string, tree: string, agent: string, session: string): void {
    this.#database
      .prepare('DELETE FROM entry WHERE grove = ? AND session = ? AND tree = ? AND agent = ?')
      .run(grove, session, tree, agent);
  }
}

class UnreadableJournal extends Error {}

function connect(path: string, nativeBinding: string | undefined): Connection {
  const database = new Database(path, nativeBinding === undefined ? {} : { nativeBinding });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('fullfsync = ON');
    database.pragma('trusted_schema = OFF');
    // Deleted text must not stay readable in the file.
    database.pragma('secure_delete = ON');
    if (database.pragma('user_version', { simple: true }) === 0) initialise(database);
    if (database.pragma('user_version', { simple: true }) === 1) upgrade(database);
    const found = [
      database.pragma('application_id', { simple: true }),
      database.pragma('user_version', { simple: true }),
    ];
    if (found[0] !== APPLICATION_ID || found[1] !== VERSION) {
      throw new UnreadableJournal(`the journal has another version: ${found.join(', ')}`);
    }
    const check = database.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw new UnreadableJournal(`the journal is damaged: ${String(check)}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function initialise(database: Connection): void {
  const { count } = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as {
    count: number;
  };
  if (count > 0) throw new UnreadableJournal('the journal belongs to another program');
  database.transaction(() => {
    database.exec(TABLES);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${VERSION}`);
  })();
}

/** Upgrades a journal from version 1 and keeps its contents. */
function upgrade(database: Connection): void {
  database.transaction(() => {
    database.exec(HEADS);
    database.pragma(`user_version = ${VERSION}`);
  })();
}

function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
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

function isIntact({ body, sha256 }: { readonly body: string; readonly sha256: string }): boolean {
  return digestOf(body) === sha256;
}

function digestOf(body: string): string {
  return hash('sha256', body, 'hex');
}
