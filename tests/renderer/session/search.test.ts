// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Requests } from '../../../src/ipc/contract.ts';
import type { Call } from '../../../src/renderer/client.ts';
import { Notices } from '../../../src/renderer/session/notices.ts';
import { SearchSession } from '../../../src/renderer/session/window/search-session.ts';
import { NO_TAGS } from '../../helpers/no-tags.ts';
import { openWritingDesk, type WritingDesk } from './writing-desk.ts';

/** Search as you type, against the program's own handlers. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

type Answer = ReturnType<Requests['search.find']>;

/** A search beside a manuscript; `asked` lists the queries sent to main, in order. */
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
    client: { call, on: () => () => {} },
    flush: () => tree.draft.flush(),
    notices: new Notices(),
    findTree: () => tree,
    findDeskOf: () => ({ tree }),
    showTree: async () => {},
    showNotes: () => {},
    tagFilter: NO_TAGS.filter,
    showPane: () => {},
  });
  return { search, asked };
}

const found = (search: SearchSession): readonly string[] | undefined =>
  search.state.get().results?.map(({ snippet }: Answer['hits'][number]) => snippet);

test('after a reply, only the latest query typed meanwhile is sent', async () => {
  const opened = await openWritingDesk(['A heron. ', 'A house.']);
  let release = () => {};
  const { search, asked } = searchAt(
    opened,
    () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  );
  search.setQuery({ text: 'h' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(search.state.get().isSlow).toBe(true);
  search.setQuery({ text: 'he' });
  search.setQuery({ text: 'her' });
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

test('a reply that arrives after the field was cleared is not shown', async () => {
  const opened = await openWritingDesk(['A heron.']);
  let release = () => {};
  const { search } = searchAt(
    opened,
    () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  );
  search.setQuery({ text: 'heron' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(search.clear()).toBe(true);
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(found(search)).toBeUndefined();
  expect(search.clear()).toBe(false);
});

test('Enter before the reply goes to the match as soon as it is found, with the caret before it', async () => {
  const opened = await openWritingDesk(['The lake froze. ', 'A heron stood there.']);
  const { search } = searchAt(opened);
  search.setQuery({ text: 'heron' });
  void search.goToActive();
  await opened.settle();
  const { from, to } = opened.view.state.selection.main;
  expect(opened.view.state.sliceDoc(from, to)).toBe('heron');
});

test('every place is listed, in what is typed as well, and each is selected where it is', async () => {
  const opened = await openWritingDesk(['A heron, a heron. ', 'The end. ']);
  const { view, tree } = opened;
  // A pending edit of the first node, and text after the last.
  opened.type('An old ', 0, 2);
  opened.type('One more heron.');
  const { search } = searchAt(opened);
  search.setQuery({ text: 'heron' });
  await opened.settle();
  const results = search.state.get().results ?? [];
  expect(results.map(({ typed, from }) => [typed, from])).toEqual([
    [true, 'An old '.length],
    [true, 'An old heron, a '.length],
    [true, 'One more '.length],
  ]);
  for (const result of results) {
    await search.goTo(result);
    const { from, to } = view.state.selection.main;
    expect(view.state.sliceDoc(from, to)).toBe('heron');
  }
  expect(view.state.selection.main.from).toBe('An old heron, a heron. The end. One more '.length);
  // Going there committed nothing.
  expect(tree.place.get()).toMatchObject({ pendingCount: 1, bufferLength: 'One more heron.'.length });
  expect((await tree.navigation.findPositions('heron')).results.map(({ found }) => found?.from)).toEqual(
    results.map(({ from }) => from),
  );
});

test('going to words of which there are more than are listed says so', async () => {
  const { tree } = await openWritingDesk(['heron '.repeat(101), 'A crane.']);
  const { results, complete, cap } = await tree.navigation.findPositions('heron');
  expect([results.length, complete, cap]).toEqual([100, false, null]);
  expect((await tree.navigation.findPositions('crane')).complete).toBe(true);
});

test('a match on another branch is shown with its downstream text, and undo goes back', async () => {
  const opened = await openWritingDesk(['The lake froze. ', 'A heron stood. ', 'It left.']);
  const { tree, manuscript } = opened;
  await tree.navigation.goToParent();
  await tree.navigation.goToParent();
  opened.type('Nobody came.');
  await tree.commit();
  expect((await opened.agree()).text).toBe('The lake froze. |Nobody came.|');
  const { search } = searchAt(opened);
  search.setQuery({ text: 'heron' });
  await opened.settle();
  await search.goToActive();
  expect((await opened.agree()).text).toBe('The lake froze. |A heron stood. |It left.|');
  const { from, to } = opened.view.state.selection.main;
  expect([from, to]).toEqual(['The lake froze. A '.length, 'The lake froze. A heron'.length]);
  manuscript.undo();
  expect((await opened.agree()).text).toBe('The lake froze. |Nobody came.|');
});
