import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { SaveState } from '../../../../src/ipc/wire/grove.ts';
import { DraftFlusher } from '../../../../src/main/grove/writing/draft-flusher.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openFlusher(write: () => void = () => undefined) {
  const writes: number[] = [];
  const states: SaveState['state'][] = [];
  const flusher = new DraftFlusher({
    write: () => {
      write();
      writes.push(Date.now());
    },
    onState: ({ state }) => states.push(state),
  });
  return { flusher, writes, states, start: Date.now() };
}

test('the draft is written after one second without typing', () => {
  const { flusher, writes, states, start } = openFlusher();
  flusher.markDirty();
  flusher.onJournaled();
  vi.advanceTimersByTime(999);
  expect(writes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(writes).toEqual([start + 1_000]);
  expect(states).toEqual(['safe', 'saved']);
});

test('steady typing does not delay a write beyond five seconds', () => {
  const { flusher, writes, start } = openFlusher();
  for (let time = 0; time < 12_000; time += 200) {
    flusher.markDirty();
    vi.advanceTimersByTime(200);
  }
  expect(writes.map((time) => time - start)).toEqual([5_000, 10_000]);
});

test('a refused write is reported, retried automatically, and reported as saved once it works', () => {
  let full = true;
  const { flusher, writes, states } = openFlusher(() => {
    if (full) throw new AspenError('DISK_FULL', 'no room');
  });
  flusher.markDirty();
  flusher.onJournaled();
  vi.advanceTimersByTime(1_000);
  expect(states).toEqual(['safe', 'notSaved']);
  expect(flusher.state).toMatchObject({ error: { code: 'DISK_FULL' }, safe: true });
  vi.advanceTimersByTime(2_000);
  full = false;
  vi.advanceTimersByTime(2_000);
  expect(writes).toHaveLength(1);
  expect(states.at(-1)).toBe('saved');
});

test('a briefly locked file is retried before it is reported', () => {
  let busy = true;
  const { flusher, writes, states } = openFlusher(() => {
    if (busy) throw new AspenError('IN_USE', 'locked');
  });
  flusher.markDirty();
  flusher.onJournaled();
  vi.advanceTimersByTime(2_000);
  expect(flusher.state).toEqual({ state: 'safe', waitsFor: 'program' });
  busy = false;
  vi.advanceTimersByTime(500);
  expect(writes).toHaveLength(1);
  busy = true;
  flusher.markDirty();
  flusher.onJournaled();
  vi.advanceTimersByTime(3_000);
  expect(states).toEqual(['safe', 'safe', 'saved', 'safe', 'safe', 'notSaved']);
  expect(flusher.state).toMatchObject({ error: { code: 'IN_USE' }, safe: true });
});

test('typing does not speed up the retries of a failing write', () => {
  let tries = 0;
  const { flusher } = openFlusher(() => {
    tries += 1;
    throw new AspenError('DISK_FULL', 'no room');
  });
  for (let time = 0; time < 10_000; time += 100) {
    flusher.markDirty();
    vi.advanceTimersByTime(100);
  }
  expect(tries).toBe(3);
});

test('a flush writes at once, and only unwritten changes', () => {
  const { flusher, writes } = openFlusher();
  flusher.flush();
  expect(writes).toHaveLength(0);
  flusher.markDirty();
  flusher.flush();
  vi.advanceTimersByTime(10_000);
  expect(writes).toHaveLength(1);
});

test('if the journal fails, the draft is written at once; if that fails too, it is reported as unsafe', () => {
  let full = false;
  const { flusher, writes, states, start } = openFlusher(() => {
    if (full) throw new AspenError('DISK_FULL', 'no room');
  });
  flusher.markDirty();
  flusher.onJournalFailed(new AspenError('IO_ERROR', 'the journal is gone'));
  expect(writes).toEqual([start]);
  expect(states).toEqual([]);
  full = true;
  flusher.markDirty();
  flusher.onJournalFailed(new AspenError('IO_ERROR', 'the journal is gone'));
  expect(flusher.state).toMatchObject({ state: 'notSaved', safe: false });
  // The writer can do something about the reason that the file cannot be written.
  expect(flusher.state).toMatchObject({
    error: { code: 'DISK_FULL', detail: 'no room; the journal is gone' },
  });
});

test('if the journal fails while the file is being checked, the text is not called safe', () => {
  const { flusher } = openFlusher(() => {
    throw new AspenError('CHECKING', 'not verified yet');
  });
  flusher.markDirty();
  flusher.onJournalFailed(new AspenError('DISK_FULL', 'no room'));
  expect(flusher.state).toMatchObject({ state: 'notSaved', safe: false, error: { code: 'DISK_FULL' } });
});

test('after closing nothing is retried, even if the journal fails later', () => {
  let tries = 0;
  const { flusher, states } = openFlusher(() => {
    tries += 1;
    throw new AspenError('DISK_FULL', 'no room');
  });
  flusher.markDirty();
  expect(() => flusher.flush()).toThrow(AspenError);
  flusher.stop();
  flusher.onJournalFailed(new AspenError('IO_ERROR', 'the journal is gone'));
  vi.advanceTimersByTime(60_000);
  expect(tries).toBe(1);
  expect(states).toEqual(['notSaved']);
});

test('while the file is being checked nothing is retried, and nothing is reported but that it waits', () => {
  let isChecking = true;
  let tries = 0;
  const { flusher, writes, states } = openFlusher(() => {
    tries += 1;
    if (isChecking) throw new AspenError('CHECKING', 'not verified yet');
  });
  flusher.markDirty();
  flusher.onJournaled();
  vi.advanceTimersByTime(1_000);
  expect(flusher.state).toEqual({ state: 'safe', waitsFor: 'check' });
  for (let time = 0; time < 20_000; time += 200) {
    flusher.markDirty();
    flusher.onJournaled();
    vi.advanceTimersByTime(200);
  }
  expect([tries, states]).toEqual([1, ['safe', 'safe']]);
  isChecking = false;
  flusher.resume();
  expect([writes.length, flusher.state]).toEqual([1, { state: 'saved' }]);
});

test('text that the journal refuses while the file is being checked is reported as unsafe until the journal has it', () => {
  const { flusher } = openFlusher(() => {
    throw new AspenError('CHECKING', 'not verified yet');
  });
  flusher.markDirty();
  flusher.onJournalFailed(new AspenError('DISK_FULL', 'no room'));
  expect(flusher.state).toMatchObject({ state: 'notSaved', error: { code: 'DISK_FULL' }, safe: false });
  flusher.markDirty();
  flusher.onJournaled();
  expect(flusher.state).toEqual({ state: 'safe', waitsFor: 'check' });
});
