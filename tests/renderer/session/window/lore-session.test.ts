import { expect, it } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk } from '../window-desk.ts';

/** Lore in a window: an entry made of a selection (`lore.md`). */

turnClockByHand();

it('makes a document of a selection with its names as keys, beside the text, and undoes it', async () => {
  const { desk, session, settle, texts, first } = await openWindowDesk('It rained. ');
  const made = session.lore.makeOf('Nell of Saint-Malo is a glazier. She fears the lake. ');
  await settle();
  await made;
  const find = () => desk.grove.snapshot().trees.find(({ kind }) => kind === 'document');
  const document = find();
  if (document === undefined) expect.unreachable();
  expect(document.settings.lore).toEqual([{ keys: ['Nell', 'Saint-Malo'] }]);
  await session.showCompanion(document.id);
  await settle();
  expect(session.findTree()?.treeId).toBe(first);
  expect(texts().get(document.id)).toBe('# Nell\n\nNell of Saint-Malo is a glazier. She fears the lake.\n');
  const notice = session.notices.banners.get().at(-1);
  expect(notice?.sentence).toBe('“Nell” was made of the selection, and is lore.');
  notice?.actions[0]?.run();
  await settle();
  expect(find()).toBeUndefined();
});

it('makes no document of more than one can begin with', async () => {
  const { desk, session, settle } = await openWindowDesk('It rained. ');
  await session.lore.makeOf('Rain. '.repeat(10_000));
  await settle();
  expect(desk.grove.snapshot().trees.every(({ kind }) => kind === 'story')).toBe(true);
  expect(session.notices.banners.get().at(-1)?.sentence).toContain('at most 50,000 characters');
});
