import { beforeEach, expect, test, vi } from 'vitest';
import { startBeside } from '../../../helpers/published-release.ts';
import { openWindow } from '../window-desk.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);

test('a newer version is offered step by step, and each step takes a click', async () => {
  const { desk } = await startBeside();
  const { id } = await desk.call('tree.create', { title: 'Another' });
  const { session } = await openWindow(desk, desk.treeId, id);
  const shown = () => session.notices.banners.get().map(({ sentence, detail }) => [sentence, detail]);
  const press = (label: string) => {
    const actions = session.notices.banners.get().flatMap((notice) => notice.actions);
    actions.find((action) => action.label === label)?.run();
  };
  await session.support.lookForUpdate();
  expect(shown()).toEqual([['Aspen Grove 1.10.0 is available.', 'The download is 1 MB.']]);
  press('Download');
  await expect
    .poll(shown)
    .toEqual([['Aspen Grove 1.10.0 is ready to install.', 'Every open grove is saved and backed up first.']]);
  expect(desk.events.map(({ name }) => name)).not.toContain('opened');
  press('Install…');
  await expect.poll(shown).toEqual([['The installer is open. Quit Aspen Grove when it asks you to.', '']]);
  expect(desk.events.map(({ name }) => name)).toContain('opened');
});

test('the newest version says so, and a failure changes nothing', async () => {
  const { desk, published } = await startBeside('1.9.0');
  const { id } = await desk.call('tree.create', { title: 'Another' });
  const { session } = await openWindow(desk, desk.treeId, id);
  await session.support.lookForUpdate();
  published.list = '';
  await session.support.lookForUpdate();
  expect(session.notices.banners.get().map(({ sentence }) => sentence)).toEqual([
    'The newer version could not be looked for or downloaded. Nothing was changed.',
    'Aspen Grove 1.9.0 is the newest version.',
  ]);
});
