import { expect, test } from 'vitest';
import type { RequestId } from '../../../src/core/ids.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

/** Another program writes the file while it is open here (`storage.md`, *Connection*): caches are read again first. */

/** A desk whose draft another program has committed, so that its caches are outdated. */
async function deskAfterExternalCommit() {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  await desk.call('draft.save', { ...(await desk.intent([desk.typed('It snowed.')])), digest: null });
  await desk.call('draft.flush', { treeId: desk.treeId });
  const other = new HandlersDesk(desk.path, 1_000);
  await other.commit();
  await other.close();
  return desk;
}

test('a draft that another program committed is not committed twice, whichever program finds out first', async () => {
  const desk = await deskAfterExternalCommit();
  await expect(desk.call('grove.rename', { name: 'Winter' })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await desk.shown()).toBe('It rained. It snowed.');
  await desk.commit();
  expect(await desk.shown()).toBe('It rained. It snowed.');
  expect((await desk.segments()).count).toBe(2);
  const parentId = await desk.positionAt(0);
  expect(await desk.call('path.children', { treeId: desk.treeId, parentId })).toHaveLength(1);
});

test('a continuation that arrives after another program has written is kept', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('It rained. ')]);
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) expect.unreachable();
  const other = new HandlersDesk(desk.path, 1_000);
  const { treeId } = other;
  const { pathVersion } = other.grove.treeSession(treeId).readPath();
  const options = { at: null, agentIds: [model.id], count: 1, maxTokens: 5 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  const ops = [other.typed('It snowed.')];
  other.grove.treeSession(treeId).commit({ pathVersion, ops }, 'there' as RequestId);
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  expect(desk.emitted('generation.updated').at(-1)?.state).toBe('done');
  expect(await desk.shown()).toBe('It rained. It snowed.');
});
