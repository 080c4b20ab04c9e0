import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import { filesWith } from '../../helpers/files-with.ts';
import { temporaryFolder } from '../../helpers/grove.ts';
import { journalHere } from '../../helpers/journal.ts';
import {
  type Answering,
  DONE,
  ending,
  event,
  piece,
  refuses,
  streams,
  WireServer,
} from '../../helpers/wire-server.ts';

const KEY = 'sk-canary-4711-0815';
const PROVIDER = { name: 'Open Router', baseUrl: 'https://openrouter.ai/api/v1', headers: {}, extra: {} };

test('a provider gets an id of its own that survives renaming', async () => {
  const desk = new HandlersDesk();
  const first = await desk.call('provider.save', { id: null, ...PROVIDER });
  const second = await desk.call('provider.save', { id: null, ...PROVIDER });
  expect([first.id, second.id]).toEqual(['open-router', 'open-router-2']);
  const renamed = await desk.call('provider.save', { ...PROVIDER, id: first.id, name: 'Router' });
  expect(renamed).toMatchObject({ id: 'open-router', name: 'Router', key: 'none', ability: null });
  expect(await desk.call('provider.list', {})).toEqual([renamed, second]);
  expect(desk.events.at(-1)).toEqual({ name: 'providers.changed', value: [renamed, second] });
});

test('a key is stored and never returned; a new address removes it', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { id: null, ...PROVIDER });
  expect((await desk.call('provider.setKey', { id, key: KEY })).key).toBe('kept');
  const output = JSON.stringify([await desk.call('provider.list', {}), desk.events]);
  expect(output).not.toContain(KEY);
  expect((await desk.call('provider.save', { ...PROVIDER, id, name: 'Other name' })).key).toBe('kept');
  const moved = await desk.call('provider.save', {
    ...PROVIDER,
    id,
    baseUrl: 'https://elsewhere.example/v1',
  });
  expect(moved.key).toBe('none');
  expect((await desk.call('provider.save', { ...PROVIDER, id })).key).toBe('none');
});

test('removing a provider removes its key', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { id: null, ...PROVIDER });
  await desk.call('provider.setKey', { id, key: KEY });
  expect(await desk.call('provider.remove', { id })).toEqual([]);
  expect((await desk.call('provider.save', { id: null, ...PROVIDER })).key).toBe('none');
  await expect(desk.call('provider.remove', { id: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  'http://example.com/v1',
  'http://172.32.0.2:8080/v1',
  'http://localhost.example.com/v1',
  'http://127.0.0.1.example.com/v1',
  'http://localhost@example.com/v1',
  'ftp://example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'nowhere',
  'https://',
  'https://me:secret@example.com/v1',
  'https://example.com/v1?key=secret',
  'https://example.com/v1#secret',
])('the address %s is refused', async (baseUrl) => {
  const desk = new HandlersDesk();
  const refused = { code: 'INVALID_ARGUMENT' };
  await expect(desk.call('provider.save', { ...PROVIDER, id: null, baseUrl })).rejects.toMatchObject(refused);
  expect(await desk.call('provider.list', {})).toEqual([]);
});

test.each(['http://localhost:8080/v1', 'http://127.0.0.1:11434/v1', 'http://[::1]:1234/v1'])(
  'the address %s is this computer, and needs no https',
  async (baseUrl) => {
    const desk = new HandlersDesk();
    expect((await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl })).baseUrl).toBe(baseUrl);
  },
);

test('no provider gets the id of the offline agent', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, name: 'Offline' });
  expect(id).toBe('offline-2');
});

/** A server that supports every option for completions, lists two models and has no chat. */
const fullService: Answering = (response, { path, json }) => {
  const answer = (body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (path.endsWith('/models')) {
    answer({
      data: [
        { id: 'base-1', context_length: 8192, pricing: { prompt: '0.000001', completion: '0.000002' } },
        { id: 'base-2' },
      ],
    });
  } else if (path.endsWith('/chat/completions')) answer({ error: { message: 'no chat here' } }, 404);
  else if (json.stream === true) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      piece(' a') + event({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }) + DONE,
    );
  } else {
    const logprobs = json.logprobs === undefined ? null : { token_logprobs: [-0.1, -0.2] };
    const count = typeof json.n === 'number' ? json.n : 1;
    answer({ choices: Array.from({ length: count }, (_, index) => ({ index, text: ' a', logprobs })) });
  }
};

