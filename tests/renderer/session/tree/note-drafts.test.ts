import { expect, test } from 'vitest';
import type { NodeId, PositionId, TreeId } from '../../../../src/core/ids.ts';
import type { Client } from '../../../../src/renderer/client.ts';
import { NoteDrafts, type UnsavedNote } from '../../../../src/renderer/session/tree/note-drafts.ts';

test('a note that is saved while its draft is on its way is not kept as a draft', async () => {
  const kept: unknown[] = [];
  const waiting: (() => void)[] = [];
  const call = (name: string, input: { readonly drafts?: unknown }): Promise<unknown> => {
    if (name === 'note.drafts') return Promise.resolve([]);
    kept.push(input.drafts);
    return new Promise((resolve) => waiting.push(() => resolve({ dropped: 0 })));
  };
  const drafts = new NoteDrafts({
    client: { call: call as Client['call'] },
    treeId: 'tree' as TreeId,
    onDropped: () => expect.unreachable('they fit'),
    onError: (error) => expect.unreachable(String(error)),
  });
  drafts.load();
  await drafts.flush();
  const draft: UnsavedNote = {
    on: 'node' as NodeId,
    positionId: 'position' as PositionId,
    phrase: null,
    note: null,
    text: 'A thought.',
  };
  drafts.keep(draft);
  await expect.poll(() => kept.length).toBe(1);
  drafts.remove(draft);
  await expect.poll(() => kept).toEqual([[draft], []]);
  for (const answer of waiting) answer();
  await drafts.flush();
  expect(kept).toHaveLength(2);
});

test('of too many, or too long ones, the newest that fit are kept, and the writer is told once', async () => {
  const kept: (readonly UnsavedNote[])[] = [];
  const told: number[] = [];
  const call = async (name: string, input: { readonly drafts: readonly UnsavedNote[] }): Promise<unknown> => {
    if (name === 'note.drafts') return [];
    kept.push(input.drafts);
    return { dropped: 0 };
  };
  const drafts = new NoteDrafts({
    client: { call: call as unknown as Client['call'] },
    treeId: 'tree' as TreeId,
    onDropped: (count) => told.push(count),
    onError: (error) => expect.unreachable(String(error)),
  });
  const draft = (at: number, text = `Thought ${at}.`): UnsavedNote => {
    return { on: 'node' as NodeId, positionId: `p${at}` as PositionId, phrase: null, note: null, text };
  };
  drafts.load();
  for (let at = 0; at < 51; at += 1) drafts.keep(draft(at));
  await drafts.flush();
  await expect
    .poll(() =>
      kept
        .at(-1)
        ?.map(({ positionId }) => positionId)
        .at(0),
    )
    .toBe('p1');
  expect(kept.at(-1)).toHaveLength(50);
  drafts.keep(draft(50, 'x'.repeat(1_000_001)));
  await drafts.flush();
  await expect.poll(() => kept.at(-1)?.at(-1)?.positionId).toBe('p49');
  expect(kept.at(-1)).toHaveLength(50);
  expect(told).toEqual([1]);
});
