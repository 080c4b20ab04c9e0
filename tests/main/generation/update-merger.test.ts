import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UpdateMerger } from '../../../src/main/generation/update-merger.ts';

describe('updates of a slot', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are sent at most thirty times a second, with every character once', () => {
    const sent: [number, string][] = [];
    const merger = new UpdateMerger((from, append) => sent.push([from, append]));
    let expected = '';
    for (let token = 0; token < 500; token += 1) {
      merger.add(`${token} `);
      expected += `${token} `;
      vi.advanceTimersByTime(2);
    }
    merger.flush();
    expect(sent.length).toBeLessThanOrEqual(31);
    expect(sent.map(([, append]) => append).join('')).toBe(expected);
    for (const [index, [from]] of sent.entries()) {
      expect(from).toBe(sent.slice(0, index).reduce((sum, [, append]) => sum + append.length, 0));
    }
  });

  it('are not sent if there is nothing to send', () => {
    const send = vi.fn();
    const merger = new UpdateMerger(send);
    merger.flush();
    vi.advanceTimersByTime(1_000);
    expect(send).not.toHaveBeenCalled();
  });
});
