/** `domain.md`, *Undo*: a real editor, the session and the program's own handlers on a real file. */
import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { turnClockByHand } from '../../helpers/clock.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { openWritingDesk, type RequestInterceptor, resumeWriting, type WritingDesk } from './writing-desk.ts';

const tower = ['Once upon a time, ', { model: 'there was a castle' }, ' on a hill.'];
const TOWER = 'Once upon a time, |there was a castle| on a hill.|';

turnClockByHand();

async function text(writing: WritingDesk): Promise<string> {
  return (await writing.agree()).text;
}

async function undo(writing: WritingDesk, times = 1): Promise<string> {
  for (let i = 0; i < times; i++) writing.manuscript.undo();
  return text(writing);
}

async function redo(writing: WritingDesk, times = 1): Promise<string> {
  for (let i = 0; i < times; i++) writing.manuscript.redo();
  return text(writing);
}

/** The text in the file after closing and reopening it. */
async function reopened(writing: WritingDesk): Promise<string> {
  await writing.buffer.flush();
  await writing.desk.close();
  return new HandlersDesk(writing.desk.path, 1_000_000).shown();
}

function caret(writing: WritingDesk): number {
  return writing.view.state.selection.main.head;
}

describe('undo', () => {
  it('removes a continuation but leaves it as a child; redo restores it', async () => {
    const writing = await openWritingDesk(tower);
    await writing.buffer.commands.generate();
    const arrived = await writing.agree();
    expect(arrived.text).not.toBe(TOWER);
    expect(arrived.letters).toMatch(/m$/);
    const end = caret(writing);
    expect(await undo(writing)).toBe(TOWER);
    expect(caret(writing)).toBe(TOWER.replaceAll('|', '').length);
    const parentId = writing.tree.path.headId;
    const children = await writing.desk.call('path.children', { treeId: writing.desk.treeId, parentId });
    expect(children.length).toBeGreaterThan(0);
    await redo(writing);
    expect(await writing.agree()).toEqual(arrived);
    expect(caret(writing)).toBe(end);
    expect(await undo(writing)).toBe(TOWER);
    expect(await reopened(writing)).toBe(TOWER.replaceAll('|', ''));
  });

  it('switches back and restores the caret', async () => {
    const { desk, tree } = await openWritingDesk(tower);
    const castle = tree.path.mirror.get().headers[1]?.positionId ?? tree.path.headId;
    const hill = tree.path.headId;
    await desk.call('path.moveHead', { ...(await desk.intent()), to: castle });
    await desk.commit([desk.typed(' by a lake.')]);
    await desk.call('path.moveHead', { ...(await desk.intent()), to: hill });
    const other = await resumeWriting(desk);
    other.select(40);
    await other.tree.navigation.selectSibling({ step: 1 });
    expect(await text(other)).toBe('Once upon a time, |there was a castle| by a lake.|');
    expect(caret(other)).toBe(47);
    expect(await undo(other)).toBe(TOWER);
    expect(caret(other)).toBe(40);
    expect(await redo(other)).toBe('Once upon a time, |there was a castle| by a lake.|');
    expect(caret(other)).toBe(47);
    expect(other.tree.path.mirror.get().headers.at(-1)?.siblingIndex).toBe(2);
  });

  it('of typing that became a node moves the head back; committing it unchanged reuses that node', async () => {
    const writing = await openWritingDesk(tower);
    writing.type(' It was');
    writing.select(0);
    writing.type(' old.');
    await writing.tree.commit();
    const node = writing.tree.path.mirror.get().headers.at(-1)?.nodeId;
    expect(await text(writing)).toBe(`${TOWER} It was old.|`);
    expect(await undo(writing)).toBe(`${TOWER} It was`);
    expect(writing.tree.path.length).toBe(3);
    writing.type(' old.');
    await writing.tree.commit();
    expect(await text(writing)).toBe(`${TOWER} It was old.|`);
    expect(writing.tree.path.mirror.get().headers.at(-1)?.nodeId).toBe(node);
    expect(await undo(writing, 2)).toBe(TOWER);
    expect(await redo(writing, 2)).toBe(`${TOWER} It was old.|`);
  });

  it('of an edit that became a version selects the version it was edited from', async () => {
    const writing = await openWritingDesk(tower);
    const before = writing.tree.path.mirror.get().headers[1];
    writing.type('tower', 30, 36);
    await writing.tree.commit();
    const after = writing.tree.path.mirror.get().headers[1];
    expect(after?.nodeId).not.toBe(before?.nodeId);
    expect(await undo(writing)).toBe(TOWER);
    expect(writing.tree.path.mirror.get().headers[1]).toMatchObject({ nodeId: before?.nodeId });
    expect(writing.manuscript.draft().edits).toEqual([]);
    await redo(writing);
    expect(writing.tree.path.mirror.get().headers[1]).toMatchObject({ nodeId: after?.nodeId });
    expect(await reopened(writing)).toContain('tower');
  });

  it('of a switch after the caret was moved brings back the node with its authors, not its text as typed', async () => {
    const writing = await openWritingDesk([{ model: 'there was a castle' }]);
    const { tree, select, settle, type, desk } = writing;
    const castle = await writing.agree();
    type('tower', 12, 18);
    void tree.commit();
    await settle();
    const tower = await writing.agree();
    for (const step of [-1, 1] as const) {
      select(4 + step);
      void tree.navigation.stepVersion(step);
      await settle();
    }
    writing.manuscript.undo();
    expect(await writing.agree()).toEqual(castle);
    expect((await desk.call('path.read', { treeId: desk.treeId })).edits).toEqual([]);
    writing.manuscript.undo();
    expect(await writing.agree()).toEqual(tower);
  });

  it('restores a pruned branch, and redo prunes it again', async () => {
    const writing = await openWritingDesk(tower);
    writing.select(20);
    await writing.tree.pruning.pruneCurrent();
    expect(await text(writing)).toBe('Once upon a time, |');
    expect(await undo(writing)).toBe(TOWER);
    expect(await redo(writing)).toBe('Once upon a time, |');
    const [child] = await writing.desk.call('path.children', {
      treeId: writing.desk.treeId,
      parentId: writing.tree.path.headId,
    });
    expect(child?.pruned).toBe(true);
    expect(await undo(writing)).toBe(TOWER);
  });

  it('goes back through a version, a split and a branch', async () => {
    const writing = await openWritingDesk(tower);
    const shown = [await text(writing)];
    const step = async (move: () => Promise<unknown>) => {
      await move();
      shown.push(await text(writing));
    };
    await step(async () => writing.type('tower', 30, 36));
    await step(() => writing.tree.navigation.stepVersion(-1));
    writing.select(25);
    await step(() => writing.buffer.commands.split());
    await step(async () => writing.type(' a tree', 24, 24));
    await step(() => writing.buffer.commands.branchEdit());
    await step(() => writing.tree.navigation.goToParent());
    for (const before of shown.slice(0, -1).reverse()) expect(await undo(writing)).toBe(before);
    for (const after of shown.slice(1)) expect(await redo(writing)).toBe(after);
    expect(await undo(writing, shown.length)).toBe(TOWER);
  });

  it('that cannot be written is reported and abandoned, and does not block later typing', async () => {
    const writing = await openWritingDesk(tower);
    const { desk, notices } = writing;
    writing.type(' It was old.');
    await writing.tree.commit();
    const committed = await text(writing);
    const elsewhere = `${desk.path}-elsewhere`;
    renameSync(desk.path, elsewhere);
    writing.manuscript.undo();
    writing.type(' Grey.');
    await writing.settle();
    expect(await writing.held()).toEqual(writing.shown());
    expect(writing.shown().text).toBe(`${committed} Grey.`);
    expect(notices.banners.get()).toMatchObject([
      { sentence: 'This could not be undone or redone. Nothing was lost.' },
    ]);
    renameSync(elsewhere, desk.path);
    for (const { id } of notices.banners.get()) notices.dismiss(id);
    writing.type(' And tall.');
    expect(await text(writing)).toBe(`${committed} Grey. And tall.`);
    expect(await reopened(writing)).toBe(`${committed} Grey. And tall.`.replaceAll('|', ''));
  });

  it('restores the blank working buffer that a switch discarded', async () => {
    const writing = await openWritingDesk(tower);
    writing.type('\n  ');
    await writing.tree.navigation.goToParent();
    expect(await text(writing)).toBe('Once upon a time, |there was a castle|');
    expect(await undo(writing)).toBe(`${TOWER}\n  `);
    expect(await reopened(writing)).toBe(`${TOWER.replaceAll('|', '')}\n  `);
  });

  it('during a move undoes that move first', async () => {
    const writing = await openWritingDesk(tower);
    writing.type(' It was old.');
    const moved = writing.tree.navigation.goToParent();
    writing.manuscript.undo();
    writing.manuscript.undo();
    await writing.settle();
    await moved;
    expect(await text(writing)).toBe(TOWER);
    expect(writing.tree.path.length).toBe(3);
    // The second undid the typing before it, which the move had committed.
    expect(await redo(writing)).toBe(`${TOWER} It was old.|`);
    expect(await redo(writing)).toBe('Once upon a time, |there was a castle|');
  });

  it('then typing and undo again, all before main replies, ends in agreement with the screen', async () => {
    const writing = await openWritingDesk(tower);
    writing.type(' It was old.');
    writing.type('tower', 30, 36);
    writing.manuscript.undo();
    writing.manuscript.undo();
    writing.type('!');
    writing.type('O!', 0, 1);
    writing.manuscript.undo();
    expect(await text(writing)).toBe(`${TOWER}!|`);
    expect(await undo(writing)).toBe(TOWER);
    expect(await reopened(writing)).toBe(TOWER.replaceAll('|', ''));
  });
});

describe('typing while an edit becomes a branch', () => {
  it('continues in the branch, even if that is much longer than the edit', async () => {
    const desk = new HandlersDesk();
    const slow: RequestInterceptor = async (_name, send) => {
      const answer = await send();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return answer;
    };
    const writing = await resumeWriting(desk, ['Once, ', { model: 'there was' }], {}, slow);
    writing.type('a long time ago, ', 6);
    void writing.buffer.commands.branchEdit();
    writing.type('far away, ', 23);
    expect(await text(writing)).toBe('Once, a long time ago, far away, |');
    expect(writing.tree.draft.status.get()).toEqual({ unsent: false, error: null });
  });
});
