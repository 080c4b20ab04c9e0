import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { inspect, inspectWhole } from '../../../src/main/probe/inspect.ts';
import { recover } from '../../../src/main/probe/recover.ts';
import { partialPathOf } from '../../../src/main/store/connection/partial-file.ts';
import { tablesWhere } from '../../../src/main/store/tables/table-list.ts';
import { writeTurn } from '../../helpers/agent-turns.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import {
  countingIdsAndClock,
  digestOf,
  MIGRATIONS,
  openGrove,
  temporaryFolder,
} from '../../helpers/grove.ts';
import { newSuggestion, writeProposal } from '../../helpers/proposals.ts';
import { writeSummariesOf } from '../../helpers/summaries.ts';

/** Values that only another program can have written into a grove: refused with a reason, and recovered without. */

const LAST_ID = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ';

const nested = (depth: number, [open, close] = ['[', ']']) =>
  `'${open?.repeat(depth)}1${close?.repeat(depth)}'`;
const objects = (depth: number) => nested(depth, ['{"a":', '}']);

const megabytes = (count: number) => `replace(hex(zeroblob(${count} * 500000)), '0', 'x')`;

const newest = (table: string) => `key = (SELECT max(key) FROM ${table})`;

const draft = (buffer: string, edits = '[]') =>
  `INSERT OR REPLACE INTO draft SELECT t.key, a.key, root_node_key, '${buffer}', '${edits}', 1, NULL
   FROM loom_tree t, agent a WHERE a.type = 'human'`;

/** A name, the SQL that makes it, and the fault that the writer is told. */
const ODD: readonly (readonly [name: string, sql: string, fault: string])[] = [
  ...tablesWhere(({ id }) => id !== null).flatMap((table) => {
    const where = table === 'session' ? 'true' : newest(table);
    return [
      [`the last possible id in ${table}`, `UPDATE ${table} SET id = '${LAST_ID}' WHERE ${where}`, LAST_ID],
      [
        `an id that leads elsewhere in ${table}`,
        `UPDATE ${table} SET id = '../../elsewhere' WHERE ${where}`,
        '../../elsewhere',
      ],
    ] as const;
  }),
  [
    'two groves in one',
    'INSERT INTO grove SELECT 2, id || 2, name, owner_agent_key, log_seq, log_hash, created_at, updated_at FROM grove',
    'more than one grove row',
  ],
  ['no grove', 'DELETE FROM grove', 'no grove row'],
  ['a grove’s name of 2 MB', `UPDATE grove SET name = ${megabytes(2)}`, 'the grove’s name has 2 MB'],
  ['a log without end', 'UPDATE grove SET log_seq = 4611686018427387904', 'too large'],
  ['no tree that is not archived', 'UPDATE loom_tree SET archived_at = 1', 'every tree is archived'],
  ['a title of 2 MB', `UPDATE loom_tree SET title = ${megabytes(2)}`, 'a tree’s title has 2 MB'],
  ['a bookmark of 2 MB', `UPDATE node SET bookmark_label = ${megabytes(2)}`, 'a bookmark has 2 MB'],
  ['settings of lists', `UPDATE loom_tree SET settings = ${nested(100_000)}`, 'nested too deeply'],
  ['settings of objects', `UPDATE loom_tree SET settings = ${objects(100_000)}`, 'nested too deeply'],
  ['settings that are null', "UPDATE loom_tree SET settings = 'null'", 'settings is not an object'],
  ['settings that are a list', "UPDATE loom_tree SET settings = '[]'", 'settings is not an object'],
  ['settings that are a number', "UPDATE loom_tree SET settings = '5'", 'settings is not an object'],
  ['settings after a byte order mark', "UPDATE loom_tree SET settings = '\uFEFF{}'", 'settings is not JSON'],
  ...[
    ['memory', '{}'],
    ['authorsNoteDepth', '1e999'],
    ['truncation', '"toString"'],
    ['agentIds', '"01"'],
    ['presetId', '[]'],
    ['count', '1e300'],
    ['maxTokens', '-1'],
  ].map(
    ([name, value]) =>
      [
        `${name} of ${value}`,
        `UPDATE loom_tree SET settings = '{"${name}":${value}}'`,
        `settings has an invalid “${name}”`,
      ] as const,
  ),
  [
    'one setting twice',
    `UPDATE loom_tree SET settings = '{"memory":"a","memory":{}}'`,
    'settings has an invalid “memory”',
  ],
  ['a configuration of lists', `UPDATE agent SET configuration = ${nested(100_000)}`, 'nested too deeply'],
  [
    'a configuration that is null',
    `UPDATE agent SET configuration = 'null'`,
    'configuration is not an object',
  ],
  ...[
    ['temperature', '1e999'],
    ['logitBias', '{"1":"a"}'],
    ['stop', '"a"'],
    ['extra', '[]'],
    ['systemPrompt', '5'],
    ['completionStyle', '"__proto__"'],
    ['infill', '{"kind":"template","prefix":"","suffix":"<SUF>","middle":""}'],
  ].map(
    ([name, value]) =>
      [
        `${name} of ${value}`,
        `UPDATE agent SET configuration = '{"${name}":${value}}'`,
        `configuration has an invalid “${name}”`,
      ] as const,
  ),
  ['permissions that are none', `UPDATE agent SET permissions = '[]'`, 'permissions is not an object'],
  ['a draft of lists', draft(nested(100_000).slice(1, -1)), 'nested too deeply'],
  ['a draft that is null', draft('null'), 'the draft is not an object'],
  ['an edit that is null', draft('{"text":""}', '[null]'), 'invalid edit'],
  [
    'an edit whose changes are not in order',
    draft('{"text":""}', '[{"node_id":"x","text":"a","changes":[[2,3,""],[0,1,""]]}]'),
    'invalid edit',
  ],
  ['an edit of no node', draft('{"text":""}', '[{"text":"a"}]'), 'invalid edit'],
  ['a draft of nobody', draft('{"text":"a","authorship":[[99,1]]}'), 'agent'],
];

