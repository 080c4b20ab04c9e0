import { expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { type Answering, DONE, ending, event, piece, WireServer } from '../../helpers/wire-server.ts';

const usage = event({
  choices: [],
  usage: { prompt_tokens: 10, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 3 } },
});

/** Two choices in one response, with usage; the list of models has a price. */
const twoChoices: Answering = (response, { path }) => {
  if (path.endsWith('/models')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ data: [{ id: 'wire-1', pricing: { prompt: '0.001', completion: '0.002' } }] }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(piece(' a', 0) + piece(' b', 1) + ending('stop', 0) + ending('stop', 1) + usage + DONE);
};

test('tokens are counted once per response, at the price in the provider’s list', async () => {
  const server = await WireServer.start(twoChoices);
  const desk = new HandlersDesk();
  const { treeId } = desk;
  const provider = { name: 'Wire', baseUrl: server.baseUrl, headers: {}, extra: {} };
  const { id } = await desk.call('provider.save', { id: null, ...provider });
  await desk.call('provider.models', { id });
  const agent = await desk.call('agent.create', {
    name: 'Wire',
    modelRef: `${id}:wire-1`,
    configuration: {},
    color: null,
  });
  expect(await desk.call('generation.usage', {})).toEqual([]);
  await desk.call('generation.start', {
    ...(await desk.intent([desk.typed('Once')])),
    at: null,
    agentIds: [agent.id],
    count: 1,
    maxTokens: 5,
  });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  expect(await desk.call('generation.usage', {})).toEqual([
    {
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      treeId,
      agentId: agent.id,
      provider: id,
      model: 'wire-1',
      requests: 1,
      promptTokens: 10,
      completionTokens: 5,
      reasoningTokens: 3,
      uncounted: 0,
      cost: (10 * 1_000 + 5 * 2_000) / 1_000_000,
    },
  ]);
});
