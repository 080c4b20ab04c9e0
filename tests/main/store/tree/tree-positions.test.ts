import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { OUTLINE_FLAGS } from '../../../../src/core/outline/position-rows.ts';
import { defineQuery, NONE } from '../../../../src/main/store/connection/query.ts';
import { readPositionPage } from '../../../../src/main/store/tree/tree-positions.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { plantGrove } from '../../../helpers/grove.ts';

/** The whole tree as read for the outline and the map: keys, parents, authors, flags; and later changes. */

async function grow() {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One. ')]);
  await desk.commit([desk.typed('Two. ')]);
  const { treeId } = desk;
  return { desk, treeId, page: () => desk.call('tree.positions', { treeId, after: 0 }) };
}

test('a page has each position once, with its parent', async () => {
  const { page } = await grow();
  const { positions, next } = await page();
  expect(next).toBeNull();
  expect(positions.count).toBe(3);
  const [root, one] = positions.keys;
  expect([...positions.parents]).toEqual([-1, root, one]);
  expect([...positions.versions]).toEqual([1, 1, 1]);
});

test('only later changes are read again, and a new version is not a new position', async () => {
  const { desk, treeId, page } = await grow();
  const { seq, positions } = await page();
  const nodeId = await desk.nodeAt(0);
  await desk.commit([desk.typed('Once ', { nodeId, offset: 0 })]);
  const changes = await desk.call('tree.changes', { treeId, since: seq });
  expect(changes.positions.count).toBe(1);
  expect(changes.positions.keys[0]).toBe(positions.keys[1]);
  expect(changes.positions.versions[0]).toBe(2);
  expect(changes.seq).toBeGreaterThan(seq);
  const again = await desk.call('tree.changes', { treeId, since: changes.seq });
  expect(again).toMatchObject({ seq: changes.seq, positions: { count: 0 } });
});

test('a page after a revision includes it', async () => {
  const { desk, page } = await grow();
  await desk.commit([desk.typed('Once ', { nodeId: await desk.nodeAt(0), offset: 0 })]);
  const { positions } = await page();
  const last = positions.count - 1;
  expect(positions.keys[last]).toBe(positions.keys[1]);
  expect(positions.versions[last]).toBe(2);
});

test('changes include bookmarked and pruned positions, as flags', async () => {
  const { desk, treeId, page } = await grow();
  const { seq } = await page();
  const positionId = await desk.positionAt(1);
  await desk.call('position.bookmark', {
    ...(await desk.intent()),
    positionId,
    bookmarked: true,
    label: 'Here',
  });
  await desk.call('position.prune', { ...(await desk.intent()), positionId });
  const { positions } = await desk.call('tree.changes', { treeId, since: seq });
  expect(positions.ids).toBe(positionId);
  expect(positions.flags[0]).toBe(OUTLINE_FLAGS.bookmarked + OUTLINE_FLAGS.pruned);
  const [label] = await desk.call('tree.labels', { treeId, positionIds: [positionId] });
  expect(label).toMatchObject({ positionId, excerpt: 'Two. ', bookmarkLabel: 'Here' });
});

test('notes are not positions', async () => {
  const { desk, treeId, page } = await grow();
  await desk.call('node.annotate', { treeId, nodeId: await desk.nodeAt(0), text: 'A note' });
  expect((await page()).positions.count).toBe(3);
});

test('a text of 70,000 versions has 70,000 versions', () => {
  const { store, tree, root, human, ...grove } = plantGrove();
  const node = grove.continue(root, 'One.');
  const insertVersions = defineQuery(
    'test.versions',
    () => sql<never>`
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 69999)
      insert into node (id, local_id, loom_tree_key, position_key, author_agent_key, author_type, content_type,
        content_hash, created_at, bookmarked, pruned, excluded, text)
      select printf('7%025d', n), printf('%d', n), loom_tree_key, position_key, author_agent_key, author_type,
        content_type, content_hash, created_at, bookmarked, pruned, excluded, ''
      from number cross join node where node.id = ${node.id}`,
  );
  store.transact((tx) => tx.run(insertVersions, NONE));
  const { positions } = readPositionPage(store, tree.id, human, 0, 100_000);
  expect(positions.versions.at(-1)).toBe(70_000);
});
