import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { openWindowDesk, type WindowDesk } from '../window-desk.ts';

/** Following the links of a text (`documents.md`, *Links*). */

turnClockByHand();

const link = (name: string, section: string | null = null) => ({
  nodeId: null,
  name,
  section,
  localId: null,
  passage: null,
});

/** Follows a link of the shown tree, as if it were in its text. */
async function follow(window: WindowDesk, ...parts: Parameters<typeof link>): Promise<void> {
  const treeId = window.shown();
  if (treeId === null) throw new Error('no tree is shown');
  const following = window.session.links.follow(treeId, link(...parts));
  await window.settle();
  await following;
}

it.each(['typed', 'committed'])(
  'a link leads to the section of another tree, %s, and Go back leads to where it was',
  async (state) => {
    const window = await openWindowDesk('The lake froze.');
    const marie = await window.desk.call('tree.create', {
      title: 'Marie',
      kind: 'document',
      isAside: true,
      text: '# Marie\n\n## Wants\n\nA boat.',
    });
    if (state === 'committed') await window.desk.commit([], marie.id);
    await window.settle();
    await follow(window, 'marie', 'Wants');
    expect(window.shown()).toBe(marie.id);
    const { head } = window.manuscript().cursor();
    expect(window.text().slice(head)).toBe('## Wants\n\nA boat.');
    const back = window.session.navigationHistory.go(-1);
    await window.settle();
    await back;
    expect(window.shown()).toBe(window.first);
  },
);

it('a link to what is not there yet offers a document of its name, and leads there', async () => {
  const window = await openWindowDesk('The lake froze.');
  await follow(window, 'Emil');
  expect(window.shown()).toBe(window.first);
  const notice = window.session.notices.banners.get().find(({ sentence }) => sentence.includes('“Emil”'));
  expect(notice?.actions.map(({ label }) => label)).toEqual(['New document']);
  notice?.actions[0]?.run();
  await window.settle();
  expect(window.session.trees.findShown()).toMatchObject({ title: 'Emil', kind: 'document' });
});

it('entries are listed for what is typed, a new document last', async () => {
  const window = await openWindowDesk('The lake froze.');
  await window.desk.call('tree.create', { title: 'Marie', kind: 'document', isAside: true });
  const listed = await window.session.links.complete(window.first, 'Mar');
  expect(listed.map(({ kind, words, text }) => [kind, words, text])).toEqual([
    ['tree', 'Marie', '[[Marie]]'],
    ['new', 'Mar', '[[Mar]]'],
  ]);
});

it('a rename offers to write the new name into what is typed beside, with one undo', async () => {
  const window = await openWindowDesk('The lake froze.');
  const { desk, session, first, texts, settle, type, focus } = window;
  const make = (title: string, text: string) =>
    desk.call('tree.create', { title, kind: 'document', isAside: true, text });
  const marie = await make('Marie', 'A skater.');
  const notes = await make('Notes', 'See [[Marie]]');
  await settle();
  void session.showCompanion(notes.id);
  await settle();
  focus(notes.id);
  void session.findTree()?.commit();
  await settle();
  type(' and [[marie|her]].');
  const titles = () => session.trees.all.find(({ id }) => id === marie.id) ?? marie;
  void session.trees.rename(titles(), 'Mary');
  await settle();
  const act = async (label: string) => {
    const actions = session.notices.banners.get().flatMap((notice) => notice.actions);
    actions.findLast((action) => action.label === label)?.run();
    await settle();
    // Main reports what it changed after that.
    await yieldToEventLoop();
    await settle();
  };

  await act('Write the new name everywhere');

  expect(texts().get(notes.id)).toBe('See [[Mary]] and [[Mary|her]].');
  expect(session.notices.banners.get().at(-1)?.sentence).toBe(
    '“Mary” was written into 2 links, in 1 document.',
  );
  expect(await window.held(notes.id)).toBe('See [[Mary]] and [[Mary|her]].');
  await act('Undo');
  expect(texts().get(notes.id)).toBe('See [[Marie]] and [[marie|her]].');
  expect(texts().get(first)).toBe('The lake froze.');
  // Nothing of that is left to commit, and no other version was made of it.
  void session.findTree()?.commit();
  await settle();
  const { segments } = await desk.call('path.read', { treeId: notes.id });
  expect(segments.count).toBe(2);
});

it('Link this passage links the words at the caret of a story, and writes a link into a document', async () => {
  const window = await openWindowDesk('The lake froze.');
  const { desk, session, first, texts, settle, focus } = window;
  const ice = await desk.call('tree.create', {
    title: 'Ice',
    kind: 'document',
    isAside: true,
    text: 'Cold.',
  });
  await settle();
  const link = async (title: string) => {
    const shown = session.findDesk();
    if (shown?.mode !== 'buffer') throw new Error('no manuscript');
    void session.links.linkPassage(shown);
    await settle();
    const asked = session.palette.state.get();
    if (asked?.kind !== 'choice') throw new Error('no question');
    void asked.choice.choices.find((choice) => choice.title === title)?.run();
    session.palette.close();
    await settle();
  };
  const backlinks = async () => {
    const wanted = { treeId: ice.id, positionId: null, after: null, limit: 5, all: false };
    return (await desk.call('link.backlinks', wanted)).rows.map(({ words }) => words);
  };
  // What is typed is committed first.
  window.manuscript().moveCaretInto(0, 4, 8);
  await link('Ice');
  expect(await backlinks()).toEqual(['lake']);
  expect(texts().get(first)).toBe('The lake froze.');
  session.notices.banners.get().at(-1)?.actions[0]?.run();
  await settle();
  expect(await backlinks()).toEqual([]);

  void session.showCompanion(ice.id);
  await settle();
  focus(ice.id);
  const { title } = session.trees.all.find(({ id }) => id === first) ?? expect.unreachable('the story');
  window.manuscript().moveCaretInto(0, 0, 4);
  await link(title);
  expect(texts().get(ice.id)).toBe(`[[${title}|Cold]].`);
});
