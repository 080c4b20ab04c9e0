import { expect, test, vi } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { scriptedProvider } from '../../../helpers/scripted-provider.ts';
import { openWritingDesk } from '../writing-desk.ts';

/** *Scenes* over a real editor and the program's own handlers, on a real file. */

const setRealTimeout = globalThis.setTimeout;

turnClockByHand();

const PARTS = [
  '# One\n\nIt rained on the roof.\n\n',
  { model: 'The lamp was lit.\n\n***\n\n' },
  'She went out to the lake.\n\n# Two\n\nIt snowed.',
] as const;

const BEFORE = ['One', 'It rained on the roof.', 'She went out to the lake.', 'Two', 'It snowed.'];

async function open() {
  const writing = await openWritingDesk(PARTS);
  const { buffer, view, notices, settle } = writing;
  const { scenes } = buffer;
  scenes.open();
  await settle();
  const cards = () => scenes.view.get().cards;
  return {
    ...writing,
    scenes,
    cards,
    text: () => view.state.doc.toString(),
    said: () => notices.log.get().at(-1)?.text,
    /** The listed cards, by their headings and first words. */
    listed: () => {
      const { shown } = scenes.view.get();
      return shown.map((index) => cards()[index]?.title || cards()[index]?.excerpt.split('\n')[0]);
    },
    active: () => cards()[scenes.active.get()]?.excerpt.split('\n')[0],
  };
}

test('lists the chapters and scenes with what is typed, and begins at the scene with the caret', async () => {
  const { listed, active, scenes, type, settle } = await open();
  expect(listed()).toEqual(BEFORE);
  expect(active()).toBe('It snowed.');
  type('\n\n***\n\nThen it thawed.');
  await settle();
  expect(listed().at(-1)).toBe('Then it thawed.');
  scenes.close();
  expect(listed()).toEqual([]);
});

test('shows the notes, bookmarks and summaries of a scene’s passages on its card', async () => {
  const { desk, cards, settle, scenes, listed } = await open();
  const { treeId } = desk;
  const [first, second] = [await desk.nodeAt(0), await desk.nodeAt(1)];
  await desk.call('node.annotate', { treeId, nodeId: first, text: 'Which roof?' });
  await desk.call('node.annotate', { treeId, nodeId: second, text: 'Why?', phrase: { start: 4, length: 4 } });
  await desk.call('node.setSummary', { treeId, nodeId: first, summary: 'Rain.' });
  await desk.call('position.bookmark', {
    ...(await desk.intent()),
    positionId: await desk.positionAt(1),
    bookmarked: true,
    label: null,
  });
  await settle();
  expect(cards()[1]).toMatchObject({ noteCount: 2, isBookmarked: true, synopsis: 'Rain.' });
  expect(cards()[4]).toMatchObject({ noteCount: 0, isBookmarked: false, synopsis: '' });
  scenes.setFilter('rain');
  expect(listed()).toEqual(['One', 'It rained on the roof.']);
  scenes.setFilter('two');
  expect(listed()).toEqual(['Two']);
});

test('a scene that moves keeps its words, its authors and its note, main has it, and one undo takes it back', async () => {
  const { desk, text, listed, active, said, scenes, agree, manuscript, cards, settle } = await open();
  const before = text();
  await desk.call('node.annotate', {
    treeId: desk.treeId,
    nodeId: await desk.nodeAt(1),
    text: 'Why was it lit?',
    phrase: { start: 0, length: 16 },
  });
  await settle();
  scenes.select(1);
  scenes.move(1);
  expect(listed()).toEqual([
    'One',
    'She went out to the lake.',
    'It rained on the roof.',
    'Two',
    'It snowed.',
  ]);
  expect([active(), said()]).toEqual(['It rained on the roof.', 'Moved: scene 2 of 2 in One.']);
  expect(cards()[2]).toMatchObject({ noteCount: 1, shares: [{}, {}] });
  scenes.move(1);
  expect(listed()).toEqual([
    'One',
    'She went out to the lake.',
    'Two',
    'It rained on the roof.',
    'It snowed.',
  ]);
  expect(said()).toBe('Moved: scene 1 of 2 in Two.');
  await settle();
  expect((await agree()).text.replaceAll('|', '')).toBe(text());
  manuscript.undo();
  manuscript.undo();
  await settle();
  expect(text()).toBe(before);
  expect(listed()).toEqual(BEFORE);
  expect(active()).toBe('It rained on the roof.');
  await agree();
});

