import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../../src/core/provenance/canonical-json.ts';
import { findChangedRecords } from '../../../../src/main/grove/checking/find-changed-records.ts';
import { getAgent, loggedAgent } from '../../../../src/main/store/tables/agents.ts';
import { appendLogJson } from '../../../../src/main/store/tables/log.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { examine } from '../../../helpers/examine.ts';
import { openGrove, temporaryFolder } from '../../../helpers/grove.ts';
import { makeVariousGroves } from '../../../helpers/various-groves.ts';

/**
 * `docs/verify_grove.py`, which was written from `docs/format.md` alone: what it finds in groves shows whether the page
 * is right and complete.
 */

const SCRIPT = fileURLToPath(new URL('../../../../docs/verify_grove.py', import.meta.url));

function runScript(...paths: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('python3', [SCRIPT, ...paths], { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** Why it cannot run here; null if it can. Only a Python that others installed is needed, so this is no fault. */
function findObstacle(): string | null {
  const code = 'import sqlite3; print(sqlite3.sqlite_version_info >= (3, 38))';
  const { status, stdout } = spawnSync('python3', ['-c', code], { encoding: 'utf8' });
  if (status !== 0) return 'there is no python3 on this machine';
  return stdout.trim() === 'True' ? null : 'the SQLite of python3 is older than 3.38';
}

const obstacle = findObstacle();
const title = 'the verifier beside docs/format.md';

describe.skipIf(obstacle !== null)(obstacle === null ? title : `${title} is not run: ${obstacle}`, () => {
  test('accepts every kind of grove, and finds every kind of change', async () => {
    const { written, all } = await makeVariousGroves();
    const kinds = new Set(all.flatMap((path) => select(path, 'select distinct kind from log')));
    expect([...kinds].sort()).toEqual(KINDS);
    const { status, output } = runScript(...all);
    expect({ status, lines: output.trim().split('\n') }).toEqual({
      status: 0,
      lines: all.map((path) => expect.stringMatching(new RegExp(`^${path}: .*; as written$`))),
    });
    const isOtherwise = `select count(*) as n from raw_api_response
      where request ->> '$.sentOtherwise' is not null and token_usage ->> '$.reasoningTokens' > 0`;
    expect(select(written, isOtherwise)).toEqual([1]);
    // The doctor tells of the damage that the last one was recovered from.
    for (const path of all.slice(0, -1))
      expect([path, ...examine(path).findings.filter(({ holds }) => !holds)]).toEqual([path]);

    const folder = temporaryFolder();
    const changed = CHANGES.map(([sql], index) => {
      const path = join(folder, `changed ${index}.aspen`);
      copyFileSync(written, path);
      const database = new Database(path);
      expect(database.prepare(sql).run().changes, sql).toBeGreaterThan(0);
      database.close();
      return path;
    });
    const found = runScript(...changed);
    expect(found.status).toBe(1);
    const reports = found.output.split(/^(?=\/)/m);
    expect(reports).toHaveLength(changed.length);
    for (const [index, [sql, fault]] of CHANGES.entries()) expect(reports[index], sql).toMatch(fault);
  });

  test('accepts half of a surrogate pair in a name, now and in the log of an older version', async () => {
    const desk = new HandlersDesk();
    const { id } = await desk.call('agent.create', {
      name: 'Half \ud800',
      modelRef: 'here:model',
      configuration: { systemPrompt: 'Half \udc00' },
      color: null,
    });
    await desk.call('agent.update', { agentId: id, name: 'Another \udfff half' });
    expect(desk.grove.snapshot().agents.find((agent) => agent.id === id)).toMatchObject({
      name: 'Another \ufffd half',
      configuration: { systemPrompt: 'Half \ufffd' },
    });
    await desk.close();
    const store = openGrove(desk.path);
    expect([...findChangedRecords(store)]).toEqual([]);
    store.transact((tx) => {
      const agent = getAgent(tx, id);
      const entry = { agent: { ...loggedAgent(agent), name: 'Another \udfff half' } };
      appendLogJson(tx, id, 'agent', canonicalJson(entry));
    });
    expect([...findChangedRecords(store)]).toEqual([]);
    store.close();
    expect(runScript(desk.path)).toMatchObject({ status: 0 });
    expect(examine(desk.path).findings.filter(({ holds }) => !holds)).toEqual([]);
  });

  test('says what it cannot read', () => {
    expect(runScript(join(temporaryFolder(), 'none.aspen'))).toMatchObject({ status: 2 });
    expect(runScript(SCRIPT)).toMatchObject({ status: 2 });
  });
});

const KINDS = [
  'agent',
  'annotate',
  'branch-edit',
  'commit',
  'generate',
  'import',
  'link',
  'merge',
  'metadata',
  'split',
  'summary',
  'tree-create',
  'tree-update',
  'turn',
];

const A_NODE = `(select max(key) from node where length(text) > 5)`;
const A_PARENT = `(select max(origin_node_key) from edge_source)`;

const IN_CONVERSATION = `loom_tree_key = (select key from loom_tree where mode = 'dialogue')`;

/** A change of a grove by another program, and the fault that must be found. */
const CHANGES: readonly (readonly [sql: string, fault: RegExp])[] = [
  [
    'update node set split_at = split_at - 1 where split_at is not null',
    /is not the beginning of the node that it divides/,
  ],
  [`update node set text = text || '!' where key = ${A_NODE}`, /node \w+ does not match its hash/],
  [
    `update node set authorship = json_array(json_array(1, length(text)))
     where key = (select max(key) from node where author_type = 'model' and unicode(text) < 50000)`,
    /not as the log has it: spans/,
  ],
  [`update node set created_at = created_at + 1 where key = ${A_NODE}`, /does not match its hash/],
  [
    `update node set author_agent_key = author_agent_key % 2 + 1 where key = ${A_NODE}`,
    /does not match its hash/,
  ],
  [`update node set content_hash = 'x' where key = ${A_PARENT}`, /not as the log has it: contentHash/],
  [`update node set edited_from_key = null where edited_from_key is not null`, /has it: editedFrom/],
  [
    `update edge_source set origin_node_key = position_key where origin_node_key <> position_key`,
    /does not match its hash/,
  ],
  [
    `update raw_api_response set response_body = x'00' where decoded = 1`,
    /answer \w+ does not match its hash/,
  ],
  ['update anchor set length = length + 1', /anchor \w+ is not as the log has it/],
  ['delete from anchor', /anchor \w+ is not as the log has it/],
  [
    `insert into anchor (id, loom_tree_key, kind, position_key, node_key, start, length, quote)
     select '01HQ3K4N7Y8M2P5R6T9W0X1Z2A', loom_tree_key, 'bookmark', position_key, key, 0, 1, 'x' from node limit 1`,
    /anchor 01HQ3K4N7Y8M2P5R6T9W0X1Z2A is not in the log/,
  ],
  [`update link set note = 'x' where note is not null`, /link \w+ is not as the log has it/],
  [`update link set quote = 'x' where quote is not null`, /link \w+ is not as the log has it/],
  [`update summary set basis_sha256 = 'x'`, /the summary of \w+ is not as the log has it/],
  [`update tag set name = 'x' || key`, /tag \w+ is not as the log has it/],
  [`delete from tag_assignment`, /the tag \w+ of \w+ is not as the log has it/],
  [`update agent_action set result = 'x'`, /turn \w+ is not as the log has it/],
  [`delete from agent_call where ordinal = 1`, /turn \w+ is not as the log has it/],
  [`update raw_api_response set body_sha256 = 'x' where decoded = 1`, /answer .*\n.*node \w+ does not match/],
  [
    `update log set entry = json_set(entry, '$.tree', 'x') where kind = 'split'`,
    /row \d+ of the log does not match/,
  ],
  [`update log set created_at = created_at + 1 where seq = 5`, /row 5 of the log does not match its hash/],
  [`update log set agent_key = agent_key % 2 + 1 where seq = 5`, /row 5 of the log does not match its hash/],
  [`update log set kind = 'merge' where seq = 5`, /row 5 of the log does not match its hash/],
  [`delete from log where seq = 5`, /row 5 of the log is missing/],
  [`delete from log where seq = (select log_seq from grove)`, /the log does not end where/],
  [`update agent set name = 'x' where key = 1`, /agent \w+ is not as the log has it: name/],
  [`update loom_tree set title = 'x' where key = 1`, /loom_tree \w+ is not as the log has it: title/],
  [
    `update loom_tree set id = '01HQ3K4N7Y8M2P5R6T9W0X1Z2A' where key = 1`,
    /loom_tree \w+ is in the log, but/,
  ],
  [
    `update node set author_type = 'model' where author_type = 'human'`,
    /the author of node \w+ is of another type/,
  ],
  [
    `update node set offered = 1 where position_key <> key and ${IN_CONVERSATION}`,
    /node \w+ is not a version that a person fixed in place/,
  ],
  [
    `update node set split_at = 3 where edited_from_key is not null and key = position_key and ${IN_CONVERSATION}`,
    /node \w+ is a split in a conversation/,
  ],
  [`update node set pruned = 0 where pruned`, /not as the log has it: metadata/],
  [`update node set excluded = 1 where key = ${A_NODE}`, /not as the log has it: metadata/],
  [
    `update raw_api_response set redacted = null where decoded`,
    /the record of the answer to node \w+ is not/,
  ],
  [`update draft set buffer = json_set(buffer, '$.text', 'x')`, /the draft of \w+ in \w+ is not/],
  [`update agent set id = '01HQ3K4N7Y8M2P5R6T9W0X1Z2A' where key = 1`, /does not match its hash/],
];

function select(path: string, sql: string): readonly unknown[] {
  const database = new Database(path, { readonly: true });
  const values = database.prepare(sql).pluck().all();
  database.close();
  return values;
}
