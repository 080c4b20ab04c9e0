import { copyFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { NodeId, PositionId, Sha256 } from '../../../src/core/ids.ts';
import type {
  DraftEntry,
  JournalScope,
  KnownHead,
} from '../../../src/main/grove/writing/recovery-journal.ts';
import { ADD_DRAFT_DETAILS, JournalFile, upgradeAnswers } from '../../../src/main/journal/journal-file.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import { findResponse, findResponseBytes } from '../../../src/main/store/tables/responses.ts';
import { plantGrove, temporaryFolder } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';
import { journalHere } from '../../helpers/journal.ts';
import { type OldPartial, writeOldJournal } from '../../helpers/old-journal.ts';
import { askIn, GROVE, nodesIn, recover, requestIn, SESSION } from './journaled-answers.ts';

const WHOLE: DraftEntry = {
  kind: 'whole',
  draft: { head: '01KDXP00000000000000000000' as PositionId, buffer: { text: '', spans: [] }, edits: [] },
  fileDigest: '0'.repeat(16),
  above: [],
};
const OPS: DraftEntry = { kind: 'ops', ops: [] };

describe.each([1, 2] as const)('a journal of version %i', (version) => {
  const scope = {
    groveId: GROVE,
    treeId: '01KDXT00000000000000000000',
    agentId: '01KDXA00000000000000000000',
    sessionId: SESSION,
  } as JournalScope;
  const head: KnownHead = {
    seq: 7,
    hash: 'a'.repeat(64) as Sha256,
    state: 'b'.repeat(64) as Sha256,
    writtenAt: 5,
    sessionId: SESSION,
    closedAt: null,
    newestNode: null,
  };
  const file = { groveId: GROVE, origin: '12345678' };

  test('is upgraded in place: drafts, answers and heads stay', async () => {
    const path = join(temporaryFolder(), 'recovery.sqlite');
    const grove = plantGrove();
    const nodes = nodesIn(grove);
    const ask = { ...askIn(grove, nodes), kept: [{ choice: 1, nodeId: nodes[1] }] };
    const seam = { promptTrimmed: 0, answerTrimmed: 2 };
    const body = Buffer.from([0, 255, 128, ...Buffer.from('data: as received')]);
    const partial: OldPartial = {
      groveId: GROVE,
      sessionId: SESSION,
      nodeId: nodes[1],
      ask,
      answer: {
        choices: [
          { text: '', finishReason: 'interrupted', seam, heard: false },
          { text: ' upon a\0time', finishReason: 'interrupted', seam, heard: true },
        ],
        body: body.toString('base64'),
        headers: { date: 'today' },
        requestId: 'req-1',
        model: 'wire-1-large',
        usage: null,
        respondedAt: 3_000,
      },
    };
    const damaged = { ...partial, nodeId: '01KDXN00000000000000000000' };
    const requested = { groveId: GROVE, sessionId: SESSION, ...requestIn(grove) };
    const old = { version, scope, entries: [WHOLE, OPS], partials: [partial, requested], damaged };
    writeOldJournal(path, { ...old, head: { ...file, ...head } });

    const journal = journalHere(path);
    const { drafts, partials, requests } = await journal.read(GROVE, []);
    expect(requests).toEqual([requested]);
    expect(drafts).toEqual([{ scope, whole: WHOLE, ops: [[]] }]);
    expect(partials).toEqual([{ groveId: GROVE, sessionId: SESSION, nodeId: nodes[1], ask }]);
    expect(await journal.findHead(file)).toEqual(version === 2 ? head : null);

    expect(await recover(grove, journal)).toEqual([]);
    const node = getWholeNode(grove.store, nodes[1]);
    expect(node).toMatchObject({
      content: { text: ' upon a\0time' },
      finishReason: 'interrupted',
      choiceIndex: 1,
      seam,
    });
    if (node.responseId === null) expect.unreachable();
    expect(findResponse(grove.store, node.responseId)).toMatchObject({
      requestId: 'req-1',
      modelIdentifier: 'wire-1-large',
      bodySha256: sha256(body),
      requestedAt: 1_000,
      respondedAt: 3_000,
      redacted: [],
      decoded: false,
    });
    const bytes = findResponseBytes(grove.store, node.responseId);
    expect(Buffer.from(bytes?.body ?? []).equals(body)).toBe(true);
    expect(bytes?.headers).toEqual({ date: 'today' });
    expect(readGrove(grove.store.path).logIsWhole).toBe(true);
    expect((await journal.read(GROVE, [])).partials).toEqual([]);
  });

  test('is upgraded after an upgrade that a crash interrupted', async () => {
    const folder = temporaryFolder();
    const [path, copy] = [join(folder, 'recovery.sqlite'), join(folder, 'copy.sqlite')];
    const grove = plantGrove();
    const textAt = (index: number) => `${index}: ${'word '.repeat(20_000)}`;
    const partials = Array.from({ length: 12 }, (_, index): OldPartial => {
      const nodes = nodesIn(grove);
      const kept = [{ choice: 0, nodeId: nodes[0] }];
      const text = textAt(index);
      return {
        groveId: GROVE,
        sessionId: SESSION,
        nodeId: nodes[0],
        ask: { ...askIn(grove, nodes), kept },
        answer: {
          choices: [{ text, finishReason: 'length', seam: { promptTrimmed: 0, answerTrimmed: 0 } }],
          body: Buffer.from(text).toString('base64'),
          headers: {},
          requestId: null,
          model: null,
          usage: null,
          respondedAt: 3_000,
        },
      };
    });
    writeOldJournal(path, { version, scope, entries: [WHOLE, OPS], partials });

    // The program is killed after its last change and before it is committed.
    const upgrading = new Database(path);
    upgrading.pragma('cache_size = 10');
    upgrading.exec('BEGIN');
    upgrading.exec(ADD_DRAFT_DETAILS);
    upgradeAnswers(upgrading);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(1_000_000);
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, copy + suffix);
    upgrading.close();

    const journal = journalHere(copy);
    expect((await journal.read(GROVE, [])).drafts).toEqual([{ scope, whole: WHOLE, ops: [[]] }]);
    expect(await recover(grove, journal)).toEqual([]);
    for (const [index, { nodeId }] of partials.entries())
      expect(getWholeNode(grove.store, nodeId as NodeId).content).toMatchObject({ text: textAt(index) });
  });

  test('of which a table is missing is set aside', () => {
    const path = join(temporaryFolder(), 'recovery.sqlite');
    writeOldJournal(path, { version, scope, entries: [WHOLE] });
    const database = new Database(path);
    database.exec('DROP TABLE partial');
    database.close();
    const { file, setAside } = JournalFile.open(path, 1_234);
    expect(setAside).toMatch(/partial/);
    expect(file.read(GROVE, [])).toEqual({ drafts: [], partials: [], requests: [] });
    expect(existsSync(`${path}.1234`)).toBe(true);
    file.close();
  });

  test('of another program is set aside unchanged', () => {
    const path = join(temporaryFolder(), 'recovery.sqlite');
    writeOldJournal(path, { version, scope, entries: [WHOLE] });
    const database = new Database(path);
    database.pragma('application_id = 7');
    database.close();
    const { file, setAside } = JournalFile.open(path, 1_234);
    file.close();
    expect(setAside).toMatch(/another version/);
    const aside = new Database(`${path}.1234`, { readonly: true });
    expect(aside.prepare('SELECT count(*) FROM partial').pluck().get()).toBe(0);
    aside.close();
  });

  test('has the tables of a new one', () => {
    const folder = temporaryFolder();
    const [upgraded, created] = [join(folder, 'old.sqlite'), join(folder, 'new.sqlite')];
    writeOldJournal(upgraded, { version, scope, entries: [] });
    const tablesOf = (path: string) => {
      JournalFile.open(path, 0).file.close();
      const database = new Database(path, { readonly: true });
      const columns = database
        .prepare(
          `SELECT t.name AS "table", c.name, c.type, c."notnull", c.pk
           FROM pragma_table_list t, pragma_table_info(t.name) c
           WHERE t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`,
        )
        .all();
      database.close();
      return columns;
    };
    expect(tablesOf(upgraded)).toEqual(tablesOf(created));
    expect(tablesOf(created)).toContainEqual(expect.objectContaining({ table: 'answer', name: 'details' }));
    expect(tablesOf(created)).toContainEqual(expect.objectContaining({ table: 'entry', name: 'details' }));
  });
});

test('a journal of version 4 is upgraded in place, and its heads stay', async () => {
  const path = join(temporaryFolder(), 'recovery.journal');
  const { file: made } = JournalFile.open(path, 0);
  const known = { groveId: GROVE, origin: 'here' };
  const head: KnownHead = {
    seq: 3,
    hash: sha256('3'),
    state: sha256('state'),
    writtenAt: 5,
    sessionId: SESSION,
    closedAt: 5,
    newestNode: null,
  };
  made.saveHead(known, head);
  made.close();
  const older = new Database(path);
  older.exec('ALTER TABLE head DROP COLUMN closed_file; PRAGMA user_version = 4');
  older.close();
  const { file: upgraded, setAside } = JournalFile.open(path, 0);
  expect(setAside).toBeNull();
  expect(upgraded.findHead(known)).toEqual(head);
  expect(upgraded.takeClosed(known.origin)).toBeNull();
  upgraded.close();
});
