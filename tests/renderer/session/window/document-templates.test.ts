import { expect, it } from 'vitest';
import type { LoomTree } from '../../../../src/core/tree/loom-tree.ts';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk, type WindowDesk } from '../window-desk.ts';

/** The writer's own templates of documents (`documents.md`, *Documents*). */

turnClockByHand();

function shown({ session }: WindowDesk): LoomTree {
  const tree = session.trees.findShown();
  if (tree === null) throw new Error('no tree is shown');
  return tree;
}

/** Runs the action of the notice that begins with these words. */
function undo({ session }: WindowDesk, words: string): void {
  session.notices.banners
    .get()
    .find(({ sentence }) => sentence.startsWith(words))
    ?.actions[0]?.run();
}

it('keeps the text as it is on the screen, replaces the template of its title, and takes either back', async () => {
  const window = await openWindowDesk('# Marie');
  const { session, type } = window;
  const list = () => session.templates.own.map(({ name, text }) => [name, text]);
  const { title } = shown(window);
  await session.templates.save(shown(window));
  expect(list()).toEqual([[title, '# Marie']]);
  type('\n\nShe fears the lake.');
  await session.templates.save(shown(window));
  expect(list()).toEqual([[title, '# Marie\n\nShe fears the lake.']]);
  undo(window, 'The template');
  expect(list()).toEqual([[title, '# Marie']]);
  undo(window, `“${title}” is a template`);
  expect(list()).toEqual([]);
});

it('lists no template that was removed, until it is brought back', async () => {
  const window = await openWindowDesk('# Marie');
  const { templates } = window.session;
  await templates.save(shown(window));
  const [template] = templates.own;
  if (template === undefined) throw new Error('nothing was saved');
  templates.remove(template);
  expect(templates.own).toEqual([]);
  const [removed] = templates.removed;
  expect(removed?.name).toBe(template.name);
  if (removed !== undefined) templates.restore(removed);
  expect(templates.own).toHaveLength(1);
});

it('makes none of a text without words', async () => {
  const window = await openWindowDesk('');
  await window.session.templates.save(shown(window));
  expect(window.session.templates.own).toEqual([]);
  expect(window.session.notices.banners.get()[0]?.sentence).toContain('no words');
});
