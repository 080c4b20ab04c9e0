import { expect, test } from 'vitest';
import type { AgentId, NodeId, PositionId, TurnId } from '../../../src/core/ids.ts';
import type { TraceTurn } from '../../../src/ipc/wire/turn.ts';
import { moveInTree, rowsOfTrace } from '../../../src/renderer/views/turns/trace-rows.ts';

const action = (ordinal: number, isWrite: boolean, outcome: string) => ({
  ordinal,
  callOrdinal: ordinal,
  line: `→ line ${ordinal}`,
  thought: null,
  isWrite,
  offers: null,
  changesMemory: false,
  approval: null,
  outcome,
  result: 'ok',
  startedAt: 0,
  tookMs: 1,
});
const turn: TraceTurn = {
  turnId: 'turn' as TurnId,
  number: 1,
  agentId: 'analyst' as AgentId,
  parentId: 'message' as PositionId,
  message: 'Is it wet?',
  state: 'done',
  capped: null,
  used: {},
  isEstimated: false,
  startedAt: 0,
  endedAt: 1,
  undoneAt: null,
  hasRest: false,
  calls: [
    { ordinal: 0, hasRecord: true, node: { nodeId: 'n' as NodeId, positionId: 'p' as PositionId } },
    { ordinal: 1, hasRecord: true, node: null },
  ],
  actions: [action(0, false, 'done'), action(1, true, 'NOT_FOUND'), action(2, true, 'done')],
};
const keysOf = (writes: boolean, errors: boolean) =>
  rowsOfTrace([turn], { writes, errors }).flatMap(({ lines }) => lines.map(({ key }) => key));

test('the filters leave the lines that write, those that failed, or those that did both', () => {
  expect(keysOf(false, false)).toEqual(['turn 0', 'turn call 0', 'turn 1', 'turn call 1', 'turn 2']);
  expect(keysOf(true, false)).toEqual(['turn 1', 'turn 2']);
  expect(keysOf(false, true)).toEqual(['turn 1']);
  expect(rowsOfTrace([{ ...turn, actions: [] }], { writes: true, errors: true })).toEqual([]);
});

test('the arrow keys move among the rows, and open and close them', () => {
  const rows = [
    { key: 'a', level: 1, isOpen: true },
    { key: 'a1', level: 2, isOpen: null },
    { key: 'a2', level: 2, isOpen: false },
    { key: 'b', level: 1, isOpen: false },
  ] as const;
  const move = (at: string, key: string) => moveInTree(rows, at, key);
  expect([move('a', 'ArrowDown'), move('a', 'ArrowRight')]).toEqual([{ to: 'a1' }, { to: 'a1' }]);
  expect([move('a', 'ArrowLeft'), move('b', 'ArrowRight')]).toEqual([{ toggle: 'a' }, { toggle: 'b' }]);
  expect([move('a2', 'ArrowLeft'), move('a2', 'ArrowRight')]).toEqual([{ to: 'a' }, { toggle: 'a2' }]);
  expect([move('b', 'Home'), move('a', 'End')]).toEqual([{ to: 'a' }, { to: 'b' }]);
  expect([move('b', 'ArrowDown'), move('a', 'ArrowUp'), move('b', 'ArrowLeft'), move('a', 'x')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