/** Faults that only a check of all texts finds. */
const FOUND_LATER: readonly (readonly [name: string, sql: string])[] = [
  ['a seam of lists', `UPDATE node SET seam = ${nested(30_000)} WHERE ${newest('node')}`],
  ['a seam that is null', `UPDATE node SET seam = 'null' WHERE ${newest('node')}`],
  [
    'a seam of text',
    `UPDATE node SET seam = '{"promptTrimmed":"a","answerTrimmed":0}' WHERE ${newest('node')}`,
  ],
  [
    'a seam of ranges that are not in order',
    `UPDATE node SET seam = '{"promptTrimmed":0,"answerTrimmed":0,"ranges":[{"from":0,"to":2,"at":1},{"from":2,"to":3,"at":0}]}' WHERE ${newest('node')}`,
  ],
  ['authorship of lists', `UPDATE node SET authorship = ${nested(100_000)} WHERE ${newest('node')}`],
  ['content of lists', `UPDATE node SET content = ${nested(100_000)} WHERE ${newest('node')}`],
  ['content that is null', `UPDATE node SET content = 'null' WHERE ${newest('node')}`],
  [
    'content of no type',
    `UPDATE node SET content = '{"type":"mixed","blocks":[null]}' WHERE ${newest('node')}`,
  ],
  ['a row of the log of lists', `UPDATE log SET entry = ${nested(100_000)} WHERE seq = 3`],
  ['a row of the log that is null', `UPDATE log SET entry = 'null' WHERE seq = 3`],
  ['a request of lists', `UPDATE raw_api_response SET request = ${nested(100_000)}`],
  ['a token usage that is no JSON', `UPDATE raw_api_response SET token_usage = '{'`],
];

const SENTENCES = ['Once there was a light. ', 'It went out. ', 'It came back. '];

let bytes: Buffer | undefined;

/** Three sentences and three continuations, closed cleanly, and then changed by another program. */
async function writeGrove(sql: string): Promise<string> {
  bytes ??= await writeSound();
  const path = join(temporaryFolder(), 'story.aspen');
  writeFileSync(path, bytes);
  const database = new Database(path);
  database.unsafeMode();
  database.pragma('foreign_keys = OFF');
  database.pragma('ignore_check_constraints = ON');
  database.exec(sql);
  database.close();
  return path;
}

async function writeSound(): Promise<Buffer> {
  const desk = new HandlersDesk();
  for (const sentence of SENTENCES) await desk.commit([desk.typed(sentence)]);
  const agentIds = desk.grove.snapshot().agents.flatMap(({ id, type }) => (type === 'model' ? [id] : []));
  await desk.call('generation.start', {
    ...(await desk.intent()),
    at: null,
    agentIds,
    count: 3,
    maxTokens: 12,
  });
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  const { treeId } = desk;
  const parentId = await desk.positionAt(0);
  const phrase = { nodeId: await desk.nodeAt(0), start: 0, length: 4, label: null };
  await desk.call('position.bookmarkPhrase', { ...(await desk.intent()), ...phrase });
  await desk.call('message.runCommands', { treeId, at: null, text: '→ link here to root' });
  await desk.call('tag.assign', { treeId, positionId: parentId, name: 'light' });
  await desk.close();
  const idsAndClock = countingIdsAndClock(500_000);
  const store = openGrove(desk.path, { idsAndClock });
  const [agentId] = agentIds;
  if (agentId === undefined) throw new Error('the grove has no model');
  writeTurn(store, { idsAndClock, treeId, agentId, parentId });
  writeProposal(store, idsAndClock, { treeId, agentId }, { suggestions: [newSuggestion(null, 0)] });
  writeSummariesOf(store, idsAndClock, { treeId, agentId, nodeId: phrase.nodeId });
  store.close();
  return readFileSync(desk.path);
}

test.each(ODD)('%s is refused with a reason', async (_name, sql, fault) => {
  const path = await writeGrove(sql);
  const before = digestOf(path);
  expect(inspect({ path, migrations: MIGRATIONS })).toEqual({
    kind: 'damaged',
    faults: [expect.stringContaining(fault)],
  });
  expect(digestOf(path)).toBe(before);
});

