import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveQueries, LiveQuery, type LiveQueryOptions } from '../../../src/renderer/session/live-query.ts';

/** The cache of main's answers (`house.md`, *Seams*), against a main that answers when the test says so. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const later = (time = 10_000) => vi.advanceTimersByTimeAsync(time);
/** Resolves when what was requested at this moment has reached main. */
const sent = () => later(0);

/** Requests that wait for their answers. */
function openMain<I, O>() {
  const asked: I[] = [];
  const waiting: { resolve(answer: O): void; reject(error: unknown): void }[] = [];
  return {
    /** Requests in order. */
    asked,
    call: (input: I) => {
      asked.push(input);
      return new Promise<O>((resolve, reject) => waiting.push({ resolve, reject }));
    },
    answer: async (answer: O) => {
      await sent();
      waiting.shift()?.resolve(answer);
      await later();
    },
    refuse: async (error: unknown) => {
      await sent();
      waiting.shift()?.reject(error);
      await later();
    },
  };
}

/** A query whose key is `a` until the test changes it. */
function open(options: Partial<LiveQueryOptions<string, string>> = {}) {
  const main = openMain<string, string>();
  const errors: unknown[] = [];
  let key: string | null = 'a';
  const query = new LiveQuery<string, string>({
    initial: '',
    key: () => key,
    read: main.call,
    onError: (error) => errors.push(error),
    ...options,
  });
  return {
    ...main,
    query,
    errors,
    shown: () => query.value.get(),
    go: (to: string | null) => {
      key = to;
      query.follow();
    },
  };
}

