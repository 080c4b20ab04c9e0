import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PositionId } from '../../../../src/core/ids.ts';
import { openWindowDesk } from '../window-desk.ts';

/** Tags in a window: lists, the palette, undo, and the one filter (`documents.md`, *Tags*). */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  const window = await openWindowDesk('It rained. ');
  const { desk, session, first, second } = window;
  const tree = session.findTree();
  if (tree === null) throw new Error('no tree is shown');
  tree.tags.watch();
  const commit = async (text: string) => {
    window.type(text);
    await tree.commit();
    await window.settle();
    const current = tree.findCurrent();
    if (current === null) throw new Error('nothing is written');
    return current;
  };
  const rain = await commit('All night. ');
  const lamp = await commit('The lamp burned.');
  tree.outline.reader.setShown(true);
  await window.settle();
  const at = (positionId: PositionId) => ({ treeId: first, positionId });
  return {
    ...window,
    tree,
    rain,
    lamp,
    at,
    rootOf: (treeId: typeof first) =>
      desk.grove.snapshot().trees.find(({ id }) => id === treeId)?.rootPositionId as PositionId,
    second,
    tagsAt: (positionId: PositionId) =>
      (tree.tags.byPosition.get().get(positionId) ?? []).map(({ name }) => name),
    named: (name: string) => {
      const tag = session.tags.list.get().tags.find((one) => one.name === name);
      if (tag === undefined) throw new Error(`no tag ${name}`);
      return tag;
    },
    /** The passages that the outline lists as matches; null without a filter. */
    found: () => {
      const { found, table } = tree.outline.view.get();
      if (found === null) return null;
      return Array.from(found.keys()).flatMap((number) => (found[number] === 1 ? [table.idOf(number)] : []));
    },
  };
}

/** Presses *Undo* in the newest notice. */
function undo(session: Awaited<ReturnType<typeof open>>['session']): void {
  const actions = session.notices.banners.get().at(-1)?.actions ?? [];
  expect(actions.map(({ label }) => label)).toEqual(['Undo']);
  actions[0]?.run();
}

test('adding and removing a tag are shown at once, and can be undone', async () => {
  const { session, settle, at, lamp, tagsAt, named } = await open();
  await session.tags.assign(at(lamp), '#Arc / winter');
  await settle();
  expect(tagsAt(lamp)).toEqual(['Arc/winter']);
  undo(session);
  await settle();
  expect(tagsAt(lamp)).toEqual([]);
  await session.tags.assign(at(lamp), 'arc/winter');
  await settle();
  await session.tags.unassign(at(lamp), named('Arc/winter'));
  await settle();
  expect(tagsAt(lamp)).toEqual([]);
  undo(session);
  await settle();
  expect(tagsAt(lamp)).toEqual(['Arc/winter']);
});

test('the palette offers the tags that there are, and a new one for any other name', async () => {
  const { session, settle, at, lamp, tagsAt } = await open();
  await session.tags.assign(at(lamp), 'winter');
  await settle();
  await session.tags.askToAdd(at(lamp));
  const state = session.palette.state.get();
  if (state?.kind !== 'choice') expect.unreachable();
  expect(state.choice.choices.map(({ title, note }) => [title, note])).toEqual([['winter', '1 place']]);
  expect(state.choice.make?.('WINTER')).toBeNull();
  expect(state.choice.make?.(' / ')).toBeNull();
  expect(state.choice.make?.('x'.repeat(201))).toBeNull();
  await state.choice.make?.('#cold')?.run();
  await settle();
  expect(tagsAt(lamp)).toEqual(['cold', 'winter']);
});

test('one filter leaves the same in the outline, in search and in the lists of trees', async () => {
  const { session, settle, at, rain, lamp, first, second, rootOf, named, found } = await open();
  await session.tags.assign(at(rain), 'arc/winter');
  await session.tags.assign({ treeId: second, positionId: rootOf(second) }, 'draft');
  await settle();
  const search = async () => {
    session.search.setQuery({ text: 'lamp' });
    await settle();
    return session.search.state.get().results?.length ?? 0;
  };
  const trees = () => [first, second].map((id) => session.tags.showsTree(id));
  const { tagId: winter } = named('arc/winter');

  session.tags.setFilter({ tagId: winter, kind: 'only', withBelow: false });
  await settle();
  expect(found()).toEqual([rain]);
  expect(await search()).toBe(0);
  expect(trees()).toEqual([true, false]);

  session.tags.setFilter({ tagId: winter, kind: 'only', withBelow: true });
  await settle();
  expect(found()).toEqual([rain, lamp]);
  expect(await search()).toBe(1);

  session.tags.setFilter({ tagId: winter, kind: 'hide', withBelow: false });
  await settle();
  expect(found()).not.toContain(rain);
  expect(found()).toContain(lamp);
  expect(await search()).toBe(1);

  session.tags.setFilter({ tagId: winter, kind: 'hide', withBelow: true });
  await settle();
  expect(found()).not.toContain(lamp);
  expect(await search()).toBe(0);

  session.tags.setFilter({ tagId: named('draft').tagId, kind: 'hide', withBelow: false });
  await settle();
  expect(trees()).toEqual([true, false]);
  session.tags.setFilter(null);
  await settle();
  expect(found()).toBeNull();
  expect(trees()).toEqual([true, true]);
});

test('renaming, merging and putting away can be undone, and end a filter by what is gone', async () => {
  const { session, settle, at, rain, lamp, tagsAt, named } = await open();
  await session.tags.assign(at(rain), 'cold');
  await session.tags.assign(at(lamp), 'winter');
  await settle();
  session.tags.setFilter({ tagId: named('winter').tagId, kind: 'only', withBelow: false });
  session.tags.askToMerge(named('winter'));
  const state = session.palette.state.get();
  if (state?.kind !== 'choice') expect.unreachable();
  expect(state.choice.choices.map(({ title }) => title)).toEqual(['cold']);
  await state.choice.choices[0]?.run();
  await settle();
  expect(tagsAt(lamp)).toEqual(['cold']);
  expect(session.tags.filter.get()).toBeNull();
  undo(session);
  await settle();
  expect(tagsAt(lamp)).toEqual(['winter']);
  await session.tags.putAway(named('winter'));
  await settle();
  expect(tagsAt(lamp)).toEqual([]);
  expect(session.tags.archived.get().map(({ name }) => name)).toEqual(['winter']);
  undo(session);
  await settle();
  expect(tagsAt(lamp)).toEqual(['winter']);
});