test('a test reports what a service supports, and the result is saved', async () => {
  const server = await WireServer.start(fullService);
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  const report = await desk.call('provider.test', { id, model: null });
  expect(report.abilities).toEqual({
    completions: true,
    chat: false,
    streaming: true,
    usage: true,
    manyChoices: true,
    logprobs: true,
    seed: true,
  });
  expect(report.model).toBe('base-1');
  expect(report.models).toEqual([
    { id: 'base-1', contextLength: 8192, promptPrice: 1, completionPrice: 2 },
    { id: 'base-2', contextLength: null, promptPrice: null, completionPrice: null },
  ]);
  for (const { sentence } of report.findings) expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect((await desk.call('provider.list', {}))[0]?.ability).toMatchObject(report.abilities);
  expect(await desk.call('provider.models', { id })).toEqual(report.models);
});

test('of several addresses, the first at which a service answers is found', async () => {
  const gone = await WireServer.start(fullService);
  await gone.close();
  const other = await WireServer.start(refuses(404, 'There is no such page'));
  const refusing = await WireServer.start(refuses(401, 'a key is needed'));
  const working = await WireServer.start(fullService);
  const desk = new HandlersDesk();
  const find = (...servers: readonly WireServer[]) =>
    desk.call('provider.findAddress', { baseUrls: servers.map(({ baseUrl }) => baseUrl) });
  expect(await find(gone, other, working)).toEqual({ baseUrl: working.baseUrl });
  expect(await find(gone, refusing, working)).toEqual({ baseUrl: refusing.baseUrl });
  expect(await find(gone)).toEqual({ baseUrl: null });
  await expect(
    desk.call('provider.findAddress', { baseUrls: ['http://example.com/v1'] }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('an endless list of models is cut, and names that are none are left out', async () => {
  const many = Array.from({ length: 12_000 }, (_, at) => ({ id: `m-${at}`, context_length: 1e300 }));
  const server = await WireServer.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ id: 'm'.repeat(1_000_000) }, ...many] }));
  });
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  const models = await desk.call('provider.models', { id });
  expect(models).toHaveLength(9_999);
  expect(models[0]).toMatchObject({ id: 'm-0', contextLength: null });
});

test('a test of a service that cannot be reached, or refuses the key, reports only that', async () => {
  const server = await WireServer.start(refuses(401, `Incorrect API key provided: ${KEY}`));
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  await desk.call('provider.setKey', { id, key: KEY });
  const report = await desk.call('provider.test', { id, model: null });
  expect(report.findings).toEqual([
    { what: 'reached', supported: false, sentence: expect.stringMatching(/did not accept the key/) },
  ]);
  expect(JSON.stringify(report)).not.toContain(KEY);
  expect(server.asked).toHaveLength(1);
});

