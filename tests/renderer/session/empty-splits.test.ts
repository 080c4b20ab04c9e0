/** `domain.md`, *Forks*: “If nothing arrives, … the head goes to the first item.” */
import { expect, it, vi } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { type Step, scriptedProvider } from '../../helpers/scripted-provider.ts';
import { openWritingDesk } from './writing-desk.ts';

const setRealTimeout = globalThis.setTimeout;

turnClockByHand();

const PARTS = ['Once there was a castle on a hill.', ' Nobody went there.'];
const WHOLE = `${PARTS.join('|')}|`;
const BEFORE = 'Once there was a';

type Answer = readonly Step[];
const FAILING: Answer = [{ fail: new AspenError('MODEL_NOT_FOUND', 'no such model') }];
const EMPTY: Answer = [{ finish: 'stop' }];
const TOWER: Answer = [' tower.', { finish: 'stop' }];
const SILENT: Answer = [{ silent: true }];

/** A story with the caret in the middle of its first paragraph, and a provider that gives these answers in turn. */
async function openInMiddle(count: number, ...answers: readonly Answer[]) {
  const writing = await openWritingDesk(PARTS);
  const { desk, buffer, tree, view, select, settle } = writing;
  let asked = 0;
  desk.provider = {
    ...scriptedProvider([]),
    complete: (request, signal) => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return scriptedProvider(answer).complete(request, signal);
    },
  };
  const made = { name: 'Scripted', modelRef: 'scripted:one', configuration: {}, color: null };
  const agent = await desk.call('agent.create', made);
  buffer.onGrove(desk.grove.snapshot());
  tree.choice.change({ agentIds: [agent.id], count });
  select(BEFORE.length);
  await settle();
  /** A moment, in which a silent provider is not given up. */
  const pause = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await vi.advanceTimersByTimeAsync(50);
      await new Promise<void>((resolve) => void setRealTimeout(resolve, 1));
    }
  };
  return {
    ...writing,
    pause,
    caret: () => view.state.selection.main.head,
    text: async () => (await writing.agree()).text,
    /** Requests continuations of which some are silent. */
    ask: async () => {
      const asking = buffer.commands.generate();
      await pause();
      await asking;
      await pause();
    },
    stop: async () => {
      const stopping = tree.generationCommands.stop();
      await pause();
      await stopping;
      await settle();
    },
  };
}

it.each([
  ['fail', 3, FAILING],
  ['come back empty', 1, EMPTY],
] as const)('the text is back where requests in the middle of it %s', async (_how, count, answer) => {
  const { buffer, text, caret, manuscript, notices, type, select } = await openInMiddle(count, answer);
  type('Once. ', 0, 0);
  const edited = `Once. ${WHOLE}`;
  select('Once. '.length + BEFORE.length);
  await buffer.commands.generate();
  expect(await text()).toBe(edited);
  expect(caret()).toBe('Once. '.length + BEFORE.length);
  expect(buffer.commands.canReadOn).toBe(false);
  expect(notices.log.get().map(({ text: said }) => said)).toContain('Your text is back.');
  // The request left no step to undo.
  manuscript.undo();
  expect(await text()).toBe(WHOLE);
  manuscript.redo();
  expect(await text()).toBe(edited);
});

it('it is back when a request is stopped before its first word, with what was edited meanwhile', async () => {
  const { ask, stop, shown, text, type, manuscript } = await openInMiddle(1, SILENT);
  await ask();
  expect(shown().text).toBe('Once there was a|');
  type('and for all ', 'Once '.length);
  await stop();
  expect(await text()).toBe(`Once and for all ${WHOLE.slice('Once '.length)}`);
  for (let step = 0; step < 3; step += 1) manuscript.undo();
  expect(await text()).toBe(WHOLE);
});

it('it stays away where one of several requests brings text', async () => {
  const { buffer, text } = await openInMiddle(2, FAILING, TOWER);
  await buffer.commands.generate();
  expect(await text()).toBe('Once there was a| tower.|');
});

it('it stays away where the writer has typed meanwhile, or split the text on purpose', async () => {
  const { buffer, ask, stop, text, type, select, settle } = await openInMiddle(1, SILENT);
  await ask();
  type(' tree');
  await stop();
  expect(await text()).toBe('Once there was a| tree');
  await buffer.commands.readOn();
  select('Once'.length);
  const splitting = buffer.commands.split();
  await settle();
  await splitting;
  await ask();
  await stop();
  expect(await text()).toBe('Once|');
});

it('what failed stays listed where the text is back, and a second try goes to its place again', async () => {
  const { buffer, tree, text } = await openInMiddle(1, FAILING, FAILING, TOWER);
  const failed = () => tree.continuations.list.get().items.filter(({ retry }) => retry === 'again');
  const retry = async () => {
    const [item] = failed();
    if (item === undefined) expect.unreachable();
    await tree.generationCommands.retry(item);
  };
  await buffer.commands.generate();
  expect(await text()).toBe(WHOLE);
  await retry();
  expect(await text()).toBe(WHOLE);
  expect(failed()).toHaveLength(1);
  await retry();
  expect(await text()).toBe('Once there was a| tower.|');
  expect(failed()).toEqual([]);
});
