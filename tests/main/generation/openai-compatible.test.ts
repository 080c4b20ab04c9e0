import { describe, expect, test } from 'vitest';
import { MAX_MODEL_LENGTH } from '../../../src/core/text/limits.ts';
import { createOpenAiCompatible } from '../../../src/main/generation/providers/openai-compatible.ts';
import type { ProviderEvent, ProviderRequest } from '../../../src/main/generation/providers/provider.ts';
import { DONE, ending, event, piece, refuses, streams, WireServer } from '../../helpers/wire-server.ts';

const FABLE = { kind: 'document', system: 'A fable.', prompt: 'Once upon', suffix: '' } as const;

const KEY = 'sk-canary-4711-0815';

function ask(
  server: WireServer,
  request: Partial<ProviderRequest> = {},
  signal = new AbortController().signal,
) {
  const provider = createOpenAiCompatible({
    id: 'here',
    baseUrl: server.baseUrl,
    headers: { 'X-Title': 'Aspen Grove' },
    extra: { service_tier: 'flex' },
    manyChoices: true,
    refusedFields: () => ({}),
    onRefused: () => undefined,
    continuesMessages: () => false,
    askForUsage: true,
    findKey: () => KEY,
  });
  return provider.complete(
    {
      style: 'completion',
      input: { kind: 'document', system: '', prompt: 'Once upon', suffix: '' },
      model: 'base-1',
      parameters: { maxTokens: 20, temperature: 0.7 },
      extra: {},
      choices: 1,
      ...request,
    },
    signal,
  );
}

async function collect(events: AsyncIterable<ProviderEvent>): Promise<readonly ProviderEvent[]> {
  const received: ProviderEvent[] = [];
  for await (const item of events) received.push(item);
  return received;
}

const textOf = (events: readonly ProviderEvent[], choice = 0) =>
  events.map((item) => (item.type === 'text' && item.choice === choice ? item.text : '')).join('');

const bytesOf = (events: readonly ProviderEvent[]) =>
  Buffer.concat(events.flatMap((item) => (item.type === 'bytes' ? [item.bytes] : []))).toString();

