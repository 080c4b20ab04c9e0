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
    return new Promise((resolve) => waiting.push(() => resolve({})));
  };
  const drafts = new NoteDrafts({
    client: { call: call as Client['call'] },
    treeId: 'tree' as TreeId,
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
