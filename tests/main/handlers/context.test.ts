import { expect, test } from 'vitest';
import type { AgentId } from '../../../src/core/ids.ts';
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
  const preview = (options: { readonly agentId?: AgentId } = {}) =>
    made.call('generation.context', { treeId, at: null, agentId: modelOf(), maxTokens: 50, ...options });
  return { made, treeId, preview, modelOf };
}

test('what would be sent is the path with what is being typed, without the spaces at its end', async () => {
  const { made, preview } = await desk();
  const first = await made.nodeAt(0);
  const ops = [made.typed('Yes. ', { nodeId: first }), made.typed('Nobody came. ')];
  await made.call('draft.save', { ...(await made.intent(ops)), digest: null });
  const context = await preview();
  expect(context.pieces).toEqual([
    { kind: 'node', nodeId: first, text: 'Yes. The lamp was lit. ' },
    { kind: 'node', nodeId: null, text: 'Nobody came. ' },
  ]);
  expect(context).toMatchObject({
    system: '',
    trimmed: 1,
    leftOut: [],
    window: null,
    reserve: 50,
    refusal: null,
  });
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
  const context = await preview({ agentId: agent.id });
  expect(context.pieces.map(({ kind }) => kind)).toEqual(['memory', 'authorsNote', 'node']);
  expect(context.system).toMatch(/^You are terse\.\n\nA fable\.\n\nThe user gives you/);
  expect((await preview()).system).toBe('A fable.');
});

test('what does not fit is left out, and it is said what and why', async () => {
  const { made, treeId, preview } = await desk();
  await made.commit([made.typed('It went on. '.repeat(400))]);
  await made.call('position.exclude', {
    ...(await made.intent()),
    positionId: await made.positionAt(0),
    excluded: true,
  });
  const { id } = await made.call('agent.create', {
    name: 'Short',
    modelRef: 'offline:variable-order',
    configuration: { contextLength: 200 },
    color: null,
  });
  const context = await preview({ agentId: id });
  expect(context.window).toBe(200);
  expect(context.tokens).toBeLessThanOrEqual(150);
  expect(context.leftOut.map(({ reason }) => reason)).toEqual(['excluded', 'truncated']);
  await made.call('tree.update', { treeId, settings: { truncation: 'stopAtLimit' } });
  expect((await preview({ agentId: id })).refusal).toMatchObject({ code: 'CONTEXT_TOO_LONG' });
});
