import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import type { AgentId, JobId, PositionId } from '../../../src/core/ids.ts';
import { AppSessionContext, DeskContext } from '../../../src/renderer/session/hooks.ts';
import { createStore } from '../../../src/renderer/session/store.ts';
import type { Continuation } from '../../../src/renderer/session/tree/continuation.ts';
import type { AppSession } from '../../../src/renderer/session/window/app-session.ts';
import { type CommandAccess, CommandsContext } from '../../../src/renderer/views/commands.ts';
import { ContinuationOption } from '../../../src/renderer/views/continuations/ContinuationOption.tsx';
import { ContinuationsPane } from '../../../src/renderer/views/continuations/ContinuationsPane.tsx';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWritingDesk, type WritingDesk } from '../session/writing-desk.ts';

// React's `act` flag, and what jsdom lacks.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
Element.prototype.scrollIntoView = () => undefined;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** The list of continuations in a read-only grove. */

turnClockByHand();

const noCommands: CommandAccess = {
  run: () => undefined,
  hint: () => '',
  key: () => '',
  find: () => null,
  list: () => [],
  listUnavailable: () => [],
  shortcuts: undefined as never,
};

const session = { preferences: createStore({ markdown: true }) } as unknown as AppSession;
const inWindow = (children: ReactNode) => createElement(AppSessionContext, { value: session }, children);

async function show(writing: WritingDesk, readOnly = true): Promise<HTMLElement> {
  const { agents } = writing.desk.grove.snapshot();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const pane = createElement(ContinuationsPane, { agents, readOnly });
  const withCommands = createElement(CommandsContext, { value: noCommands }, pane);
  const inDesk = createElement(DeskContext, { value: writing.buffer }, withCommands);
  await act(async () => root.render(inWindow(inDesk)));
  return host;
}

it('in a read-only grove continuations can be previewed, but not chosen, pruned or split', async () => {
  const writing = await openWritingDesk(['Rain. ', { model: 'Wind. ' }]);
  writing.manuscript.moveCaretAfter(0);
  await writing.tree.navigation.endPathHere();
  await writing.settle();
  writing.type('Sun. ', 6);
  await writing.tree.commit();
  const before = await writing.agree();
  const host = await show(writing);
  expect(host.textContent).toContain('This grove is read-only');
  const options = [...host.querySelectorAll<HTMLElement>('[role="option"]')];
  expect(options.map((option) => option.textContent)).toEqual([
    expect.stringMatching(/^1 of 2.*Wind\.$/),
    expect.stringMatching(/^2 of 2.*Sun\.$/),
  ]);
  const { pathVersion } = writing.tree.path;
  await act(async () => {
    options[0]?.click();
    await writing.settle();
  });
  expect(options[0]?.textContent).toContain('preview');
  expect(writing.view.contentDOM.querySelector('.preview')?.textContent).toBe('Wind. ');
  const list = host.querySelector<HTMLElement>('[role="listbox"]');
  await act(async () => {
    list?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }));
    await writing.settle();
  });
  expect(writing.tree.continuations.list.get()).toMatchObject({ count: 2, prunedCount: 0 });
  expect([...host.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    'Compare',
    'Side by side',
  ]);
  act(() => writing.buffer.preview.end());
  expect(await writing.agree()).toEqual(before);
  expect(writing.tree.path.pathVersion).toBe(pathVersion);
});

it('an arrow pressed while a preview still loads moves the preview and not the text', async () => {
  const writing = await openWritingDesk(['Rain. ', { model: 'Wind. ' }]);
  writing.manuscript.moveCaretAfter(0);
  await writing.tree.navigation.endPathHere();
  await writing.settle();
  writing.type('Sun. ', 6);
  await writing.tree.commit();
  const before = await writing.agree();
  const host = await show(writing, false);
  const list = host.querySelector<HTMLElement>('[role="listbox"]');
  await act(async () => {
    for (const key of [' ', 'ArrowDown', 'ArrowUp'])
      list?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await writing.settle();
  });
  expect(writing.view.contentDOM.querySelector('.preview')?.textContent).toBe('Wind. ');
  act(() => writing.buffer.preview.end());
  expect(await writing.agree()).toEqual(before);
});

it('the page lays out only the start of a long text that is being saved', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const item: Continuation = {
    positionId: 'p' as PositionId,
    nodeId: null,
    authorId: 'a' as AgentId,
    authors: ['a' as AgentId],
    // It is cut inside a character of two code units.
    text: ` First *words*. ${'🏰'.repeat(500_000)}`,
    length: 1_000_016,
    state: 'saving',
    number: 0,
    newNumber: 1,
    alike: [],
    pruned: false,
    error: null,
    versions: [],
    fresh: true,
    continues: false,
    retry: null,
    isRest: false,
    offset: 0,
    shownBy: ['p' as PositionId],
    slot: { jobId: 'j' as JobId, slot: 0 },
  };
  const option = createElement(ContinuationOption, {
    id: 'option',
    item,
    count: 1,
    index: 0,
    listed: 1,
    by: 'Offline',
    colour: 'blue',
    sameAs: undefined,
    detailed: false,
    selected: false,
    active: false,
    previewed: false,
    marked: false,
    lines: 0,
    textLines: 3,
    ref: null,
    onChoose: () => undefined,
  });
  act(() => root.render(inWindow(option)));
  const text = host.querySelector('p')?.textContent ?? '';
  expect(text).toMatch(/^First words\. 🏰.*…$/u);
  expect(text.isWellFormed()).toBe(true);
  expect(text.length).toBeLessThan(5_000);
});
