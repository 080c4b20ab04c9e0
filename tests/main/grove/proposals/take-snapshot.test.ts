import { expect, test } from 'vitest';
import type { EditScope } from '../../../../src/ipc/wire/proposal.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';

async function threeChapters() {
  const desk = new HandlersDesk();
  for (const text of ['# One\nIt rained.\n', '# Two\nIt snowed.\n', '# Three\nIt hailed.'])
    await desk.commit([desk.typed(text)]);
  const { treeId } = desk;
  const agentId = desk.grove.snapshot().writerId;
  const take = (scope: EditScope | null, from: number, to = from, limit = Infinity) =>
    desk.grove.proposals.take({ treeId, agentId, scope, range: { from, to }, limit });
  return { desk, take };
}

test('a snapshot has the scope that is asked for, or the widest that fits', async () => {
  const { take } = await threeChapters();
  expect(take('all', 0).text).toBe('# One\nIt rained.\n# Two\nIt snowed.\n# Three\nIt hailed.');
  expect(take('chapter', 25)).toMatchObject({
    text: '# Two\nIt snowed.',
    lines: { first: 3, last: 4, of: 6 },
    selection: { from: 8, to: 8 },
  });
  expect(take('selection', 26, 28).text).toBe('It snowed.');
  expect(take(null, 25, 25, 20).scope).toBe('chapter');
  expect(() => take('all', 0, 0, 20)).toThrow('INVALID_ARGUMENT');
});

test('a snapshot has uncommitted text, and commits nothing', async () => {
  const { desk, take } = await threeChapters();
  await desk.call('draft.save', { ...(await desk.intent([desk.typed(' It ended.')])), digest: null });
  const before = (await desk.segments()).count;
  expect(take('all', 0).text).toContain('It hailed. It ended.');
  expect((await desk.segments()).count).toBe(before);
});

test('identical texts at different places have different versions', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('La la la.\n')]);
  await desk.commit([desk.typed('La la la.\n')]);
  const { treeId } = desk;
  const agentId = desk.grove.snapshot().writerId;
  const [one, other, again] = [2, 12, 2].map((from) =>
    desk.grove.proposals.take({ treeId, agentId, scope: 'selection', range: { from, to: from }, limit: 99 }),
  );
  expect(one?.text).toBe(other?.text);
  expect(one?.version).not.toBe(other?.version);
  expect(one?.version).toBe(again?.version);
});

test('excluded text is in no snapshot', async () => {
  const { desk, take } = await threeChapters();
  const positionId = await desk.positionAt(1);
  await desk.call('position.exclude', { ...(await desk.intent()), positionId, excluded: true });
  expect(() => take('all', 0)).toThrow('Part of that text is excluded');
  expect(() => take('chapter', 25)).toThrow('Part of that text is excluded');
  expect(() => take(null, 25)).toThrow('Part of that text is excluded');
  expect(take('chapter', 3).text).toBe('# One\nIt rained.');
  expect(take(null, 3).text).toBe('# One\nIt rained.\n');
  expect(take(null, 45).text).toBe('# Three\nIt hailed.');
});

test('the last eight snapshots of an agent are held', async () => {
  const { desk, take } = await threeChapters();
  const { treeId } = desk;
  const agentId = desk.grove.snapshot().writerId;
  const { proposals } = desk.grove;
  const first = take('all', 0);
  expect(proposals.find(treeId, agentId, first.version.slice(0, 12))?.text).toBe(first.text);
  for (let count = 0; count < 8; count += 1) {
    await desk.call('draft.save', { ...(await desk.intent([desk.typed('x')])), digest: null });
    take('all', 0);
  }
  expect(proposals.find(treeId, agentId, first.version)).toBeNull();
});
