import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AgentId, ID_LENGTH, type PositionId } from '../../../src/core/ids.ts';
import { OUTLINE_FLAGS } from '../../../src/core/outline/position-rows.ts';
import type { TextSection } from '../../../src/core/sections/sections.ts';
import { PositionTable } from '../../../src/renderer/session/outline/position-table.ts';
import { createTextSnapshots } from '../../../src/renderer/session/window/tree-desks.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { openWritingDesk, resumeWriting, type WritingDesk } from './writing-desk.ts';

/** The whole tree as the Outline tab shows it, against the program's own handlers on a real file. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** The outline's lines, indented by level, each with its first word. */
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
  tree.outline.reader.setShown(true);
  await settle();
  const numberOf = (index: number) => tree.outline.view.get().table.find(ids[index] ?? ('' as PositionId));
  return { ...opened, outline: tree.outline, ids, numberOf, lines: () => linesOf(opened) };
}

it('reads the tree when first shown, including text written meanwhile', async () => {
  const { outline, lines, type, tree, settle } = await open();
  expect(outline.view.get().state).toBe('ready');
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.']);
  type('Four.');
  await tree.commit();
  await settle();
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.', '· · · · Four.']);
});

it('first appears with its lines, never as a folded root', async () => {
  const { tree, settle } = await openWritingDesk(['One.', { model: 'Two.' }, 'Three.']);
  await settle();
  const counts: number[] = [];
  tree.outline.view.subscribe(() => counts.push(tree.outline.view.get().rows.count));
  tree.outline.reader.setShown(true);
  await settle();
  expect(new Set(counts)).toEqual(new Set([4]));
});

