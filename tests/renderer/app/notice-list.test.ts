import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import { NoticeList } from '../../../src/renderer/app/NoticeList.tsx';
import { AppSessionContext } from '../../../src/renderer/session/hooks.ts';
import { Notices } from '../../../src/renderer/session/notices.ts';
import type { AppSession } from '../../../src/renderer/session/window/app-session.ts';

// React's `act` flag, and what jsdom lacks.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** Notices on the page: which stay, which pass, and when. */

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show() {
  const notices = new Notices();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const session = { notices, findTree: () => null } as unknown as AppSession;
  act(() => root.render(createElement(AppSessionContext, { value: session }, createElement(NoticeList))));
  const region = () => host.querySelector<HTMLElement>('section[aria-label="Notices"]');
  const said = () =>
    [...(region()?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent?.trim());
  const button = (name: string) =>
    [...(region()?.querySelectorAll('button') ?? [])].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    );
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  return { notices, region, said, button, wait };
}

test('what was done is said for a few seconds, and announced once', () => {
  const { notices, region, said, wait } = show();
  act(() => void notices.tell('Saved as Draft.aspen.'));
  expect(said()).toEqual(['Saved as Draft.aspen.']);
  wait(3_000);
  expect(said()).toEqual(['Saved as Draft.aspen.']);
  wait(20_000);
  expect(region()).toBeNull();
  expect(notices.log.get().map(({ text }) => text)).toEqual(['Saved as Draft.aspen.']);
});

test('a notice does not disappear while the focus or the pointer is on it', () => {
  const { notices, said, button, wait } = show();
  const run = vi.fn();
  act(() => void notices.tell('Pruned.', [{ label: 'Undo', run }]));
  act(() => button('Undo')?.focus());
  wait(60_000);
  expect(said()).toEqual(['Pruned.']);
  act(() => button('Undo')?.click());
  expect(run).toHaveBeenCalledOnce();
  act(() => button('Undo')?.blur());
  act(() => void button('Undo')?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  wait(60_000);
  expect(said()).toEqual(['Pruned.']);
  act(() => void button('Undo')?.dispatchEvent(new MouseEvent('pointerout', { bubbles: true })));
  wait(60_000);
  expect(said()).toEqual([]);
});

test('failures stay until they are dismissed, beside what passes', () => {
  const { notices, region, said, button, wait } = show();
  act(() => notices.report(new AspenError('NOT_PRINTED', '')));
  act(() => void notices.tell('Bookmarked.'));
  act(() => void notices.tell('Bookmark removed.'));
  const failure = 'The page could not be created or printed. Your text is untouched.';
  expect(said()).toEqual([failure, 'Bookmark removed.']);
  wait(60_000);
  expect(said()).toEqual([failure]);
  act(() => button('Close notice')?.click());
  expect(region()).toBeNull();
});
