import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AspenError } from '../../../../src/core/errors.ts';
import type { SaveState } from '../../../../src/ipc/wire/grove.ts';
import { DraftFlusher } from '../../../../src/main/grove/writing/draft-flusher.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched(write: () => void = () => undefined) {
  const writes: number[] = [];
  const states: SaveState['state'][] = [];
  const writer = new DraftFlusher({
    now: Date.now,
    write: () => {
      write();
      writes.push(Date.now());
    },
    onState: ({ state }) => states.push(state),
  });
  return { writer, writes, states, start: Date.now() };
}

test('the draft is written after one second without typing', () => {
  const { writer, writes, states, start } = watched();
  writer.touch();
  writer.journaled();
  vi.advanceTimersByTime(999);
  expect(writes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(writes).toEqual([start + 1_000]);
  expect(states).toEqual(['safe', 'saved']);
});

test('steady typing does not put the writing off beyond five seconds', () => {
  const { writer, writes, start } = watched();
  for (let time = 0; time < 12_000; time += 200) {
    writer.touch();
    vi.advanceTimersByTime(200);
  }
  expect(writes.map((time) => time - start)).toEqual([5_000, 10_000]);
});

test('a refused write is said, tried again by itself, and said to be saved once it is', () => {
  let full = true;
  const { writer, writes, states } = watched(() => {
    if (full) throw new AspenError('DISK_FULL', 'no room');
  });
  writer.touch();
  writer.journaled();
  vi.advanceTimersByTime(1_000);
  expect(states).toEqual(['safe', 'notSaved']);
  expect(writer.state).toMatchObject({ error: { code: 'DISK_FULL' }, safe: true });
  vi.advanceTimersByTime(2_000);
  full = false;
  vi.advanceTimersByTime(2_000);
  expect(writes).toHaveLength(1);
  expect(states.at(-1)).toBe('saved');
});

test('a file that another program has for a moment is waited for, and only then told as trouble', () => {
  let busy = true;
  const { writer, writes, states } = watched(() => {
    if (busy) throw new AspenError('IN_USE', 'locked');
  });
  writer.touch();
  writer.journaled();
  vi.advanceTimersByTime(2_000);
  expect(writer.state).toEqual({ state: 'safe', isWaiting: true });
  busy = false;
  vi.advanceTimersByTime(500);
  expect(writes).toHaveLength(1);
  busy = true;
  writer.touch();
  writer.journaled();
  vi.advanceTimersByTime(3_000);
  expect(states).toEqual(['safe', 'safe', 'saved', 'safe', 'safe', 'notSaved']);
  expect(writer.state).toMatchObject({ error: { code: 'IN_USE' }, safe: true });
});

test('typing while the file cannot be written does not bring the next try forward', () => {
  let tries = 0;
  const { writer } = watched(() => {
    tries += 1;
    throw new AspenError('DISK_FULL', 'no room');
  });
  for (let time = 0; time < 10_000; time += 100) {
    writer.touch();
    vi.advanceTimersByTime(100);
  }
  expect(tries).toBe(3);
});

test('a flush writes at once, and only what is unwritten', () => {
  const { writer, writes } = watched();
  writer.flush();
  expect(writes).toHaveLength(0);
  writer.touch();
  writer.flush();
  vi.advanceTimersByTime(10_000);
  expect(writes).toHaveLength(1);
});

test('what the journal cannot keep goes to the file at once; where that fails too, nothing is said to be safe', () => {
  let full = false;
  const { writer, writes, states, start } = watched(() => {
    if (full) throw new AspenError('DISK_FULL', 'no room');
  });
  writer.touch();
  writer.notJournaled(new AspenError('IO_ERROR', 'the journal is gone'));
  expect(writes).toEqual([start]);
  expect(states).toEqual([]);
  full = true;
  writer.touch();
  writer.notJournaled(new AspenError('IO_ERROR', 'the journal is gone'));
  expect(writer.state).toMatchObject({ state: 'notSaved', safe: false });
});

test('once the file is closed nothing is tried any more, though the journal fails only then', () => {
  let tries = 0;
  const { writer, states } = watched(() => {
    tries += 1;
    throw new AspenError('DISK_FULL', 'no room');
  });
  writer.touch();
  expect(() => writer.flush()).toThrow(AspenError);
  writer.stop();
  writer.notJournaled(new AspenError('IO_ERROR', 'the journal is gone'));
  vi.advanceTimersByTime(60_000);
  expect(tries).toBe(1);
  expect(states).toEqual(['notSaved']);
});
