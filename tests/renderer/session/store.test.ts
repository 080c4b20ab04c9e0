import { expect, it } from 'vitest';
import { createStore, derive } from '../../../src/renderer/session/store.ts';

/** The number of words of a text, or none, and how often they were counted and announced. */
function open() {
  const text = createStore('one two');
  const isCounted = createStore(true);
  let reads = 0;
  const count = derive([text, isCounted], (now, counts) => {
    reads += 1;
    return counts ? now.split(' ').length : 0;
  });
  return { text, isCounted, count, reads: () => reads };
}

it('a derived store is read again only when a value that it is of is another', () => {
  const { text, count, reads } = open();
  expect([count.get(), count.get(), reads()]).toEqual([2, 2, 1]);
  text.set('one two three');
  expect([count.get(), reads()]).toEqual([3, 2]);
});

it('a derived store announces results that differ, until it is not watched any more', () => {
  const { text, isCounted, count, reads } = open();
  const heard: number[] = [];
  const stop = count.subscribe(() => heard.push(count.get()));
  text.set('three words now');
  text.set('and three others');
  isCounted.set(false);
  text.set('none is counted');
  stop();
  const read = reads();
  isCounted.set(true);
  expect([heard, reads()]).toEqual([[3, 0], read]);
});