test('a chapter moves with its scenes, and what cannot move says why', async () => {
  const { listed, scenes, said } = await open();
  scenes.select(3);
  scenes.move(-1);
  expect(listed()).toEqual([
    'Two',
    'It snowed.',
    'One',
    'It rained on the roof.',
    'She went out to the lake.',
  ]);
  expect(said()).toBe('Two moved.');
  scenes.move(-1);
  expect(said()).toBe('Nothing comes before it.');
  expect(scenes.canMove(0, 3)).toBe(false);
});

test('commands of scenes act on the selected one, and a new scene is shown in the text', async () => {
  const { buffer, listed, scenes, view } = await open();
  scenes.select(1);
  buffer.commands.editScenes('join');
  expect(listed()).toEqual(['One', 'It rained on the roof.', 'Two', 'It snowed.']);
  buffer.commands.editScenes('newScene');
  expect(scenes.isOpen.get()).toBe(false);
  const { head } = view.state.selection.main;
  expect(view.state.sliceDoc(0, head)).toMatch(/the lake\.\n\n\*\*\*\n\n$/);
});

test('while a continuation streams to the end of the text, the end stays where it is', async () => {
  const { desk, buffer, tree, scenes, listed, said, settle } = await open();
  desk.provider = scriptedProvider([' And then', { silent: true }]);
  const made = { name: 'Scripted', modelRef: 'scripted:one', configuration: {}, color: null };
  const agent = await desk.call('agent.create', made);
  buffer.onGrove(desk.grove.snapshot());
  tree.choice.change({ agentIds: [agent.id], count: 1 });
  await settle();
  void buffer.commands.generate();
  for (let turn = 0; turn < 40 && !tree.generation.isRunning; turn += 1) {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise<void>((resolve) => void setRealTimeout(resolve, 1));
  }
  expect(tree.generation.isRunning).toBe(true);
  scenes.select(4);
  scenes.move(-1);
  expect(said()).toMatch(/^A model is writing at the end of the text/);
  scenes.moveBetween(1, 5);
  expect(listed()).toEqual(BEFORE);
  scenes.moveBetween(2, 1);
  expect(listed()[1]).toBe('She went out to the lake.');
});

test('a scene with a fork and a pending edit inside moves, and its other alternative keeps its words', async () => {
  const { desk, buffer, text, listed, scenes, agree, manuscript, select, type, settle, tree } = await open();
  select(text().indexOf(' on the roof'));
  const splitting = buffer.commands.split();
  await settle();
  await splitting;
  type(' all day.\n\n***\n\nThe sun came.');
  await tree.commit();
  await settle();
  type('poured', text().indexOf('rained'), text().indexOf('rained') + 6);
  scenes.open();
  await settle();
  expect(listed()).toEqual(['One', 'It poured all day.', 'The sun came.']);
  const before = text();
  scenes.select(1);
  scenes.move(1);
  await settle();
  expect(listed()).toEqual(['One', 'The sun came.', 'It poured all day.']);
  expect((await agree()).text.replaceAll('|', '')).toBe(text());
  await tree.commit();
  await settle();
  const verified = async () =>
    expect(await desk.call('grove.verify', {})).toMatchObject({
      nodes: { invalid: 0 },
      violations: [],
      log: [],
    });
  await verified();
  manuscript.undo();
  await tree.commit();
  expect(text()).toBe(before);
  expect((await agree()).text.replaceAll('|', '')).toBe(before);
  await verified();
  const { treeId } = desk;
  const children = await desk.call('path.children', { treeId, parentId: tree.path.rootPositionId });
  expect(children.map(({ excerpt }) => excerpt)).toEqual([expect.stringMatching(/It rained on the roof\./)]);
});
