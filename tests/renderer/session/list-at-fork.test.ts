/** `domain.md`, *Forks*: one list where a text was divided, the same from every alternative, in a real editor. */
import { expect, it } from 'vitest';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWritingDesk } from './writing-desk.ts';

turnClockByHand();

const BASE = 'Once there was a castle on a hill.';
const PLACE = 'Once there was a'.length;

/** A text of two nodes with two alternatives from the middle of the first, and the path on the second of them. */
async function openFork() {
  const writing = await openWritingDesk([BASE, ' Nobody went there.']);
  const { buffer, tree, type, select, settle, view } = writing;
  const run = async (work: Promise<unknown>) => {
    await settle();
    await work;
    await settle();
  };
  select(PLACE);
  await run(buffer.commands.split());
  const { headId: split } = tree.path;
  type(' tower.');
  await run(tree.commit());
  await run(tree.navigation.goToParent());
  type(' tree.');
  await run(tree.commit());
  const list = () => {
    const { items, selectedId } = tree.continuations.list.get();
    return items.map(
      ({ positionId, number, text }) => `${positionId === selectedId ? '>' : ''}${number} ${text}`,
    );
  };
  const caret = () => view.state.selection.main.head;
  return { ...writing, run, split, list, caret };
}

it('the list at a fork has what follows in the text first, and the same numbers from everywhere', async () => {
  const { tree, run, list, agree, caret, select } = await openFork();
  expect((await agree()).text).toBe('Once there was a| tree.|');
  expect(list()).toEqual(['1  castle on a hill. Nobody went there.', '2  tower.', '>3  tree.']);
  expect(tree.navigation.findSiblings()).toMatchObject({ index: 3, count: 3 });

  await run(tree.navigation.selectSibling({ index: 1 }));
  expect((await agree()).text).toBe(`${BASE}| Nobody went there.|`);
  expect(caret()).toBe(PLACE);
  expect(list()).toEqual(['>1  castle on a hill. Nobody went there.', '2  tower.', '3  tree.']);
  expect(tree.navigation.findSiblings()).toMatchObject({ index: 1, count: 3 });
  // Elsewhere in that text, the list is that of the text.
  select(3);
  await run(Promise.resolve());
  expect(list()).toEqual([`>1 ${BASE}`]);
  expect(tree.navigation.findSiblings()).toBeNull();

  select(PLACE);
  await run(tree.navigation.selectSibling({ step: 1 }));
  expect((await agree()).text).toBe('Once there was a| tower.|');
  await run(tree.navigation.selectSibling({ step: -1 }));
  await run(tree.navigation.selectSibling({ step: -1 }));
  expect((await agree()).text).toBe('Once there was a| tree.|');
});

it('the marker at a fork inside a text steps through it, and moves with an edit before it', async () => {
  const { tree, run, agree, caret, select, type, view, manuscript } = await openFork();
  await run(tree.navigation.selectSibling({ index: 1 }));
  type('Long ago, once', 0, 'Once'.length);
  await run(Promise.resolve());
  const moved = PLACE + 'Long ago, '.length;
  select(moved);
  expect(manuscript.summary().forkId).not.toBeNull();
  select(PLACE);
  expect(manuscript.summary().forkId).toBeNull();
  // Text typed at the fork comes after it.
  type(' grim', moved);
  select(moved);
  expect(manuscript.summary().forkId).not.toBeNull();
  await run(tree.commit());
  expect(view.state.sliceDoc(0, moved + 5)).toBe('Long ago, once there was a grim');
  select(moved);
  await run(tree.navigation.selectSibling({ step: 1 }));
  expect((await agree()).text).toBe('Long ago, once there was a| tower.|');
  expect(caret()).toBe('Long ago, once there was a tower.'.length);
  await run(tree.navigation.selectSibling({ step: -1 }));
  expect((await agree()).text).toBe('Long ago, once there was a grim castle on a hill.| Nobody went there.|');
});

it('more are requested at a fork without leaving the text', async () => {
  const { tree, run, desk, split, list, agree, select } = await openFork();
  await run(tree.navigation.selectSibling({ index: 1 }));
  select(PLACE);
  await run(tree.generationCommands.generateSiblings());
  expect((await agree()).text).toBe(`${BASE}| Nobody went there.|`);
  expect(list().slice(0, 3)).toEqual(['>1  castle on a hill. Nobody went there.', '2  tower.', '3  tree.']);
  const { treeId } = desk;
  const [, , , ...added] = await desk.call('path.children', { treeId, parentId: split });
  expect(added.length).toBeGreaterThan(0);
  expect(added.every(({ parentId }) => parentId === split)).toBe(true);
  expect(list()).toHaveLength(3 + added.length);
});

it('a preview shows an alternative in place of what follows the fork, from either side', async () => {
  const { buffer, tree, run, view } = await openFork();
  const shown = () => view.contentDOM.querySelector('.preview')?.textContent ?? null;
  await run(buffer.preview.next());
  expect(shown()).toBe(' castle on a hill. Nobody went there.');
  buffer.preview.release(true);
  await run(tree.navigation.selectSibling({ index: 1 }));
  await run(buffer.preview.next());
  expect(shown()).toBe(' tower.');
  expect(view.contentDOM.textContent).toBe('Once there was a tower.');
  buffer.preview.release(true);
});

it('pruning an alternative goes on to the next, and pruning the first prunes the text itself', async () => {
  const { tree, run, list, agree, manuscript, settle } = await openFork();
  const [first] = tree.continuations.list.get().items;
  await run(tree.pruning.pruneCurrent());
  expect(list()).toHaveLength(2);
  if (first === undefined) expect.unreachable();
  await run(tree.pruning.prune(first.positionId));
  manuscript.undo();
  await settle();
  manuscript.undo();
  await settle();
  expect((await agree()).text).toBe('Once there was a| tree.|');
  expect(list()).toEqual(['1  castle on a hill. Nobody went there.', '2  tower.', '>3  tree.']);
});

it('alternatives are compared from the fork onward', async () => {
  const { tree, run, type } = await openFork();
  await run(tree.navigation.selectSibling({ index: 1 }));
  type('Long ago, once', 0, 'Once'.length);
  const [first, second] = tree.continuations.list.get().items;
  if (first === undefined || second === undefined) expect.unreachable();
  await run(tree.comparison.choose(second.positionId));
  const { left, right } = tree.comparison.shown.get() ?? expect.unreachable();
  expect([left.text, right.text]).toEqual([' castle on a hill.', ' tower.']);
});
