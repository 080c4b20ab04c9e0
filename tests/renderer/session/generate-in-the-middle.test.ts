/** Generate does the same inside a node, at a fork and where two nodes meet (`domain.md`, *Forks*). */
import { expect, it, vi } from 'vitest';
import { AspenError } from '../../../src/core/errors.ts';
import type { ProviderRequest } from '../../../src/main/generation/providers/provider.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { type Step, scriptedProvider } from '../../helpers/scripted-provider.ts';
import { openWritingDesk, type Part, resumeWriting } from './writing-desk.ts';

const setRealTimeout = globalThis.setTimeout;

turnClockByHand();

const NODES = ['one two', ' three', ' four'];
const SILENT: readonly Step[] = [{ silent: true }];
const FAILING: readonly Step[] = [{ fail: new AspenError('MODEL_NOT_FOUND', 'no such model') }];

/** The part of the text in a request. */
function promptOf({ input }: ProviderRequest): string {
  return input.kind === 'document' ? input.prompt : '';
}

/** A text, and an agent that answers ` A1`, ` A2`, … in turn, unless `answers` has something else for it. */
async function open(parts: readonly Part[] = NODES, answers: readonly (readonly Step[] | undefined)[] = []) {
  const writing = await openWritingDesk(parts);
  const { desk, buffer, tree, view, select, settle } = writing;
  const prompts: string[] = [];
  desk.provider = {
    ...scriptedProvider([]),
    complete: (request, signal) => {
      prompts.push(promptOf(request));
      const answer = answers[prompts.length - 1] ?? [` A${prompts.length}`, { finish: 'stop' }];
      return scriptedProvider(answer).complete(request, signal);
    },
  };
  const made = { name: 'Scripted', modelRef: 'scripted:one', configuration: {}, color: null };
  const agent = await desk.call('agent.create', made);
  buffer.onGrove(desk.grove.snapshot());
  tree.choice.change({ agentIds: [agent.id], count: 1 });
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
    prompts,
    pause,
    text: async () => (await writing.agree()).text,
    line: () => view.dom.querySelector('.rest-of-text')?.textContent ?? null,
    caret: () => view.state.selection.main.head,
    generateAt: async (offset: number) => {
      select(offset);
      const asking = buffer.commands.generate();
      await settle();
      await asking;
      await settle();
    },
    choose: async (index: number) => {
      const choosing = tree.navigation.selectSibling({ index });
      await settle();
      await choosing;
      await settle();
    },
  };
}

const TWO = 'one two'.length;

it('at a fork inside a text, another alternative comes to the same place', async () => {
  const { generateAt, choose, text, line, prompts } = await open(['one two three four five six']);
  await generateAt(TWO);
  expect(await text()).toBe('one two| A1|');
  await generateAt(TWO);
  expect(await text()).toBe('one two| A2|');
  expect(prompts).toEqual(['one two', 'one two']);
  expect(line()).toBe('4 words follow on your branch');
  await choose(2);
  expect(await text()).toBe('one two| A1|');
  await choose(1);
  expect(await text()).toBe('one two three four five six|');
});

it('at a fork with more text after the first answer, the page shows the new one', async () => {
  const { generateAt, choose, text, type, tree } = await open(['one two three four five six']);
  await generateAt(TWO);
  type(' and more');
  await tree.commit();
  await generateAt(TWO);
  expect(await text()).toBe('one two| A2|');
  await choose(2);
  expect(await text()).toBe('one two| A1| and more|');
});

it('where two nodes meet, the new text comes to the caret and the rest stays in sight', async () => {
  const { generateAt, choose, text, line, prompts, buffer, notices } = await open();
  await generateAt(TWO);
  expect(await text()).toBe('one two| A1|');
  expect(prompts).toEqual(['one two']);
  expect(line()).toBe('2 words follow on your branch');
  expect(notices.log.get().map((said) => said.text)).toContain('2 words follow on your branch.');
  expect(buffer.commands.canReadOn).toBe(true);
  await choose(1);
  expect(await text()).toBe('one two| three| four|');
  expect(line()).toBeNull();
  await choose(2);
  expect(line()).toBe('2 words follow on your branch');
});

