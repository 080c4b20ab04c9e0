import { expect, test } from 'vitest';
import type { NodeId, TreeId } from '../../../src/core/ids.ts';
import { findLinks } from '../../../src/core/links/text-links.ts';
import type { Backlink, BacklinkEnd, BacklinkPage } from '../../../src/ipc/wire/link.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { examine } from '../../helpers/examine.ts';

/** Links by names, through the program's own handlers on a real file (`documents.md`, *Names*, *Links*). */

/** Creates a document with a text, which is committed and on the screen. */
async function write(
  desk: HandlersDesk,
  title: string,
  text: string,
): Promise<{ readonly treeId: TreeId; readonly nodeId: NodeId }> {
  const { id: treeId } = await desk.call('tree.create', { title, kind: 'document' });
  await desk.call('tree.show', { treeId });
  if (text === '') return { treeId, nodeId: await desk.nodeAt(0) };
  await desk.commit([desk.typed(text)]);
  return { treeId, nodeId: await desk.nodeAt(0) };
}

/** The title that each link of a text leads to, with the place there; `–` for none. */
async function targets(desk: HandlersDesk, treeId: TreeId, nodeId: NodeId | null, text: string) {
  const links = findLinks(text).map(({ name, section, localId, passage }) => ({
    nodeId,
    name,
    section,
    localId,
    passage,
  }));
  const found = await desk.call('link.resolve', { treeId, links });
  return found.map((target) => {
    if (target === null) return '–';
    const { title, place, isPlaceMissing } = target;
    if (isPlaceMissing) return `${title}: no such place`;
    return place === null
      ? title
      : `${title}: ${place.from} to ${place.to}${place.isShown ? '' : ', not shown'}`;
  });
}

/** Backlinks as `title: before[words]after`, with what is not in sight named. */
const shown = (rows: readonly Backlink[]) =>
  rows.map(
    ({ title, before, words, after, state }) =>
      `${title}: ${before}[${words}]${after}${state === 'shown' ? '' : ` (${state})`}`,
  );

test('a link leads to the tree that had its name when it was written, whatever is renamed or made later', async () => {
  const desk = new HandlersDesk();
  const marie = await write(desk, 'Marie', '# Past\n\nA skater.\n\n# Now\n\nOld.');
  const text = '[[marie]] [[Marie#Now]] [[Marie#Gone]] [[Nobody]]';
  const notes = await write(desk, 'Notes', text);
  const asWritten = ['Marie', 'Marie: 19 to 30', 'Marie: no such place', '–'];
  expect(await targets(desk, notes.treeId, notes.nodeId, text)).toEqual(asWritten);

  await desk.call('tree.update', { treeId: marie.treeId, title: 'Mary' });
  const asRenamed = asWritten.map((target) => target.replace('Marie', 'Mary'));
  expect(await targets(desk, notes.treeId, notes.nodeId, text)).toEqual(asRenamed);
  // A new tree with the old name captures none of them, but is what the name means in a text that is written now.
  const other = await write(desk, 'Marie', '');
  expect(await targets(desk, notes.treeId, notes.nodeId, text)).toEqual(asRenamed);
  expect(await targets(desk, notes.treeId, null, '[[Marie]] [[Mary]]')).toEqual(['Marie', 'Mary']);
  // Nor does an edit elsewhere in the text.
  await desk.call('tree.show', { treeId: notes.treeId });
  await desk.commit([desk.typed('Now [[Marie]]. ', { nodeId: notes.nodeId, offset: 0 })]);
  const edited = await desk.nodeAt(0);
  expect(await targets(desk, notes.treeId, edited, text)).toEqual(asRenamed);
  // The first tree to get a name that nobody had is what it means from then on.
  await write(desk, 'Nobody', '');
  const { treeId: second } = await write(desk, 'Nobody', '');
  await desk.call('tree.update', { treeId: second, title: 'Somebody' });
  expect((await targets(desk, notes.treeId, notes.nodeId, text))[3]).toBe('Nobody');
  // An alias is a name, and one that was removed still means what was written with it.
  await desk.call('tree.addAlias', { treeId: other.treeId, name: 'The  Fox' });
  const fox = await write(desk, 'More', '[[the fox]]');
  await desk.call('tree.removeAlias', { treeId: other.treeId, name: 'The Fox' });
  await write(desk, 'The Fox', '');
  expect(await targets(desk, fox.treeId, fox.nodeId, '[[the fox]]')).toEqual(['Marie']);
  expect(
    (await desk.call('tree.names', { treeId: other.treeId })).map(({ kind, until }) => [
      kind,
      until === null,
    ]),
  ).toEqual([
    ['title', true],
    ['alias', false],
  ]);
  await desk.close();
});

