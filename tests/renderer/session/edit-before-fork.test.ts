/** `domain.md`, *Forks*: the text before a fork is one text, in a real editor and on a real file. */
import { expect, it } from 'vitest';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWritingDesk } from './writing-desk.ts';

turnClockByHand();

it('an edit before a fork changes all its alternatives in one commit, and undo takes it back in all', async () => {
  const writing = await openWritingDesk(['Once there was a castle on a hill.']);
  const { desk, buffer, tree, manuscript, select, type, agree, settle } = writing;
  select('Once there was a'.length);
  const splitting = buffer.commands.split();
  await settle();
  await splitting;
  type(' tower.');
  await tree.commit();
  expect((await agree()).text).toBe('Once there was a| tower.|');

  // In the alternative: the base follows.
  type('Never', 0, 'Once'.length);
  await tree.commit();
  expect((await agree()).text).toBe('Never there was a| tower.|');
  const { treeId } = desk;
  const rootId = tree.path.rootPositionId;
  const texts = async () => {
    const children = await desk.call('path.children', { treeId, parentId: rootId });
    return children.map(({ excerpt }) => excerpt);
  };
  expect(await texts()).toEqual(['Never there was a castle on a hill.']);
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [] });

  manuscript.undo();
  expect((await agree()).text).toBe('Once there was a| tower.|');
  expect(await texts()).toEqual(['Once there was a castle on a hill.']);
  manuscript.redo();
  expect((await agree()).text).toBe('Never there was a| tower.|');
  await tree.commit();
  expect(await texts()).toEqual(['Never there was a castle on a hill.']);
  expect(await desk.call('grove.verify', {})).toMatchObject({ violations: [], log: [] });
});
