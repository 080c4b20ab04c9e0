import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import Database, { type Database as Connection } from 'better-sqlite3';
import { MAX_UNDO_LENGTH, MAX_UNDO_STEPS } from '../../core/text/limits.ts';
import type {
  ClosedFile,
  DraftEntry,
  ForgottenUndo,
  JournalContents,
  JournaledDraft,
  JournaledPart,
  JournaledPartial,
  JournaledRequest,
  JournaledUndo,
  JournalScope,
  KnownFile,
  KnownHead,
  UndoScope,
} from '../grove/writing/recovery-journal.ts';

// The rows of answers that are not in a grove yet: the request once, then what arrived, part by part.

/**
 * New in version 3. Parts of an answer that was deleted are deleted a few at a time (`purgeParts`). `details` is
 * JSON for what later features keep with an answer; nothing writes it yet.
 */
const ANSWERS = `
  CREATE TABLE answer (
    node TEXT PRIMARY KEY,
    grove TEXT NOT NULL,
    session TEXT NOT NULL,
    request TEXT NOT NULL,
    details TEXT,
    sha256 TEXT NOT NULL
  ) STRICT;
  CREATE TABLE answer_part (
    node TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    body TEXT NOT NULL,
    bytes BLOB NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (node, ordinal)
  ) STRICT;`;

/** Parts that `purgeParts` deletes at once: SQLite overwrites all their pages. */
const PURGED_AT_ONCE = 2;

interface AnswerRow {
  readonly node: string;
  readonly grove: string;
  readonly session: string;
  readonly request: string;
  readonly details: string | null;
  readonly sha256: string;
}

/** Stores a request, in place of one that is stored under the same node. */
function insertAnswer(
  database: Connection,
  { nodeId, groveId, sessionId, ...asked }: JournaledPartial | JournaledRequest,
): void {
  const request = JSON.stringify(asked);
  database
    .prepare('INSERT OR REPLACE INTO answer (node, grove, session, request, sha256) VALUES (?, ?, ?, ?, ?)')
    .run(nodeId, groveId, sessionId, request, digestOf(request));
}

/** The intact requests of a grove, except those of these sessions. */
function readAnswers(
  database: Connection,
  groveId: string,
  exceptJson: string,
): Pick<JournalContents, 'partials' | 'requests'> {
  const answers = database
    .prepare<[string, string], AnswerRow>(
      `SELECT node, grove, session, request, details, sha256 FROM answer
       WHERE grove = ? AND session NOT IN (SELECT value FROM json_each(?)) ORDER BY node`,
    )
    .all(groveId, exceptJson)
    .filter(({ request, details, sha256 }) => digestOf(request, details ?? '') === sha256)
    .map(({ node, grove, session, request }) => {
      const asked = JSON.parse(request) as object;
      return { nodeId: node, groveId: grove, sessionId: session, ...asked } as
        | JournaledPartial
        | JournaledRequest;
    });
  return {
    partials: answers.filter((answer) => 'ask' in answer),
    requests: answers.filter((answer) => 'requested' in answer),
  };
}

/** Does nothing if the request is not stored. */
function insertPart(
  database: Connection,
  nodeId: string,
  ordinal: number,
  { bytes, ...rest }: JournaledPart,
): void {
  const body = JSON.stringify(rest);
  database
    .prepare(
      `INSERT OR REPLACE INTO answer_part (node, ordinal, body, bytes, sha256)
       SELECT node, ?, ?, ?, ? FROM answer WHERE node = ?`,
    )
    .run(ordinal, body, bytes, digestOf(nodeId, String(ordinal), body, bytes), nodeId);
}

/** Null if it is missing or damaged. */
function readPart(database: Connection, nodeId: string, ordinal: number): JournaledPart | null {
  const row = database
    .prepare<
      [string, number],
      { readonly body: string; readonly bytes: Uint8Array; readonly sha256: string }
    >('SELECT body, bytes, sha256 FROM answer_part WHERE node = ? AND ordinal = ?')
    .get(nodeId, ordinal);
  if (row === undefined) return null;
  const { body, bytes, sha256 } = row;
  if (digestOf(nodeId, String(ordinal), body, bytes) !== sha256) return null;
  return { ...(JSON.parse(body) as Omit<JournaledPart, 'bytes'>), bytes };
}

/** Deletes a request; its parts are no longer read, and deleted by `purgeParts`. */
function deleteAnswer(database: Connection, nodeId: string): void {
  database.prepare('DELETE FROM answer WHERE node = ?').run(nodeId);
}

