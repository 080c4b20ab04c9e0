/** The rows of answers that are not in a grove yet: the request once, then what arrived, part by part. */
import type { Database as Connection } from 'better-sqlite3';
import type {
  JournalContents,
  JournaledPart,
  JournaledPartial,
  JournaledRequest,
} from '../grove/writing/recovery-journal.ts';
import { digestOf } from './row-digest.ts';

/**
 * New in version 3. Parts of an answer that was deleted are deleted a few at a time (`purgeParts`). `details` is
 * JSON for what later features keep with an answer; nothing writes it yet.
 */
export const ANSWERS = `
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

interface PartRow {
  readonly body: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** Stores a request, in place of one that is stored under the same node. */
export function insertAnswer(
  database: Connection,
  { nodeId, groveId, sessionId, ...asked }: JournaledPartial | JournaledRequest,
): void {
  const request = JSON.stringify(asked);
  database
    .prepare('INSERT OR REPLACE INTO answer (node, grove, session, request, sha256) VALUES (?, ?, ?, ?, ?)')
    .run(nodeId, groveId, sessionId, request, digestOf(request));
}

/** The intact requests of a grove, except those of these sessions. */
export function readAnswers(
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
export function insertPart(
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
export function readPart(database: Connection, nodeId: string, ordinal: number): JournaledPart | null {
  const row = database
    .prepare<[string, number], PartRow>(
      'SELECT body, bytes, sha256 FROM answer_part WHERE node = ? AND ordinal = ?',
    )
    .get(nodeId, ordinal);
  if (row === undefined) return null;
  const { body, bytes, sha256 } = row;
  if (digestOf(nodeId, String(ordinal), body, bytes) !== sha256) return null;
  return { ...(JSON.parse(body) as Omit<JournaledPart, 'bytes'>), bytes };
}

/** Deletes a request; its parts are no longer read, and deleted by `purgeParts`. */
export function deleteAnswer(database: Connection, nodeId: string): void {
  database.prepare('DELETE FROM answer WHERE node = ?').run(nodeId);
}

/** Deletes a few parts of deleted requests. @returns whether there may be more */
export function purgeParts(database: Connection): boolean {
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
