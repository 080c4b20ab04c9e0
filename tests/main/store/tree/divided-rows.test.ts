import { expect, test } from 'vitest';
import type { NodeId, PositionId } from '../../../../src/core/ids.ts';
import { OUTLINE_FLAGS, type PositionRows } from '../../../../src/core/outline/position-rows.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';

/** The rows of a tree whose texts were divided, as main sends them to the outline and the map. */

async function divide() {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('One two three four. ')]);
  await desk.commit([desk.typed('Afterwards. ')]);
  const [base, after] = [await desk.positionAt(0), await desk.positionAt(1)];
  const names = new Map<PositionId, string>([
    [base, 'base'],
    [after, 'after'],
  ]);
  const add = async (name: string, positionId: Promise<PositionId>) => {
    names.set(await positionId, name);
    return positionId;
  };
  const splitAt = async (nodeId: string, offset: number) =>
    desk.call('node.split', { ...(await desk.intent()), nodeId: nodeId as NodeId, offset });
  const write = async (name: string, text: string) => {
    await desk.commit([desk.typed(text)]);
    const { count } = await desk.segments();
    return add(name, desk.positionAt(count - 1));
  };
  /** Which row each position is in and below what, as one line each: `branch below base`. */
  const print = ({ count, ids, keys, parents, flags }: PositionRows) => {
    const nameAt = (at: number) => {
      const id = ids.slice(26 * at, 26 * at + 26) as PositionId;
      return names.get(id) ?? (parents[at] === -1 ? 'root' : id);
    };
    const lines = new Map<number, string>();
    for (let at = 0; at < count; at += 1) {
      const flag = flags[at] ?? 0;
      if (parents[at] === -1) continue;
      const parent = keys.indexOf(parents[at] ?? 0);
      lines.set(
        keys[at] ?? 0,
        [
          nameAt(at),
          (flag & OUTLINE_FLAGS.unlisted) === 0 ? 'below' : 'in',
          nameAt(parent),
          ...((flag & OUTLINE_FLAGS.pruned) === 0 ? [] : ['(pruned)']),
        ].join(' '),
      );
    }
    return [...lines.values()].sort();
  };
  const rows = async () => print((await desk.call('tree.positions', { treeId, after: 0 })).positions);
  /** The sum of the updates since then, with the earlier state. */
  const known = (await desk.call('tree.positions', { treeId, after: 0 })).positions;
  const followed = async () => {
    await new Promise((resolve) => void setImmediate(resolve));
    const updates = [known, ...desk.emitted('tree.changed').map(({ positions }) => positions)];
    return print({
      ...known,
      count: updates.reduce((sum, { count }) => sum + count, 0),
      ids: updates.map(({ ids }) => ids).join(''),
      keys: Float64Array.from(updates.flatMap(({ keys }) => [...keys])),
      parents: Float64Array.from(updates.flatMap(({ parents }) => [...parents])),
      flags: Uint8Array.from(updates.flatMap(({ flags }) => [...flags])),
    });
  };
  const changes = async () => {
    const { positions } = await desk.call('tree.changes', { treeId, since: 0 });
    return print(positions);
  };
  /** The rows, which the updates and a later read of the changes must add up to. */
  const shown = async () => {
    const lines = await rows();
    expect(await followed()).toEqual(lines);
    expect(await changes()).toEqual(lines);
    return lines;
  };

  await splitAt(base, 8);
  const split = await add('split', desk.positionAt(0));
  await write('branch', 'five. ');
  return { desk, treeId, base, after, split, splitAt, write, add, shown };
}

test('a split has no row of its own, and what continues it is shown below the text that it divides', async () => {
  const { desk, base, split, splitAt, write, add, shown } = await divide();
  expect(await shown()).toEqual([
    'after below base',
    'base below root',
    'branch below base',
    'split in base',
  ]);
  // A split of the split.
  await splitAt(split, 4);
  await add('split of split', desk.positionAt(0));
  await write('other branch', 'six. ');
  expect(await shown()).toEqual([
    'after below base',
    'base below root',
    'branch below base',
    'other branch below base',
    'split in base',
    'split of split in base',
  ]);
  expect(base).not.toBe(split);
});

test('a split whose text goes on is a row while nothing continues it', async () => {
  const { desk, split, shown, treeId } = await divide();
  const branch = await desk.positionAt(1);
  await desk.call('position.prune', { ...(await desk.intent()), positionId: branch });
  expect(await shown()).toContain('split in base');
  await desk.call('path.moveHead', { ...(await desk.intent()), to: split });
  await desk.commit([desk.typed('and more. ', { nodeId: split as string as NodeId, offset: 8 })]);
  expect(await shown()).toEqual([
    'after below base',
    'base below root',
    'branch below base (pruned)',
    'split below base',
  ]);
  // Its row reads from the fork onward.
  const [label] = await desk.call('tree.labels', { treeId, positionIds: [split] });
  expect(label?.excerpt).toBe('and more. ');
});

test('what continues a split of a pruned text is shown below the split, and again below the text once it is restored', async () => {
  const { desk, base, split, shown } = await divide();
  const before = await shown();
  await desk.call('position.setPruned', {
    ...(await desk.intent()),
    positions: [{ positionId: base, pruned: true }],
  });
  expect(await shown()).toEqual([
    'after below base',
    'base below root (pruned)',
    'branch below split',
    'split below root',
  ]);
  await desk.call('position.setPruned', {
    ...(await desk.intent()),
    positions: [{ positionId: base, pruned: false }],
  });
  expect(await shown()).toEqual(before);
  // A pruned split can be restored with what continues it.
  await desk.call('position.prune', { ...(await desk.intent()), positionId: split });
  expect(await shown()).toEqual([
    'after below base',
    'base below root',
    'branch below split',
    'split below base (pruned)',
  ]);
});

test('alternatives from the very beginning of a text are shown beside it, wherever an edit moves that', async () => {
  const { desk, base, after, shown } = await divide();
  await desk.call('path.moveHead', { ...(await desk.intent()), to: after });
  const before = await shown();
  await desk.call('draft.commit', {
    ...(await desk.intent([
      {
        nodeId: base as string as NodeId,
        splice: {
          from: 0,
          to: 20,
          insert: 'Zero. ',
          spans: [{ agent: desk.grove.snapshot().writerId, length: 6 }],
        },
      },
    ])),
    requestId: '01KDXR00000000000000000001' as never,
  });
  expect(await shown()).toEqual([
    'after below base',
    'base below root',
    'branch below root',
    'split in root',
  ]);
  await desk.call('path.selectVersion', {
    ...(await desk.intent()),
    at: base,
    to: { nodeId: base as string as NodeId },
  });
  expect(await shown()).toEqual(before);
});
