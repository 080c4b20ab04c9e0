import { describe, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../src/core/ids.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWritingDesk, type WritingDesk } from './writing-desk.ts';

/** The Continuations list: pruning, versions, filtering and comparing (`interface.md`). */

turnClockByHand();

const items = ({ tree }: WritingDesk) => tree.continuations.list.get().items;
/** `1 Wind.` for a listed continuation, `- Sun.` for a pruned one, `*` before the one on the path. */
const listed = (writing: WritingDesk) =>
  items(writing).map(
    ({ positionId, number, pruned, text }) =>
      `${positionId === writing.tree.continuations.list.get().selectedId ? '*' : ''}${pruned ? '-' : number} ${text.trim()}`,
  );
const at = (writing: WritingDesk, index: number): PositionId => {
  const item = items(writing)[index];
  if (item === undefined) throw new Error(`no item ${index}`);
  return item.positionId;
};

/** `Rain.` continues as `Wind.`, as `Sun.`, or as `last`, which is shown. */
async function openSiblings(last = 'Fog. '): Promise<WritingDesk> {
  const writing = await openWritingDesk(['Rain. ', { model: 'Wind. ' }]);
  const parent = await writing.desk.positionAt(0);
  for (const text of ['Sun. ', last]) {
    writing.manuscript.moveCaretAfter(writing.tree.path.indexOf(parent));
    await writing.tree.navigation.endPathHere();
    await writing.settle();
    writing.type(text, 6);
    await writing.tree.commit();
    await writing.settle();
  }
  return writing;
}

describe('a run of switches', () => {
  it('is one undo step, with the caret where it was on both sides, and typing ends it', async () => {
    const writing = await openSiblings('Fog on the long lake. ');
    const { tree, manuscript, settle } = writing;
    const step = async () => {
      await tree.navigation.selectSibling({ step: -1 });
      await settle();
    };
    const caret = () => writing.view.state.selection.main.head;
    const shown = async () => `${(await writing.agree()).text} @${caret()}`;
    const fog = await shown();
    for (let steps = 0; steps < 4; steps += 1) await step();
    const sun = await shown();
    expect([fog, sun]).toEqual(['Rain. |Fog on the long lake. | @28', 'Rain. |Sun. | @11']);
    writing.type('Still', caret());
    await settle();
    await step();
    manuscript.undo();
    expect(await shown()).toBe('Rain. |Sun. |Still| @16');
    manuscript.undo();
    expect(await shown()).toBe(sun);
    manuscript.undo();
    expect(await shown()).toBe(fog);
    manuscript.redo();
    expect(await shown()).toBe(sun);
  });
});

it('those asked for stay listed when the caret goes elsewhere in their text, however late it is known', async () => {
  const writing = await openWritingDesk([]);
  const { tree, settle } = writing;
  writing.type('Rain. And then more of it.');
  await settle();
  // The answer is there before the next frame, in which the caret's place after the commit is reported.
  const held: FrameRequestCallback[] = [];
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => held.push(run));
  void tree.generationCommands.generate();
  await settle();
  frames.mockRestore();
  for (const run of held) run(performance.now());
  await settle();
  writing.select(3);
  await settle();
  expect(tree.continuations.list.get().parentId).toBe(await writing.desk.positionAt(0));
});

describe('pruning', () => {
  it('all others is one undo step, and typed text stays a draft throughout', async () => {
    const writing = await openSiblings();
    const { tree, settle } = writing;
    writing.type('Still');
    await settle();
    writing.select(8);
    const before = await writing.agree();
    await tree.pruning.pruneOthers(at(writing, 2));
    await settle();
    expect(listed(writing)).toEqual(['*1 Fog.']);
    expect(tree.continuations.list.get()).toMatchObject({ count: 1, prunedCount: 2 });
    expect(tree.pruning.undoable).toBe('2 others set aside.');
    expect(await writing.agree()).toEqual(before);
    expect(before.text).toBe('Rain. |Fog. |Still');
    expect(writing.view.state.selection.main.head).toBe(8);

    writing.manuscript.undo();
    expect(await writing.agree()).toEqual(before);
    expect(listed(writing)).toEqual(['1 Wind.', '2 Sun.', '*3 Fog.']);
    expect(tree.pruning.undoable).toBeNull();
    writing.manuscript.redo();
    await writing.agree();
    expect(listed(writing)).toEqual(['*1 Fog.']);
    expect(await writing.agree()).toEqual(before);
  });

  it('all but one that is off the path goes to that one first', async () => {
    const writing = await openSiblings();
    await writing.tree.pruning.pruneOthers(at(writing, 0));
    await writing.settle();
    expect((await writing.agree()).text).toBe('Rain. |Wind. |');
    expect(listed(writing)).toEqual(['*1 Wind.']);
    writing.manuscript.undo();
    await writing.agree();
    expect(listed(writing)).toEqual(['*1 Wind.', '2 Sun.', '3 Fog.']);
    writing.manuscript.undo();
    expect((await writing.agree()).text).toBe('Rain. |Fog. |');
  });

  it('one of them changes the text only if it is on the path; both can be undone', async () => {
    const writing = await openSiblings();
    const { tree } = writing;
    await tree.pruning.prune(at(writing, 1));
    expect((await writing.agree()).text).toBe('Rain. |Fog. |');
    expect(listed(writing)).toEqual(['1 Wind.', '*2 Fog.']);
    await tree.pruning.prune(at(writing, 1));
    expect((await writing.agree()).text).toBe('Rain. |Wind. |');
    writing.manuscript.undo();
    expect((await writing.agree()).text).toBe('Rain. |Fog. |');
    writing.manuscript.undo();
    await writing.agree();
    expect(listed(writing)).toEqual(['1 Wind.', '2 Sun.', '*3 Fog.']);
  });

  it('is shown on request, and restored one by one, all at once, and by undo', async () => {
    const writing = await openSiblings();
    const { tree } = writing;
    await tree.pruning.pruneOthers(at(writing, 2));
    await writing.agree();
    tree.continuations.showPruned(true);
    expect(listed(writing)).toEqual(['- Wind.', '- Sun.', '*1 Fog.']);
    await tree.pruning.restore([at(writing, 0)]);
    await writing.agree();
    expect(listed(writing)).toEqual(['1 Wind.', '- Sun.', '*2 Fog.']);
    writing.manuscript.undo();
    await writing.agree();
    expect(listed(writing)).toEqual(['- Wind.', '- Sun.', '*1 Fog.']);
    await tree.pruning.restoreAll();
    await writing.agree();
    expect(listed(writing)).toEqual(['1 Wind.', '2 Sun.', '*3 Fog.']);
  });

  it('offers to restore only until the next action', async () => {
    const writing = await openSiblings();
    await writing.tree.pruning.prune(at(writing, 0));
    expect(writing.tree.pruning.undoable).toBe('Set aside.');
    writing.type('More');
    expect(writing.tree.pruning.undoable).toBeNull();
    await writing.agree();
  });
});

