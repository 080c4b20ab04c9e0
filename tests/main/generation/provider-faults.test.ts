import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstNodeAt, type PositionId } from '../../../src/core/ids.ts';
import { textOf } from '../../../src/core/tree/tree-node.ts';
import type { GenerationUpdate, JobSnapshot } from '../../../src/ipc/wire/generation.ts';
import { Generator } from '../../../src/main/generation/generator.ts';
import { offlineAgent } from '../../../src/main/generation/offline-agent.ts';
import { createOpenAiCompatible } from '../../../src/main/generation/providers/openai-compatible.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import { getWholeNode } from '../../../src/main/store/tables/nodes.ts';
import { sqlTree } from '../../../src/main/store/tree/sql-tree.ts';
import { documentContext } from '../../helpers/document-context.ts';
import { filesWith } from '../../helpers/files-with.ts';
import { plantGrove } from '../../helpers/grove.ts';
import { readGrove } from '../../helpers/grove-facts.ts';
import { noPartials } from '../../helpers/journal.ts';
import { answersInto } from '../../helpers/store-answers.ts';
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

/** The fault list of `proof.md` under *provider*: a local server misbehaves, with one stream or four. */

const KEY = 'sk-canary-4711-0815';
/** Timeout in milliseconds where the provider is silent; `PATIENCE` is the timeout everywhere else. */
const SILENCE = 300;
const PATIENCE = 30_000;

interface Desk {
  ask(count?: number): JobSnapshot;
  /** Resolves with the last update of each slot, once none is running. */
  ended(job: JobSnapshot): Promise<readonly GenerationUpdate[]>;
  stop(): Promise<void>;
  stopOne(job: JobSnapshot, slot: number): Promise<void>;
  texts(): readonly string[];
  updates: readonly GenerationUpdate[];
  verified(): boolean;
}