it('rereads nothing while typing, and only changed lines after a commit', async () => {
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

it('keeps its lines while hidden, and is up to date when shown again', async () => {
  const { outline, lines, type, tree, settle } = await open();
  outline.reader.setShown(false);
  const view = outline.view.get();
  type('Four.');
  await tree.commit();
  await settle();
  expect(outline.view.get()).toBe(view);
  outline.reader.setShown(true);
  await settle();
  expect((await lines()).at(-1)).toBe('· · · · Four.');
});

it('keeps its folds, hoist and selection after a visit to another tree', async () => {
  const { outline, desk, leave, lines, numberOf } = await open();
  outline.setOpen(numberOf(1), false);
  outline.hoist(numberOf(0));
  outline.select(numberOf(0));
  const left = await lines();
  expect(left).toEqual(['One.', '· Two.']);
  const keptTexts = createTextSnapshots();
  await leave(keptTexts);

  const again = await resumeWriting(desk, [], { keptTexts, outline: outline.remember() });
  expect(await linesOf(again)).toEqual(left);
  again.tree.outline.reader.setShown(true);
  await again.settle();
  expect(await linesOf(again)).toEqual(left);
  expect(again.tree.outline.view.get().selected).toBe(numberOf(0));
});

it('shows text committed from outside while another tree was shown', async () => {
  const { outline, desk, leave, numberOf } = await open();
  outline.setOpen(numberOf(1), false);
  await leave(createTextSnapshots());
  await desk.commit([desk.typed('Four.')]);
  const again = await resumeWriting(desk, [], { outline: outline.remember() });
  again.tree.outline.reader.setShown(true);
  await again.settle();
  expect(await linesOf(again)).toEqual(['root', '· One.', '· · Two.']);
  again.tree.outline.setOpen(numberOf(1), true);
  expect((await linesOf(again)).at(-1)).toBe('· · · · Four.');
});

it('selects the caret’s line until another is selected', async () => {
  const { outline, numberOf, select, settle } = await open();
  expect(outline.view.get().selected).toBe(numberOf(2));
  select(2);
  await settle();
  expect(outline.view.get().selected).toBe(numberOf(0));
  outline.select(numberOf(1));
  expect(outline.view.get().selected).toBe(numberOf(1));
});

it('shows a divided text once, with its branches below it, wherever the caret is', async () => {
  const { view, outline, numberOf, buffer, tree, lines, select, settle, shown, type } = await open();
  select(6);
  await buffer.commands.split();
  await settle();
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.']);
  type('elve. ');
  await tree.commit();
  await settle();
  expect(shown().text).toBe('One.|Tw|elve. |');
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.', '· · · elve.']);
  const { rows, onPath, selected, current } = outline.view.get();
  expect(Array.from(rows.positions, (position) => onPath[position])).toEqual([1, 1, 1, 0, 1]);
  expect(selected).toBe(current);
  select(5);
  await settle();
  expect(outline.view.get()).toMatchObject({ selected: numberOf(1), current: numberOf(1) });

  outline.select(numberOf(2));
  await tree.outlineActions.goThere();
  await settle();
  expect(shown().text).toBe('One.|Two.|Three.|');
  // A preview shows what leaves the text in the middle there, not after its end.
  const { rows: listed } = outline.view.get();
  outline.select(listed.positions[4] ?? -1);
  await buffer.preview.toggle(buffer.tree.outline);
  await settle();
  expect(buffer.preview.shown.get()).not.toBeNull();
  expect(view.contentDOM.textContent).toMatch(/^One\.Twelve\.\s*$/);
  buffer.preview.end();
  // Pruning the text leaves its branch in its place; restoring it is the identity.
  outline.setViewOptions({ showsPruned: true });
  outline.select(numberOf(1));
  await tree.outlineActions.togglePruned();
  await settle();
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.', '· · Tw', '· · · elve.']);
  outline.select(numberOf(1));
  await tree.outlineActions.togglePruned();
  await settle();
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.', '· · · elve.']);
});

it('hides collapsed lines, lists the hoisted branch, and folds chains', async () => {
  const { outline, numberOf, lines } = await open();
  outline.setOpen(numberOf(0), false);
  expect(await lines()).toEqual(['root', '· One.']);
  outline.setAllOpen(true);
  outline.hoist(numberOf(1));
  expect(await lines()).toEqual(['Two.', '· Three.']);
  outline.hoist(-1);
  outline.setViewOptions({ folds: true });
  // The root and the writer's position have their own lines.
  expect(await lines()).toEqual(['root', '· One.…', '· · Three.']);
});

it('filters by author, words and bookmark, and keeps the ancestors of matches', async () => {
  const { outline, tree, ids, lines, settle, desk } = await open();
  const model = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
  outline.setFilter({ by: model?.id ?? '', authorIds: [model?.id ?? desk.grove.snapshot().writerId] });
  // The writer's node, of the model's words.
  expect(outline.view.get().foundCount).toBe(1);
  expect(await lines()).toEqual(['root', '· One.', '· · Two.']);
  outline.setFilter({ by: '', authorIds: null, text: 'two' });
  await settle();
  expect(outline.view.get().foundCount).toBe(1);
  expect(await lines()).toEqual(['root', '· One.', '· · Two.']);
  outline.clearFilter();
  await tree.navigation.goTo(ids[0] ?? ('' as PositionId));
  await tree.markCommands.nameBookmark('Here');
  await settle();
  outline.setFilter({ bookmarked: true });
  expect(await lines()).toEqual(['root', '· One.']);
});

it('prunes and restores a branch in place, and undo restores it', async () => {
  const { outline, tree, numberOf, lines, settle, notices } = await open();
  outline.select(numberOf(1));
  await tree.outlineActions.togglePruned();
  await settle();
  expect(notices.banners.get()).toMatchObject([{ sentence: 'Set aside.', actions: [{ label: 'Undo' }] }]);
  const flags = () => outline.view.get().table.flags[numberOf(1)] ?? 0;
  expect(flags() & OUTLINE_FLAGS.pruned).not.toBe(0);
  expect(await lines()).toEqual(['root', '· One.']);
  tree.undo();
  await settle();
  expect(flags() & OUTLINE_FLAGS.pruned).toBe(0);
  expect(await lines()).toEqual(['root', '· One.', '· · Two.', '· · · Three.']);
});

it('has no row for a text without words that leads nowhere, unless it is asked for', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const one = await desk.positionAt(0);
  await desk.commit([desk.typed(' \n\u3000')]);
  await desk.call('path.moveHead', { ...(await desk.intent()), to: one });
  const opened = await resumeWriting(desk, ['Two.']);
  await opened.settle();
  const { outline } = opened.tree;
  outline.reader.setShown(true);
  await opened.settle();
  expect(await linesOf(opened)).toEqual(['root', '· One.', '· · Two.']);
  outline.setViewOptions({ showsPruned: true });
  expect(outline.view.get().rows.count).toBe(4);
});

it('marks a generated node as unseen until it is on the path', async () => {
  const { outline, buffer, tree, settle } = await open();
  vi.useRealTimers();
  await buffer.commands.generate();
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

it('shows more versions and authors than 16 bits can number', () => {
  const table = new PositionTable();
  const agents = Array.from({ length: 70_000 }, (_, number) => `agent ${number}` as AgentId);
  const [position = -1] = table.upsert({
    count: 1,
    keys: Float64Array.of(1),
    parents: Float64Array.of(-1),
    offsets: Int32Array.of(-1),
    ids: '0'.repeat(ID_LENGTH),
    agents,
    authors: Uint32Array.of(69_999),
    shared: [],
    versions: Uint32Array.of(70_000),
    flags: Uint8Array.of(0),
  });
  expect(table.versions[position]).toBe(70_000);
  expect(table.agentAt(table.authors[position] ?? 0)).toBe('agent 69999');
});

const part = (
  title: string,
  index: number,
  words: number,
  positionId: PositionId | null = null,
): TextSection => ({
  kind: 'heading',
  from: 0,
  lineLength: 0,
  level: 2,
  title,
  words,
  allWords: words,
  index,
  offset: 0,
  positionId,
  beginsNode: true,
});

/** The rows of an outline with chapters, by their titles and the numbers of positions. */
function rowsOf({ tree }: WritingDesk): readonly string[] {
  const { rows: listed, table, sections } = tree.outline.view.get();
  return Array.from(listed.positions, (number, row) => {
    const name = sections[number - table.count]?.title ?? (number === 0 ? 'root' : `node ${number}`);
    return `${'· '.repeat((listed.levels[row] ?? 1) - 1)}${name}`;
  });
}

it('shows the chapters of the text as its first levels, folded in a long book, and goes to them', async () => {
  const opened = await open();
  const { outline, tree, settle, ids } = opened;
  const rows = () => rowsOf(opened);
  const chapters = [part('Dawn', 0, 10, ids[0]), part('Noon', 2, 20, ids[2])];
  tree.sections.onRead(chapters);
  await settle();
  expect(rows()).toEqual(['root', '· Dawn', '· · node 1', '· · · node 2', '· Noon', '· · node 3']);

  const long = Array.from({ length: 70 }, (_, at) => part(`Chapter ${at + 3}`, 2, 1, ids[2]));
  tree.sections.onRead([
    ...chapters.map((one, at) => ({ ...one, title: at === 0 ? 'Dusk' : 'Night' })),
    ...long,
  ]);
  await settle();
  expect(rows().slice(0, 3)).toEqual(['root', '· Dusk', '· Night']);
  const dusk = outline.view.get().table.count;
  outline.select(dusk);
  expect(outline.selectedSection?.title).toBe('Dusk');
  outline.setOpen(dusk, true);
  expect(rows().slice(1, 4)).toEqual(['· Dusk', '· · node 1', '· · · node 2']);
  await tree.outlineActions.goThere();
  await settle();
  expect(tree.place.get()?.currentPositionId).not.toBe(ids[2]);

  outline.setFilter({ bookmarked: true });
  expect(outline.view.get().sections).toEqual([]);
  outline.clearFilter();
  expect(rows()).toContain('· Night');
});

it('lists alternatives under the chapter that they leave, where a text holds several', async () => {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('One.')]);
  const one = await desk.positionAt(0);
  await desk.commit([desk.typed('Two.')]);
  await desk.call('path.moveHead', { ...(await desk.intent()), to: one });
  const opened = await resumeWriting(desk, ['Three.']);
  await opened.settle();
  opened.tree.outline.reader.setShown(true);
  await opened.settle();
  opened.tree.sections.onRead([
    part('Dawn', 0, 10, one),
    { ...part('Noon', 0, 20, one), offset: 2, beginsNode: false },
  ]);
  await opened.settle();
  expect(rowsOf(opened)).toEqual(['root', '· Dawn', '· · node 1', '· Noon', '· · node 2', '· · node 3']);
});
