import { expect, it } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk, type WindowDesk } from '../window-desk.ts';

/** Following the links of a text (`documents.md`, *Links*). */

turnClockByHand();

const link = (name: string, section: string | null = null) => ({
  nodeId: null,
  name,
  section,
  localId: null,
  passage: null,
});

/** Follows a link of the shown tree, as if it were in its text. */
async function follow(window: WindowDesk, ...parts: Parameters<typeof link>): Promise<void> {
  const treeId = window.shown();
  if (treeId === null) throw new Error('no tree is shown');
  const following = window.session.links.follow(treeId, link(...parts));
  await window.settle();
  await following;
}

it('a link leads to the section of another tree, and Go back leads to where it was', async () => {
  const window = await openWindowDesk('The lake froze.');
  const marie = await window.desk.call('tree.create', {
    title: 'Marie',
    kind: 'document',
    isAside: true,
    text: '# Marie\n\n## Wants\n\nA boat.',
  });
  await window.settle();
  await follow(window, 'marie', 'Wants');
  expect(window.shown()).toBe(marie.id);
  const { head } = window.manuscript().cursor();
  expect(window.text().slice(head)).toBe('## Wants\n\nA boat.');
  const back = window.session.navigationHistory.go(-1);
  await window.settle();
  await back;
  expect(window.shown()).toBe(window.first);
});

it('a link to what is not there yet offers a document of its name, and leads there', async () => {
  const window = await openWindowDesk('The lake froze.');
  await follow(window, 'Emil');
  expect(window.shown()).toBe(window.first);
  const notice = window.session.notices.banners.get().find(({ sentence }) => sentence.includes('“Emil”'));
  expect(notice?.actions.map(({ label }) => label)).toEqual(['New document']);
  notice?.actions[0]?.run();
  await window.settle();
  expect(window.session.trees.findShown()).toMatchObject({ title: 'Emil', kind: 'document' });
});

it('entries are listed for what is typed, a new document last', async () => {
  const window = await openWindowDesk('The lake froze.');
  await window.desk.call('tree.create', { title: 'Marie', kind: 'document', isAside: true });
  const listed = await window.session.links.complete(window.first, 'Mar');
  expect(listed.map(({ kind, words, text }) => [kind, words, text])).toEqual([
    ['tree', 'Marie', '[[Marie]]'],
    ['new', 'Mar', '[[Mar]]'],
  ]);
});
