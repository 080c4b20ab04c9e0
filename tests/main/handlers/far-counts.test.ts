import { expect, test } from 'vitest';
import { BRANCHED, LONG, openLongPath } from '../../helpers/long-path.ts';

/** Counting siblings takes time, so main counts them near the writer and counts the rest on request. */

test('a path is counted near its head, and the rest is marked as uncounted', async () => {
  const { desk } = await openLongPath();
  const { siblingIndexes, siblingCounts, versionIndexes, versionCounts } = await desk.segments();
  for (const counts of [siblingIndexes, siblingCounts, versionIndexes, versionCounts]) {
    expect(counts[LONG - 1]).toBe(1);
    expect(counts[BRANCHED]).toBe(0);
  }
});

test('a path is counted near the caret', async () => {
  const { desk } = await openLongPath();
  const texts = (await desk.call('path.read', { treeId: desk.treeId })).segments;
  const offset = texts.lengths.slice(0, BRANCHED).reduce((sum, length) => sum + length, 1);
  const cursor = { anchor: offset, head: offset, scroll: offset };
  await desk.call('cursor.save', { treeId: desk.treeId, cursor });
  const { siblingCounts, versionIndexes, versionCounts } = await desk.segments();
  expect(siblingCounts[BRANCHED]).toBe(2);
  expect([versionIndexes[BRANCHED], versionCounts[BRANCHED]]).toEqual([2, 2]);
  expect(siblingCounts[LONG - 1]).toBe(1);
  expect(siblingCounts[BRANCHED + 140]).toBe(0);
});

test('positions not yet counted are counted on request, if they are on the path', async () => {
  const { desk, branched } = await openLongPath();
  const { pathVersion } = await desk.intent();
  const elsewhere = (
    await desk.call('path.children', {
      treeId: desk.treeId,
      parentId: await desk.positionAt(BRANCHED - 1),
    })
  ).find(({ positionId }) => positionId !== branched);
  const reply = await desk.call('path.headers', {
    treeId: desk.treeId,
    positionIds: [branched, elsewhere?.positionId ?? branched, await desk.positionAt(BRANCHED + 1)],
  });
  expect(reply).toMatchObject({
    pathVersion,
    headers: [
      { positionId: branched, siblingIndex: 2, siblingCount: 2, versionIndex: 2, versionCount: 2 },
      { siblingIndex: 1, siblingCount: 1, versionIndex: 1, versionCount: 1 },
    ],
  });
  expect(reply.headers).toHaveLength(2);
});

test('a reply that replaces much of a path is counted at both ends', async () => {
  const { desk, branched } = await openLongPath();
  const parent = await desk.positionAt(BRANCHED - 1);
  await desk.call('path.moveHead', { ...(await desk.intent()), to: parent });
  const { tail } = await desk.call('path.goTo', {
    ...(await desk.intent()),
    nodeId: (await desk.call('node.versions', { treeId: desk.treeId, positionId: branched }))[0]
      ?.nodeId as never,
  });
  expect(tail.count).toBe(LONG - BRANCHED);
  expect([tail.siblingCounts[0], tail.siblingCounts[140], tail.siblingCounts[tail.count - 1]]).toEqual([
    2, 0, 1,
  ]);
});