describe('a completion', () => {
  test('arrives piece by piece, with every byte of the stream unchanged', async () => {
    const stream = [piece(' a'), ': a comment\n\n', piece(' time'), ending(), DONE];
    const server = await WireServer.start(streams(...stream));
    const received = await collect(ask(server));
    expect(textOf(received)).toBe(' a time');
    expect(bytesOf(received)).toBe(stream.join(''));
    expect(received).toContainEqual({ type: 'finish', choice: 0, reason: 'stop' });
    expect(received).toContainEqual({ type: 'model', model: 'wire-1' });
    expect(received[0]).toMatchObject({ type: 'response', requestId: 'req-1' });
    const firstBytes = received.findIndex(({ type }) => type === 'bytes');
    expect(firstBytes).toBeLessThan(received.findIndex(({ type }) => type === 'text'));
  });

  test('brings no more of its model’s name than is stored', async () => {
    const named = event({ model: 'x'.repeat(MAX_MODEL_LENGTH + 1), choices: [] });
    const received = await collect(ask(await WireServer.start(streams(named, ending(), DONE))));
    expect(received).toContainEqual({ type: 'model', model: 'x'.repeat(MAX_MODEL_LENGTH) });
  });

  test('is recorded to the end of its body, including bytes after the end of the stream', async () => {
    const server = await WireServer.start(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(piece(' a') + ending() + DONE.trimEnd());
      await new Promise((resolve) => setTimeout(resolve, 30));
      response.end('\n\n: goodbye\n\n');
    });
    const received = await collect(ask(server));
    expect(bytesOf(received)).toBe(`${piece(' a') + ending() + DONE.trimEnd()}\n\n: goodbye\n\n`);
  });

  test('sends the document, parameters, key and extra fields, and nothing about this computer', async () => {
    const server = await WireServer.start(streams(ending(), DONE));
    const parameters = {
      maxTokens: 20,
      topK: 40,
      minP: 0.05,
      repetitionPenalty: 1.1,
      stop: ['\n\n'],
      seed: 7,
      logprobs: 3,
    };
    await collect(ask(server, { input: FABLE, parameters, extra: { mirostat: 2, seed: null }, choices: 3 }));
    const [asked] = server.asked;
    expect(asked?.path).toBe('/v1/completions');
    expect(asked?.json).toEqual({
      model: 'base-1',
      prompt: 'A fable.\n\nOnce upon',
      max_tokens: 20,
      top_k: 40,
      min_p: 0.05,
      repetition_penalty: 1.1,
      repeat_penalty: 1.1,
      stop: ['\n\n'],
      logprobs: 3,
      n: 3,
      stream: true,
      stream_options: { include_usage: true },
      service_tier: 'flex',
      mirostat: 2,
    });
    expect(asked?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'accept-encoding': 'identity',
      'x-title': 'Aspen Grove',
    });
    expect(Object.keys(asked?.headers ?? {}).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
  });

  test('survives characters split by the network', async () => {
    const bytes = Buffer.from(piece(' 🏰 他') + ending() + DONE);
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const server = await WireServer.start(streams(...single));
    expect(textOf(await collect(ask(server)))).toBe(' 🏰 他');
  });

  test('is one piece if the server does not stream', async () => {
    const whole = JSON.stringify({
      model: 'm',
      choices: [{ index: 0, text: ' a time', finish_reason: 'length' }],
    });
    const server = await WireServer.start((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(whole);
    });
    const received = await collect(ask(server));
    expect(textOf(received)).toBe(' a time');
    expect(bytesOf(received)).toBe(whole);
    expect(received).toContainEqual({ type: 'finish', choice: 0, reason: 'length' });
  });

  test('labels each of several choices and reports their usage', async () => {
    const usage = event({ choices: [], usage: { prompt_tokens: 2, completion_tokens: 6 } });
    const server = await WireServer.start(
      streams(piece(' a', 0), piece(' b', 1), ending('stop', 1), ending('length', 0), usage, DONE),
    );
    const received = await collect(ask(server, { choices: 2 }));
    expect([textOf(received, 0), textOf(received, 1)]).toEqual([' a', ' b']);
    expect(received).toContainEqual({ type: 'usage', usage: { promptTokens: 2, completionTokens: 6 } });
  });
});

test('a chat model is instructed to continue, with the document as the user message', async () => {
  const chatPiece = (content: string) =>
    event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  const server = await WireServer.start(streams(chatPiece(' a'), chatPiece(' time'), ending('stop'), DONE));
  const received = await collect(
    ask(server, { style: 'chat-continue', input: FABLE, parameters: { maxTokens: 9, logprobs: 2 } }),
  );
  expect(textOf(received)).toBe(' a time');
  const [asked] = server.asked;
  expect(asked?.path).toBe('/v1/chat/completions');
  expect(asked?.json).toMatchObject({ logprobs: true, top_logprobs: 2 });
  const messages = asked?.json.messages as readonly { role: string; content: string }[];
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(messages[0]?.content).toMatch(/^A fable\.\n\n/);
  expect(messages[1]?.content).toBe('Once upon');
});

