import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { RequestName } from '../../../../src/ipc/contract.ts';
import type { AppInfo } from '../../../../src/ipc/wire/app.ts';
import type { Call } from '../../../../src/renderer/client.ts';
import { Notices } from '../../../../src/renderer/session/notices.ts';
import { createStore } from '../../../../src/renderer/session/store.ts';
import { createOpeningSession } from '../../../../src/renderer/session/window/opening-session.ts';

/** The window's notices about main's work on a file. */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openSession() {
  const notices = new Notices();
  const asked: RequestName[] = [];
  const call: Call = async (name) => {
    asked.push(name);
    throw new AspenError('INTERNAL', name);
  };
  const session = createOpeningSession({
    client: {
      call,
      on: () => () => undefined,
      openDropped: async () => undefined,
      newRequestId: () => {
        throw new AspenError('INTERNAL', 'nothing is written');
      },
    },
    notices,
    info: createStore<AppInfo | null>(null),
    showGrove: async () => undefined,
    reportFailure: async (work) => void (await work.catch(() => undefined)),
  });
  const banners = () => notices.banners.get().map(({ sentence }) => sentence);
  return { session, notices, asked, banners };
}

test('a short wait is not shown', () => {
  const { session, banners } = openSession();
  session.onFileWait({ name: 'story.aspen', wait: 'saving', share: null });
  vi.advanceTimersByTime(299);
  expect(banners()).toEqual([]);
  session.onFileWait(null);
  vi.advanceTimersByTime(1_000);
  expect(banners()).toEqual([]);
});

test('a longer wait is shown, can be stopped, and disappears when it is over', () => {
  const { session, notices, asked, banners } = openSession();
  session.onFileWait({ name: 'story.aspen', wait: 'saving', share: null });
  vi.advanceTimersByTime(300);
  expect(banners()).toEqual(['Writing story.aspen…']);
  const stop = notices.banners.get()[0]?.actions[0];
  expect(stop?.label).toBe('Stop');
  stop?.run();
  expect(asked).toEqual(['grove.stopOpening']);
  // Another file, before the wait for the first is over.
  session.onFileWait({ name: 'other.aspen', wait: 'finding', share: null });
  vi.advanceTimersByTime(300);
  expect(banners()).toEqual(['Checking other.aspen…']);
  session.onFileWait(null);
  expect(banners()).toEqual([]);
});

test('opening a file is shown at once, because main waits before sending the event', () => {
  const { session, banners } = openSession();
  session.onFileWait({ name: 'story.aspen', wait: 'opening', share: null });
  expect(banners()).toEqual(['Checking story.aspen before opening it…']);
  session.onFileWait(null);
  expect(banners()).toEqual([]);
});

test('the progress of a check changes in place, announced once', () => {
  const { session, notices, banners } = openSession();
  const task = { name: 'story.aspen', wait: 'checking' } as const;
  session.onFileWait({ ...task, share: null });
  session.onFileWait({ ...task, share: 0.1 });
  vi.advanceTimersByTime(300);
  expect(banners()).toEqual(['Checking the file · 10 %']);
  const [banner] = notices.banners.get();
  session.onFileWait({ ...task, share: 0.405 });
  expect(notices.banners.get()).toEqual([{ ...banner, sentence: 'Checking the file · 40 %' }]);
  expect(notices.log.get()).toHaveLength(1);
  session.onFileWait(null);
  expect(banners()).toEqual([]);
});
