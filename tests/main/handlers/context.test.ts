import { expect, test } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
import type { Input } from '../../../src/ipc/contract.ts';
import type { ContextPreview } from '../../../src/ipc/wire/context.ts';
import { HandlersDesk } from '../../helpers/desk.ts';

async function desk() {
  const made = new HandlersDesk();
  await made.commit([made.typed('The lamp was lit. ')]);
  const { treeId } = made;
  const modelOf = (): AgentId => {
    const agent = made.grove.snapshot().agents.find(({ type }) => type === 'model');
    if (agent === undefined) throw new Error('the grove has no model');
    return agent.id;
  };
  const preview = (options: Partial<Input<'generation.context'>> = {}) =>
    made.call('generation.context', { treeId, at: null, agentId: modelOf(), maxTokens: 50, ...options });
  return { made, treeId, preview, modelOf };
}

/** The pieces as words: their kinds, and their texts where they are whole. */
function shown({ pieces }: ContextPreview): readonly string[] {
  return pieces.map(({ kind, text }) => `${kind}: ${text.beginning}${text.end === '' ? '' : `…${text.end}`}`);
}

test('what would be sent is the path with what is being typed, without the spaces at its end', async () => {
  const { made, preview } = await desk();
  const first = await made.nodeAt(0);
  const ops = [made.typed('Yes. ', { nodeId: first }), made.typed('Nobody came. ')];
  await made.call('draft.save', { ...(await made.intent(ops)), digest: null });
  const context = await preview();
  expect(shown(context)).toEqual(['text: Yes. The lamp was lit. Nobody came. ']);
  expect(context).toMatchObject({ trimmed: 1, omitted: [], window: null, reserve: 50, refusal: null });
});

test('inside a node it is what is before the caret, typed or not, and nothing after it', async () => {
  const { made, preview } = await desk();
  const first = await made.nodeAt(0);
  await made.commit([made.typed('Nobody came. ')]);
  const ops = [made.typed('Yes. ', { nodeId: first })];
  await made.call('draft.save', { ...(await made.intent(ops)), digest: null });
  const at = await made.positionAt(0);
  expect(shown(await preview({ at }))).toEqual(['text: Yes. The lamp was lit. ']);
  expect(shown(await preview({ at, offset: 13 }))).toEqual(['text: Yes. The lamp']);
});

test('memory, the author’s note and system texts stand where they are sent', async () => {
  const { made, treeId, preview } = await desk();
  const settings = { memory: 'A lighthouse.', authorsNote: 'Sparse.', authorsNoteDepth: 1 };
  await made.call('tree.update', { treeId, systemContext: 'A fable.', settings });
  const agent = await made.call('agent.create', {
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

test('a long text is answered by its ends, and as a whole where that is asked for', async () => {
  const { made, preview } = await desk();
  await made.commit([made.typed('It went on. '.repeat(4_000))]);
  const [folded] = (await preview()).pieces;
  expect(folded?.text).toMatchObject({ length: 48_018, words: 12_004 });
  expect(folded?.text.beginning).toMatch(/^The lamp was lit\. It went on\..*\w\.?$/);
  expect(folded?.text.end).toMatch(/^\w.*went on\. $/);
  expect(folded?.text.foldedWords).toBeGreaterThan(11_000);
  const [whole] = (await preview({ whole: { kind: 'text', nth: 0 } })).pieces;
  expect(whole?.text.beginning).toHaveLength(48_018);
  expect(whole?.text.end).toBe('');
});

test('what does not fit is left out, and it is said what and why', async () => {
  const { made, preview, short } = await longStory();
  const context = await preview({ agentId: short });
  expect(context.window).toBe(200);
  expect(context.tokens).toBeLessThanOrEqual(150);
  expect(context.pieces.map(({ kind }) => kind)).toEqual(['text', 'gap', 'text']);
  const second = await made.nodeAt(1);
  expect(context.omitted).toMatchObject([
    { reason: 'excluded', from: { offset: 0 }, to: { offset: 18 }, nodes: 1, text: { words: 4 } },
    { reason: 'truncated', from: { nodeId: second }, to: { nodeId: second }, nodes: 1 },
  ]);
});

test('nodes that follow one another and do not fit are one stretch', async () => {
  const { made, preview, short } = await longStory();
  await made.commit([made.typed('And on. '.repeat(50))]);
  await made.commit([made.typed('The end. '.repeat(20))]);
  const { omitted } = await preview({ agentId: short });
  const truncated = omitted.filter(({ reason }) => reason === 'truncated');
  expect(truncated).toMatchObject([
    { from: { nodeId: await made.nodeAt(1) }, to: { nodeId: await made.nodeAt(2) }, nodes: 2 },
  ]);
});

test('where nothing would be sent it is said by how much it is too long, and what makes it so', async () => {
  const { made, treeId, preview, short } = await longStory();
  await made.call('tree.update', { treeId, settings: { truncation: 'stopAtLimit', memory: 'A lake.' } });
  const context = await preview({ agentId: short });
  expect(context.refusal).toMatchObject({ code: 'CONTEXT_TOO_LONG' });
  expect(context.tooMany).toBe(context.tokens + 50 - 200);
  expect(context.pieces.map(({ kind }) => kind)).toEqual(['memory', 'text']);
  expect(context.omitted.map(({ reason }) => reason)).toEqual(['excluded']);
  await made.call('tree.update', { treeId, settings: { truncation: 'rollingWindow' } });
  expect((await preview({ agentId: short })).tooMany).toBe(0);
});

/** A text of 1,200 tokens behind an excluded node, and an agent that reads 200. */
async function longStory() {
  const opened = await desk();
  const { made } = opened;
  await made.commit([made.typed('It went on. '.repeat(400))]);
  await made.call('position.exclude', {
    ...(await made.intent()),
    positionId: await made.positionAt(0),
    excluded: true,
  });
  const { id: short } = await made.call('agent.create', {
    name: 'Short',
    modelRef: 'offline:variable-order',
    configuration: { contextLength: 200 },
    color: null,
  });
  return { ...opened, short };
}