function openDesk(
  server: WireServer,
  options: { readonly manyChoices?: boolean; readonly silence?: number } = {},
): Desk {
  server.echoesKey = true;
  const grove = plantGrove();
  const updates: GenerationUpdate[] = [];
  const provider = createOpenAiCompatible({
    id: 'here',
    baseUrl: server.baseUrl,
    headers: {},
    extra: {},
    manyChoices: options.manyChoices ?? false,
    refusedFields: () => ({}),
    onRefused: () => undefined,
    continuesMessages: () => false,
    askForUsage: false,
    findKey: () => KEY,
  });
  const generator = new Generator({
    store: answersInto(grove),
    idsAndClock: grove.idsAndClock,
    createSha256,
    findProvider: (id) => (id === provider.id ? provider : undefined),
    firstPause: 5,
    silence: options.silence ?? PATIENCE,
    partials: noPartials,
    emit: (update) => updates.push(update),
    onBug: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  const agent = { ...offlineAgent(grove.model, 0), modelRef: 'here:wire-1', configuration: {} };
  const context = documentContext('Once ');
  const children = (): readonly PositionId[] => sqlTree(grove.store, grove.tree.id).childrenOf(grove.root);
  return {
    updates,
    ask: (count = 1) =>
      generator.start({
        treeId: grove.tree.id,
        requestedBy: grove.human,
        target: { kind: 'continuation', parentId: grove.root, originId: firstNodeAt(grove.root) },
        agentRequests: [{ agent, context, count, maxTokens: 20 }],
      }),
    ended: async (job) => {
      await expect.poll(() => generator.running(grove.tree.id), { timeout: 5_000 }).toEqual([]);
      expect(JSON.stringify(updates)).not.toContain(KEY);
      expect(filesWith(KEY, dirname(grove.store.path))).toEqual([]);
      return job.slots.map(({ slot }) => {
        const last = updates.findLast((update) => update.jobId === job.jobId && update.slot === slot);
        if (last === undefined) throw new Error(`no update for slot ${slot}`);
        return last;
      });
    },
    stop: () => generator.stop(null, null),
    stopOne: ({ jobId }, slot) => generator.stop(jobId, slot),
    texts: () => children().map((child) => textOf(getWholeNode(grove.store, firstNodeAt(child)).content)),
    verified: () => {
      const facts = readGrove(grove.store.path);
      // The planted root has no valid hash.
      return facts.verified === facts.counts.nodes - 1 && facts.logIsWhole;
    },
  };
}

const silent: Answering = () => new Promise(() => undefined);

const startsAnd = (then: (response: Parameters<Answering>[0]) => void): Answering => {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(piece(' upon'));
    setTimeout(() => then(response), 20);
  };
};

/** Failures without text: the slot fails with a code and a sentence, and nothing is written. */
const REFUSALS: readonly (readonly [string, Answering, string])[] = [
  ['a rejected key', refuses(401, `Incorrect API key provided: ${KEY}`), 'AUTHENTICATION'],
  ['a missing model', refuses(404, 'The model `wire-1` does not exist'), 'MODEL_NOT_FOUND'],
  ['too many requests', refuses(429, 'Rate limit reached'), 'RATE_LIMITED'],
  [
    'too many requests, with a pause',
    refuses(429, 'Rate limit reached', { 'retry-after': '0.01' }),
    'RATE_LIMITED',
  ],
  [
    'too many requests, for an hour',
    refuses(429, 'Rate limit reached', { 'retry-after': '3600' }),
    'RATE_LIMITED',
  ],
  ['a failing server', refuses(500, 'oops'), 'SERVER_ERROR'],
  ['an overloaded server', refuses(529, 'overloaded'), 'SERVER_ERROR'],
  ['a refused request', refuses(400, 'top_k is not a field'), 'INVALID_REQUEST'],
  ['a silent server', silent, 'TIMEOUT'],
  ['a connection that is reset', (response) => void response.destroy(), 'NETWORK'],
  ['an end before the first word', streams(), 'MALFORMED_RESPONSE'],
  [
    'a success that holds an error',
    streams(event({ error: { message: 'engine error', code: 500 } })),
    'SERVER_ERROR',
  ],
  ['a body that is not an event stream', streams('this is no event stream\n\n'), 'MALFORMED_RESPONSE'],
  ['an event that is not JSON', streams(event('{"choices')), 'MALFORMED_RESPONSE'],
  ['only a content filter', streams(ending('content_filter'), DONE), 'CONTENT_FILTERED'],
];

describe.each([1, 4])('%i at once', (count) => {
  test.each(REFUSALS)('%s: a sentence, and nothing is written', async (_name, answer, code) => {
    const server = await WireServer.start(answer);
    const desk = openDesk(server, code === 'TIMEOUT' ? { silence: SILENCE } : {});
    const ends = await desk.ended(desk.ask(count));
    for (const end of ends) {
      expect(end).toMatchObject({ state: 'failed', error: { code } });
      expect(end.error?.sentence).toMatch(/^[A-Z].*\.$/);
    }
    expect(desk.texts()).toEqual([]);
  });

  const CUT_SHORT: readonly (readonly [string, Answering, string])[] = [
    ['silence in the middle', startsAnd(() => undefined), 'TIMEOUT'],
    ['a connection that breaks off', startsAnd((response) => response.destroy()), 'BROKEN_OFF'],
    ['an end without a reason', startsAnd((response) => response.end()), 'BROKEN_OFF'],
    ['an event that is not JSON', startsAnd((response) => response.end(event('{'))), 'MALFORMED_RESPONSE'],
    [
      'an error in the stream',
      startsAnd((response) => response.end(event({ error: { message: 'overloaded', code: 529 } }))),
      'SERVER_ERROR',
    ],
  ];

  test.each(CUT_SHORT)(
    '%s: the text received is kept once, as interrupted, without another request',
    async (_name, answer, code) => {
      const server = await WireServer.start(answer);
      // On a busy machine the first word itself may take longer than one silence.
      const desk = openDesk(server, code === 'TIMEOUT' ? { silence: 4 * SILENCE } : {});
      const ends = await desk.ended(desk.ask(count));
      for (const end of ends) {
        expect(end).toMatchObject({ state: 'done', finishReason: 'interrupted', error: { code } });
      }
      expect(desk.texts()).toEqual(Array(count).fill('upon'));
      expect(server.asked).toHaveLength(count);
      expect(desk.verified()).toBe(true);
    },
  );

  test('a temporary failure before the first word is retried, and the writer sees the pause', async () => {
    let requests = 0;
    const server = await WireServer.start((response, request) => {
      requests += 1;
      const isFirstOfEach = requests <= count;
      return (isFirstOfEach ? refuses(503, 'busy') : streams(piece(' upon'), ending(), DONE))(
        response,
        request,
      );
    });
    const desk = openDesk(server);
    const ends = await desk.ended(desk.ask(count));
    expect(ends.map(({ state }) => state)).toEqual(Array(count).fill('done'));
    const pauses = desk.updates.filter(({ state, error }) => state === 'waiting' && error !== null);
    expect(pauses).toHaveLength(count);
    expect(pauses[0]?.error).toMatchObject({
      code: 'SERVER_ERROR',
      detail: expect.stringMatching(/^Trying again/),
    });
    expect(ends.every(({ error }) => error === null)).toBe(true);
    expect(desk.texts()).toEqual(Array(count).fill('upon'));
  });

  test('stopping works while the server keeps sending, and later text is ignored', async () => {
    const server = await WireServer.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(piece(' upon'));
      const timer = setInterval(() => {
        response.write(piece(' late'));
      }, 5);
      response.on('close', () => clearInterval(timer));
    });
    const desk = openDesk(server);
    const job = desk.ask(count);
    await expect
      .poll(() => desk.updates.filter(({ append }) => append !== '').length)
      .toBeGreaterThanOrEqual(count);
    await desk.stop();
    const texts = desk.texts();
    expect(texts).toHaveLength(count);
    await pause(40);
    expect(desk.texts()).toEqual(texts);
    for (const end of await desk.ended(job)) expect(end.state).toBe('stopped');
    expect(desk.verified()).toBe(true);
  });
});

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}