describe('a query', () => {
  it('reads while it is watched, and what changed meanwhile once it is watched again', async () => {
    const { query, asked, answer, shown } = open();
    query.invalidate();
    await later();
    expect(asked).toEqual([]);
    const stop = query.watch();
    await answer('one');
    expect(shown()).toBe('one');
    stop();
    query.watch()();
    query.invalidate();
    query.invalidate();
    await later();
    expect(asked).toEqual(['a']);
    query.watch();
    expect(shown()).toBe('one');
    await answer('two');
    expect(asked).toEqual(['a', 'a']);
    expect(shown()).toBe('two');
  });

  it('reads nothing if neither its key nor what it read has changed', async () => {
    const { query, asked, answer, go } = open();
    query.watch();
    go('a');
    await answer('one');
    go('a');
    query.watch();
    await later();
    expect(asked).toEqual(['a']);
  });

  it('reads changes together after the delay, and not before the pause is over', async () => {
    // A read that takes 50 ms is followed by a pause of 30 s.
    const { query, asked, answer } = open({ delay: 100, pause: (took) => took * 600 });
    query.watch();
    await later(50);
    await answer('one');
    query.invalidate();
    await later();
    expect(asked).toEqual(['a']);
    await later();
    expect(asked).toEqual(['a', 'a']);
    await later(50);
    await answer('two');
    await later(30_000);
    query.invalidate();
    await later(99);
    query.invalidate();
    expect(asked).toHaveLength(2);
    await later(1);
    expect(asked).toHaveLength(3);
  });

  it('sends one request at a time, shows its answer, and reads again what changed meanwhile', async () => {
    const { query, asked, answer, shown } = open();
    query.watch();
    query.invalidate();
    await sent();
    query.invalidate();
    query.invalidate();
    await later();
    expect(asked).toEqual(['a']);
    await answer('one');
    expect([asked, shown()]).toEqual([['a', 'a'], 'one']);
    await answer('two');
    expect([asked, shown()]).toEqual([['a', 'a'], 'two']);
  });

  it('drops the answer for an earlier key, whose value stays until the next answer', async () => {
    const { query, asked, answer, shown, go } = open();
    query.watch();
    await answer('of a');
    go('b');
    await sent();
    go('c');
    await answer('of b');
    expect([asked, shown()]).toEqual([['a', 'b', 'c'], 'of a']);
    await answer('of c');
    expect(shown()).toBe('of c');
  });

  it('keeps its value without a key, and drops an answer that arrives then', async () => {
    const { query, asked, answer, shown, go } = open();
    query.watch();
    await answer('one');
    query.invalidate();
    await sent();
    go(null);
    await answer('during a commit');
    expect([asked, shown()]).toEqual([['a', 'a'], 'one']);
    go('a');
    await answer('two');
    expect([asked, shown()]).toEqual([['a', 'a', 'a'], 'two']);
  });

  it('does not show the value of another key when it is watched again', async () => {
    const { query, answer, shown, go } = open();
    query.watch()();
    await answer('of a');
    go('b');
    query.watch();
    expect(shown()).toBe('');
    await answer('of b');
    expect(shown()).toBe('of b');
  });

  it('compares the fields of keys', async () => {
    const asked: object[] = [];
    let version = 1;
    const query = new LiveQuery({
      initial: 0,
      key: () => ({ nodeId: 'n', version }),
      read: async (key) => asked.push(key),
      onError: () => {},
    });
    query.watch();
    await later();
    query.follow();
    version = 2;
    query.follow();
    await later();
    expect(asked).toEqual([
      { nodeId: 'n', version: 1 },
      { nodeId: 'n', version: 2 },
    ]);
  });

  it('reads again what was changed here during a request, whose answer is older', async () => {
    const { query, asked, answer, shown } = open();
    query.watch();
    await answer('one');
    query.patch((value) => `${value} and more`);
    await later();
    expect([asked, shown()]).toEqual([['a'], 'one and more']);
    query.invalidate();
    await sent();
    query.patch(() => 'two');
    await answer('one');
    expect([asked, shown()]).toEqual([['a', 'a', 'a'], 'two']);
    await answer('three');
    expect(shown()).toBe('three');
  });

  it('reports a failure once, keeps its value, and tries again at the next sign of life', async () => {
    const { query, asked, answer, refuse, shown, errors, go } = open();
    query.watch();
    await answer('one');
    query.invalidate();
    await refuse('broken');
    expect([asked.length, shown(), errors]).toEqual([2, 'one', ['broken']]);
    go('a');
    await sent();
    query.invalidate();
    await refuse('broken during another change');
    expect([asked.length, errors]).toEqual([4, ['broken']]);
    await answer('two');
    expect([shown(), errors]).toEqual(['two', ['broken']]);
  });

  it('refreshes even if nobody watches, at once, and until nothing is left to read', async () => {
    const { query, asked, answer, shown } = open({ delay: 100_000, pause: () => 100_000 });
    let isDone = false;
    const refresh = () =>
      void query.refresh().then(() => {
        isDone = true;
      });
    refresh();
    await sent();
    refresh();
    refresh();
    await answer('one');
    expect([asked, shown(), isDone]).toEqual([['a', 'a'], 'one', false]);
    await answer('two');
    expect([asked, shown(), isDone]).toEqual([['a', 'a'], 'two', true]);
    query.invalidate();
    await later(200_000);
    expect(asked).toEqual(['a', 'a']);
  });

  it('shows no answer on its way after it was cleared or closed', async () => {
    const { query, answer, refuse, asked, shown, errors, go } = open();
    query.watch();
    await answer('one');
    query.invalidate();
    await sent();
    go(null);
    query.clear();
    expect(shown()).toBe('');
    await answer('late');
    expect([asked, shown()]).toEqual([['a', 'a'], '']);
    go('b');
    await sent();
    query.close();
    await refuse('late');
    query.invalidate();
    await query.refresh();
    expect([asked, shown(), errors]).toEqual([['a', 'a', 'b'], '', []]);
  });

  it('says when it takes long, until nothing is left to read', async () => {
    const { query, answer } = open();
    query.watch();
    expect([query.isPending, query.isSlow.get()]).toEqual([true, false]);
    await later();
    query.invalidate();
    expect(query.isSlow.get()).toBe(true);
    await answer('one');
    expect([query.isPending, query.isSlow.get()]).toEqual([true, true]);
    await answer('two');
    expect([query.isPending, query.isSlow.get()]).toEqual([false, false]);
    query.invalidate();
    await sent();
    query.clear();
    await later();
    expect(query.isSlow.get()).toBe(false);
    query.invalidate();
    await answer('dropped');
    expect(query.isSlow.get()).toBe(true);
  });
});

