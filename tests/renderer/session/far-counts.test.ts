import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BRANCHED, LONG, openLongPath } from '../../helpers/long-path.ts';
import { resumeWriting, type WritingDesk } from './writing-desk.ts';

/** A path so long that main has not counted its beginning: nothing wrong is shown, and nothing blocks. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const log = ({ notices }: WritingDesk) => notices.log.get().map(({ text }) => text);
const shown = ({ notices }: WritingDesk) => notices.banners.get().map(({ sentence }) => sentence);

async function openAtLongPath() {
  const { desk, branched } = await openLongPath();
  return { ...(await resumeWriting(desk)), branched };
}

describe('a position that is not counted yet', () => {
  it('is counted after a while without being viewed', async () => {
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

  it('is counted when the caret reaches it, and announced to screen readers', async () => {
    const opened = await openAtLongPath();
    const { buffer, tree, branched, manuscript } = opened;
    manuscript.moveCaretAfter(BRANCHED);
    buffer.onCursorMoved();
    await vi.advanceTimersByTimeAsync(600);
    expect(log(opened).at(-1)).toBe('Here: 2 of 2 continuations, version 2 of 2');
    expect(tree.navigation.findSiblings()).toEqual({ index: 2, count: 2 });
    expect(tree.path.findHeader(branched)?.versionIndex).toBe(2);
  });

  it('switches to its sibling on the first key press', async () => {
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

  it('shows its other version on the first key press', async () => {
    const opened = await openAtLongPath();
    const { tree, manuscript } = opened;
    manuscript.moveCaretAfter(BRANCHED);
    await tree.navigation.stepVersion(-1);
    expect(log(opened).at(-1)).toBe('Version 1 of 2, by Writer');
  });

  it('says when it has no siblings, and writes nothing', async () => {
    const opened = await openAtLongPath();
    const { tree, manuscript } = opened;
    const { pathVersion } = tree.path;
    manuscript.moveCaretAfter(BRANCHED + 1);
    await tree.navigation.selectSibling({ step: 1 });
    expect(shown(opened)).toEqual(['There are no others here.']);
    await tree.navigation.stepVersion(1);
    expect(shown(opened)).toEqual(['This text has no other version.']);
    expect(tree.path.pathVersion).toBe(pathVersion);
  });

  it('can preview its sibling', async () => {
    const opened = await openAtLongPath();
    const { buffer, manuscript } = opened;
    manuscript.moveCaretAfter(BRANCHED);
    await buffer.preview.next();
    expect(log(opened).at(-1)).toBe('Preview, 1 of 2: Elsewhere.');
  });

  it('keeps updates from events that arrive while main is counting', async () => {
    const { tree, branched, desk } = await openAtLongPath();
    const asked = desk.call('path.headers', { treeId: tree.treeId, positionIds: [branched] });
    const stale = await asked;
    tree.path.patch([{ ...stale.headers[0], siblingCount: 3 } as never]);
    tree.path.setCounts(stale.headers);
    expect(tree.path.findHeader(branched)?.siblingCount).toBe(3);
  });
});
