import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import type { AgentId, NodeId, PositionId, RequestId } from '../../../src/core/ids.ts';
import type { RequestName } from '../../../src/ipc/contract.ts';
import { schemas } from '../../../src/ipc/schemas.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { readGrove } from '../../helpers/grove-facts.ts';

const UNKNOWN_ID = '01KDXZZZZZZZZZZZZZZZZZZZZZ';
const names = Object.keys(schemas) as RequestName[];

test('an intent against another path is refused with CONFLICT and changes nothing', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const { treeId } = desk;
  const [nodeId, positionId] = [await desk.nodeAt(0), await desk.positionAt(0)];
  const agentId =
    desk.grove.snapshot().agents.find(({ type }) => type === 'model')?.id ?? (UNKNOWN_ID as AgentId);
  const stale = { treeId, pathVersion: 0, ops: [desk.typed('lost?')] };
  const before = readGrove(desk.path);
  const draft = { buffer: { text: '', spans: [] }, edits: [] };
  const attempts = [
    () => desk.call('draft.save', { ...stale, digest: null }),
    () => desk.call('draft.commit', { ...stale, requestId: UNKNOWN_ID as RequestId }),
    () => desk.call('path.selectSibling', { ...stale, at: positionId, to: { step: 1 } }),
    () => desk.call('path.selectVersion', { ...stale, at: positionId, to: { nodeId } }),
    () => desk.call('path.moveHead', { ...stale, to: positionId }),
    () => desk.call('path.readOn', { ...stale, after: positionId }),
    () => desk.call('path.goToChild', stale),
    () => desk.call('path.arrive', { ...stale, positionId }),
    () =>
      desk.call('path.restore', {
        treeId,
        pathVersion: 0,
        head: positionId,
        versions: [],
        pruned: [],
        draft,
      }),
    () => desk.call('node.split', { ...stale, nodeId, offset: 1 }),
    () => desk.call('node.branchEdit', { ...stale, nodeId }),
    () => desk.call('message.saveEdit', { ...stale, nodeId, how: 'branch' }),
    () => desk.call('position.bookmark', { ...stale, positionId, bookmarked: true, label: null }),
    () => desk.call('position.exclude', { ...stale, positionId, excluded: true }),
    () => desk.call('position.prune', { ...stale, positionId }),
    () => desk.call('position.setPruned', { ...stale, positions: [{ positionId, pruned: true }] }),
    () => desk.call('generation.start', { ...stale, at: null, agentIds: [agentId], count: 1, maxTokens: 5 }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(readGrove(desk.path)).toEqual(before);
  expect(await desk.shown()).toBe('One.');
});

test('an unknown id is refused with NOT_FOUND, and nothing is written or lost', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const unknownNode = UNKNOWN_ID as NodeId;
  const unknownPosition = UNKNOWN_ID as PositionId;
  const before = readGrove(desk.path);
  const intent = () => desk.intent();
  const attempts = [
    async () =>
      desk.call('path.selectVersion', {
        ...(await intent()),
        at: await desk.positionAt(0),
        to: { nodeId: unknownNode },
      }),
    async () => desk.call('path.moveHead', { ...(await intent()), to: unknownPosition }),
    async () =>
      desk.call('path.selectSibling', { ...(await intent()), at: unknownPosition, to: { step: 1 } }),
    async () => desk.call('path.readOn', { ...(await intent()), after: unknownPosition }),
    async () => desk.call('path.readOn', { ...(await intent()), after: await desk.positionAt(0) }),
    async () => desk.call('node.split', { ...(await intent()), nodeId: unknownNode, offset: 0 }),
    async () => desk.call('node.branchEdit', { ...(await intent()), nodeId: unknownNode }),
    async () => desk.call('node.annotate', { treeId: desk.treeId, nodeId: unknownNode, text: 'x' }),
    async () =>
      desk.call('message.runCommands', { treeId: desk.treeId, at: unknownPosition, text: '→ bookmark here' }),
    async () => desk.call('node.read', { treeId: desk.treeId, nodeId: unknownNode }),
    async () => desk.call('position.prune', { ...(await intent()), positionId: unknownPosition }),
    async () =>
      desk.call('position.exclude', { ...(await intent()), positionId: unknownPosition, excluded: true }),
    async () =>
      desk.call('generation.start', {
        ...(await intent()),
        at: unknownPosition,
        agentIds: [UNKNOWN_ID as AgentId],
        count: 1,
        maxTokens: 1,
      }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(readGrove(desk.path)).toEqual(before);
  expect(await desk.shown()).toBe('One.');
});

test('the root cannot be edited, split or pruned', async () => {
  const desk = new HandlersDesk();
  const { rootPositionId } = await desk.call('path.read', { treeId: desk.treeId });
  const root = rootPositionId as string as NodeId;
  const before = readGrove(desk.path);
  await expect(
    desk.call('node.split', { ...(await desk.intent()), nodeId: root, offset: 0 }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(
    desk.call('position.prune', { ...(await desk.intent()), positionId: rootPositionId }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(desk.commit([desk.typed('x', { nodeId: root })])).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
  expect(readGrove(desk.path)).toEqual(before);
});

test('invalid input to any request is refused with a code and changes nothing', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const before = readGrove(desk.path);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.anything(), async (name, input) => {
      if (typeof input === 'object' && input !== null && Object.keys(input).length === 0) return;
      await expect(desk.callRaw(name, input)).rejects.toSatisfy(
        (error) => error instanceof AspenError && error.code === 'INVALID_ARGUMENT',
      );
    }),
  );
  expect(readGrove(desk.path)).toEqual(before);
});