test.each(FOUND_LATER)('%s is found by a full check', async (_name, sql) => {
  const path = await writeGrove(sql);
  expect(inspectWhole({ path, migrations: MIGRATIONS })).toMatchObject({ kind: 'damaged' });
});

/** The SQL of values that do not replace each other. */
const together = (...names: readonly string[]) =>
  names.map((name) => [...ODD, ...FOUND_LATER].find(([known]) => known === name)?.[1] ?? name).join(';\n');

const idsOf = (what: string) => ODD.filter(([name]) => name.startsWith(what)).map(([name]) => name);

test.each([
  ['the last possible ids', together(...idsOf('the last possible id'))],
  ['ids that lead elsewhere', together(...idsOf('an id that leads elsewhere'))],
  [
    'lists everywhere',
    together(
      'settings of lists',
      'a configuration of lists',
      'a draft of lists',
      'a seam of lists',
      'content of lists',
      'a row of the log of lists',
      'a request of lists',
    ),
  ],
  [
    'nulls everywhere',
    together(
      'two groves in one',
      'settings that are null',
      'a configuration that is null',
      'an edit that is null',
      'a seam that is null',
      'content that is null',
      'a row of the log that is null',
    ),
  ],
  [
    'wrong types and large names',
    together(
      'permissions that are none',
      'extra of []',
      'count of 1e300',
      'a draft of nobody',
      'content of no type',
      'a token usage that is no JSON',
      'no tree that is not archived',
      'a grove’s name of 2 MB',
      'a title of 2 MB',
      'a bookmark of 2 MB',
    ),
  ],
])('a grove with %s is recovered into one that opens with all its text', async (_name, sql) => {
  const path = await writeGrove(sql);
  const target = join(temporaryFolder(), 'recovered.aspen');
  const partial = partialPathOf(target);
  const report = recover({ path, target, partial, migrations: MIGRATIONS, now: Date.now() });
  expect(report.nodes).toBe(7);
  expect(inspectWhole({ path: target, migrations: MIGRATIONS })).toMatchObject({ kind: 'sound' });
  const desk = new HandlersDesk(target, 10_000);
  expect(await desk.shown()).toContain(SENTENCES.join(''));
  await desk.commit([desk.typed('It stayed.')]);
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [] });
  expect(await desk.call('generation.usage', {})).toHaveLength(2);
});

const ROOT = '(SELECT root_node_key FROM loom_tree)';

test.each([
  ['text', `UPDATE node SET text = 'It began. ' WHERE key = ${ROOT}`],
  ['a mark that it is pruned', `UPDATE node SET pruned = 1 WHERE key = ${ROOT}`],
  ['another version', `UPDATE node SET position_key = ${ROOT} WHERE ${newest('node')}`],
  ['a node edited from it', `UPDATE node SET edited_from_key = ${ROOT} WHERE ${newest('node')}`],
  [
    'a version it is edited from',
    `UPDATE node SET edited_from_key = (SELECT max(key) FROM node) WHERE key = ${ROOT}`,
  ],
  ['local ids of 2 MB', `UPDATE node SET local_id = ${megabytes(2)} || key`],
])('a grove whose root has %s is recovered into one that opens', async (_name, sql) => {
  const path = await writeGrove(sql);
  const target = join(temporaryFolder(), 'recovered.aspen');
  const partial = partialPathOf(target);
  recover({ path, target, partial, migrations: MIGRATIONS, now: Date.now() });
  expect(inspectWhole({ path: target, migrations: MIGRATIONS })).toMatchObject({ kind: 'sound' });
});

test('half a character in a draft is replaced, so that the draft can be committed', async () => {
  const desk = new HandlersDesk(await writeGrove(draft(String.raw`{"text":"a\ud800b"}`)), 10_000);
  expect(await desk.shown()).toContain('a\ufffdb');
  await desk.commit();
  expect(await desk.shown()).toContain('a\ufffdb');
});

test('unknown settings and those of an object’s prototype are ignored', async () => {
  const json = '{"__proto__":{"memory":"evil"},"constructor":{"count":9},"later":{"x":[1]}}';
  const path = await writeGrove(`UPDATE loom_tree SET settings = '${json}'`);
  expect(inspect({ path, migrations: MIGRATIONS })).toMatchObject({ kind: 'sound' });
  const desk = new HandlersDesk(path, 10_000);
  const settings = desk.grove.snapshot().trees[0]?.settings;
  expect([settings?.memory, settings?.count]).toEqual([undefined, undefined]);
});

test('a token usage that is no JSON does not hide the usage of other responses', async () => {
  const sql = "UPDATE raw_api_response SET token_usage = '{' WHERE key = 1";
  const desk = new HandlersDesk(await writeGrove(sql), 10_000);
  expect(await desk.call('generation.usage', {})).toContainEqual(
    expect.objectContaining({ requests: 3, uncounted: 1 }),
  );
});