test('a link leads to a node, a passage or the tree of a root, and says what the path does not show', async () => {
  const desk = new HandlersDesk();
  const { treeId, nodeId } = await write(desk, 'Ice', 'The lake froze.');
  const { localId } = (await desk.call('node.read', { treeId, nodeId })).node;
  const names = `[[Ice#^${localId}]] [[#^${localId.toUpperCase()}@4-8]] [[Ice#^zzzzzz]]`;
  expect(await targets(desk, treeId, null, names)).toEqual([
    'Ice: 0 to 15',
    'Ice: 4 to 8',
    'Ice: no such place',
  ]);
  await desk.commit([desk.typed('At last, ', { nodeId, offset: 0 })]);
  expect((await targets(desk, treeId, null, names))[0]).toBe('Ice: 0 to 15, not shown');
  const [offered] = await desk.call('link.complete', { treeId, typed: 'Ic', limit: 1 });
  expect(offered?.text).toBe('[[Ice]]');
  // Two of one title: the list writes the local id for the one that the name does not mean.
  await write(desk, 'Ice', '');
  const both = await desk.call('link.complete', { treeId, typed: 'ice', limit: 5 });
  expect(both.map(({ kind, text }) => [kind, text.replace(/\^\w+/, '^…')]).toSorted()).toEqual([
    ['tree', '[[Ice]]'],
    ['tree', '[[^…|Ice]]'],
  ]);
  const byRoot = both.find(({ text }) => text.includes('^'))?.text ?? expect.unreachable('an address');
  const [link] = findLinks(byRoot);
  expect(await targets(desk, treeId, null, `[[${link?.name}#^${localId}]]`)).toEqual([
    'Ice: 0 to 15, not shown',
  ]);
  await desk.close();
});

