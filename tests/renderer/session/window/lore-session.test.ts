import { expect, it } from 'vitest';
import { loreReason, loreTrial } from '../../../../src/ui-text/lore.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk } from '../window-desk.ts';

/** Lore in a window: what fires, trying keys, and an entry made of a selection (`lore.md`). */

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

it('lists what a document adds, tries keys, and goes to the place of one', async () => {
  const window = await openWindowDesk('Marie went out.\n\nIt held.\n\n');
  const { desk, session, settle } = window;
  const { lore } = session.findTree() ?? expect.unreachable();
  const stop = lore.watch();
  await settle();
  expect(lore.verdicts.get()).toEqual([]);
  expect(window.asked).not.toContain('lore.list');

  const { id: treeId } = await desk.call('tree.create', {
    title: 'Marie',
    kind: 'document',
    isAside: true,
    text: 'She limps.',
  });
  const use = (entry: object) => desk.call('tree.update', { treeId, settings: { lore: [entry] } });
  await use({});
  await settle();
  const [verdict] = lore.verdicts.get();
  expect(verdict).toMatchObject({ treeId, title: 'Marie', part: null, fired: true });
  expect(loreReason(verdict?.why ?? expect.unreachable())).toBe('“Marie”, 1 paragraph up');

  // What is typed, and what is set, is seen a moment later.
  window.type('Nobody saw.');
  await settle();
  const reason = () => loreReason(lore.verdicts.get()[0]?.why ?? expect.unreachable());
  expect(reason()).toBe('“Marie”, 2 paragraphs up');
  await use({ secondary: ['ice'] });
  await settle();
  expect(reason()).toBe('Second key missing: “ice”');
  await use({ keys: ['Nell'] });
  await settle();
  expect(reason()).toBe('No key is in the text');

  const found = await lore.try('NOBODY');
  if (found.kind !== 'found') expect.unreachable();
  lore.goTo(found.place);
  expect(window.manuscript().selectedText()).toBe('Nobody');
  expect(loreTrial(await lore.try('ice'))).toBe('It is not in what is looked through.');
  expect(loreTrial(await lore.try('/(?=a)/'))).toBe('A regular expression cannot look ahead or behind.');
  stop();
});

it('finds every key of the lore in texts', async () => {
  const { desk, session, settle } = await openWindowDesk('It rained. ');
  const { lore } = session.findTree() ?? expect.unreachable();
  const { id: treeId } = await desk.call('tree.create', { title: 'Nell', kind: 'document', isAside: true });
  await desk.call('tree.update', {
    treeId,
    settings: { lore: [{ keys: ['Nell', 'old mill', '/ra[ai]n/'] }] },
  });
  await settle();
  const texts = ['Nell, and Nell’s old mill.', 'Nellie', 'rain, raan\nraan'];
  const keys = await lore.findKeys(texts);
  expect(keys?.map((ranges, index) => ranges.map(({ from, to }) => texts[index]?.slice(from, to)))).toEqual([
    ['Nell', 'Nell', 'old mill'],
    [],
    ['rain', 'raan'],
  ]);
});
