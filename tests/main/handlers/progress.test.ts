import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { temporaryFolder } from '../../helpers/grove.ts';

/** Words written day by day, through the contract, on a real file. The clock of a desk begins at 03:04:05 UTC on 2 January 2026. */

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Words per day of the only author: `2026-01-01 5/4` for 5 written, of which the story keeps 4. */
async function days(desk: HandlersDesk): Promise<readonly string[]> {
  const read = await desk.call('tree.progress', { treeId: desk.treeId });
  return (read?.days ?? []).map(({ day, written, net }) => `${day} ${written}/${net}`);
}

test('the days of a story: before four is the day before; what is typed, changed and deleted counts', async () => {
  const path = join(temporaryFolder(), 'story.aspen');
  const first = new HandlersDesk(path);
  await first.commit([first.typed('One two three four. ')]);
  await first.call('draft.save', { ...(await first.intent([first.typed('Five six')])), digest: null });
  expect(await days(first)).toEqual(['2026-01-01 6/6']);
  await first.commit();
  await first.close();

  // Two days later: a word replaced in the first text, two removed, and one that is not committed.
  const later = new HandlersDesk(path, 2 * 86_400);
  const nodeId = await later.nodeAt(0);
  const agent = later.grove.snapshot().writerId;
  await later.commit([
    { nodeId, splice: { from: 4, to: 13, insert: 'many', spans: [{ agent, length: 4 }] } },
  ]);
  await later.call('draft.save', { ...(await later.intent([later.typed(' Seven')])), digest: null });
  expect(await later.shown()).toBe('One many four. Five six Seven');
  expect(await days(later)).toEqual(['2026-01-01 6/6', '2026-01-03 2/0']);
});

test('text that another branch has counts as written, and not as the story’s', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One two. ')]);
  await desk.commit([desk.typed('Three four.')]);
  const { pathVersion, treeId } = await desk.intent();
  await desk.call('position.prune', { treeId, pathVersion, ops: [], positionId: await desk.positionAt(1) });
  expect(await days(desk)).toEqual(['2026-01-01 4/2']);
});

test('imported text does not count, what is changed in it does, and a duplicate counts as its original', async () => {
  const desk = new HandlersDesk();
  const file = join(temporaryFolder(), 'draft.txt');
  writeFileSync(file, 'One two three.');
  desk.chosen = [file];
  await desk.call('exchange.importTexts', {});
  expect(await days(desk)).toEqual([]);
  await desk.commit([desk.typed(' Four', { nodeId: await desk.nodeAt(0), offset: 14 })]);
  expect(await days(desk)).toEqual(['2026-01-01 1/1']);
  const copy = await desk.call('tree.duplicate', { treeId: desk.treeId });
  if (copy === null) expect.unreachable();
  await desk.call('tree.show', { treeId: copy.id });
  expect(await days(desk)).toEqual(['2026-01-01 1/1']);
});
