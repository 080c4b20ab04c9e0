import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { NodeId } from '../../../src/core/ids.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** Tests `docs/format.md` about records and the file with its own code. */

const FORMAT = readFileSync(new URL('../../../docs/format.md', import.meta.url), 'utf8');

/** The code blocks in a language, as printed. */
function printed(language: string): readonly string[] {
  return [...FORMAT.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, code]) =>
    name === language && code !== undefined ? [code] : [],
  );
}

type ExportedRecord = Record<string, unknown> & {
  content: { text: string };
  parents: { content: { text: string } }[];
  response: Record<string, unknown> & { body: string | null };
};

/** A sentence, a model’s continuation of it, and the record of the continuation. */
async function openDesk() {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('The lamp was lit — “old” 🏮. ')]);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) throw new Error('the grove has no model');
  const options = { at: null, agentIds: [model.id], count: 1, maxTokens: 12 };
  const { job } = await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  const positionId = job.slots[0]?.positionId;
  if (positionId === undefined) throw new Error('no continuation was requested');
  await desk.call('path.arrive', { ...(await desk.intent()), positionId });
  return { desk, nodeId: await desk.nodeAt(1) };
}

async function exported(desk: HandlersDesk, nodeId: NodeId): Promise<ExportedRecord> {
  expect(await desk.call('node.exportRecord', { treeId: desk.treeId, nodeId })).not.toBeNull();
  const [name = '', ...others] = readdirSync(desk.destination ?? '');
  expect(others).toEqual([]);
  expect(name).toMatch(/^aspen-\w{6}\.json$/);
  const file = join(desk.destination ?? '', name);
  const record = JSON.parse(readFileSync(file, 'utf8')) as ExportedRecord;
  rmSync(file);
  return record;
}

const hasPython = spawnSync('python3', ['--version']).status === 0;
const checkers = [
  { language: 'js', command: process.execPath, file: 'check.mjs' },
  ...(hasPython ? [{ language: 'python', command: 'python3', file: 'check.py' }] : []),
];

describe.each(checkers)('the $language check in docs/format.md', ({ language, command, file }) => {
  const [code = ''] = printed(language);
  const check = (record: unknown) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, file), code);
    writeFileSync(join(folder, 'record.json'), JSON.stringify(record));
    const { status, stdout, stderr } = spawnSync(command, [join(folder, file), join(folder, 'record.json')]);
    return { holds: status === 0, output: `${stdout}${stderr}` };
  };

  test('accepts an unchanged record', async () => {
    const { desk, nodeId } = await openDesk();
    const record = await exported(desk, nodeId);
    expect(check(record)).toEqual({ holds: true, output: `as written: ${record.contentHash}\n` });
    expect(check(await exported(desk, await desk.nodeAt(0)))).toMatchObject({ holds: true });
    expect(code.trim().split('\n').length).toBeLessThan(20);
  });

  test('detects every change', async () => {
    const { desk, nodeId } = await openDesk();
    const record = await exported(desk, nodeId);
    const body = Buffer.from(record.response.body ?? '', 'base64').toString();
    const forged = Buffer.from(body.replace('text_completion', 'text-completion')).toString('base64');
    const [parent] = record.parents;
    const changed: readonly (readonly [object, RegExp])[] = [
      [{ content: { type: 'text', text: `${record.content.text}!` } }, /a node is not as it was written/],
      [{ createdAt: '2020-01-02T03:04:05.678Z' }, /a node is not as it was written/],
      [{ authorAgentId: '01HQ3K4N7Y8M2P5R6T9W0X1Z2A' }, /a node is not as it was written/],
      [
        { parents: [{ ...parent, content: { type: 'text', text: 'Something else.' } }] },
        /a node is not as it was written/,
      ],
      [{ parents: [] }, /the parents are not those it was written after/],
      [{ response: { ...record.response, body: forged } }, /the answer is another/],
    ];
    for (const [change, sentence] of changed) {
      const { holds, output } = check({ ...record, ...change });
      expect(holds).toBe(false);
      expect(output).toMatch(sentence);
    }
  });
});

