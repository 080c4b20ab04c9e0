import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import { BugError } from '../../../../src/core/assert.ts';
import type { ResponseId } from '../../../../src/core/ids.ts';
import { readMigrations } from '../../../../src/main/store/connection/migrate.ts';
import { listAgents } from '../../../../src/main/store/tables/agents.ts';
import { findDraft, listAlteredDrafts, saveDraft } from '../../../../src/main/store/tables/drafts.ts';
import { findLogFault } from '../../../../src/main/store/tables/log.ts';
import { findProposal } from '../../../../src/main/store/tables/proposals/proposals.ts';
import {
  findResponse,
  findResponseBytes,
  getResponseOwners,
  listUsage,
} from '../../../../src/main/store/tables/responses.ts';
import { loadPath, readOrdinals } from '../../../../src/main/store/tree/path-loading.ts';
import { writeTurn } from '../../../helpers/agent-turns.ts';
import {
  digestOf,
  dumpGrove,
  MIGRATIONS,
  openGrove,
  type PlantedGrove,
  plantGrove,
  temporaryFolder,
} from '../../../helpers/grove.ts';
import { makeOlder } from '../../../helpers/older-grove.ts';
import { writeProposal } from '../../../helpers/proposals.ts';
import { refusal } from '../../../helpers/refusal.ts';

/** The program’s migrations and one more. */
function migrationsWith(sql: string): string {
  const folder = join(temporaryFolder(), 'migrations');
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, '0990-later.sql'), sql);
  return folder;
}

function closedGrove(): PlantedGrove {
  const grove = plantGrove();
  const nodes = grove.chain(grove.root, ['Once ', 'there was ', 'a castle.']);
  if (nodes[1]) grove.revise(nodes[1], 'there is ');
  grove.store.close();
  return grove;
}

function versionOf(path: string): unknown {
  const database = new Database(path, { readonly: true });
  const version = database.pragma('user_version', { simple: true });
  database.close();
  return version;
}

describe('a migration', () => {
  test('updates an older grove and keeps its rows', () => {
    const { store, tree, human } = closedGrove();
    const before = openGrove(store.path);
    const rows = dumpGrove(before);
    const path = loadPath(before, tree.id, human);
    before.close();
    const migrations = migrationsWith("ALTER TABLE agent ADD COLUMN voice TEXT NOT NULL DEFAULT 'plain'");
    const after = openGrove(store.path, { migrations });
    const { agent, ...others } = dumpGrove(after);
    const { agent: agentsBefore, ...othersBefore } = rows;
    expect(others).toEqual(othersBefore);
    expect(agent).toEqual(agentsBefore?.map((row) => Object.assign({}, row, { voice: 'plain' })));
    expect(loadPath(after, tree.id, human)).toEqual(path);
    after.close();
    expect(versionOf(store.path)).toBe(990);
  });

  test('may rebuild a table that others refer to', () => {
    const { store } = closedGrove();
    const migrations = migrationsWith(`
      CREATE TABLE new_session (id TEXT NOT NULL PRIMARY KEY, host TEXT NOT NULL, app_version TEXT NOT NULL,
        opened_at INTEGER NOT NULL, closed_at INTEGER, note TEXT) STRICT;
      INSERT INTO new_session SELECT *, NULL FROM session;
      DROP TABLE session;
      ALTER TABLE new_session RENAME TO session;
    `);
    openGrove(store.path, { migrations }).close();
    expect(versionOf(store.path)).toBe(990);
  });

  test('that fails leaves the file unchanged', () => {
    const { store } = closedGrove();
    const before = digestOf(store.path);
    const migrations = migrationsWith('CREATE TABLE half (x TEXT) STRICT; INSERT INTO nowhere VALUES (1);');
    expect(() => openGrove(store.path, { migrations })).toThrow(/no such table/);
    expect(digestOf(store.path)).toBe(before);
  });

  test('that leaves a dangling reference is rolled back', () => {
    const { store } = closedGrove();
    const before = digestOf(store.path);
    const migrations = migrationsWith('DELETE FROM agent;');
    expect(refusal(() => openGrove(store.path, { migrations }))).toMatchObject({ code: 'CORRUPT' });
    expect(digestOf(store.path)).toBe(before);
  });

  test('does not run on a grove opened for reading: READ_ONLY', () => {
    const { store } = closedGrove();
    const migrations = migrationsWith('CREATE TABLE more (x TEXT) STRICT;');
    expect(refusal(() => openGrove(store.path, { migrations, readonly: true }))).toMatchObject({
      code: 'READ_ONLY',
    });
  });

  test('is permanent: an older program refuses the file', () => {
    const { store } = closedGrove();
    openGrove(store.path, { migrations: migrationsWith('CREATE TABLE more (x TEXT) STRICT;') }).close();
    const before = digestOf(store.path);
    expect(refusal(() => openGrove(store.path))).toMatchObject({ code: 'NEWER_VERSION' });
    expect(digestOf(store.path)).toBe(before);
  });
});

