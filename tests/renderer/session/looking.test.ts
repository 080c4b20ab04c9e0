import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../src/core/ids.ts';
import { openWritingDesk, type WritingDesk } from './writing-desk.ts';

/** Previewing continuations, and switching away from the caret (`manuscript.md`, `interface.md`). */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const preview = ({ view }: WritingDesk) => view.contentDOM.querySelector('.preview')?.textContent ?? null;
const log = ({ notices }: WritingDesk) => notices.log.get().map(({ text }) => text);

/** `Rain. ` continues as `Wind. ` and then `Snow.`, as `Sun. ` alone, or as `Fog.`: three siblings, the first shown. */
async function openBranches(): Promise<WritingDesk & { readonly first: PositionId }> {
  const opened = await openWritingDesk(['Rain. ', { model: 'Wind. ' }, 'Snow.']);
  const { desk, tree, settle } = opened;
  const parent = await desk.positionAt(0);
  const first = await desk.positionAt(1);
  for (const text of ['Sun. ', 'Fog.']) {
    await goTo(opened, parent);
    opened.type(text, 6);
    await tree.commit();
    await settle();
  }
  await goTo(opened, parent);
  await tree.navigation.goToContinuation(first);
  await settle();
  return { ...opened, first };
}

/** Makes a position the head, as a writer does at the keyboard. */
async function goTo({ tree, manuscript, settle }: WritingDesk, position: PositionId): Promise<void> {
  manuscript.moveCaretAfter(tree.path.indexOf(position));
  await tree.navigation.endPathHere();
  await settle();
}

describe('previewing the next sibling', () => {
  it('shows it with its downstream text, announces it, and writes nothing', async () => {
    const opened = await openBranches();
    const { buffer, tree, manuscript, first, settle } = opened;
    manuscript.moveCaretAfter(tree.path.indexOf(first));
    const before = await opened.agree();
    const { pathVersion } = tree.path;
    await buffer.preview.next();
    expect(preview(opened)).toBe('Sun. ');
    expect(log(opened).at(-1)).toBe('Preview, 2 of 3: Sun.');
    buffer.preview.release(false);
    expect(preview(opened)).toBeNull();
    await buffer.preview.next();
    expect(preview(opened)).toBe('Fog.');
    await buffer.preview.next();
    expect(preview(opened)).toBe('Sun. ');
    buffer.preview.release(true);
    await settle();
    expect(await opened.agree()).toEqual(before);
    expect(tree.path.pathVersion).toBe(pathVersion);
    await buffer.preview.next();
    expect(log(opened).at(-1)).toBe('Preview, 2 of 3: Sun.');
  });

  it('shows nothing when the key is released before the reply arrives', async () => {
    const opened = await openBranches();
    opened.manuscript.moveCaretAfter(opened.tree.path.indexOf(opened.first));
    const asked = opened.buffer.preview.next();
    opened.buffer.preview.release(true);
    await asked;
    await opened.settle();
    expect(preview(opened)).toBeNull();
  });

  it('shows the head’s continuation when the caret’s node has no siblings', async () => {
    const opened = await openWritingDesk(['Rain. ', 'Wind.']);
    await goTo(opened, await opened.desk.positionAt(0));
    await opened.buffer.preview.next();
    expect(preview(opened)).toBe('Wind.');
    expect(opened.shown().text).toBe('Rain. |');
  });

  it('says so when there is nothing else', async () => {
    const opened = await openWritingDesk(['Rain. ']);
    await opened.buffer.preview.next();
    expect(log(opened)).toContain('There are no others here.');
  });

  it('ends before a switch or typing', async () => {
    const opened = await openBranches();
    const { buffer, tree, manuscript, first, settle } = opened;
    manuscript.moveCaretAfter(tree.path.indexOf(first));
    await buffer.preview.next();
    await tree.navigation.selectSibling({ step: -1 });
    await settle();
    expect(preview(opened)).toBeNull();
    expect(opened.shown().text).toBe('Rain. |Fog.|');
    await buffer.preview.next();
    opened.type('!');
    expect(preview(opened)).toBeNull();
    expect(buffer.preview.shown.get()).toBeNull();
    expect((await opened.agree()).text).toContain('!');
  });
});

describe('switching at a position without the caret', () => {
  it('leaves the caret on its text, and announces the new path', async () => {
    const opened = await openBranches();
    const { buffer, first, settle } = opened;
    opened.select(2);
    buffer.onRequest({ kind: 'switch', positionId: first, fork: null, step: 1 });
    await settle();
    expect(opened.shown().text).toBe('Rain. |Sun. |');
    expect(opened.view.state.selection.main.head).toBe(2);
    expect(log(opened).at(-1)).toMatch(/^2 of 3, by /);
  });

  it('moves a caret whose text is replaced to the end of the sibling', async () => {
    const opened = await openBranches();
    const { tree, first, settle } = opened;
    opened.select(8);
    await tree.navigation.selectSiblingAt({ at: first, fork: null }, { step: 1 });
    await settle();
    expect(opened.view.state.selection.main.head).toBe('Rain. Sun. '.length);
  });

  it('moves the open popover to the sibling', async () => {
    const opened = await openBranches();
    const { buffer, tree, first, settle } = opened;
    const rect = { left: 0, top: 0, width: 0, height: 0 };
    buffer.onRequest({ kind: 'about', positionId: first, by: 'click', rect });
    await tree.navigation.selectSiblingAt({ at: first, fork: null }, { step: 1 });
    await settle();
    expect(buffer.nodePopover.shown.get()?.positionId).toBe(tree.path.headId);
  });

  it('goes from the head to its continuation', async () => {
    const opened = await openWritingDesk(['Rain. ', 'Wind.']);
    await goTo(opened, await opened.desk.positionAt(0));
    expect(opened.tree.continuations.headCount.get()).toBe(1);
    opened.buffer.onRequest({ kind: 'goOn' });
    await opened.settle();
    expect(opened.shown().text).toBe('Rain. |Wind.|');
    expect(opened.tree.continuations.headCount.get()).toBe(0);
  });
});

describe('a caret that comes to rest', () => {
  it('announces the alternatives and versions there once', async () => {
    const opened = await openBranches();
    const { tree, manuscript, first, settle } = opened;
    opened.select(2);
    await settle();
    const count = log(opened).length;
    manuscript.moveCaretAfter(tree.path.indexOf(first));
    await settle();
    opened.select(9);
    await settle();
    expect(log(opened).slice(count)).toEqual(['Here: 1 of 3 continuations']);
  });
});