describe('an error of the provider', () => {
  test.each([
    [401, 'Incorrect API key provided', 'AUTHENTICATION'],
    [403, 'no', 'AUTHENTICATION'],
    [404, 'The model `base-1` does not exist', 'MODEL_NOT_FOUND'],
    [429, 'Rate limit reached', 'RATE_LIMITED'],
    [400, 'This model’s maximum context length is 4096 tokens', 'CONTEXT_TOO_LONG'],
    [400, 'Unknown field: top_k', 'INVALID_REQUEST'],
    [500, 'oops', 'SERVER_ERROR'],
    [503, 'overloaded', 'SERVER_ERROR'],
  ])('%i “%s” is %s', async (status, message, code) => {
    const server = await WireServer.start(refuses(status, message));
    await expect(collect(ask(server))).rejects.toMatchObject({ code, detail: message });
    expect(server.asked).toHaveLength(1);
  });

  test('includes the pause that the provider asks for', async () => {
    const server = await WireServer.start(refuses(429, 'slow down', { 'retry-after': '7' }));
    await expect(collect(ask(server))).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 7_000 });
  });

  test('never contains the key', async () => {
    const server = await WireServer.start(refuses(401, `Incorrect API key provided: ${KEY}.`));
    const error = await collect(ask(server)).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY);
  });

  test.each([
    [
      'an error in the stream',
      [piece(' a'), event({ error: { message: 'engine overloaded', code: 503 } })],
      'SERVER_ERROR',
    ],
    ['an event that is no JSON', [piece(' a'), event('{"choices": [')], 'MALFORMED_RESPONSE'],
  ])('%s fails the request after the pieces before it', async (_name, stream, code) => {
    const server = await WireServer.start(streams(...stream));
    const received: ProviderEvent[] = [];
    const read = async () => {
      for await (const item of ask(server)) received.push(item);
    };
    await expect(read()).rejects.toMatchObject({ code });
    expect(textOf(received)).toBe(' a');
    expect(bytesOf(received)).toBe(stream.join(''));
  });

  test('a successful response with an error in its body is an error', async () => {
    const server = await WireServer.start((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'quota exceeded', code: 429 } }));
    });
    await expect(collect(ask(server))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  test('a web page is a malformed response', async () => {
    const server = await WireServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>Welcome</html>');
    });
    await expect(collect(ask(server))).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' });
  });

  test('a broken connection is a network error', async () => {
    const server = await WireServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(piece(' a'));
      setTimeout(() => response.destroy(), 20);
    });
    await expect(collect(ask(server))).rejects.toMatchObject({ code: 'NETWORK' });
  });

  test('an unreachable server is a network error', async () => {
    const server = await WireServer.start(streams(DONE));
    await server.close();
    await expect(collect(ask(server))).rejects.toMatchObject({ code: 'NETWORK' });
  });

  test('a request is never redirected to another origin', async () => {
    const other = await WireServer.start(streams(ending(), DONE));
    const server = await WireServer.start((response) => {
      response.writeHead(307, { location: `${other.baseUrl}/completions` });
      response.end();
    });
    await expect(collect(ask(server))).rejects.toMatchObject({ code: 'NETWORK' });
    expect(other.asked).toEqual([]);
  });

  test('a redirect within the origin is followed', async () => {
    const server = await WireServer.start(
      (response) => {
        response.writeHead(307, { location: '/v2/completions' });
        response.end();
      },
      streams(piece(' a'), ending(), DONE),
    );
    expect(textOf(await collect(ask(server)))).toBe(' a');
    expect(server.asked.map(({ path }) => path)).toEqual(['/v1/completions', '/v2/completions']);
  });
});

test('stopping takes effect at once and closes the connection', async () => {
  const server = await WireServer.start((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(piece(' a'));
  });
  const controller = new AbortController();
  const received: ProviderEvent[] = [];
  const read = async () => {
    for await (const item of ask(server, {}, controller.signal)) {
      received.push(item);
      if (item.type === 'text') controller.abort(new Error('stopped'));
    }
  };
  await expect(read()).rejects.toThrow('stopped');
  expect(textOf(received)).toBe(' a');
  await expect.poll(() => server.connections()).toBe(0);
});

test.each(['http://example.com/v1', 'ftp://example.com', 'nowhere', 'https://user:secret@example.com/v1'])(
  'the address %s is refused before anything is sent',
  async (baseUrl) => {
    const provider = createOpenAiCompatible({
      id: 'x',
      baseUrl,
      headers: {},
      extra: {},
      manyChoices: false,
      refusedFields: () => ({}),
      onRefused: () => undefined,
      continuesMessages: () => false,
      askForUsage: false,
      findKey: () => KEY,
    });
    const request: ProviderRequest = {
      style: 'completion',
      input: { kind: 'document', system: '', prompt: 'x', suffix: '' },
      model: 'm',
      parameters: { maxTokens: 1 },
      extra: {},
      choices: 1,
    };
    await expect(collect(provider.complete(request, new AbortController().signal))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  },
);