it('at the very beginning of the text, the whole text stays in sight', async () => {
  const { generateAt, choose, text, line } = await open();
  await generateAt(0);
  expect(await text()).toBe(' A1|');
  expect(line()).toBe('4 words follow on your branch');
  await choose(1);
  expect(await text()).toBe('one two| three| four|');
});

it('in text that is not committed yet, too', async () => {
  const { generateAt, choose, text, type, line, prompts } = await open(['one']);
  type(' two three four');
  await generateAt(TWO);
  expect(await text()).toBe('one| two| A1|');
  expect(prompts).toEqual(['one two']);
  expect(line()).toBe('2 words follow on your branch');
  await choose(1);
  expect(await text()).toBe('one| two three four|');
});

it('before text that is not committed yet, which becomes the rest', async () => {
  const { generateAt, text, type, line } = await open(['one']);
  type(' two three');
  await generateAt('one'.length);
  expect(await text()).toBe('one| A1|');
  expect(line()).toBe('2 words follow on your branch');
});

it('the line stays while the branch grows, and when the tree is opened again', async () => {
  const { generateAt, type, tree, line, desk, settle, vanish, text } = await open();
  await generateAt(TWO);
  type(' and more');
  await tree.commit();
  await settle();
  expect(line()).toBe('2 words follow on your branch');
  vanish();
  const again = await resumeWriting(desk);
  await again.settle();
  expect(again.shown().text).toBe('one two| A1| and more|');
  expect(again.view.dom.querySelector('.rest-of-text')?.textContent).toBe('2 words follow on your branch');
  expect(await text()).toBe('one two| A1| and more|');
});

it('a second one where two nodes meet leaves the same rest', async () => {
  const { generateAt, choose, text, line } = await open();
  await generateAt(TWO);
  await generateAt(TWO);
  expect(await text()).toBe('one two| A2|');
  expect(line()).toBe('2 words follow on your branch');
  await choose(1);
  expect(await text()).toBe('one two| three| four|');
});

it('clicking the line leads back to where the rest begins', async () => {
  const { generateAt, text, line, view, caret, settle } = await open();
  await generateAt(TWO);
  view.dom.querySelector<HTMLButtonElement>('.rest-of-text button')?.click();
  await settle();
  expect(await text()).toBe('one two| three| four|');
  expect(caret()).toBe(TWO);
  expect(line()).toBeNull();
});

it('while the first word has not come, the rest is in sight and Alt+1 leads back', async () => {
  const { buffer, select, pause, text, shown, line, tree, settle } = await open(NODES, [SILENT]);
  select(TWO);
  const asking = buffer.commands.generate();
  await pause();
  await asking;
  expect(shown().text).toBe('one two|');
  expect(line()).toBe('2 words follow on your branch');
  const choosing = tree.navigation.selectSibling({ index: 1 });
  await pause();
  await choosing;
  expect(shown().text).toBe('one two| three| four|');
  const stopping = tree.generationCommands.stop();
  await pause();
  await stopping;
  await settle();
  expect(await text()).toBe('one two| three| four|');
});

it.each([
  ['inside a node', ['one two three four five six'], 'one two three four five six|'],
  ['where two nodes meet', NODES, 'one two| three| four|'],
] as const)('%s, one undo takes it all back, and one redo brings it again', async (_where, parts, before) => {
  const { generateAt, text, type, caret, line, manuscript, select, settle } = await open(parts);
  type('So: ', 0, 0);
  await settle();
  const edited = `So: ${before}`;
  const at = 'So: one two'.length;
  await generateAt(at);
  const after = await text();
  expect(after).toBe('So: one two| A1|');
  // Moving the caret is no step.
  select(3);
  manuscript.undo();
  expect(await text()).toBe(edited);
  expect(caret()).toBe(at);
  await settle();
  expect(line()).toBeNull();
  manuscript.redo();
  expect(await text()).toBe(after);
  await settle();
  expect(line()).not.toBeNull();
  manuscript.undo();
  manuscript.undo();
  expect(await text()).toBe(before);
  manuscript.redo();
  expect(await text()).toBe(edited);
  manuscript.redo();
  expect(await text()).toBe(after);
});

