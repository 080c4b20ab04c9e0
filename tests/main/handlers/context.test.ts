import { expect, test } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import type { Input } from '../../../src/ipc/contract.ts';
import type { ContextPreview } from '../../../src/ipc/wire/context.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

async function openDesk() {
  const desk = new HandlersDesk();
  await desk.commit([desk.typed('The lamp was lit. ')]);
  const { treeId } = desk;
  const modelOf = (): AgentId => {
    const agent = desk.grove.snapshot().agents.find(({ type }) => type === 'model');
    if (agent === undefined) throw new Error('the grove has no model');
    return agent.id;
  };
  const preview = (options: Partial<Input<'generation.context'>> = {}) =>
    desk.call('generation.context', { treeId, at: null, agentId: modelOf(), maxTokens: 50, ...options });
  return { desk, treeId, preview, modelOf };
}

/** The pieces as strings: kind and text, or the two ends of a folded text. */
function shown({ pieces }: ContextPreview): readonly string[] {
  return pieces.map(({ kind, text }) => `${kind}: ${text.beginning}${text.end === '' ? '' : `…${text.end}`}`);
}

test('the context is the path with the draft, without trailing spaces', async () => {
  const { desk, preview } = await openDesk();
  const first = await desk.nodeAt(0);
  const ops = [desk.typed('Yes. ', { nodeId: first }), desk.typed('Nobody came. ')];
  await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
  const context = await preview();
  expect(shown(context)).toEqual(['text: Yes. The lamp was lit. Nobody came. ']);
  expect(context).toMatchObject({ trimmed: 1, omitted: [], window: null, reserve: 50, refusal: null });
});

test('inside a node the context ends at the caret, including typed text', async () => {
  const { desk, preview } = await openDesk();
  const first = await desk.nodeAt(0);
  await desk.commit([desk.typed('Nobody came. ')]);
  const ops = [desk.typed('Yes. ', { nodeId: first })];
  await desk.call('draft.save', { ...(await desk.intent(ops)), digest: null });
  const at = await desk.positionAt(0);
  expect(shown(await preview({ at }))).toEqual(['text: Yes. The lamp was lit. ']);
  expect(shown(await preview({ at, offset: 13 }))).toEqual(['text: Yes. The lamp']);
});

test('memory, the author’s note and system texts appear where they are sent', async () => {
  const { desk, treeId, preview } = await openDesk();
  const settings = { memory: 'A lighthouse.', authorsNote: 'Sparse.', authorsNoteDepth: 1 };
  await desk.call('tree.update', { treeId, systemContext: 'A fable.', settings });
  const agent = await desk.call('agent.create', {
    name: 'Chat',
    modelRef: 'offline:variable-order',
    configuration: { completionStyle: 'chat-continue', systemPrompt: 'You are terse.' },
    color: null,
  });
  const [system, ...rest] = shown(await preview({ agentId: agent.id }));
  expect(system).toMatch(/^system: You are terse\.\n\nA fable\.\n\nThe user gives you/);
  expect(rest).toEqual(['memory: A lighthouse.\n', 'authorsNote: Sparse.\n', 'text: The lamp was lit. ']);
  expect(shown(await preview())[0]).toBe('system: A fable.');
});

test('a long text is shortened to its ends, and returned whole on request', async () => {
  const { desk, preview } = await openDesk();
  await desk.commit([desk.typed('It went on. '.repeat(4_000))]);
  const [folded] = (await preview()).pieces;
  expect(folded?.text).toMatchObject({ length: 48_018, words: 12_004 });
  expect(folded?.text.beginning).toMatch(/^The lamp was lit\. It went on\..*\w\.?$/);
  expect(folded?.text.end).toMatch(/^\w.*went on\. $/);
  expect(folded?.text.foldedWords).toBeGreaterThan(11_000);
  const [whole] = (await preview({ whole: { kind: 'text', nth: 0 } })).pieces;
  expect(whole?.text.beginning).toHaveLength(48_018);
  expect(whole?.text.end).toBe('');
});

test('text that does not fit is omitted, and listed with the reason', async () => {
  const { desk, preview, short } = await longStory();
  const context = await preview({ agentId: short });
  expect(context.window).toBe(200);
  expect(context.tokens).toBeLessThanOrEqual(150);
  expect(context.pieces.map(({ kind }) => kind)).toEqual(['text', 'gap', 'text']);
  const second = await desk.nodeAt(1);
  expect(context.omitted).toMatchObject([
    { reason: 'excluded', from: { offset: 0 }, to: { offset: 18 }, nodes: 1, text: { words: 4 } },
    { reason: 'truncated', from: { nodeId: second }, to: { nodeId: second }, nodes: 1 },
  ]);
});

test('consecutive nodes that do not fit are listed as one range', async () => {
  const { desk, preview, short } = await longStory();
  await desk.commit([desk.typed('And on. '.repeat(50))]);
  await desk.commit([desk.typed('The end. '.repeat(20))]);
  const { omitted } = await preview({ agentId: short });
  const truncated = omitted.filter(({ reason }) => reason === 'truncated');
  expect(truncated).toMatchObject([
    { from: { nodeId: await desk.nodeAt(1) }, to: { nodeId: await desk.nodeAt(2) }, nodes: 2 },
  ]);
});

test('if nothing fits, the preview shows by how many tokens the context is too long, and its pieces', async () => {
  const { desk, treeId, preview, short } = await longStory();
  await desk.call('tree.update', { treeId, settings: { truncation: 'stopAtLimit', memory: 'A lake.' } });
  const context = await preview({ agentId: short });
  expect(context.refusal).toMatchObject({ code: 'CONTEXT_TOO_LONG' });
  expect(context.tooMany).toBe(context.tokens + 50 - 200);
  expect(context.pieces.map(({ kind }) => kind)).toEqual(['memory', 'text']);
  expect(context.omitted.map(({ reason }) => reason)).toEqual(['excluded']);
  await desk.call('tree.update', { treeId, settings: { truncation: 'rollingWindow' } });
  expect((await preview({ agentId: short })).tooMany).toBe(0);
});

/** A text of 1,200 tokens after an excluded node, and an agent with a context of 200. */
async function longStory() {
  const opened = await openDesk();
  const { desk } = opened;
  await desk.commit([desk.typed('It went on. '.repeat(400))]);
  await desk.call('position.exclude', {
    ...(await desk.intent()),
    positionId: await desk.positionAt(0),
    excluded: true,
  });
  const { id: short } = await desk.call('agent.create', {
    name: 'Short',
    modelRef: 'offline:variable-order',
    configuration: { contextLength: 200 },
    color: null,
  });
  return { ...opened, short };
}
