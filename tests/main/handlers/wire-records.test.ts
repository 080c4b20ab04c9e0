import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';
import {
  type Answering,
  type Asked,
  DONE,
  ending,
  piece,
  refuses,
  streams,
  WireServer,
} from '../../helpers/wire-server.ts';

/** Records contain the bytes on the wire, whatever happened on the way (`generation.md`, *Records*). */

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

const STREAM = [': a comment\n\n', piece(' upon “a” 🏮'), piece(' time'), ending(), DONE];

interface Story {
  readonly settings?: {
    readonly memory?: string;
    readonly authorsNote?: string;
    readonly authorsNoteDepth?: number;
  };
  readonly count?: number;
  /** Tests the provider first, so that it is known to give several choices. */
  readonly tested?: boolean;
}

/** The records of the new nodes after a provider at `server` continues a small story. */
async function recordsOf(server: WireServer, { settings, count = 1, tested = false }: Story = {}) {
  const desk = new HandlersDesk();
  const { treeId } = desk;
  if (settings !== undefined) await desk.call('tree.update', { treeId, settings });
  await desk.commit([desk.typed('Once.\nThere was a lamp.\n')]);
  await desk.commit([desk.typed('It was lit  ')]);
  const provider = { name: 'Here', baseUrl: server.baseUrl, headers: {}, extra: {} };
  const { id } = await desk.call('provider.save', { id: null, ...provider });
  if (tested) await desk.call('provider.test', { id, model: 'base-1' });
  const made = { name: 'Wire', modelRef: `${id}:base-1`, configuration: {}, color: null };
  const agent = await desk.call('agent.create', made);
  const parentId = await desk.positionAt(1);
  const options = { at: null, agentIds: [agent.id], count, maxTokens: 8 };
  await desk.call('generation.start', { ...(await desk.intent()), ...options });
  await expect.poll(() => desk.grove.generation.generator.running(treeId)).toEqual([]);
  const children = await desk.call('path.children', { treeId, parentId });
  return Promise.all(
    children.map(async ({ nodeId }) => {
      expect(await desk.call('node.exportRecord', { treeId, nodeId })).not.toBeNull();
      const { localId } = (await desk.call('node.read', { treeId, nodeId })).node;
      const text = readFileSync(join(desk.destination ?? '', `aspen-${localId}.json`), 'utf8');
      const record = JSON.parse(text) as { response: { body: string }; rawResponseHash: string };
      const body = Buffer.from(record.response.body, 'base64');
      expect(record.rawResponseHash).toBe(sha256(body));
      const { node, content, verdict } = await desk.call('node.read', { treeId, nodeId });
      expect(verdict).toMatchObject({ verdict: 'valid', reasons: [] });
      const known = await desk.call('node.record', { treeId, nodeId });
      return { node, content, body: body.toString(), prompt: known?.prompt, request: known?.request };
    }),
  );
}

const promptOf = ({ asked }: WireServer) => (asked.at(-1) as Asked).json.prompt;

describe('a record has the body exactly as the server sent it', () => {
  test('for a stream', async () => {
    const server = await WireServer.start(streams(...STREAM));
    const [record] = await recordsOf(server);
    expect(record).toMatchObject({ body: STREAM.join(''), prompt: 'rebuilt' });
    expect(record?.content).toEqual({ type: 'text', text: 'upon “a” 🏮 time' });
  });

  test('for a stream cut inside characters', async () => {
    const bytes = Buffer.from(STREAM.join(''));
    const parts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) =>
      bytes.subarray(7 * i, 7 * i + 7),
    );
    const [record] = await recordsOf(await WireServer.start(streams(...parts)));
    expect(record?.body).toBe(STREAM.join(''));
  });

  test('for the attempt that succeeded, without the failed ones', async () => {
    const busy = refuses(503, 'busy', { 'retry-after': '0' });
    const server = await WireServer.start(busy, busy, streams(...STREAM));
    const [record] = await recordsOf(server);
    expect(server.asked).toHaveLength(3);
    expect(record).toMatchObject({ body: STREAM.join(''), prompt: 'rebuilt' });
  });

  test('for the response after a redirect', async () => {
    const redirects: Answering = (response) => {
      response.writeHead(307, { location: '/v2/completions', 'content-type': 'text/plain' });
      response.end('moved');
    };
    const server = await WireServer.start(redirects, streams(...STREAM));
    const [record] = await recordsOf(server);
    expect(server.asked.map(({ path }) => path)).toEqual(['/v1/completions', '/v2/completions']);
    expect(record).toMatchObject({ body: STREAM.join(''), prompt: 'rebuilt' });
  });

  test('for a response without streaming', async () => {
    const whole = '{ "id": "cmpl-1",\n "choices": [{"index": 0, "text": " upon", "finish_reason": "stop"}] }';
    const server = await WireServer.start((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(whole);
    });
    expect((await recordsOf(server))[0]?.body).toBe(whole);
  });

  test('for several choices, which share it', async () => {
    const many = [
      piece(' a', 0),
      piece(' b', 1),
      ending('stop', 1),
      piece('c', 0),
      ending('length', 0),
      DONE,
    ];
    const answers: Answering = (response, asked) => {
      const { n, stream } = asked.json;
      if (n === 2 && stream === true) return streams(...many)(response, asked);
      if (asked.path.endsWith('/chat/completions')) return refuses(404, 'no chat')(response, asked);
      response.writeHead(200, { 'content-type': 'application/json' });
      const choice = (index: number) => ({ index, text: ' a', logprobs: null });
      const choices = Array.from({ length: typeof n === 'number' ? n : 1 }, (_, index) => choice(index));
      response.end(JSON.stringify({ data: [{ id: 'base-1' }], choices }));
    };
    const records = await recordsOf(await WireServer.start(answers), { count: 2, tested: true });
    expect(records.map(({ body }) => body)).toEqual([many.join(''), many.join('')]);
    expect(new Set(records.map(({ node }) => node.responseId)).size).toBe(1);
    expect(records.map(({ node }) => node.choiceIndex)).toEqual([0, 1]);
    expect(records.map(({ prompt }) => prompt)).toEqual(['rebuilt', 'rebuilt']);
  });

  test('for a stream that breaks off', async () => {
    const server = await WireServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`${piece(' upon')}data: {"choi`, () => response.destroy());
    });
    const [record] = await recordsOf(server);
    expect(record?.body).toBe(`${piece(' upon')}data: {"choi`);
    expect(record?.node.finishReason).toBe('interrupted');
  });
});

test('the prompt can be rebuilt, including text outside nodes, without trailing spaces', async () => {
  const server = await WireServer.start(streams(...STREAM));
  const settings = { memory: 'A lighthouse.', authorsNote: 'Sparse.', authorsNoteDepth: 1 };
  const [record] = await recordsOf(server, { settings });
  expect(promptOf(server)).toBe('A lighthouse.\nOnce.\nThere was a lamp.\nSparse.\nIt was lit');
  expect(record?.request).toMatchObject({ prompt: { sha256: sha256(String(promptOf(server))), trimmed: 2 } });
  expect(JSON.stringify(record?.request)).not.toContain('There was');
  expect(record?.prompt).toBe('rebuilt');
});
