import { expect, test } from 'vitest';
import type { TreeId } from '../../../src/core/ids.ts';
import { wholeSpans } from '../../../src/core/text/span.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

/** Search in what is typed and not committed, on a real file. */

async function find(desk: HandlersDesk, text: string, more: { readonly treeId?: TreeId } = {}) {
  const wanted = { text, treeId: more.treeId ?? null, ranked: false, limit: 50 };
  const { hits } = await desk.call('search.find', wanted);
  return hits.map(({ snippet, highlights, typed }) => {
    const [first] = highlights;
    return { word: snippet.slice(first?.from, first?.to), snippet, typed };
  });
}

/** A desk with one committed node, and typing that is not committed: in its place, and after it. */
async function deskWithDraft(): Promise<HandlersDesk> {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('The castle stood.')]);
  const nodeId = await desk.nodeAt(0);
  const spans = wholeSpans(desk.grove.snapshot().writerId, 'cottage'.length);
  const retyped = { from: 4, to: 10, insert: 'cottage', spans };
  const ops = [{ nodeId, splice: retyped }, desk.typed(' A heron, and a heron.')];
  await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
  return desk;
}

test('finds what is typed, each time that it is there, and not what an edit replaced', async () => {
  const desk = await deskWithDraft();
  expect(await find(desk, 'castle')).toEqual([]);
  expect(await find(desk, 'cott')).toEqual([{ word: 'cottage', snippet: 'The cottage stood.', typed: true }]);
  expect(await find(desk, 'stood')).toEqual([{ word: 'stood', snippet: 'The cottage stood.', typed: true }]);
  const herons = await desk.call('search.find', {
    text: 'heron',
    treeId: desk.treeId,
    ranked: true,
    limit: 50,
  });
  expect(herons.hits).toMatchObject([
    { nodeId: null, from: 3, to: 8, before: 'The cottage stood.' },
    { nodeId: null, from: 16, to: 21 },
  ]);
});

test('finds the drafts of trees that are not shown, also after the program was started again', async () => {
  const desk = await deskWithDraft();
  const other = await desk.call('tree.create', { title: 'Other' });
  expect(await find(desk, 'heron')).toHaveLength(2);
  expect(await find(desk, 'heron', { treeId: other.id })).toEqual([]);
  await desk.call('tree.show', { treeId: other.id });
  await desk.close();
  expect(await find(new HandlersDesk(desk.path), 'heron')).toHaveLength(2);
});

test('what was typed is found once it is committed, and what it replaced in the earlier version', async () => {
  const desk = await deskWithDraft();
  await desk.commit();
  expect(await find(desk, 'heron')).toMatchObject([{ typed: false }, { typed: false }]);
  expect(await find(desk, 'castle')).toMatchObject([{ typed: false }]);
});
