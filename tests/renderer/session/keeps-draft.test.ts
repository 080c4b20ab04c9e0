import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { POSITION_FLAGS } from '../../../src/core/tree/tree-node.ts';
import { toggleExcluded } from '../../../src/renderer/session/tree/tree-intents.ts';
import { LittleMain, WRITER } from './little-main.ts';
import { openOutbox } from './open-outbox.ts';

/** Intents for which main commits nothing. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function open() {
  const main = new LittleMain();
  const rain = main.add(main.rootId, 'Rain. ', WRITER);
  main.moveAway(rain);
  return { main, rain, ...openOutbox(main) };
}

it('excluding a node from the context and including it again keeps the draft a draft', async () => {
  const { main, rain, path, type, submit, settle, text } = open();
  type('It fell');
  expect((await submit(toggleExcluded)).outcome).toBe('done');
  expect(path.findHeader(rain)?.flags).toBe(POSITION_FLAGS.excluded);
  type(' hard.');
  await settle();
  expect([text(), main.show(), main.showCommitted()]).toEqual([
    'Rain. It fell hard.',
    'Rain. |It fell hard.',
    'Rain. ',
  ]);
  await submit(toggleExcluded);
  expect(path.findHeader(rain)?.flags).toBe(0);
});

it('typing continues during such an intent, in the node and after it', async () => {
  const { main, submit, type, settle, text } = open();
  main.hold();
  const done = submit(toggleExcluded);
  type('Snow. ', 0);
  type('It fell.');
  main.release();
  await done;
  await settle();
  expect(text()).toBe('Snow. Rain. It fell.');
  expect(main.show()).toBe('Snow. Rain. |It fell.');
});

it('a refused intent leaves the draft unchanged', async () => {
  const { main, submit, type, settle, text } = open();
  type('It fell.');
  main.refuseAll('position.exclude', 'NOT_FOUND');
  expect((await submit(toggleExcluded)).outcome).toBe('failed');
  await settle();
  expect([text(), main.show()]).toEqual(['Rain. It fell.', 'Rain. |It fell.']);
});