/** Deletes a few parts of deleted requests. @returns whether there may be more */
function purgeParts(database: Connection): boolean {
  const { changes } = database
    .prepare(
      `DELETE FROM answer_part WHERE rowid IN (
         SELECT rowid FROM answer_part WHERE node NOT IN (SELECT node FROM answer) LIMIT ?)`,
    )
    .run(PURGED_AT_ONCE);
  return changes === PURGED_AT_ONCE;
}

/** An answer as versions 1 and 2 stored it: whole, with the body in base64. */
interface WholePartial extends JournaledPartial {
  readonly answer: Pick<JournaledPart, 'model' | 'usage' | 'respondedAt'> & {
    readonly choices: readonly Omit<JournaledPart['choices'][number], 'choice'>[];
    readonly body: string;
    readonly headers: NonNullable<JournaledPart['response']>['headers'];
    readonly requestId: string | null;
    /** Missing in most. */
    readonly redacted?: JournaledPart['redacted'];
    readonly decoded?: boolean;
  };
}

/** Creates the tables and moves the intact rows of `partial`, the table of versions 1 and 2, to them. */
export function upgradeAnswers(database: Connection): void {
  database.exec(ANSWERS);
  const nodes = database.prepare<[], string>('SELECT node FROM partial').pluck().all();
  const wholeRow = database.prepare<[string], { body: string; sha256: string }>(
    'SELECT body, sha256 FROM partial WHERE node = ?',
  );
  // One at a time: an answer may be long.
  for (const node of nodes) {
    const row = wholeRow.get(node);
    if (row === undefined || digestOf(row.body) !== row.sha256) continue;
    const found = JSON.parse(row.body) as Partial<WholePartial & JournaledRequest> | null;
    if (isWholePartial(found)) {
      const { answer, ...partial } = found;
      insertAnswer(database, partial);
      insertPart(database, partial.nodeId, 0, partOf(answer));
    } else if (isRequest(found)) insertAnswer(database, found);
  }
  database.exec('DROP TABLE partial');
}

/** Early programs may have written something else, which must not keep the journal from opening. */
function isWholePartial(found: Partial<WholePartial> | null): found is WholePartial {
  const answer = found?.answer;
  return found?.ask !== undefined && Array.isArray(answer?.choices) && typeof answer.body === 'string';
}

function isRequest(found: Partial<JournaledRequest> | null): found is JournaledRequest {
  return found?.requested !== undefined;
}

function partOf(answer: WholePartial['answer']): JournaledPart {
  const { choices, body, headers, requestId, decoded = false, redacted = [], ...rest } = answer;
  return {
    model: rest.model,
    usage: rest.usage,
    respondedAt: rest.respondedAt,
    bytes: Buffer.from(body, 'base64'),
    choices: choices.flatMap(({ text, seam, finishReason }, choice) =>
      text === '' ? [] : [{ choice, text, seam, finishReason }],
    ),
    response: { headers, requestId, decoded },
    redacted,
  };
}

// The rows of drafts that are not in a grove yet: a whole draft, and the steps that follow it.