test('a record has the request and the response byte for byte, and never a key', async () => {
  const { desk, nodeId } = await openDesk();
  const { treeId } = desk;
  const record = await exported(desk, nodeId);
  const details = await desk.call('node.read', { treeId, nodeId });
  const known = await desk.call('node.record', { treeId, nodeId });
  expect(record).toMatchObject({
    format: 'aspen-record-1',
    contentHash: details.node.contentHash,
    rawResponseHash: known?.bodySha256,
    about: { id: nodeId, localId: details.node.localId, author: { name: 'Offline', type: 'model' } },
    response: { provider: 'offline', request: known?.request, latencyMs: known?.latencyMs },
  });
  const body = Buffer.from(record.response.body ?? '', 'base64');
  expect(body.toString()).toBe(known?.body?.text);
  expect(createHash('sha256').update(body).digest('hex')).toBe(record.rawResponseHash);
  expect(known?.prompt).toBe('rebuilt');
  expect(details.verdict.verdict).toBe('valid');
});

test('a person’s text has no response, and its record is complete without one', async () => {
  const { desk } = await openDesk();
  const record = await exported(desk, await desk.nodeAt(0));
  expect(record).toMatchObject({ response: null, rawResponseHash: null });
  expect(record.content.text).toBe('The lamp was lit — “old” 🏮. ');
  expect(record.parents).toHaveLength(1);
});

describe('the description of the file in docs/format.md', () => {
  test('names its version and every table', async () => {
    const { desk } = await openDesk();
    await desk.close();
    const database = new Database(desk.path, { readonly: true });
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
    expect(FORMAT).toContain(
      `this page describes version ${database.pragma('user_version', { simple: true })}.`,
    );
    database.close();
    const [table = ''] = FORMAT.match(/\| table \|[\s\S]*?\n\n/) ?? [];
    const named = [...table.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
    expect(named.filter((name) => name !== 'node_text_')).toEqual(
      expect.arrayContaining(tables.filter((name) => !/^(node_text_|sqlite_)/.test(String(name)))),
    );
  });

  test('has queries that return the story, with what is not committed', async () => {
    const { desk } = await openDesk();
    await desk.call('tree.update', { treeId: desk.treeId, title: 'Lamps' });
    await desk.call('tree.create', { title: 'Another' });
    await desk.commit([desk.typed('Not this one.')]);
    const tree = desk.grove.snapshot().trees.find(({ title }) => title === 'Lamps')?.id;
    if (tree === undefined) throw new Error('the tree is gone');
    await desk.call('tree.show', { treeId: tree });
    const edited = [desk.typed('Look: ', { nodeId: await desk.nodeAt(0) }), desk.typed('And th')];
    await desk.call('draft.save', { ...(await desk.intent(edited)), digest: null });
    const shown = await desk.shown();
    expect(shown).toMatch(/^Look: The lamp .*And th$/s);
    await desk.close();
    const database = new Database(desk.path, { readonly: true });
    // The third, of a past state, is tried where layers are.
    const queries = printed('sql').slice(0, 2);
    const ask = (asked: string) => queries.map((sql) => database.prepare(sql).all({ tree: asked }));
    const [first, story] = ask('Lamps');
    expect(ask(tree)).toEqual([first, story]);
    database.close();
    expect(first).toMatchObject([{ name: 'Mara', text: 'The lamp was lit — “old” 🏮. ' }]);
    expect((story as { text: string }[]).map(({ text }) => text).join('')).toBe(shown);
  });

  test('has correct test vectors', () => {
    const lines = printed('text').join('').trim().split('\n');
    expect(lines).toHaveLength(4);
    for (let i = 0; i < lines.length; i += 2) {
      expect(
        createHash('sha256')
          .update(lines[i] ?? '')
          .digest('hex'),
      ).toBe(lines[i + 1]);
    }
    const [, answer = ''] = FORMAT.match(/57 bytes `([^`]+)`/) ?? [];
    expect(Buffer.from(answer)).toHaveLength(57);
    expect(lines[2]).toContain(createHash('sha256').update(answer).digest('hex'));
  });
});
