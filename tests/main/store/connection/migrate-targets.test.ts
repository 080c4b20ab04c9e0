import { expect, test } from 'vitest';
import { listAnchors } from '../../../../src/main/store/tables/marks/anchors.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';
import { openGrove } from '../../../helpers/grove.ts';
import { makeOlder } from '../../../helpers/older-grove.ts';

test('version 180 keeps the notes and bookmarks on phrases of an older grove', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  await desk.commit([desk.typed('The lamp burned. It rained all night.')]);
  const nodeId = await desk.nodeAt(0);
  const place = { nodeId, start: 4, length: 4 };
  await desk.call('node.annotate', { treeId, nodeId, text: 'Which lamp?', phrase: { start: 17, length: 2 } });
  await desk.call('position.bookmarkPhrase', { ...(await desk.intent()), ...place, label: 'light' });
  await desk.close();
  const read = () => {
    const grove = openGrove(desk.path);
    const anchors = listAnchors(grove, treeId);
    grove.close();
    return anchors;
  };
  const before = read();
  expect(before).toMatchObject([
    { kind: 'note', quote: 'It' },
    { kind: 'bookmark', quote: 'lamp', label: 'light' },
  ]);
  makeOlder(desk.path, 160);
  expect(read()).toEqual(before);
});
