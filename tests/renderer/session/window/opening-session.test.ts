import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { RequestName } from '../../../../src/ipc/contract.ts';
import type { AppInfo } from '../../../../src/ipc/wire/app.ts';
import type { Call } from '../../../../src/renderer/client.ts';
import { createStore } from '../../../../src/renderer/session/store.ts';
import { Notices } from '../../../../src/renderer/session/window/notices.ts';
import { OpeningSession } from '../../../../src/renderer/session/window/opening-session.ts';

/** What main does with a file, as the window says it. */

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
  const session = new OpeningSession({
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
    show: async () => undefined,
    told: (work) => work.catch(() => undefined),
  });
  const said = () => notices.banners.get().map(({ sentence }) => sentence);
  return { session, notices, asked, said };
}

test('what takes no longer than a moment is not said', () => {
  const { session, said } = openSession();
  session.takeWait({ name: 'story.aspen', wait: 'saving' });
  vi.advanceTimersByTime(299);
  expect(said()).toEqual([]);
  session.takeWait(null);
  vi.advanceTimersByTime(1_000);
  expect(said()).toEqual([]);
});

test('what takes longer is said, can be stopped, and is taken back when it is over', () => {
  const { session, notices, asked, said } = openSession();
  session.takeWait({ name: 'story.aspen', wait: 'saving' });
  vi.advanceTimersByTime(300);
  expect(said()).toEqual(['Writing story.aspen…']);
  const stop = notices.banners.get()[0]?.actions[0];
  expect(stop?.label).toBe('Stop');
  stop?.run();
  expect(asked).toEqual(['grove.stopOpening']);
  // Another file before that of the first is over.
  session.takeWait({ name: 'other.aspen', wait: 'finding' });
  vi.advanceTimersByTime(300);
  expect(said()).toEqual(['Looking through other.aspen…']);
  session.takeWait(null);
  expect(said()).toEqual([]);
});

test('a file that is opened is said at once: main has waited before it told', () => {
  const { session, said } = openSession();
  session.takeWait({ name: 'story.aspen', wait: 'opening' });
  expect(said()).toEqual(['Looking through story.aspen before it is opened…']);
  session.takeWait(null);
  expect(said()).toEqual([]);
});
