// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Requests } from '../../../src/ipc/contract.ts';
import type { Call } from '../../../src/renderer/client.ts';
import { SearchSession } from '../../../src/renderer/session/tree/search-session.ts';
import { Notices } from '../../../src/renderer/session/window/notices.ts';
import { openWritingDesk, type WritingDesk } from './writing-desk.ts';

/** Search as one types, against the program's own handlers. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

type Answer = ReturnType<Requests['search.find']>;

/** A search beside a manuscript; `asked` are the texts that main was asked for, in order. */
function searchAt({ desk, tree }: WritingDesk, hold: () => Promise<void> = async () => {}) {
  const asked: string[] = [];
  const call: Call = async (name, input) => {
    if (name === 'search.find') {
      asked.push((input as { text: string }).text);
      await hold();
    }
    return desk.call(name, input);
  };
  const search = new SearchSession({
    client: { call },
    notices: new Notices(),
    findTree: () => tree,
    showTree: async () => {},
    showNotes: () => {},
    showPane: () => {},
  });
  return { search, asked };
}

const found = (search: SearchSession): readonly string[] | undefined =>
  search.state.get().places?.map(({ snippet }: Answer['hits'][number]) => snippet);

test('what is typed while an answer is under way is looked for when it is there, the last of it only', async () => {
  const opened = await openWritingDesk(['A heron. ', 'A house.']);
  let release = () => {};
  const { search, asked } = searchAt(
    opened,
    () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  );
  search.look({ text: 'h' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(search.state.get().isSlow).toBe(true);
  search.look({ text: 'he' });
  search.look({ text: 'her' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['h']);
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['h', 'her']);
  expect(found(search)).toEqual(['A heron. ']);
  expect(search.state.get().isSlow).toBe(false);
});

test('an answer that comes after the field was emptied is not shown', async () => {
  const opened = await openWritingDesk(['A heron.']);
  let release = () => {};
  const { search } = searchAt(
    opened,
    () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  );
  search.look({ text: 'heron' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(search.clear()).toBe(true);
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(found(search)).toBeUndefined();
  expect(search.clear()).toBe(false);
});

test('Enter before the answer goes there as soon as it is found, the caret before the match', async () => {
  const opened = await openWritingDesk(['The lake froze. ', 'A heron stood there.']);
  const { search } = searchAt(opened);
  search.look({ text: 'heron' });
  void search.goToActive();
  await opened.settle();
  expect(opened.view.state.selection.main.head).toBe('The lake froze. A '.length);
});

test('a place on another branch is shown with all that follows it, and undo goes back', async () => {
  const opened = await openWritingDesk(['The lake froze. ', 'A heron stood. ', 'It left.']);
  const { tree, manuscript } = opened;
  await tree.moving.goToParent();
  await tree.moving.goToParent();
  opened.type('Nobody came.');
  await tree.commit();
  expect((await opened.agree()).text).toBe('The lake froze. |Nobody came.|');
  const { search } = searchAt(opened);
  search.look({ text: 'heron' });
  await opened.settle();
  await search.goToActive();
  expect((await opened.agree()).text).toBe('The lake froze. |A heron stood. |It left.|');
  expect(opened.view.state.selection.main.head).toBe('The lake froze. A '.length);
  manuscript.undo();
  expect((await opened.agree()).text).toBe('The lake froze. |Nobody came.|');
});
