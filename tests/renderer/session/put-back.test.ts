import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Provider } from '../../../src/main/generation/providers/provider.ts';
import { scriptedProvider } from '../../helpers/scripted-provider.ts';
import { addAgent } from './proposals/suggesting-desk.ts';
import { openWritingDesk, type WritingDesk } from './writing-desk.ts';

/** Parts trimmed off an answer, and restored in the text (`edits.md`, *Reading an answer*). */

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const PAGE = 'It rained all night.\n\nThe road was gone.\n\nWe waited for the ferry.';
const ANNOUNCED = 'Here is the rewrite:\n\n';
const OFFER = '\n\nLet me know if you want changes.';

/** A service that answers in one piece, as its record has it. */
function answering(text: string): Provider {
  return {
    ...scriptedProvider([], 'openai'),
    async *complete() {
      const choice = { index: 0, message: { content: text }, finish_reason: 'stop' };
      yield { type: 'response', requestId: null, headers: {}, decoded: false };
      yield { type: 'bytes', bytes: new TextEncoder().encode(JSON.stringify({ choices: [choice] })) };
      yield { type: 'text', choice: 0, text };
      yield { type: 'finish', choice: 0, reason: 'stop' };
    },
  };
}

async function open(answer: string) {
  const writing = await openWritingDesk([PAGE]);
  await writing.settle();
  const muse = await addAgent(writing, 'Muse');
  writing.desk.provider = answering(answer);
  writing.tree.choice.change({ count: 1, agentIds: [muse] });
  const done = async (act: Promise<void>) => {
    await writing.settle();
    await act;
    await writing.settle();
  };
  return { ...writing, muse, done, text: () => writing.manuscript.textForChecks() };
}

const rewritten = 'The road had gone.';
const shownRewrite = PAGE.replace('The road was gone.', rewritten);

/** Selects a passage, as the pointer does. */
function selectText({ select, manuscript }: WritingDesk, passage: string): void {
  const from = manuscript.textForChecks().indexOf(passage);
  select(from, from + passage.length);
}

it('puts back what was trimmed of a rewrite, both ends in one step, as the agent’s words', async () => {
  const writing = await open(`${ANNOUNCED}${rewritten}${OFFER}`);
  const { buffer, manuscript, done, text } = writing;
  const { rewrites } = buffer;
  selectText(writing, 'The road was gone.');
  await done(rewrites.rewrite('Plainer'));
  expect(rewrites.state.get().answers[0]?.trimmed).toEqual({ before: ANNOUNCED, after: OFFER });
  await done(rewrites.putBack(1));
  expect(text()).toBe(PAGE.replace('The road was gone.', `${ANNOUNCED}${rewritten}${OFFER}`));
  expect(rewrites.state.get()).toMatchObject({ current: 1, isPutBack: true });
  const { letters } = await writing.agree();
  const from = text().indexOf(ANNOUNCED);
  expect(letters.slice(from, from + ANNOUNCED.length)).toBe('m'.repeat(ANNOUNCED.length));
  await done(rewrites.putBack(1));
  expect(text()).toBe(PAGE.replace('The road was gone.', `${ANNOUNCED}${rewritten}${OFFER}`));
  manuscript.undo();
  await writing.settle();
  expect(text()).toBe(shownRewrite);
  expect(rewrites.state.get()).toMatchObject({ current: 1, isPutBack: false });
});

it('puts back what was trimmed of a bridge that is shown in place', async () => {
  const writing = await open(`Here is a bridge:\n\nNobody slept.${OFFER}`);
  const { buffer, manuscript, select, done, text } = writing;
  const { rewrites } = buffer;
  select('It rained all night.'.length);
  await done(rewrites.bridge());
  expect(rewrites.state.get().offered).toBe(1);
  await done(rewrites.putBack());
  expect(text()).toContain(`It rained all night. Here is a bridge:\n\nNobody slept.${OFFER}\n\nThe road`);
  manuscript.undo();
  manuscript.undo();
  await writing.settle();
  expect(text()).toBe(PAGE);
});

it('puts back what was trimmed of a passage that an agent was asked to edit', async () => {
  const writing = await open(`Here is the edited passage:\n\n${PAGE.replace('gone', 'flooded')}${OFFER}`);
  const { buffer, desk, manuscript, muse, settle, done, text } = writing;
  const { proposals } = buffer;
  proposals.asks.open();
  proposals.asks.change({ instruction: 'Wetter' });
  await done(proposals.asks.ask(muse));
  await vi.waitFor(async () =>
    expect(await desk.call('proposal.list', { treeId: desk.treeId })).toHaveLength(1),
  );
  await settle();
  proposals.goTo('next');
  expect(proposals.bar.get()).toMatchObject({ kind: 'suggestion', isTrimmed: true });
  proposals.putBack();
  await settle();
  const marked = 'Here is the edited passage:\n\nThe road was gone.';
  expect(text()).toBe(PAGE.replace('The road was gone.', `${marked}${OFFER}`));
  expect(manuscript.suggestions().map(({ state }) => state)).toEqual(['open']);
  expect(proposals.bar.get()).toMatchObject({ kind: 'suggestion', isTrimmed: false });
  manuscript.undo();
  await settle();
  expect(text()).toBe(PAGE);
  proposals.goTo('next');
  proposals.accept();
  await settle();
  expect(text()).toBe(PAGE.replace('gone', 'flooded'));
});

it('has nothing to put back of an answer that was taken whole', async () => {
  const writing = await open(rewritten);
  const { buffer, done, notices, text } = writing;
  selectText(writing, 'The road was gone.');
  await done(buffer.rewrites.rewrite('Plainer'));
  expect(buffer.rewrites.state.get().answers[0]?.trimmed).toBeNull();
  await done(buffer.rewrites.putBack(1));
  expect(text()).toBe(PAGE);
  expect(notices.banners.get().map(({ sentence }) => sentence)).toEqual([
    'Nothing of this answer is left to put back.',
  ]);
});