test('what a service refuses of a request is left out or renamed once, and remembered until it is forgotten', async () => {
  /** Takes neither a seed, nor the old name of the limit. */
  const picky: Answering = (response, asked) => {
    const refuse = (message: string) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message } }));
    };
    if (Object.hasOwn(asked.json, 'seed')) return refuse("Unrecognized request argument supplied: 'seed'");
    if (Object.hasOwn(asked.json, 'max_tokens'))
      return refuse("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
    const details = { reasoning_tokens: 30 };
    const usage = { prompt_tokens: 2, completion_tokens: 34, completion_tokens_details: details };
    return streams(piece(' upon'), ending(), event({ choices: [], usage }), DONE)(response, asked);
  };
  const server = await WireServer.start(picky);
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  await desk.commit([desk.typed('Once')]);
  const made = { name: 'Wire', modelRef: `${id}:base-1`, configuration: {}, color: null };
  const agent = await desk.call('agent.create', made);
  const generate = async () => {
    const options = { at: null, agentIds: [agent.id], count: 1, maxTokens: 8 };
    await desk.call('generation.start', { ...(await desk.intent()), ...options });
    await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    return desk.emitted('generation.updated').at(-1)?.state;
  };
  expect(await generate()).toBe('done');
  expect(server.asked).toHaveLength(3);
  expect(await generate()).toBe('done');
  expect(server.asked).toHaveLength(4);
  expect(server.asked.at(-1)?.json).toMatchObject({ max_completion_tokens: 8 });
  const [known] = await desk.call('provider.list', {});
  expect(known?.refusedFields).toEqual({ 'base-1': { seed: null, max_tokens: 'max_completion_tokens' } });
  expect((await desk.call('provider.forgetRefused', { id })).refusedFields).toEqual({});
  expect(await generate()).toBe('done');
  expect(server.asked).toHaveLength(7);
  // The record has one answer, without those that were refused.
  const parentId = await desk.positionAt(0);
  const [child] = await desk.call('path.children', { treeId: desk.treeId, parentId });
  const nodeId = child?.positionId as never;
  const record = await desk.call('node.record', { treeId: desk.treeId, nodeId });
  expect(record?.body?.text).not.toContain('Unsupported');
  // It tells both what was planned and what was sent.
  expect(record?.request).toMatchObject({
    parameters: { maxTokens: 8 },
    sentOtherwise: { seed: null, max_tokens: 'max_completion_tokens' },
  });
  expect(record?.sentOtherwise).toEqual({ seed: null, max_tokens: 'max_completion_tokens' });
  expect(record?.prompt).toBe('rebuilt');
  expect(record?.tokenUsage).toEqual({ promptTokens: 2, completionTokens: 34, reasoningTokens: 30 });
  expect(await desk.call('grove.verify', {})).toMatchObject({ log: [], records: [], violations: [] });
  desk.newFile = join(temporaryFolder(), 'shared.aspen');
  await desk.call('copy.share', { kind: 'grove', answers: false, traces: false });
  const shared = new Database(desk.newFile, { readonly: true });
  const requests = shared.prepare<[], { request: string }>('select request from raw_api_response').all();
  shared.close();
  expect(requests).toHaveLength(3);
  for (const { request } of requests)
    expect(JSON.parse(request)).toMatchObject({
      leftOut: true,
      sentOtherwise: { seed: null, max_tokens: 'max_completion_tokens' },
    });
});

test('a context that a service finds too long is made to fit the next time, as long as its size is remembered', async () => {
  /** As llama.cpp, which counts the whole text; its own size is not in its list of models. */
  const small: Answering = (response, asked) => {
    const tokens = Math.ceil(String(asked.json.prompt).length / 4);
    if (tokens + Number(asked.json.max_tokens) <= 128)
      return streams(piece(' upon'), ending(), DONE)(response, asked);
    const message = `request (${tokens} tokens) exceeds the available context size (128 tokens), try increasing it`;
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 400, message, type: 'exceed_context_size_error' } }));
  };
  const server = await WireServer.start(small);
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  await desk.commit([desk.typed('The lamp was lit, and the rain had stopped. '.repeat(40))]);
  const configuration = { contextLength: 4096 };
  const made = { name: 'Wire', modelRef: `${id}:base-1`, configuration, color: null };
  const agent = await desk.call('agent.create', made);
  const generate = async () => {
    const options = { at: null, agentIds: [agent.id], count: 1, maxTokens: 8 };
    await desk.call('generation.start', { ...(await desk.intent()), ...options });
    await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    return desk.emitted('generation.updated').at(-1);
  };
  const window = async () => {
    const asked = { at: null, offset: 0, agentId: agent.id, maxTokens: 8 };
    return (await desk.call('generation.context', { treeId: desk.treeId, ...asked })).window;
  };
  expect(await window()).toBe(4096);
  expect(await generate()).toMatchObject({ state: 'failed', error: { code: 'CONTEXT_TOO_LONG' } });
  expect(await window()).toBe(128);
  expect(await generate()).toMatchObject({ state: 'done' });
  expect(server.asked).toHaveLength(2);
  const [known] = await desk.call('provider.list', {});
  expect(known?.refusedFields).toEqual({ 'base-1': { 'context length': 128 } });
  await desk.call('provider.forgetRefused', { id });
  expect(await window()).toBe(4096);
  expect(await generate()).toMatchObject({ state: 'failed' });
});