test('a slow stream does not time out while something arrives', async () => {
  const server = await WireServer.start(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of [': wait\n\n', ': wait\n\n', piece(' upon'), ending(), DONE]) {
      await pause(SILENCE);
      response.write(part);
    }
    response.end();
  });
  const desk = openDesk(server, { silence: 4 * SILENCE });
  expect((await desk.ended(desk.ask()))[0]).toMatchObject({ state: 'done', error: null });
  expect(desk.texts()).toEqual(['upon']);
});

test('a line of a megabyte is read', async () => {
  const long = ' word'.repeat(200_000);
  const server = await WireServer.start(streams(piece(long), ending(), DONE));
  const desk = openDesk(server);
  await desk.ended(desk.ask());
  expect(desk.texts()).toEqual([long.slice(1)]);
});

test('an unreachable address fails quickly, after three attempts', async () => {
  const server = await WireServer.start(streams(DONE));
  await server.close();
  const desk = openDesk(server);
  const [end] = await desk.ended(desk.ask());
  expect(end).toMatchObject({ state: 'failed', error: { code: 'NETWORK' } });
  expect(desk.updates.filter(({ state, error }) => state === 'waiting' && error !== null)).toHaveLength(2);
});

test('a pause counts down and disappears when it ends', async () => {
  const server = await WireServer.start(
    refuses(429, 'slow down', { 'retry-after': '2' }),
    streams(piece(' upon'), ending(), DONE),
  );
  const desk = openDesk(server);
  await desk.ended(desk.ask());
  expect(desk.updates.filter(({ state }) => state === 'waiting').map(({ error }) => error?.detail)).toEqual([
    'Trying again in 2 seconds.',
    'Trying again in 1 second.',
    undefined,
  ]);
});

