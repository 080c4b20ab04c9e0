import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import type {
  DraftEntry,
  JournaledRequest,
  JournalScope,
  KnownFile,
  KnownHead,
} from '../../src/main/grove/writing/recovery-journal.ts';

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
  ) STRICT, WITHOUT ROWID;`;

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

/** An answer as versions 1 and 2 stored it. */
export interface OldPartial {
  readonly groveId: string;
  readonly sessionId: string;
  readonly nodeId: string;
  readonly ask: unknown;
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface OldJournal {
  readonly version: 1 | 2;
  readonly scope: JournalScope;
  readonly entries: readonly DraftEntry[];
  readonly partials?: readonly (OldPartial | JournaledRequest)[];
  /** Written, but not as it was digested. */
  readonly damaged?: OldPartial;
  /** Only in version 2. */
  readonly head?: KnownFile & KnownHead;
}

/** Writes a journal as the programs of versions 1 and 2 did. */
export function writeOldJournal(path: string, { version, scope, head, ...contents }: OldJournal): void {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.exec(version === 1 ? TABLES : TABLES + HEADS);
  database.pragma('application_id = 0x4173704a');
  database.pragma(`user_version = ${version}`);
  const { groveId, treeId, agentId, sessionId } = scope;
  for (const entry of contents.entries) {
    const body = JSON.stringify(entry);
    database
      .prepare('INSERT INTO entry (grove, tree, agent, session, body, sha256) VALUES (?, ?, ?, ?, ?, ?)')
      .run(groveId, treeId, agentId, sessionId, body, hash('sha256', body));
  }
  for (const partial of [...(contents.partials ?? []), ...(contents.damaged ? [contents.damaged] : [])]) {
    const body = JSON.stringify(partial);
    const digest = hash('sha256', partial === contents.damaged ? `${body} ` : body);
    database
      .prepare('INSERT INTO partial (node, grove, session, body, sha256) VALUES (?, ?, ?, ?, ?)')
      .run(partial.nodeId, partial.groveId, partial.sessionId, body, digest);
  }
  if (version === 2 && head !== undefined) {
    database
      .prepare('INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        head.groveId,
        head.origin,
        head.seq,
        head.hash,
        head.state,
        head.writtenAt,
        head.sessionId,
        head.closedAt,
        head.newestNode,
      );
  }
  database.close();
}