test('a service is asked for as many choices as it accepts, and for the others beside', async () => {
  /** As llama.cpp with two slots. */
  const twoSlots: Answering = (response, asked) => {
    const { n = 1, stream } = asked.json;
    if (Number(n) > 2) {
      const message = `Field 'n': Value must be between 1 <= value <= 2, but got ${n}`;
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 400, message, type: 'invalid_request_error' } }));
    } else if (stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ choices: Array.from({ length: Number(n) }, (_, index) => ({ index, text: ' a' })) }),
      );
    } else {
      const choices = Array.from({ length: Number(n) }, (_, index) => index);
      const events = choices.flatMap((index) => [piece(` word ${index}`, index), ending('stop', index)]);
      void streams(...events, DONE)(response, asked);
    }
  };
  const server = await WireServer.start(twoSlots);
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  expect((await desk.call('provider.test', { id, model: 'base-1' })).abilities.manyChoices).toBe(true);
  await desk.commit([desk.typed('Once')]);
  const made = { name: 'Wire', modelRef: `${id}:base-1`, configuration: {}, color: null };
  const agent = await desk.call('agent.create', made);
  const generate = async () => {
    const before = server.asked.length;
    const options = { at: null, agentIds: [agent.id], count: 3, maxTokens: 8 };
    await desk.call('generation.start', { ...(await desk.intent()), ...options });
    await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
    return server.asked.slice(before).map(({ json }) => json.n);
  };
  expect(await generate()).toEqual([3, 2, undefined]);
  const parentId = await desk.positionAt(0);
  expect(await desk.call('path.children', { treeId: desk.treeId, parentId })).toHaveLength(3);
  expect((await desk.call('provider.list', {}))[0]?.refusedFields).toEqual({ 'base-1': { n: 2 } });
  expect((await generate()).toSorted()).toEqual([2, undefined]);
});

test('a key that a service repeats everywhere is stored only where it is encrypted', async () => {
  const folder = temporaryFolder();
  const journal = journalHere(join(folder, 'recovery.sqlite'));
  const desk = new HandlersDesk(join(folder, 'story.aspen'), 0, journal, join(folder, 'backups'));
  const repeats: Answering = (response, asked) => {
    const models = { data: [{ id: `model of ${KEY}` }] };
    if (asked.path.endsWith('/models')) return void response.end(JSON.stringify(models));
    const isOdd = server.asked.length % 2 === 1;
    const answer = isOdd ? refuses(400, `No: ${KEY}`) : streams(piece(` ${KEY}`), ending(), DONE);
    return answer(response, asked);
  };
  const server = await WireServer.start(repeats);
  server.echoesKey = true;
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  await desk.call('provider.setKey', { id, key: KEY });
  const told: unknown[] = [
    await desk.call('provider.models', { id }),
    await desk.call('provider.test', { id, model: 'base-1' }),
  ];
  await desk.commit([desk.typed('Once')]);
  const agent = await desk.call('agent.create', {
    name: 'Wire',
    modelRef: `${id}:base-1`,
    configuration: {},
    color: null,
  });
  const options = { at: null, agentIds: [agent.id], count: 2, maxTokens: 8 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(desk.treeId)).toEqual([]);
  const { treeId } = desk;
  const parentId = await desk.positionAt(0);
  const children = await desk.call('path.children', { treeId, parentId });
  expect(children.length).toBeGreaterThan(0);
  for (const { nodeId } of children) told.push(await desk.call('node.record', { treeId, nodeId }));
  await desk.close();
  expect(server.asked.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
  expect(JSON.stringify([told, desk.events])).not.toContain(KEY);
  expect(filesWith(KEY, folder, desk.settingsFolder)).toEqual([]);
  // As this desk's keychain encrypts it, in Base64.
  const hidden = Buffer.from([...KEY].reverse().join('')).toString('base64');
  expect(filesWith(hidden, folder, desk.settingsFolder)).toEqual([join(desk.settingsFolder, 'keys.json')]);
});

test('Anthropic is asked for its models as it wants to be, and its key comes back from nowhere', async () => {
  const desk = new HandlersDesk();
  const list: Answering = (response, { path, headers }) => {
    const isRight = headers['x-api-key'] === KEY && headers['anthropic-version'] === '2023-06-01';
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
    const data = [{ id: 'claude-1', display_name: `Claude ${headers['x-api-key']}` }];
    const error = { type: 'authentication_error', message: `invalid x-api-key ${headers['x-api-key']}` };
    response.end(JSON.stringify(isRight && path.startsWith('/v1/models?limit') ? { data } : { error }));
  };
  const server = await WireServer.start(list);
  const headers = { 'anthropic-version': '2023-06-01' };
  const wanted = { id: null, name: 'Anthropic', baseUrl: server.baseUrl, headers, extra: {} };
  const { id } = await desk.call('provider.save', wanted);
  await desk.call('provider.setKey', { id, key: KEY });
  expect(await desk.call('provider.models', { id })).toMatchObject([{ id: 'claude-1' }]);
  expect(server.asked[0]?.headers.authorization).toBeUndefined();
  await desk.call('provider.setKey', { id, key: `${KEY}-wrong` });
  const refused = await desk.call('provider.models', { id }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'AUTHENTICATION' });
  expect(String(refused)).not.toContain(KEY);
});

