/** `domain.md`, *Forks*: what follows where the path took another way stays in sight, and one step away. */
import { expect, it } from 'vitest';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWritingDesk } from './writing-desk.ts';

turnClockByHand();

async function openSplit() {
  const writing = await openWritingDesk(['Once there was a castle on a hill.', ' Nobody went there.']);
  const { buffer, view, select, settle } = writing;
  select('Once there was a'.length);
  const splitting = buffer.commands.split();
  await settle();
  await splitting;
  await settle();
  return { ...writing, line: () => view.dom.querySelector('.rest-of-text')?.textContent ?? null };
}

it('a line under a branch made inside a text says how much of it follows', async () => {
  const { buffer, tree, line, type, agree, settle, notices } = await openSplit();
  expect(line()).toBe('7 words follow on your branch');
  expect(notices.log.get().map(({ text }) => text)).toContain('7 words follow on your branch.');
  type(' tower.');
  await tree.commit();
  await settle();
  expect((await agree()).text).toBe('Once there was a| tower.|');
  expect(line()).toBe('7 words follow on your branch');
  expect(buffer.commands.canReadOn).toBe(true);
});

it('clicking the line returns to what follows, where the branch began; undo goes back', async () => {
  const { buffer, tree, view, line, type, agree, settle, manuscript } = await openSplit();
  type(' tower.');
  await tree.commit();
  await settle();
  view.dom.querySelector<HTMLButtonElement>('.rest-of-text button')?.click();
  await settle();
  expect((await agree()).text).toBe('Once there was a castle on a hill.| Nobody went there.|');
  expect(view.state.selection.main.head).toBe('Once there was a'.length);
  expect(line()).toBeNull();
  expect(buffer.commands.canReadOn).toBe(false);
  manuscript.undo();
  expect((await agree()).text).toBe('Once there was a| tower.|');
  await settle();
  expect(line()).toBe('7 words follow on your branch');
});

it('text typed where the branch begins belongs to the branch, not to the text before it', async () => {
  const { buffer, tree, type, agree, settle } = await openSplit();
  type(' tower.');
  await tree.commit();
  await settle();
  type(' tall', 'Once there was a'.length);
  await tree.commit();
  expect((await agree()).text).toBe('Once there was a| tall tower.|');
  await buffer.commands.readOn();
  expect((await agree()).text).toBe('Once there was a castle on a hill.| Nobody went there.|');
});

it('there is no line after a text that nothing follows, or beside a pruned one', async () => {
  const { tree, desk, line, settle, select, type } = await openSplit();
  type(' tower.');
  await tree.commit();
  const { treeId } = desk;
  const [base] = await desk.call('path.children', { treeId, parentId: tree.path.rootPositionId });
  if (base === undefined) expect.unreachable();
  const intent = { treeId, pathVersion: tree.path.pathVersion, ops: [] };
  await desk.call('position.setPruned', {
    ...intent,
    positions: [{ positionId: base.positionId, pruned: true }],
  });
  await settle();
  expect(line()).toBeNull();
  select(0);
});