test('the list after the brackets has names, sections and first words, and offers a new document', async () => {
  const desk = new HandlersDesk();
  const { treeId } = await write(desk, 'Marie Curie', '# Past\n\n## War\n\n# Now\n\n## War\n\nShe left.');
  await desk.call('tree.addAlias', { treeId, name: 'The chemist' });
  const offered = async (typed: string) =>
    (await desk.call('link.complete', { treeId, typed, limit: 5 })).map(({ kind, words, title, text }) =>
      [kind, words, title, text].join(' · '),
    );
  expect(await offered('cur')).toEqual(['tree · Marie Curie ·  · [[Marie Curie]]', 'new · cur ·  · [[cur]]']);
  expect(await offered('the chem')).toEqual([
    'tree · The chemist · Marie Curie · [[The chemist]]',
    'new · the chem ·  · [[the chem]]',
  ]);
  expect(await offered('marie curie')).toEqual(['tree · Marie Curie ·  · [[Marie Curie]]']);
  expect(await offered('marie curie#war')).toEqual([
    'section · War · Marie Curie · [[marie curie#War]]',
    'section · War · Marie Curie · [[marie curie#Now/War]]',
  ]);
  expect(await offered('#^past')).toEqual([
    expect.stringMatching(/^node · .*Past.* · Marie Curie · \[\[#\^\w{6}\]\]$/),
  ]);
  expect(await offered('Nobody#')).toEqual([]);
  await desk.close();
});

test('backlinks come in pages, newest first, and those out of sight on request', async () => {
  const desk = new HandlersDesk();
  const { treeId: storyId } = desk;
  const marie = await write(desk, 'Marie', 'A skater.');
  const one = await write(desk, 'One', 'First [[Marie|she]] came.');
  await desk.commit([desk.typed('Then ', { nodeId: one.nodeId, offset: 0 })]);
  const two = await write(desk, 'Two', 'And [[marie#Past]] again, `[[Marie]]`.');
  await desk.call('tree.show', { treeId: storyId });
  await desk.commit([desk.typed('Marie skated on the lake. [[Marie]]')]);
  await desk.call('node.annotate', { treeId: storyId, nodeId: await desk.nodeAt(0), text: 'See [[Marie]].' });
  const linked = '→ link here to doc:"Marie" note:"her"';
  await desk.call('message.runCommands', { treeId: storyId, at: null, text: linked });
  const { title: story } =
    (await desk.call('tree.list', {})).find(({ id }) => id === storyId) ?? expect.unreachable('');
  const page = (all: boolean, limit: number, after: BacklinkEnd | null): Promise<BacklinkPage> =>
    desk.call('link.backlinks', { treeId: marie.treeId, positionId: null, after, limit, all });
  const read = async (all: boolean, limit = 10) => {
    const rows: Backlink[] = [];
    let { rows: found, next } = await page(all, limit, null);
    for (rows.push(...found); next !== null; rows.push(...found))
      ({ rows: found, next } = await page(all, limit, next));
    return shown(rows);
  };
  const inSight = [
    `${story}: [her]Marie skated on the lake. [[Marie]]`,
    `${story}: See [Marie].`,
    'Two: And [marie#Past] again, `[[Marie]]`.',
    'One: Then First [she] came.',
  ];
  expect(await read(false)).toEqual(inSight);
  expect(await read(false, 2)).toEqual(inSight);
  expect(await read(true)).toEqual([...inSight, 'One: First [she] came. (old)']);
  // A link that is typed is there at once, and one that is typed over is gone.
  await desk.call('tree.show', { treeId: two.treeId });
  const edit = desk.typed('so', { nodeId: two.nodeId, offset: 3 });
  await desk.call('draft.save', {
    ...(await desk.intent([edit, desk.typed(' [[Marie]]!')], two.treeId)),
    digest: null,
  });
  expect((await read(false)).filter((row) => row.startsWith('Two'))).toEqual([
    expect.stringMatching(/^Two: Andso? \[marie#Past\] again/),
    'Two:  [Marie]!',
  ]);
  await desk.call('tree.update', { treeId: two.treeId, archived: true });
  expect(await read(false)).toEqual(inSight.filter((row) => !row.startsWith('Two')));
  // Renaming changes none, and a new tree with the name has only what is typed and was not committed before.
  await desk.call('tree.update', { treeId: marie.treeId, title: 'Mary' });
  expect(await read(false)).toHaveLength(3);
  const { treeId: newer } = await write(desk, 'Marie', '');
  const wanted = { treeId: newer, positionId: null, after: null, limit: 5, all: true };
  expect(shown((await desk.call('link.backlinks', wanted)).rows)).toEqual(['Two:  [Marie]! (archived)']);
  // The new one is mentioned by its name where no link is.
  expect(shown(await desk.call('link.mentions', { treeId: newer, limit: 5 }))).toEqual([
    `${story}: [Marie] skated on the lake. [[Marie]]`,
  ]);
  await desk.close();
});

test('a passage has the links to any of its versions', async () => {
  const desk = new HandlersDesk();
  const { treeId, nodeId } = await write(desk, 'Ice', 'The lake froze.');
  const { localId, positionId } = (await desk.call('node.read', { treeId, nodeId })).node;
  await desk.commit([desk.typed('At last, ', { nodeId, offset: 0 })]);
  await write(desk, 'Notes', `As [[Ice#^${localId}@0-8|before]]. Not [[Notes#^${localId}]].`);
  const { rows } = await desk.call('link.backlinks', {
    treeId,
    positionId,
    after: null,
    limit: 5,
    all: false,
  });
  expect(shown(rows)).toEqual([expect.stringMatching(/^Notes: As \[before\]\. Not /)]);
  await desk.close();
});

const embed = async (desk: HandlersDesk, treeId: TreeId, name: string, section: string | null = null) =>
  desk.call('link.embed', { treeId, link: { nodeId: null, name, section, localId: null, passage: null } });

test('an embed shows a tree or a section, with the embeds in it three deep, and never one that it is in', async () => {
  const desk = new HandlersDesk();
  const make = (title: string, text: string) =>
    desk.call('tree.create', { title, kind: 'document', isAside: true, text });
  const notes = await make('Notes', '![[Marie#Wants]]');
  await make('Marie', '# Marie\n\n## Wants\n\nSee ![[Emil]].');
  await make('Emil', 'Emil, and ![[Lake]] and ![[Marie#Wants]] and ![[nobody]].');
  await make('Lake', 'The lake, ![[Ice]].');
  await make('Ice', 'Ice.');
  expect(await embed(desk, notes.id, 'Marie', 'Wants')).toEqual({
    title: 'Marie',
    isCut: false,
    parts: [
      '## Wants\n\nSee ',
      {
        title: 'Emil',
        isCut: false,
        parts: [
          'Emil, and ',
          { title: 'Lake', isCut: false, parts: ['The lake, ![[Ice]].'] },
          ' and ![[Marie#Wants]] and ![[nobody]].',
        ],
      },
      '.',
    ],
  });
  expect(await embed(desk, notes.id, 'Notes')).toBeNull();
  expect(await embed(desk, notes.id, 'nobody')).toBeNull();
});

test('an embed within an embed leads to the tree that had its name when it was written', async () => {
  const desk = new HandlersDesk();
  const emil = await write(desk, 'Emil', 'A skater.');
  await write(desk, 'Ice', '# One\n\n![[Emil]]\n\n');
  await desk.commit([desk.typed('# Two\n\n![[Emil]]')]);
  await desk.call('tree.update', { treeId: emil.treeId, title: 'Emile' });
  const another = await write(desk, 'Emil', 'Another.');
  const within = async (section: string | null) => {
    const shown = await embed(desk, another.treeId, 'Ice', section);
    return shown?.parts.flatMap((part) => (typeof part === 'string' ? [] : part.parts));
  };
  expect([await within(null), await within('Two')]).toEqual([['A skater.', 'A skater.'], ['A skater.']]);
  await desk.close();
});

test('a new name is written everywhere that it stands in the old one, and taken back as one', async () => {
  const desk = new HandlersDesk();
  const { treeId: storyId } = desk;
  const marie = await write(desk, 'Marie', 'A skater.');
  await desk.call('tree.addAlias', { treeId: marie.treeId, name: 'The skater' });
  const one = await write(desk, 'One', 'First [[Marie#Past|she]] and [[the skater]]. `[[Marie]]`');
  const two = await write(desk, 'Two', '![[marie]] [[Marie]]');
  const old = await write(desk, 'Old', '[[Marie]]');
  await desk.call('tree.update', { treeId: old.treeId, archived: true });
  await desk.call('tree.show', { treeId: storyId });
  await desk.commit([desk.typed('Marie skated. [[Marie]]')]);
  const noted = await desk.nodeAt(0);
  await desk.call('node.annotate', { treeId: storyId, nodeId: noted, text: 'See [[Marie]].' });
  const note = async () =>
    (await desk.call('node.annotations', { treeId: storyId, nodeId: noted })).map(({ text }) => text);
  const text = async (treeId: TreeId) => {
    await desk.call('tree.show', { treeId });
    return desk.shown();
  };
  // What is typed and not committed counts, and stays.
  await desk.call('tree.show', { treeId: two.treeId });
  const typed = [desk.typed('so ', { nodeId: two.nodeId, offset: 0 }), desk.typed(' [[Marie]]!')];
  await desk.call('draft.save', { ...(await desk.intent(typed, two.treeId)), digest: null });
  expect(await desk.call('link.countFormer', { treeId: marie.treeId })).toEqual({ links: 0 });
  await desk.call('tree.update', { treeId: marie.treeId, title: 'Mary' });
  expect(await desk.call('link.countFormer', { treeId: marie.treeId })).toEqual({ links: 5 });

  const { edited, ...counts } = await desk.call('link.writeNames', { treeId: marie.treeId });
  expect(counts).toEqual({ links: 5, documents: 2, notes: 1 });
  expect(await text(one.treeId)).toBe('First [[Mary#Past|she]] and [[the skater]]. `[[Marie]]`');
  expect(await text(two.treeId)).toBe('so ![[Mary]] [[Mary]] [[Mary]]!');
  expect(await note()).toEqual(['See [[Mary]].']);
  expect(await text(storyId)).toBe('Marie skated. [[Marie]]');
  expect(await desk.call('link.countFormer', { treeId: marie.treeId })).toEqual({ links: 0 });

  // A new tree with the old name gets none of the links, even where they are taken back.
  await write(desk, 'Marie', '');
  // A text that is typed in since stays, and says so.
  await desk.call('tree.show', { treeId: one.treeId });
  const since = [desk.typed('At ', { nodeId: await desk.nodeAt(0), offset: 0 })];
  await desk.call('draft.save', { ...(await desk.intent(since, one.treeId)), digest: null });
  expect(await desk.call('link.takeBack', { edited })).toEqual({ kept: 1 });
  expect(await text(one.treeId)).toBe('At First [[Mary#Past|she]] and [[the skater]]. `[[Marie]]`');
  expect(await text(two.treeId)).toBe('so ![[marie]] [[Marie]] [[Marie]]!');
  expect(await note()).toEqual(['See [[Marie]].']);
  // The note is written again, and its link still means what it meant.
  expect(await desk.call('link.countFormer', { treeId: marie.treeId })).toEqual({ links: 4 });
  await desk.close();
});

test('only the new name is the writer’s, and a name that a link cannot hold gives way to the local id', async () => {
  const desk = new HandlersDesk();
  const marie = await write(desk, 'Marie', 'A skater.');
  const { id: agent } = await desk.call('agent.create', {
    name: 'Quill',
    modelRef: 'offline:quill',
    configuration: {},
    color: null,
  });
  const { id: treeId } = await desk.call('tree.create', { title: 'Notes', kind: 'document' });
  await desk.call('tree.show', { treeId });
  const words = 'So [[Marie]] left.';
  const spans = [{ agent, length: words.length }];
  await desk.commit([{ nodeId: null, splice: { from: 0, to: 0, insert: words, spans } }]);
  await desk.call('tree.update', { treeId: marie.treeId, title: 'C# notes' });
  await desk.call('link.writeNames', { treeId: marie.treeId });
  const [root = ''] = /\^\w{6}/.exec(await desk.shown()) ?? [];
  expect(await desk.shown()).toBe(`So [[${root}|C# notes]] left.`);
  const { spans: authors } = await desk.call('node.read', { treeId, nodeId: await desk.nodeAt(0) });
  const inserted = { agent: desk.grove.snapshot().writerId, length: `${root}|C# notes`.length };
  expect(authors).toEqual([{ agent, length: 5 }, inserted, { agent, length: 8 }]);
  await desk.close();
});

test('a passage is linked by its words, and the link stays on it when the passage is edited', async () => {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  const ice = await write(desk, 'Ice', '');
  await desk.call('tree.show', { treeId });
  await desk.commit([desk.typed('The lake froze.')]);
  const nodeId = await desk.nodeAt(0);
  const positionId = await desk.positionAt(0);
  const link = (quote: string | null) =>
    desk.call('link.passage', { treeId, nodeId, quote, targetId: ice.treeId });
  const { linkId } = await link('lake froze');
  expect(linkId).not.toBeNull();
  expect(await link('lake froze')).toEqual({ linkId: null });
  await expect(link('sea')).rejects.toThrow();
  const backlinks = async () => {
    const wanted = { treeId: ice.treeId, positionId: null, after: null, limit: 5, all: false };
    return (await desk.call('link.backlinks', wanted)).rows.map(
      ({ before, words, after }) => `${before}[${words}]${after}`,
    );
  };
  expect(await backlinks()).toEqual(['The [lake froze].']);
  await desk.commit([desk.typed('At last, ', { nodeId, offset: 0 })]);
  expect(await backlinks()).toEqual(['At last, The [lake froze].']);
  const from = await desk.call('link.from', { treeId, positionId });
  expect(from.map(({ words, title }) => [words, title])).toEqual([['lake froze', 'Ice']]);
  const [target = null] = await desk.call('link.resolve', { treeId, links: from.map((one) => one.target) });
  expect(target?.treeId).toBe(ice.treeId);
  // Words that the passage has no longer are still those that were linked.
  const now = await desk.nodeAt(0);
  const spans = [{ agent: desk.grove.snapshot().writerId, length: 3 }];
  await desk.commit([{ nodeId: now, splice: { from: 13, to: 17, insert: 'sea', spans } }]);
  expect(await backlinks()).toEqual(['[lake froze]At last, The sea froze.']);

  if (linkId === null) expect.unreachable('a link');
  await desk.call('link.setRemoved', { linkId, removed: true });
  expect([await backlinks(), await desk.call('link.from', { treeId, positionId })]).toEqual([[], []]);
  await desk.call('link.setRemoved', { linkId, removed: false });
  expect(await backlinks()).toHaveLength(1);
  // A duplicate has its links.
  const copy = await desk.call('tree.duplicate', { treeId });
  expect(copy).not.toBeNull();
  expect(await backlinks()).toHaveLength(2);
  await desk.close();
  expect(examine(desk.path).findings.filter(({ holds }) => !holds)).toEqual([]);
});

test('a mention becomes a link in its text, or of its passage where brackets are text', async () => {
  const desk = new HandlersDesk();
  const { treeId: storyId } = desk;
  const marie = await write(desk, 'Marie Curie', 'A chemist.');
  await desk.call('tree.addAlias', { treeId: marie.treeId, name: 'Marie' });
  const notes = await write(desk, 'Notes', 'As marie said. `Marie`');
  await desk.call('tree.show', { treeId: storyId });
  await desk.commit([desk.typed('Then Marie left.')]);
  const text = async (treeId: TreeId) => {
    await desk.call('tree.show', { treeId });
    return desk.shown();
  };
  const mentions = () => desk.call('link.mentions', { treeId: marie.treeId, limit: 10 });
  const linkFirst = async (before: string) => {
    const found = (await mentions()).find((one) => one.before === before) ?? expect.unreachable(before);
    const { treeId, nodeId, typed, range, words, after } = found;
    const mention = { treeId, nodeId, typed, range, before, words, after };
    return desk.call('link.mention', { treeId: marie.treeId, mention });
  };
  await linkFirst('Then ');
  expect(await text(storyId)).toBe('Then Marie left.');
  expect((await mentions()).map(({ title }) => title)).toEqual(['Notes', 'Notes']);
  await expect(linkFirst('As marie said. `')).rejects.toThrow('Nothing in code is a link.');
  const linked = await linkFirst('As ');
  expect(await text(notes.treeId)).toBe('As [[Marie|marie]] said. `Marie`');
  await desk.call('link.takeBack', { edited: 'edited' in linked ? linked.edited : [] });
  expect(await text(notes.treeId)).toBe('As marie said. `Marie`');
  // One that is typed is committed first.
  const typed = [desk.typed('And Marie Curie came.')];
  await desk.call('draft.save', { ...(await desk.intent(typed, notes.treeId)), digest: null });
  await linkFirst('And ');
  expect(await text(notes.treeId)).toBe('As marie said. `Marie`And [[Marie Curie]] came.');
  await desk.close();
});