/** `details` is JSON for what later features keep with a draft; nothing writes it yet. */
const DRAFTS = `
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
function insertEntry(database: Connection, scope: JournalScope, entry: DraftEntry): void {
  const { groveId, treeId, agentId, sessionId } = scope;
  const body = JSON.stringify(entry);
  database.transaction(() => {
    if (entry.kind === 'whole') deleteEntries(database, scope);
    database
      .prepare('INSERT INTO entry (grove, tree, agent, session, body, sha256) VALUES (?, ?, ?, ?, ?, ?)')
      .run(groveId, treeId, agentId, sessionId, body, digestOf(body));
  })();
}

function deleteEntries(database: Connection, { groveId, treeId, agentId, sessionId }: JournalScope): void {
  database
    .prepare('DELETE FROM entry WHERE grove = ? AND session = ? AND tree = ? AND agent = ?')
    .run(groveId, sessionId, treeId, agentId);
}

/**
 * The drafts of a grove, except those of these sessions. Omits damaged entries and, within a draft, everything
 * that follows the damage.
 */
function readDrafts(database: Connection, groveId: string, exceptJson: string): readonly JournaledDraft[] {
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

// The rows of undo histories, which continue after a restart: a step a row, and what the last one left.

/** New in version 4. `size` stands before `body`, so that adding up the sizes reads no body. */
const UNDO = `
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
function saveUndo(database: Connection, scope: UndoScope, undo: JournaledUndo): void {
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
function readUndo(database: Connection, scope: UndoScope): JournaledUndo | null {
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

function forgetUndo(database: Connection, of: ForgottenUndo): void {
  if ('except' in of)
    database
      .prepare('DELETE FROM undo WHERE origin NOT IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(of.except));
  else database.prepare('DELETE FROM undo WHERE grove = ? AND tree = ?').run(of.groveId, of.treeId);
}

function keyOf({ groveId, treeId, agentId }: UndoScope): readonly [string, string, string] {
  return [groveId, treeId, agentId];
}

/** Incremented when the tables change. A journal of an unknown version is set aside, never misread. */
const VERSION = 5;
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
    closed_file TEXT,
    PRIMARY KEY (grove, origin)
  ) STRICT, WITHOUT ROWID;`;

const TABLES = DRAFTS + ANSWERS + HEADS + UNDO;

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

  append(scope: JournalScope, entry: DraftEntry): void {
    insertEntry(this.#database, scope, entry);
  }

  forget(scope: JournalScope): void {
    deleteEntries(this.#database, scope);
  }

  /** Omits what is damaged. */
  read(groveId: string, except: readonly string[]): JournalContents {
    const exceptJson = JSON.stringify(except);
    return {
      drafts: readDrafts(this.#database, groveId, exceptJson),
      ...readAnswers(this.#database, groveId, exceptJson),
    };
  }

  noteRequest(request: JournaledRequest): void {
    insertAnswer(this.#database, request);
  }

  beginPartial(partial: JournaledPartial): void {
    insertAnswer(this.#database, partial);
  }

  appendPart(nodeId: string, ordinal: number, part: JournaledPart): void {
    insertPart(this.#database, nodeId, ordinal, part);
  }

  readPart(nodeId: string, ordinal: number): JournaledPart | null {
    return readPart(this.#database, nodeId, ordinal);
  }

  /** Its parts are deleted by `purge`. */
  forgetPartial(nodeId: string): void {
    deleteAnswer(this.#database, nodeId);
  }

  /** Deletes a little of the forgotten data. @returns whether there may be more */
  purge(): boolean {
    return purgeParts(this.#database);
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

  saveClosed({ groveId, origin }: KnownFile, file: string): void {
    this.#database
      .prepare('UPDATE head SET closed_file = ? WHERE grove = ? AND origin = ?')
      .run(file, groveId, origin);
  }

  takeClosed(origin: string): ClosedFile | null {
    return this.#database.transaction(() => {
      const closed = this.#database
        .prepare<[string], ClosedFile>(
          `SELECT grove AS "groveId", closed_file AS "file" FROM head
           WHERE origin = ? AND closed_file IS NOT NULL ORDER BY written_at DESC`,
        )
        .get(origin);
      if (closed !== undefined)
        this.#database.prepare('UPDATE head SET closed_file = NULL WHERE origin = ?').run(origin);
      return closed ?? null;
    })();
  }

  forgetHeads(origin: string): void {
    this.#database.prepare('DELETE FROM head WHERE origin = ?').run(origin);
  }

  saveUndo(scope: UndoScope, undo: JournaledUndo): void {
    saveUndo(this.#database, scope, undo);
  }

  readUndo(scope: UndoScope): JournaledUndo | null {
    return readUndo(this.#database, scope);
  }

  forgetUndo(of: ForgottenUndo): void {
    forgetUndo(this.#database, of);
  }

  close(): void {
    this.#database.close();
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
    database.pragma('foreign_keys = ON');
    // Deleted text must not stay readable in the file.
    database.pragma('secure_delete = ON');
    if (database.pragma('user_version', { simple: true }) === 0) initialise(database);
    upgrade(database);
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

/** Upgrades a journal of an earlier version in one transaction and keeps its contents. */
function upgrade(database: Connection): void {
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) return;
  const version = database.pragma('user_version', { simple: true });
  if (version !== 1 && version !== 2 && version !== 3 && version !== 4) return;
  database.transaction(() => {
    database.exec(version === 1 ? HEADS : 'ALTER TABLE head ADD COLUMN closed_file TEXT');
    if (version < 3) {
      database.exec(ADD_DRAFT_DETAILS);
      upgradeAnswers(database);
    }
    if (version < 4) database.exec(UNDO);
    database.pragma(`user_version = ${VERSION}`);
  })();
}

function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // The tables are not those of its version: nothing else in `connect` has this code.
  if (code === 'SQLITE_ERROR') return true;
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
}

/** The digest with which a row is stored: a row that does not match it is damaged. @param parts in order */
function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
