import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../src/core/ids.ts';
import { LOOK_FLAGS } from '../../../src/core/outline/position-rows.ts';
import { KeptTexts } from '../../../src/renderer/session/manuscript/kept-texts.ts';
import { openWritingDesk, sitDown, type WritingDesk } from './writing-desk.ts';

/** The whole tree as the Tree tab shows it, against the program's own handlers on a real file. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** The lines of the outline, set in by their level, by the first word of each. */
async function linesOf({ tree, settle }: WritingDesk): Promise<readonly string[]> {
  const { rows, table } = tree.outline.view.get();
  const ids = Array.from(rows.positions, (position) => table.idOf(position));
  tree.outline.labels.want(ids);
  await settle();
  return ids.map((id, row) => {
    const word = tree.outline.labels.find(id)?.excerpt.trim().split(' ')[0] ?? '';
    const isFolded = rows.ends[row] !== rows.positions[row];
    return `${'· '.repeat((rows.levels[row] ?? 1) - 1)}${word === '' ? 'root' : word}${isFolded ? '…' : ''}`;
  });
}

async function open() {
  const opened = await openWritingDesk(['One.', { model: 'Two.' }, 'Three.']);
  await opened.settle();
  const { tree, settle } = opened;
  const ids = tree.path.mirror.get().headers.map(({ positionId }) => positionId);
  tree.outline.reading.show(true);
  await settle();
  const numberOf = (index: number) => tree.outline.view.get().table.find(ids[index] ?? ('' as PositionId));
  return { ...opened, outline: tree.outline, ids, numberOf, lines: () => linesOf(opened) };
}

it('reads the tree when it is first shown, with what is written meanwhile', async () => {
  const { outline, lines, type, tree, settle } = await open();
  expect(outline.view.get().state).toBe('ready');
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.']);
  type('Four.');
  await tree.commit();
  await settle();
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.', '· · · · Four.']);
});

it('does not read a line again for what is typed, and only what changed after a commit', async () => {
  const { outline, desk, type, tree, settle } = await open();
  const before = outline.view.get();
  type('Fo');
  await settle();
  expect(outline.view.get().table.count).toBe(before.table.count);
  type('ur.');
  await tree.commit();
  await settle();
  const { positions } = await desk.call('tree.changes', { treeId: desk.treeId, since: 0 });
  expect(outline.view.get().table.count).toBe(positions.count);
});

it('keeps its lines while it is not on the screen, and is up to date when it is again', async () => {
  const { outline, lines, type, tree, settle } = await open();
  outline.reading.show(false);
  type('Four.');
  await tree.commit();
  await settle();
  expect(outline.view.get().table.count).toBe(4);
  outline.reading.show(true);
  await settle();
  expect((await lines()).at(-1)).toBe('· · · · Four.');
});

it('is folded, hoisted and selected as it was left after a look at another tree', async () => {
  const { outline, desk, leave, lines, numberOf } = await open();
  outline.setOpen(numberOf(1), false);
  outline.hoist(numberOf(0));
  outline.select(numberOf(0));
  const left = await lines();
  expect(left).toEqual(['One.', '· Two.']);
  const keptTexts = new KeptTexts();
  await leave(keptTexts);

  const again = await sitDown(desk, [], { keptTexts, outline: outline.remember() });
  expect(await linesOf(again)).toEqual(left);
  again.tree.outline.reading.show(true);
  await again.settle();
  expect(await linesOf(again)).toEqual(left);
  expect(again.tree.outline.view.get().selected).toBe(numberOf(0));
});

it('shows what somebody wrote while another tree was shown', async () => {
  const { outline, desk, leave, numberOf } = await open();
  outline.setOpen(numberOf(1), false);
  await leave(new KeptTexts());
  await desk.commit([desk.typed('Four.')]);
  const again = await sitDown(desk, [], { outline: outline.remember() });
  again.tree.outline.reading.show(true);
  await again.settle();
  expect(await linesOf(again)).toEqual(['root', '· One.', '· · Two.']);
  again.tree.outline.setOpen(numberOf(1), true);
  expect((await linesOf(again)).at(-1)).toBe('· · · · Four.');
});