test('a service that lists its models to anyone is asked about the key first', async () => {
  const desk = new HandlersDesk();
  const server = await WireServer.start((response, { path, headers }) => {
    const isRefused = path.endsWith('/key') && headers.authorization !== `Bearer ${KEY}`;
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isRefused ? { error: { message: 'No such key' } } : { data: [{ id: 'one' }] }),
    );
  });
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  await desk.call('provider.setKey', { id, key: 'sk-wrong' });
  expect(await desk.call('provider.models', { id })).toHaveLength(1);
  const withKey = { id, keyPath: '/key' };
  await expect(desk.call('provider.models', withKey)).rejects.toMatchObject({ code: 'AUTHENTICATION' });
  await desk.call('provider.setKey', { id, key: KEY });
  expect(await desk.call('provider.models', withKey)).toHaveLength(1);
  await expect(desk.callRaw('provider.models', { id, keyPath: '//elsewhere.example' })).rejects.toThrow();
});

test('the services that a model is passed on to are listed once each, and none where that is not said', async () => {
  const desk = new HandlersDesk();
  const server = await WireServer.start((response, { path }) => {
    const isListed = path === '/v1/models/meta/llama-base:free/endpoints';
    response.writeHead(isListed ? 200 : 404, { 'content-type': 'application/json' });
    const named = ['DeepInfra', 'Together', 'DeepInfra', 'A, B', 7].map((name) => ({ provider_name: name }));
    response.end(JSON.stringify(isListed ? { data: { endpoints: [...named, null] } } : { error: {} }));
  });
  const { id } = await desk.call('provider.save', { ...PROVIDER, id: null, baseUrl: server.baseUrl });
  const hostsOf = (model: string) => desk.call('provider.hosts', { id, model });
  expect(await hostsOf('meta/llama-base:free')).toEqual(['DeepInfra', 'Together']);
  const asked = server.asked.length;
  for (const model of ['llama', 'meta/../key', '../meta/llama', 'meta/llama?x'])
    expect(await hostsOf(model)).toEqual([]);
  expect(server.asked).toHaveLength(asked);
  await expect(hostsOf('meta/other')).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
});

test('a removed provider can be restored with its id, without its key', async () => {
  const desk = new HandlersDesk();
  const { id } = await desk.call('provider.save', { id: null, ...PROVIDER });
  await desk.call('provider.save', { ...PROVIDER, id, name: 'Router' });
  await desk.call('provider.setKey', { id, key: KEY });
  await desk.call('provider.remove', { id });
  const back = await desk.call('provider.restore', { ...PROVIDER, id, name: 'Router' });
  expect(back).toMatchObject({ id: 'open-router', name: 'Router', key: 'none' });
  const refused = { code: 'INVALID_ARGUMENT' };
  await expect(desk.call('provider.restore', { ...PROVIDER, id })).rejects.toMatchObject(refused);
  await expect(desk.call('provider.restore', { ...PROVIDER, id: 'offline' })).rejects.toMatchObject(refused);
});
