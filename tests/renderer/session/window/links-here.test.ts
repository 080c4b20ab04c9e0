import { expect, test } from 'vitest';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { LinksHere } from '../../../../src/renderer/session/window/links-here.ts';
import { HandlersDesk } from '../../../helpers/desk.ts';

test('the links to a document are read while they are shown, and when a text or a name has changed', async () => {
  const desk = new HandlersDesk();
  const { id: treeId } = await desk.call('tree.create', { title: 'Marie', kind: 'document' });
  const listeners: (() => void)[] = [];
  const on = (_: string, listener: () => void) => {
    listeners.push(listener);
    return () => {};
  };
  const client = {
    call: desk.call.bind(desk),
    on: on as never,
    openDropped: async () => {},
    newRequestId: () => '' as never,
  };
  const here = new LinksHere({ client, notices: new Notices() }, treeId, null);
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const shown = () => here.links.get().rows.map(({ title, words, state }) => `${title}: ${words} (${state})`);
  const stop = here.watch();
  expect(shown()).toEqual([]);

  const { id: notes } = await desk.call('tree.create', { title: 'Notes', kind: 'document' });
  await desk.call('tree.show', { treeId: notes });
  await desk.commit([desk.typed('[[Marie|She]] and [[Nell]].')]);
  changed();
  await expect.poll(shown).toEqual(['Notes: She (shown)']);

  // Two names, of which one was linked before it was one.
  expect(await here.setAliases(['Nell', 'The  skater'])).toBeNull();
  changed();
  await expect.poll(shown).toEqual(['Notes: She (shown)', 'Notes: Nell (shown)']);
  expect(here.aliases.get()).toEqual(['Nell', 'The  skater']);
  expect(await here.setAliases(['Nell', ' '])).toBe('The name is blank.');
  expect(here.aliases.get()).toEqual(['Nell']);

  await desk.call('tree.update', { treeId: notes, archived: true });
  changed();
  await expect.poll(shown).toEqual([]);
  here.showAll(true);
  await expect.poll(shown).toEqual(['Notes: She (archived)', 'Notes: Nell (archived)']);
  stop();
  here.close();
  await desk.close();
});
