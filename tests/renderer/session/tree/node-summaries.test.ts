import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AspenError, type ErrorCode } from '../../../../src/core/errors.ts';
import type { NodeId } from '../../../../src/core/ids.ts';
import { openWritingDesk } from '../writing-desk.ts';

/** The summaries that the writer types in the Passage tab. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

async function open() {
  const opened = await openWritingDesk(['Rain. ', 'It fell.']);
  const { desk, tree } = opened;
  const refused = new Map<NodeId, ErrorCode>();
  let asked = 0;
  const call = desk.call.bind(desk);
  vi.spyOn(desk, 'call').mockImplementation((name, input) => {
    if (name === 'node.setSummary' && 'nodeId' in input) {
      asked += 1;
      const code = refused.get(input.nodeId as NodeId);
      if (code !== undefined) throw new AspenError(code, 'as the test wants it');
    }
    return call(name, input);
  });
  const [rain, fell] = [await desk.nodeAt(0), await desk.nodeAt(1)];
  return {
    ...opened,
    summaries: tree.node.summaries,
    rain,
    fell,
    refused,
    asked: () => asked,
    kept: async (nodeId: NodeId) => (await call('node.read', { treeId: tree.treeId, nodeId })).node.summary,
  };
}

it('what the writer did not want to wait with is saved once the file is checked', async () => {
  const { desk, buffer, summaries, rain, refused, asked, kept, notices } = await open();
  refused.set(rain, 'CANCELLED');
  summaries.change(rain, 'Weather');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(1);
  expect([notices.log.get(), summaries.errors.get().size]).toEqual([[], 0]);
  refused.clear();
  buffer.onGrove(desk.grove.snapshot());
  await vi.advanceTimersByTimeAsync(0);
  expect(await kept(rain)).toBe('Weather');
});

it('one that cannot be saved keeps no other from it, and is saved later', async () => {
  const { summaries, rain, fell, refused, kept, notices } = await open();
  refused.set(rain, 'DISK_FULL');
  summaries.change(rain, 'Weather');
  summaries.change(fell, 'It rains');
  await summaries.saver.flush();
  expect(await kept(fell)).toBe('It rains');
  expect([...summaries.errors.get().keys()]).toEqual([rain]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(notices.log.get()).toHaveLength(1);
  refused.clear();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await kept(rain)).toBe('Weather');
  expect([summaries.errors.get().size, summaries.isUnsaved]).toEqual([0, false]);
});

it('what was typed and taken back does not hide one that a model writes afterwards', async () => {
  const { summaries, rain } = await open();
  summaries.onRead(rain, null);
  summaries.change(rain, 'W');
  summaries.change(rain, '');
  await summaries.saver.flush();
  summaries.onRead(rain, 'A model writes of weather.');
  expect(summaries.typed.get().has(rain)).toBe(false);
});