describe('several choices of one response', () => {
  test('can be stopped one by one: text received is kept, later text is ignored', async () => {
    let response: Parameters<Answering>[0] | undefined;
    const server = await WireServer.start((given) => {
      response = given;
      given.writeHead(200, { 'content-type': 'text/event-stream' });
      given.write(piece(' a', 0) + piece(' b', 1));
    });
    const desk = openDesk(server, { manyChoices: true });
    const job = desk.ask(3);
    await expect.poll(() => desk.updates.filter(({ append }) => append !== '').length).toBe(2);
    await desk.stopOne(job, 1);
    await desk.stopOne(job, 2);
    const last = (slot: number) => desk.updates.findLast((update) => update.slot === slot);
    expect(last(1)).toMatchObject({ state: 'saving' });
    expect(last(2)).toMatchObject({ state: 'empty', finishReason: 'stopped' });
    response?.end(
      piece(' more', 0) +
        piece(' late', 1) +
        piece(' late', 2) +
        ending('stop', 0) +
        ending('stop', 1) +
        DONE,
    );
    const ends = await desk.ended(job);
    expect(ends.map(({ state }) => state)).toEqual(['done', 'stopped', 'empty']);
    expect(desk.texts()).toEqual(['a more', 'b']);
    expect(desk.verified()).toBe(true);
  });

  test('are written together as nodes with one record, and are saving until then', async () => {
    const server = await WireServer.start(
      streams(
        piece(' a', 0),
        piece(' b', 1),
        piece(' c', 2),
        ending('stop', 1),
        ending('length', 0),
        ending('stop', 2),
        DONE,
      ),
    );
    const desk = openDesk(server, { manyChoices: true });
    const ends = await desk.ended(desk.ask(3));
    expect(server.asked.map(({ json }) => json.n)).toEqual([3]);
    expect(desk.texts()).toEqual(['a', 'b', 'c']);
    expect(ends.map(({ finishReason }) => finishReason)).toEqual(['length', 'stop', 'stop']);
    expect(desk.updates.filter(({ state }) => state === 'saving').map(({ slot }) => slot)).toEqual([1, 0, 2]);
    expect(desk.verified()).toBe(true);
  });

  test('are requested one by one if the provider returns only one', async () => {
    const server = await WireServer.start(streams(piece(' a'), ending(), DONE));
    const desk = openDesk(server, { manyChoices: true });
    const ends = await desk.ended(desk.ask(3));
    expect(ends.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(server.asked.map(({ json }) => json.n)).toEqual([3, undefined, undefined]);
    expect(desk.texts()).toEqual(['a', 'a', 'a']);
    expect(desk.verified()).toBe(true);
  });

  test('fail one by one if the stream breaks after others are complete', async () => {
    const server = await WireServer.start(
      streams(piece(' a', 0), piece(' b', 1), piece(' ', 2), ending('stop', 0)),
    );
    const desk = openDesk(server, { manyChoices: true });
    const ends = await desk.ended(desk.ask(3));
    expect(ends).toMatchObject([
      { state: 'done', finishReason: 'stop', error: null },
      { state: 'done', finishReason: 'interrupted', error: { code: 'BROKEN_OFF' } },
      { state: 'failed', error: { code: 'BROKEN_OFF' } },
    ]);
    expect(desk.texts()).toEqual(['a', 'b']);
  });

  test('are requested one by one if the provider refuses several', async () => {
    const server = await WireServer.start((response, asked) =>
      (asked.json.n === undefined ? streams(piece(' a'), ending(), DONE) : refuses(400, 'n must be 1'))(
        response,
        asked,
      ),
    );
    const desk = openDesk(server, { manyChoices: true });
    const ends = await desk.ended(desk.ask(2));
    expect(ends.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(server.asked).toHaveLength(3);
  });
});
