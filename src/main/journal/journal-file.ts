import { hash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import Database, { type Database as Connection } from 'better-sqlite3';
import type {
  DraftEntry,
  JournaledDraft,
  JournaledPartial,
  JournalPlace,
  JournalRemains,
  KnownFile,
  KnownHead,
} from '../grove/writing/recovery-journal.ts';

/** Raised when the tables change: a journal of a version that is not known is set aside, never read wrongly. */
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
 * The recovery journal's own database. It is private and local, where WAL is right: with `synchronous=FULL` what was
 * appended is on the disk when the call returns. It lives in the journal's thread.
 */
export class JournalFile {
  readonly #database: Connection;

  private constructor(database: Connection) {
    this.#database = database;
  }

  /**
   * Opens the journal or begins one. One that cannot be read is set aside under another name, and another begun.
   * @param path of the file, in the app's data folder
   * @param now milliseconds since 1970 UTC, to name what is set aside
   * @returns what was set aside and why, if anything was
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

  append({ groveId, treeId, agentId, sessionId }: JournalPlace, entry: DraftEntry): void {
    const body = JSON.stringify(entry);
    this.#database.transaction(() => {
      // What is told whole again needs nothing of what was before it.
      if (entry.kind === 'whole') this.#forget(groveId, treeId, agentId, sessionId);
      this.#database
        .prepare('INSERT INTO entry (grove, tree, agent, session, body, sha256) VALUES (?, ?, ?, ?, ?, ?)')
        .run(groveId, treeId, agentId, sessionId, body, digestOf(body));
    })();
  }

  forget({ groveId, treeId, agentId, sessionId }: JournalPlace): void {
    this.#forget(groveId, treeId, agentId, sessionId);
  }

  /** What is damaged is left out, and of a draft also what follows the damage. */
  read(groveId: string, except: readonly string[]): JournalRemains {
    const others = JSON.stringify(except);
    const rows = this.#database
      .prepare<[string, string], EntryRow>(
        `SELECT grove, tree, agent, session, body, sha256 FROM entry
         WHERE grove = ? AND session NOT IN (SELECT value FROM json_each(?)) ORDER BY seq`,
      )
      .all(groveId, others);
    const partials = this.#database
      .prepare<[string, string], { body: string; sha256: string }>(
        `SELECT body, sha256 FROM partial
         WHERE grove = ? AND session NOT IN (SELECT value FROM json_each(?)) ORDER BY node`,
      )
      .all(groveId, others);
    return {
      drafts: draftsIn(rows),
      partials: partials.filter(isWhole).map(({ body }) => JSON.parse(body) as JournaledPartial),
    };
  }

  keepPartial(partial: JournaledPartial): void {
    const body = JSON.stringify(partial);
    this.#database
      .prepare('INSERT OR REPLACE INTO partial (node, grove, session, body, sha256) VALUES (?, ?, ?, ?, ?)')
      .run(partial.nodeId, partial.groveId, partial.sessionId, body, digestOf(body));
  }

  forgetPartial(nodeId: string): void {
    this.#database.prepare('DELETE FROM partial WHERE node = ?').run(nodeId);
  }

  keepHead({ groveId, origin }: KnownFile, head: KnownHead): void {
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
    // What was pruned is nobody's to read later.
    database.pragma('secure_delete = ON');
    if (database.pragma('user_version', { simple: true }) === 0) begin(database);
    if (database.pragma('user_version', { simple: true }) === 1) raise(database);
    const found = [
      database.pragma('application_id', { simple: true }),
      database.pragma('user_version', { simple: true }),
    ];
    if (found[0] !== APPLICATION_ID || found[1] !== VERSION) {
      throw new UnreadableJournal(`the journal is of another version: ${found.join(', ')}`);
    }
    const check = database.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw new UnreadableJournal(`the journal is damaged: ${String(check)}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function begin(database: Connection): void {
  const { count } = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as {
    count: number;
  };
  if (count > 0) throw new UnreadableJournal('the journal is of another program');
  database.transaction(() => {
    database.exec(TABLES);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${VERSION}`);
  })();
}

/** From version 1, with all that it keeps. */
function raise(database: Connection): void {
  database.transaction(() => {
    database.exec(HEADS);
    database.pragma(`user_version = ${VERSION}`);
  })();
}

function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
}

function draftsIn(rows: readonly EntryRow[]): readonly JournaledDraft[] {
  interface Followed extends JournaledDraft {
    readonly ops: JournaledDraft['ops'][number][];
    broken: boolean;
  }
  const drafts = new Map<string, Followed>();
  for (const row of rows) {
    const key = JSON.stringify([row.session, row.tree, row.agent]);
    const entry = isWhole(row) ? (JSON.parse(row.body) as DraftEntry) : null;
    const known = drafts.get(key);
    if (entry?.kind === 'whole') {
      drafts.set(key, { place: placeOf(row), whole: entry, ops: [], broken: false });
    } else if (known !== undefined) {
      // What follows a damaged step was typed into a text that is not known any more.
      known.broken ||= entry === null;
      if (entry !== null && !known.broken) known.ops.push(entry.ops);
    }
  }
  return [...drafts.values()].map(({ place, whole, ops }) => ({ place, whole, ops }));
}

function placeOf({ grove, tree, agent, session }: EntryRow): JournalPlace {
  return { groveId: grove, treeId: tree, agentId: agent, sessionId: session } as JournalPlace;
}

function isWhole({ body, sha256 }: { readonly body: string; readonly sha256: string }): boolean {
  return digestOf(body) === sha256;
}

function digestOf(body: string): string {
  return hash('sha256', body, 'hex');
}
