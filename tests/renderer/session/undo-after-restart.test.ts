/** Undo goes on where the last session ended, with the real editor, the program's own handlers and real files. */
import { expect, it } from 'vitest';
import { turnClockByHand } from '../../helpers/clock.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { journalHere } from '../../helpers/journal.ts';
import { resumeWriting, type WritingDesk } from './writing-desk.ts';

turnClockByHand();

/** Closes the program, and opens the same file on the same computer. */
async function restart(
  { desk, buffer, settle, vanish }: WritingDesk,
  path = desk.path,
): Promise<WritingDesk> {
  const flushed = buffer.flush();
  await settle();
  await flushed;
  vanish();
  await desk.close();
  return resumeWriting(new HandlersDesk(path, 1_000_000, desk.journal, desk.backups));
}

const word = (text: string) => (writing: WritingDesk) => writing.type(text);

it('takes back what was typed, committed, generated and switched in the last session, step by step', async () => {
  let writing = await resumeWriting(new HandlersDesk(), [
    'Once upon a time, ',
    { model: 'there was a castle.' },
  ]);
  const seen: string[] = [];
  const step = async (act: (writing: WritingDesk) => unknown) => {
    seen.push(writing.shown().text.replaceAll('|', '') + writing.shown().letters);
    act(writing);
    await writing.settle();
  };
  await step(word(' It rained.'));
  await step(({ type }) => type('wood', 5, 9));
  await step(({ tree, type }) => {
    void tree.commit();
    type('X', 22, 24);
  });
  await step(({ buffer, select, view }) => {
    select(view.state.doc.length);
    void buffer.commands.generate();
  });
  await step(({ tree }) => void tree.navigation.goToParent());
  await step(word(' The end.'));
  const last = writing.shown();

  writing = await restart(writing);
  expect(writing.shown().text.replaceAll('|', '')).toBe(last.text.replaceAll('|', ''));
  for (const before of seen.toReversed()) {
    writing.manuscript.undo();
    await writing.agree();
    const { text, letters } = writing.shown();
    expect(text.replaceAll('|', '') + letters).toBe(before);
  }
  expect(writing.manuscript.undoDepth()).toBe(0);
});

it('goes on over several sessions, also after the window was killed', async () => {
  let writing = await resumeWriting(new HandlersDesk(), ['One. ']);
  writing.type('Two. ');
  writing = await restart(writing);
  writing.type('Three. ');
  await writing.settle();
  // Text that the window did not send is lost; the journal has the rest.
  writing.vanish();
  await writing.desk.close();
  writing = await resumeWriting(new HandlersDesk(writing.desk.path, 2_000_000, writing.desk.journal));
  for (const expected of ['One. Two. ', 'One. ']) {
    writing.manuscript.undo();
    await writing.agree();
    expect(writing.manuscript.textForChecks()).toBe(expected);
  }
});

it('keeps of two edits far apart what they changed, not all that lies between', async () => {
  const parts = Array.from({ length: 100 }, (_, index) => `Part ${index}. `);
  let writing = await resumeWriting(new HandlersDesk(), parts);
  const before = writing.shown();
  const { length } = before.letters;
  writing.type('First. ', 9);
  await writing.settle();
  writing.type('Last. ', length - 9 + 'First. '.length);
  await writing.settle();
  const { desk } = writing;
  const { id: groveId, writerId: agentId } = desk.grove.snapshot();
  const saved = await desk.journal.readUndo({ groveId, treeId: desk.treeId, agentId });
  expect(saved?.steps.length).toBe(2);
  expect(saved?.steps.join('').length).toBeLessThan(4_000);

  writing = await restart(writing);
  writing.manuscript.undo();
  writing.manuscript.undo();
  await writing.agree();
  const after = writing.shown();
  expect(after.text.replaceAll('|', '')).toBe(before.text.replaceAll('|', ''));
  expect(after.letters).toBe(before.letters);
});

it('is forgotten when the file has changed meanwhile, on another computer, and with the tree', async () => {
  const first = await resumeWriting(new HandlersDesk(), ['One. ']);
  first.type('Two. ');
  const { desk } = first;
  const again = await restart(first);
  expect(again.manuscript.undoDepth()).toBe(1);
  again.vanish();
  await desk.close();
  await again.desk.commit([again.desk.typed('Elsewhere. ', { offset: 5 })]);
  const changed = await resumeWriting(again.desk);
  expect(changed.manuscript.undoDepth()).toBe(0);
  changed.type('Three. ');
  await changed.settle();
  const { treeId } = changed.desk;
  changed.vanish();
  const scope = {
    groveId: changed.desk.grove.snapshot().id,
    treeId,
    agentId: changed.desk.grove.snapshot().writerId,
  };
  expect(await changed.desk.journal.readUndo(scope)).not.toBeNull();
  await changed.desk.call('tree.create', { title: 'Another' });
  const { title } = changed.desk.grove.snapshot().trees.find(({ id }) => id === treeId) ?? { title: '' };
  await changed.desk.call('tree.delete', { treeId, title });
  expect(await changed.desk.journal.readUndo(scope)).toBeNull();
});

it('keeps the steps that fit, and those of files that are still among the recent ones', async () => {
  const journal = journalHere();
  const scope = { groveId: 'g', treeId: 't', agentId: 'a' } as unknown as Parameters<
    typeof journal.saveUndo
  >[0];
  const save = (first: number, from: number, steps: readonly string[]) =>
    journal.saveUndo(scope, { first, from, steps, origin: 'here', end: 'e' });
  await save(
    0,
    0,
    Array.from({ length: 1_200 }, (_, step) => `step ${step}`),
  );
  expect(await journal.readUndo(scope)).toMatchObject({ first: 200 });
  await save(0, 1_000, ['x'.repeat(8 * 1024 * 1024 - 10), 'last']);
  expect((await journal.readUndo(scope))?.steps.map(({ length }) => length)).toEqual([
    8 * 1024 * 1024 - 10,
    4,
  ]);
  await journal.forgetUndo({ except: ['here'] });
  expect(await journal.readUndo(scope)).not.toBeNull();
  await journal.forgetUndo({ except: ['elsewhere'] });
  expect(await journal.readUndo(scope)).toBeNull();
});