describe('versions in the list', () => {
  it('are listed with their originals, and shown in place', async () => {
    const writing = await openSiblings();
    const { tree } = writing;
    writing.type(' bank', 9, 9);
    await tree.commit();
    await writing.agree();
    const versions = () => items(writing)[2]?.versions ?? [];
    expect(versions().map(({ selected }) => selected)).toEqual([false, true]);
    expect(versions()[1]?.editedFrom).toBe(versions()[0]?.nodeId);
    expect(items(writing)[0]?.versions).toEqual([]);
    const [first] = versions();
    if (first === undefined) expect.unreachable();
    await tree.navigation.showVersion(at(writing, 2), first.nodeId);
    expect((await writing.agree()).text).toBe('Rain. |Fog. |');
    expect(versions().map(({ selected }) => selected)).toEqual([true, false]);
    const [, second] = versions();
    if (second === undefined) expect.unreachable();
    await tree.navigation.goToContinuation(at(writing, 0));
    await writing.agree();
    await tree.navigation.showVersion(at(writing, 2), second.nodeId);
    expect((await writing.agree()).text).toBe('Rain. |Fog bank. |');
    writing.manuscript.undo();
    expect((await writing.agree()).text).toBe('Rain. |Wind. |');
  });
});

describe('the filter', () => {
  const matches = (writing: WritingDesk) => {
    const { matches } = writing.tree.filter.state.get();
    return items(writing).flatMap(({ positionId, number }) =>
      matches?.has(positionId) !== false ? [number] : [],
    );
  };

  it('keeps continuations that contain the words or whoever wrote them is called that', async () => {
    const writing = await openSiblings();
    const { filter } = writing.tree;
    filter.setText('sU');
    expect(matches(writing)).toEqual([2]);
    filter.setText('you');
    expect(matches(writing)).toEqual([2, 3]);
    filter.setText('nothing of the kind');
    expect(matches(writing)).toEqual([]);
    filter.setText(' ');
    expect(matches(writing)).toEqual([1, 2, 3]);
    filter.clear();
    expect(filter.state.get()).toEqual({ text: null, matches: null });
  });

  it('reads texts to the end, and is cleared when another list is shown', async () => {
    const writing = await openSiblings(`${'And so on. '.repeat(400)}It was a lighthouse.`);
    const { filter } = writing.tree;
    filter.setText('lighthouse');
    expect(matches(writing)).toEqual([]);
    await writing.settle();
    expect(matches(writing)).toEqual([3]);
    writing.manuscript.moveCaretAfter(0);
    await writing.settle();
    expect(filter.state.get().text).toBeNull();
  });
});

describe('comparing', () => {
  it('takes two continuations, marking the first until the second is chosen', async () => {
    const writing = await openSiblings();
    const { comparison } = writing.tree;
    await comparison.choose(at(writing, 2));
    expect(comparison.marked.get()).toMatchObject({ positionId: at(writing, 2), name: '3 of 3' });
    await comparison.choose(at(writing, 0));
    expect(comparison.shown.get()).toMatchObject({
      left: { name: '1 of 3', text: 'Wind. ', isCut: false },
      right: { name: '3 of 3', text: 'Fog. ' },
    });
    expect(comparison.marked.get()).toBeNull();
    comparison.close();
    await comparison.choose(at(writing, 2));
    await comparison.choose(at(writing, 2));
    expect(comparison.marked.get()).toBeNull();
  });

  it('takes texts from anywhere in the tree, in the order in which they were chosen', async () => {
    const writing = await openSiblings();
    const { comparison, path, continuations } = writing.tree;
    const { parentId } = continuations.list.get();
    await comparison.choose(at(writing, 2));
    await comparison.chooseAt(parentId, path.rootPositionId);
    expect(comparison.shown.get()).toMatchObject({
      left: { name: '3 of 3', text: 'Fog. ' },
      right: { name: '“Rain.”', text: 'Rain. ' },
    });
    comparison.close();
    await comparison.chooseAt(parentId, path.rootPositionId);
    await comparison.chooseAt(parentId, path.rootPositionId);
    expect(comparison.marked.get()).toBeNull();
  });

  it('compares one off the path with the one on the path, including its pending edit', async () => {
    const writing = await openSiblings();
    writing.type(' bank', 9, 9);
    await writing.settle();
    await writing.tree.comparison.choose(at(writing, 1));
    expect(writing.tree.comparison.shown.get()).toMatchObject({
      left: { text: 'Sun. ' },
      right: { text: 'Fog bank. ' },
    });
  });
});