describe('queries by key', () => {
  function openMany(batch = 2, kept = 100) {
    const main = openMain<readonly string[], Iterable<readonly [string, string]>>();
    const errors: unknown[] = [];
    const queries = new LiveQueries<string, string>({
      batch,
      kept,
      read: main.call,
      onError: (error) => errors.push(error),
    });
    return {
      ...main,
      queries,
      errors,
      /** Main answers the request in progress: `a1` for `a`. */
      reply: async (version: number) => {
        await sent();
        const keys = main.asked.at(-1) ?? [];
        await main.answer(keys.map((key) => [key, `${key}${version}`]));
      },
      shown: (...keys: string[]) => keys.map((key) => queries.find(key) ?? '-').join(' '),
    };
  }

  it('are read in batches, once, and those that nobody wants any more are not read', async () => {
    const { queries, asked, reply, shown } = openMany();
    queries.want(['a', 'b', 'c', 'd']);
    await sent();
    queries.want(['a', 'b', 'c', 'e']);
    await reply(1);
    await reply(1);
    expect(asked).toEqual([
      ['a', 'b'],
      ['c', 'e'],
    ]);
    expect(queries.revision.get()).toBe(2);
    queries.want(['b', 'a']);
    queries.want(['c']);
    await later();
    expect([asked.length, shown('a', 'b', 'c', 'd', 'e')]).toEqual([2, 'a1 b1 c1 - e1']);
  });

  it('that changed are read again if they are wanted, and shown until then; others are dropped', async () => {
    const { queries, asked, reply, shown } = openMany();
    queries.want(['a', 'b']);
    await reply(1);
    queries.want(['b']);
    queries.invalidate(['a', 'b']);
    expect(shown('a', 'b')).toBe('- b1');
    await sent();
    queries.invalidate(['b']);
    await reply(2);
    expect(shown('a', 'b')).toBe('- b2');
    await reply(3);
    expect(shown('a', 'b')).toBe('- b3');
    queries.invalidate();
    await reply(4);
    expect([asked, shown('a', 'b')]).toEqual([[['a', 'b'], ['b'], ['b'], ['b']], '- b4']);
  });

  it('sent by main are not read, and an answer on its way does not replace them', async () => {
    const { queries, asked, reply, shown } = openMany(3);
    queries.want(['a', 'b']);
    await reply(1);
    queries.put([
      ['a', 'a!'],
      ['z', 'z!'],
    ]);
    queries.want(['a', 'b', 'z']);
    await later();
    expect([asked.length, shown('a', 'b', 'z')]).toEqual([1, 'a! b1 z!']);
    queries.invalidate();
    await sent();
    queries.put([['a', 'a2!']]);
    await reply(2);
    await later();
    expect([asked.length, shown('a', 'b', 'z')]).toEqual([2, 'a2! b2 z2']);
  });

  it('are forgotten beyond the number to keep, oldest first, but never while they are wanted', async () => {
    const { queries, asked, reply, shown } = openMany(2, 1);
    queries.want(['a']);
    await reply(1);
    queries.want(['b', 'c']);
    await reply(1);
    expect(shown('a', 'b', 'c')).toBe('a1 b1 c1');
    queries.want(['c']);
    expect(shown('a', 'b', 'c')).toBe('- b1 c1');
    queries.want(['a', 'c']);
    await reply(2);
    expect([asked.length, shown('a', 'b', 'c')]).toEqual([3, 'a2 b1 c1']);
  });

  it('that could not be read are reported once, and read when other keys are wanted', async () => {
    const { queries, asked, refuse, reply, shown, errors } = openMany();
    queries.want(['a', 'b', 'c']);
    await refuse('broken');
    queries.want(['a', 'b', 'c']);
    await later();
    expect([asked.length, errors]).toEqual([1, ['broken']]);
    queries.want(['a']);
    await reply(1);
    expect(shown('a', 'b')).toBe('a1 -');
  });

  it('are neither shown nor reported after they were closed', async () => {
    const { queries, asked, reply, shown } = openMany();
    queries.want(['a']);
    await sent();
    queries.close();
    await reply(1);
    queries.want(['b']);
    expect([asked.length, shown('a'), queries.revision.get()]).toEqual([1, '-', 0]);
  });
});