describe('the migration to', () => {
  test('20 keeps every row and the counts of siblings and versions', () => {
    const { store, tree, human, root, ...grove } = plantGrove();
    const [, second] = grove.chain(root, ['Once ', 'there was ']);
    if (!second) throw new Error('a chain');
    grove.revise(second, 'there is ');
    grove.continue(root, 'Twice ', { follow: false });
    grove.continue(root, 'Never ', { follow: false, pruned: true });
    const rows = dumpGrove(store);
    store.close();
    makeOlder(store.path, 10);
    expect(versionOf(store.path)).toBe(10);
    const after = openGrove(store.path);
    expect(dumpGrove(after)).toEqual(rows);
    const path = loadPath(after, tree.id, human).map(({ node }) => node);
    expect(readOrdinals(after, path)).toEqual([
      { sibling: { index: 1, count: 1 }, version: { index: 1, count: 1 } },
      { sibling: { index: 1, count: 2 }, version: { index: 1, count: 1 } },
      { sibling: { index: 1, count: 1 }, version: { index: 2, count: 2 } },
    ]);
    after.close();
  });

  test('30 keeps every response, from which nothing was taken out', () => {
    const { store, idsAndClock } = plantGrove();
    const id = idsAndClock.newId() as ResponseId;
    const { path } = store;
    const insert = `INSERT INTO raw_api_response (id, provider, request, response_body, compression, body_sha256,
      requested_at, responded_at, latency_ms, created_at) VALUES (?, 'here', '{}', ?, 'none', ?, 1, 2, 1, 2)`;
    store.close();
    makeOlder(path, 20);
    const database = new Database(path);
    database.prepare(insert).run(id, Buffer.from('{}'), sha256('{}'));
    database.close();
    const after = openGrove(path);
    expect(findResponse(after, id)).toMatchObject({ id, provider: 'here', redacted: [], decoded: false });
    expect(findResponseBytes(after, id)).toMatchObject({ body: Buffer.from('{}') });
    after.close();
  });

  test('40 keeps every draft, which gets a digest when it is written again', () => {
    const { store, tree, human, root } = plantGrove();
    const { path } = store;
    store.close();
    makeOlder(path, 30);
    const database = new Database(path);
    const buffer = '{"text":"And th","authorship":null}';
    database
      .prepare(`INSERT INTO draft SELECT tree.key, 1, root_node_key, ?, '[]', 5 FROM loom_tree AS tree`)
      .run(buffer);
    database.close();
    const after = openGrove(path);
    const written = {
      head: root,
      buffer: { text: 'And th', spans: [{ agent: human, length: 6 }] },
      edits: [],
    };
    expect(findDraft(after, tree.id, human)).toEqual(written);
    expect(dumpGrove(after).draft).toMatchObject([{ buffer, updated_at: 5, digest: null }]);
    expect(listAlteredDrafts(after)).toEqual([]);
    after.transact((tx) => saveDraft(tx, tree.id, human, written));
    expect(dumpGrove(after).draft).toMatchObject([{ digest: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(listAlteredDrafts(after)).toEqual([]);
    after.close();
  });

  test('70 says of each response who asked for it and where, and keeps the log', () => {
    const { store, tree, model, root, idsAndClock, ...grove } = plantGrove();
    const { path } = store;
    // A turn that ended would be in the log.
    const turn = { idsAndClock, treeId: tree.id, agentId: model, parentId: root, ends: false };
    const { responseId } = writeTurn(store, turn);
    grove.continue(root, 'It rained.', { authorId: model, authorType: 'model', responseId, choiceIndex: 0 });
    const { log } = dumpGrove(store);
    store.close();
    makeOlder(path, 50, "UPDATE agent SET loom_aware = 1 WHERE type = 'model'");
    const after = openGrove(path);
    expect(getResponseOwners(after, responseId)).toEqual({ treeId: tree.id, agentId: model });
    expect(listUsage(after)).toMatchObject([
      { treeId: tree.id, agentId: model, requests: 1, promptTokens: 100 },
    ]);
    expect(dumpGrove(after).log).toEqual(log);
    expect(findLogFault(after)).toBeUndefined();
    expect(listAgents(after).map(({ permissions }) => permissions)).toEqual([{}, {}]);
    after.close();
  });

  test('80 keeps every row, and has room for proposals', () => {
    const { store, tree, model, root, idsAndClock, ...grove } = plantGrove();
    const { path } = store;
    const [, second] = grove.chain(root, ['Once there was ', 'a castle.']);
    if (!second) throw new Error('a chain');
    writeTurn(store, { idsAndClock, treeId: tree.id, agentId: model, parentId: second.positionId });
    const rows = dumpGrove(store);
    store.close();
    makeOlder(path, 70);
    expect(versionOf(path)).toBe(70);
    const after = openGrove(path);
    expect(dumpGrove(after)).toEqual(rows);
    const proposal = writeProposal(after, idsAndClock, { treeId: tree.id, agentId: model });
    expect(findProposal(after, proposal.id)).toMatchObject(proposal);
    after.close();
  });
});

describe('a folder of migrations', () => {
  test('is read in order of number', () => {
    const folder = migrationsWith('');
    expect(readMigrations(folder).map(({ version, name }) => [version, name])).toEqual([
      [10, '0010-grove-trees-nodes.sql'],
      [20, '0020-node-place.sql'],
      [30, '0030-response-secrets.sql'],
      [40, '0040-draft-digest.sql'],
      [50, '0050-forks.sql'],
      [60, '0060-topic-trees.sql'],
      [70, '0070-agent-turns.sql'],
      [80, '0080-proposals.sql'],
      [90, '0090-layers.sql'],
      [100, '0100-anchors.sql'],
      [110, '0110-documents.sql'],
      [120, '0120-links.sql'],
      [130, '0130-summaries.sql'],
      [140, '0140-rest.sql'],
      [150, '0150-tags.sql'],
      [160, '0160-names-links.sql'],
      [170, '0170-link-quote.sql'],
      [180, '0180-targets.sql'],
      [990, '0990-later.sql'],
    ]);
  });

  test.each(['10-x.sql', '0010-X.sql', '0010.sql', 'readme.md'])('cannot contain %s', (name) => {
    const folder = migrationsWith('');
    writeFileSync(join(folder, name), '');
    expect(() => readMigrations(folder)).toThrow(BugError);
  });

  test('cannot have the same number twice or be empty', () => {
    const folder = migrationsWith('');
    writeFileSync(join(folder, '0990-again.sql'), '');
    expect(() => readMigrations(folder)).toThrow(BugError);
    const empty = join(temporaryFolder(), 'empty');
    mkdirSync(empty);
    expect(() => readMigrations(empty)).toThrow(BugError);
  });
});
