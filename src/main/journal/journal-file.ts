import { existsSync, renameSync } from 'node:fs';
import Database, { type Database as Connection } from 'better-sqlite3';
import type {
  DraftEntry,
  ForgottenUndo,
  JournalContents,
  JournaledPart,
  JournaledPartial,
  JournaledRequest,
  JournaledUndo,
  JournalScope,
  KnownFile,
  KnownHead,
  UndoScope,
} from '../grove/writing/recovery-journal.ts';
import {
  ANSWERS,
  deleteAnswer,
  insertAnswer,
  insertPart,
  purgeParts,
  readAnswers,
  readPart,
  upgradeAnswers,
} from './answer-rows.ts';
import { ADD_DRAFT_DETAILS, DRAFTS, deleteEntries, insertEntry, readDrafts } from './draft-rows.ts';
import { forgetUndo, readUndo, saveUndo, UNDO } from './undo-rows.ts';

/** Incremented when the tables change. A journal of an unknown version is set aside, never misread. */
const VERSION = 4;
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

  /** Deletes a little of what was forgotten. @returns whether there may be more */
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
  if (version !== 1 && version !== 2 && version !== 3) return;
  database.transaction(() => {
    if (version === 1) database.exec(HEADS);
    if (version < 3) {
      database.exec(ADD_DRAFT_DETAILS);
      upgradeAnswers(database);
    }
    database.exec(UNDO);
    database.pragma(`user_version = ${VERSION}`);
  })();
}

function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // The tables are not those of its version: nothing else in `connect` has this code.
  if (code === 'SQLITE_ERROR') return true;
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
}
