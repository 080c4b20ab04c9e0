import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BRANCHED, LONG, openLongPath } from '../../helpers/long-path.ts';
import { sitDown, type WritingDesk } from './writing-desk.ts';

/** A path so long that main has not counted its beginning: nothing wrong is shown, and nothing has to be waited for. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const log = ({ notices }: WritingDesk) => notices.log.get().map(({ text }) => text);

async function openAtLongPath() {
  const { desk, branched } = await openLongPath();
  return { ...(await sitDown(desk)), branched };
}

describe('a position that is not counted yet', () => {
  it('is counted after a while, without anybody looking at it', async () => {
    const { tree, branched, settle } = await openAtLongPath();
    expect(tree.path.findHeader(branched)?.siblingCount).toBe(0);
    await settle();
    expect(tree.path.findHeader(branched)).toMatchObject({
      siblingIndex: 2,
      siblingCount: 2,
      versionCount: 2,
    });
    expect(tree.path.mirror.get().headers.every(({ siblingCount }) => siblingCount > 0)).toBe(true);
  });

  it('is counted as the caret comes to it, and told to whoever does not see it', async () => {
    const opened = await openAtLongPath();
    const { tree, branched, manuscript } = opened;
    manuscript.moveCaretAfter(BRANCHED);
    tree.onCursorMoved();
    await vi.advanceTimersByTimeAsync(600);
    expect(log(opened).at(-1)).toBe('Here: 2 of 2 continuations, version 2 of 2');
    expect(tree.navigation.findSiblings()).toEqual({ index: 2, count: 2 });
    expect(tree.path.findHeader(branched)?.versionIndex).toBe(2);
  });

  it('is switched to its sibling at the first press of the key', async () => {
    const opened = await openAtLongPath();
    const { tree, manuscript } = opened;
    manuscript.moveCaretAfter(BRANCHED);
    await tree.navigation.selectSibling({ step: 1 });
    expect(opened.shown().text.endsWith('|Elsewhere. |')).toBe(true);
    expect(log(opened).at(-1)).toBe('1 of 2, by Writer');
    tree.undo();
    await opened.settle();
    expect(tree.path.length).toBe(LONG);
  });

  it('shows its other version at the first press of the key', async () => {
    const opened = await openAtLongPath();
    const { tree, manuscript } = opened;
    manuscript.moveCaretAfter(BRANCHED);
    await tree.navigation.stepVersion(-1);
    expect(log(opened).at(-1)).toBe('Version 1 of 2, by Writer');
  });

  it('says that it has no siblings where it has none, and nothing is written', async () => {
    const opened = await openAtLongPath();
    const { tree, manuscript } = opened;
    const { pathVersion } = tree.path;
    manuscript.moveCaretAfter(BRANCHED + 1);
    await tree.navigation.selectSibling({ step: 1 });
    expect(log(opened).at(-1)).toBe('No other continuations here.');
    await tree.navigation.stepVersion(1);
    expect(log(opened).at(-1)).toBe('This node has no other version.');
    expect(tree.path.pathVersion).toBe(pathVersion);
  });

  it('is previewed beside its sibling', async () => {
    const opened = await openAtLongPath();
    const { tree, manuscript } = opened;
    manuscript.moveCaretAfter(BRANCHED);
    await tree.preview.next();
    expect(log(opened).at(-1)).toBe('Preview, 1 of 2: Elsewhere.');
  });

  it('keeps what an event said of it while main was counting', async () => {
    const { tree, branched, desk } = await openAtLongPath();
    const asked = desk.call('path.headers', { treeId: tree.treeId, positionIds: [branched] });
    const stale = await asked;
    tree.onTreeChange(tree.path.rootPositionId, [{ ...stale.headers[0], siblingCount: 3 } as never]);
    tree.path.setCounts(stale.headers);
    expect(tree.path.findHeader(branched)?.siblingCount).toBe(3);
  });
});
