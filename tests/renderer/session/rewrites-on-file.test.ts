import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWritingDesk } from './writing-desk.ts';

/** Rewrites and bridges by the offline agent, with the program's own handlers on a real file. */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('a passage across nodes, with typed text in it, is rewritten; choosing and undoing is the identity', async () => {
  const { buffer, manuscript, tree, type, select, settle, agree } = await openWritingDesk([
    'It rained all night. ',
    { model: 'In the morning the road was gone. Nobody came. ' },
    'We waited.',
  ]);
  type('the whole', 10, 13);
  tree.choice.change({ count: 2 });
  const { rewrites } = buffer;
  const passage = 'night. In the morning the road was gone.';
  const from = manuscript.textForChecks().indexOf(passage);
  select(from, from + passage.length);
  const asked = rewrites.rewrite('Plainer');
  await settle();
  await asked;
  await settle();
  const { answers, current } = rewrites.state.get();
  expect(answers.map(({ state }) => state)).toEqual(['done', 'done']);
  expect([current, manuscript.passage()?.text]).toEqual([0, passage]);
  const before = await agree();
  for (const [at, { text }] of answers.entries()) {
    const shown = rewrites.show(at + 1);
    await settle();
    await shown;
    expect(manuscript.passage()?.text).toBe(text);
    expect((await agree()).text.replaceAll('|', '')).toBe(
      `It rained the whole ${text} Nobody came. We waited.`,
    );
  }
  for (const _ of answers) manuscript.undo();
  expect(await agree()).toEqual(before);
  expect([rewrites.state.get().current, manuscript.passage()?.text]).toEqual([0, passage]);
});

it('a bridge between two nodes joins them with one space at each seam', async () => {
  const { buffer, manuscript, tree, select, settle, agree } = await openWritingDesk([
    'It rained all night.',
    ' In the morning the road was gone.',
  ]);
  tree.choice.change({ count: 1 });
  select('It rained all night.'.length);
  const { rewrites } = buffer;
  const asked = rewrites.bridge();
  await settle();
  await asked;
  await settle();
  const before = await agree();
  const [answer] = rewrites.state.get().answers;
  expect(answer?.state).toBe('done');
  const kept = rewrites.keep();
  await settle();
  await kept;
  const { text } = await agree();
  expect(text.replaceAll('|', '')).toBe(
    `It rained all night.${answer?.text} In the morning the road was gone.`,
  );
  manuscript.undo();
  expect(await agree()).toEqual(before);
});