it('the second alternative at a fork is a step of its own', async () => {
  const { generateAt, text, manuscript } = await open(['one two three four five six']);
  await generateAt(TWO);
  await generateAt(TWO);
  manuscript.undo();
  expect(await text()).toBe('one two| A1|');
  manuscript.undo();
  expect(await text()).toBe('one two three four five six|');
  manuscript.redo();
  manuscript.redo();
  expect(await text()).toBe('one two| A2|');
});

it('what was typed while it streamed keeps a step of its own', async () => {
  const { buffer, select, pause, text, type, manuscript, desk, settle, tree } = await open(
    [...NODES],
    [[' A1', { silent: true }]],
  );
  expect(desk).toBeDefined();
  select(TWO);
  const asking = buffer.commands.generate();
  await pause();
  await asking;
  type('So: ', 0, 0);
  const stopping = tree.generationCommands.stop();
  await pause();
  await stopping;
  await settle();
  expect(await text()).toBe('So: one two| A1|');
  manuscript.undo();
  expect(await text()).toBe('So: one two|');
  manuscript.undo();
  expect(await text()).toBe('one two|');
  manuscript.undo();
  expect(await text()).toBe('one two| three| four|');
});

it.each([
  ['where two nodes meet', NODES, 'one two| three| four|'],
  ['at the beginning', ['one two three'], 'one two three|'],
] as const)(
  '%s, the text is back where a request brings nothing, and a retry goes there again',
  async (where, parts, before) => {
    const { generateAt, text, tree, settle, caret, notices } = await open(parts, [FAILING, FAILING]);
    const at = where === 'at the beginning' ? 0 : TWO;
    await generateAt(at);
    expect(await text()).toBe(before);
    expect(caret()).toBe(at);
    expect(notices.log.get().map((said) => said.text)).toContain('Your text is back.');
    const retry = async () => {
      const item = tree.continuations.list.get().items.find((one) => one.retry === 'again');
      if (item === undefined) expect.unreachable();
      const retrying = tree.generationCommands.retry(item);
      await settle();
      await retrying;
      await settle();
    };
    await retry();
    expect(await text()).toBe(before);
    await retry();
    expect(await text()).toBe(at === 0 ? ' A3|' : 'one two| A3|');
  },
);

it('at a fork, what followed is back where the second request brings nothing', async () => {
  const { generateAt, text, type, tree, manuscript } = await open(
    ['one two three four'],
    [undefined, FAILING],
  );
  await generateAt(TWO);
  type(' and more');
  await tree.commit();
  await generateAt(TWO);
  expect(await text()).toBe('one two| A1| and more|');
  manuscript.undo();
  expect(await text()).toBe('one two| A1|');
});

it('splitting where two nodes meet leaves the rest in sight', async () => {
  const { buffer, select, settle, text, line } = await open();
  select(TWO);
  const splitting = buffer.commands.split();
  await settle();
  await splitting;
  await settle();
  expect(await text()).toBe('one two|');
  expect(line()).toBe('2 words follow on your branch');
});

it('a rest that is pruned is no longer in sight', async () => {
  const { generateAt, desk, tree, line, settle, select } = await open();
  await generateAt(TWO);
  const { treeId } = desk;
  const [head] = await desk.call('path.children', { treeId, parentId: tree.path.rootPositionId });
  if (head === undefined) expect.unreachable();
  const [rest] = await desk.call('path.children', { treeId, parentId: head.positionId });
  if (rest === undefined) expect.unreachable();
  const intent = { treeId, pathVersion: tree.path.pathVersion, ops: [] };
  await desk.call('position.setPruned', {
    ...intent,
    positions: [{ positionId: rest.positionId, pruned: true }],
  });
  await settle();
  select(0);
  await settle();
  expect(line()).toBeNull();
});
