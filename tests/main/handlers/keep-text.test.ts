import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { DraftOp } from '../../../src/core/buffer/pending-edit.ts';
import type { AgentId, NodeId, TreeId } from '../../../src/core/ids.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

/** Typing that a window has and that no draft takes any more (`draft.keep`). */

const UNKNOWN_NODE = '01KDXZ00000000000000000000' as NodeId;
const NOTICE = expect.stringContaining('bookmarked “Recovered draft”');

function whole(nodeId: NodeId | null, text: string, agent: AgentId): DraftOp {
  return { nodeId, whole: { text, spans: [{ agent, length: text.length }] } };
}

async function open() {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  const { writerId } = desk.grove.snapshot();
  await desk.commit([desk.typed('Rain. ')]);
  const rain = await desk.nodeAt(0);
  const { rootPositionId } = await desk.call('path.read', { treeId });
  await desk.call('path.moveHead', { ...(await desk.intent()), to: rootPositionId });
  await desk.commit([desk.typed('Snow. ')]);
  await desk.call('draft.save', { ...(await desk.intent([desk.typed('It melted.')])), digest: null });
  const keep = (...ops: readonly DraftOp[]) => desk.call('draft.keep', { treeId, ops });
  const recovered = async (at: TreeId = treeId) =>
    (await desk.call('position.bookmarks', { treeId: at })).map(({ excerpt }) => excerpt);
  const sentences = () => desk.grove.snapshot().notices.map(({ sentence }) => sentence);
  return { desk, treeId, rain, writerId, keep, recovered, sentences };
}

test('becomes branches, beside its node or after the head, and a notice names them', async () => {
  const { desk, rain, writerId, keep, recovered, sentences } = await open();
  const shown = await desk.shown();
  await keep(whole(rain, 'Hail. ', writerId), whole(UNKNOWN_NODE, 'Fog. ', writerId));
  await keep({ nodeId: UNKNOWN_NODE, splice: { from: 90, to: 95, insert: 'Dew. ', spans: [] } });
  expect(await recovered()).toEqual(['Hail. ', 'Fog. ', 'Dew. ']);
  expect(sentences()).toEqual([NOTICE, NOTICE]);
  // The path and the draft stay, and the window's lists are told.
  expect(await desk.shown()).toBe(shown);
  expect(desk.emitted('tree.replaced').at(-1)).toEqual({ treeId: desk.treeId });
  expect(desk.emitted('grove.changed').at(-1)?.notices).toHaveLength(2);
  await desk.commit();
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [] });
});

test('without text leaves no trace', async () => {
  const { desk, rain, keep, recovered, sentences } = await open();
  const { seq } = await desk.call('tree.positions', { treeId: desk.treeId, after: 0 });
  await keep();
  await keep(
    { nodeId: rain, closed: true },
    { nodeId: UNKNOWN_NODE, splice: { from: 0, to: 3, insert: '', spans: [] } },
  );
  expect(await recovered()).toEqual([]);
  expect(sentences()).toEqual([]);
  expect((await desk.call('tree.positions', { treeId: desk.treeId, after: 0 })).seq).toBe(seq);
});

test('is refused while the file cannot be written, and then changes nothing', async () => {
  const { desk, rain, writerId, keep, recovered, sentences } = await open();
  const file = new Database(desk.path);
  file.exec('begin immediate');
  await expect(keep(whole(rain, 'Hail. ', writerId))).rejects.toMatchObject({ code: 'IN_USE' });
  file.exec('rollback');
  file.close();
  expect([await recovered(), sentences()]).toEqual([[], []]);
  await keep(whole(rain, 'Hail. ', writerId));
  expect(await recovered()).toEqual(['Hail. ']);
});

test('of a tree that another program deleted goes to another tree, with the draft that main has', async () => {
  const { desk, treeId, rain, writerId, keep, recovered, sentences } = await open();
  const other = await desk.call('tree.create', { title: 'Another' });
  const file = new Database(desk.path);
  file.pragma('foreign_keys = off');
  const key = `(select key from loom_tree where id = '${treeId}')`;
  file.exec(`
    delete from draft where loom_tree_key = ${key};
    delete from cursor where loom_tree_key = ${key};
    delete from position_choice where loom_tree_key = ${key};
    delete from edge_source where edge_key in (select key from edge where loom_tree_key = ${key});
    delete from edge where loom_tree_key = ${key};
    insert into node_text (node_text, rowid, text) select 'delete', key, text from node where loom_tree_key = ${key};
    delete from node where loom_tree_key = ${key};
    delete from loom_tree where id = '${treeId}'`);
  file.close();
  await keep(whole(rain, 'Hail. ', writerId));
  expect(await recovered(other.id)).toEqual(['It melted.', 'Hail. ']);
  expect(sentences()).toEqual([NOTICE]);
  // Nothing is left that could not be saved.
  expect(await desk.grove.settle()).toEqual({ where: 'file' });
});