it('selects where the caret is, until something else is selected', async () => {
  const { outline, numberOf, select, settle } = await open();
  expect(outline.view.get().selected).toBe(numberOf(2));
  select(2);
  await settle();
  expect(outline.view.get().selected).toBe(numberOf(0));
  outline.select(numberOf(1));
  expect(outline.view.get().selected).toBe(numberOf(1));
});

it('a split stands beside what it was split from, and both are reached from the outline', async () => {
  const { outline, tree, lines, select, settle, shown } = await open();
  select(6);
  await tree.split();
  await settle();
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.', '· · Tw']);
  const { table } = outline.view.get();
  const three = Array.from({ length: table.count }, (_, position) => table.idOf(position)).find(
    (id) => outline.labels.find(id)?.excerpt === 'Three.',
  );
  if (three === undefined) throw new Error('no such line');
  outline.select(table.find(three));
  await tree.outlineActions.goThere();
  await settle();
  expect(shown().text).toBe('One.|Two.|Three.|');
});

it('hides what is closed, lists what is hoisted, and folds chains', async () => {
  const { outline, numberOf, lines } = await open();
  outline.setOpen(numberOf(0), false);
  expect(await lines()).toEqual(['root', '· One.']);
  outline.setAllOpen(true);
  outline.hoist(numberOf(1));
  expect(await lines()).toEqual(['Two.', '· Three.']);
  outline.hoist(-1);
  outline.setLook({ folds: true });
  // The root and where the writer is stand on lines of their own.
  expect(await lines()).toEqual(['root', '· One.…', '· · Three.']);
});

it('filters by author, by words and by bookmark, with what leads there', async () => {
  const { outline, tree, ids, lines, settle, desk } = await open();
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  outline.setFilter({ by: model?.id ?? '', authorIds: [model?.id ?? desk.grove.snapshot().writerId] });
  expect(outline.view.get().foundCount).toBe(0);
  outline.setFilter({ by: '', authorIds: null, text: 'two' });
  await settle();
  expect(outline.view.get().foundCount).toBe(1);
  expect(await lines()).toEqual(['root', '· One.', '· · Two.']);
  outline.clearFilter();
  await tree.marking.nameBookmark(ids[0] ?? ('' as PositionId), 'Here');
  await settle();
  outline.setFilter({ bookmarked: true });
  expect(await lines()).toEqual(['root', '· One.']);
});

it('prunes and restores a branch where it stands, and undo brings it back', async () => {
  const { outline, tree, numberOf, lines, settle } = await open();
  outline.select(numberOf(1));
  await tree.outlineActions.togglePruned();
  await settle();
  const flags = () => outline.view.get().table.flags[numberOf(1)] ?? 0;
  expect(flags() & LOOK_FLAGS.pruned).not.toBe(0);
  outline.setLook({ showsPruned: false });
  expect(await lines()).toEqual(['root', '· One.']);
  tree.undo();
  await settle();
  expect(flags() & LOOK_FLAGS.pruned).toBe(0);
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.']);
});

it('what was generated and not on the path is not seen, until the path shows it', async () => {
  const { outline, tree, settle } = await open();
  vi.useRealTimers();
  await tree.asking.generate();
  await vi.waitFor(() => expect(tree.generation.isRunning).toBe(false), { timeout: 20_000 });
  await vi.waitFor(() => expect(outline.view.get().unseenCount).toBe(2), { timeout: 20_000 });
  const unseen = outline.findUnseen();
  if (unseen === null) throw new Error('everything was seen');
  outline.reveal(unseen);
  await tree.outlineActions.goThere();
  await vi.waitFor(() => expect(outline.view.get().unseenCount).toBe(1), { timeout: 20_000 });
  vi.useFakeTimers();
  await settle();
});
