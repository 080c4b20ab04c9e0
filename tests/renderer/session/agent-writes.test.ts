import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PositionId, RequestId } from '../../../src/core/ids.ts';
import type { RequestName } from '../../../src/ipc/contract.ts';
import type { TreeSession } from '../../../src/main/grove/writing/tree-session.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { resumeWriting } from './writing-desk.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

let commits = 0;

/** A window with every list of the tree on the screen, and a model that writes in the same tree. */
async function open() {
  const desk = new HandlersDesk();
  const requests: RequestName[] = [];
  const writing = await resumeWriting(desk, ['One.', ' Two.'], {}, (name, send) => {
    requests.push(name);
    return send();
  });
  const { tree, settle } = writing;
  tree.outline.reader.setShown(true);
  tree.node.watch();
  await settle();
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  if (model === undefined) expect.unreachable();
  const agent = desk.grove.agentSession(desk.treeId, { id: model.id, type: 'model' });
  const intent = (session: TreeSession) => ({ pathVersion: session.readPath().pathVersion, ops: [] });
  return {
    ...writing,
    desk,
    requests,
    one: await desk.positionAt(0),
    /** Starts again: what has been requested so far is forgotten. */
    beginCounting: () => void requests.splice(0),
    agent,
    /** The model adds a node after a position. */
    add: (after: PositionId, insert: string) => {
      agent.moves.moveHead(intent(agent), after);
      const spans = [{ agent: agent.agentId, length: insert.length }];
      const ops = [{ nodeId: null, splice: { from: 0, to: 0, insert, spans } }];
      commits += 1;
      agent.commit({ ...intent(agent), ops }, `01KDXS${String(commits).padStart(20, '0')}` as RequestId);
    },
    prune: (positionId: PositionId) => agent.prune(intent(agent), positionId),
  };
}

it('shows twenty nodes of an agent without a request, and leaves the draft alone', async () => {
  const { tree, desk, one, add, type, shown, agree, settle, beginCounting, requests } = await open();
  await tree.commit();
  type(' Thr');
  await settle();
  const before = await desk.call('path.read', { treeId: desk.treeId });
  beginCounting();
  for (let count = 1; count <= 20; count += 1) {
    add(one, ` Other ${count}.`);
    await settle();
  }
  expect(requests).toEqual([]);
  expect(
    tree.continuations.list
      .get()
      .items.map(({ text }) => text)
      .slice(-2),
  ).toEqual([' Other 19.', ' Other 20.']);
  expect(tree.path.findHeader(tree.path.headId)?.siblingCount).toBe(21);
  const { table } = tree.outline.view.get();
  expect(table.count).toBe(23);
  expect(tree.outline.labels.find(table.idOf(22))?.excerpt).toBe(' Other 20.');

  const after = await desk.call('path.read', { treeId: desk.treeId });
  expect(after.pathVersion).toBe(before.pathVersion);
  expect(after.buffer).toEqual(before.buffer);
  type('ee.');
  expect((await agree()).text).toBe('One.| Two.| Three.');
  expect(shown().letters).toBe('w'.repeat('One. Two. Three.'.length));
});

it('follows its path when an agent prunes a node of it, and keeps the draft', async () => {
  const { tree, desk, one, prune, type, agree, settle, requests, beginCounting } = await open();
  type(' Three.');
  await settle();
  beginCounting();
  const head = tree.path.headId;
  prune(head);
  await settle();
  expect(requests.filter((name) => name === 'path.read')).toHaveLength(1);
  expect(tree.path.headId).toBe(one);
  expect((await agree()).text).toBe('One.| Three.');
  await tree.commit();
  expect((await agree()).text).toBe('One.| Three.|');
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [] });
});
