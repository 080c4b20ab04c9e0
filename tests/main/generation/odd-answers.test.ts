import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { tokenProbabilities } from '../../../src/main/generation/token-probabilities.ts';
import {
  type Answering,
  DONE,
  ending,
  event,
  piece,
  streams,
  WireServer,
} from '../../helpers/wire-server.ts';
import { askWire } from './wire-desk.ts';

/** Answers that no service should send, from a real server to a real file (`generation.md`, *Bounds*). */

const MB = 1024 * 1024;

const ask = async (answer: Answering, options = {}) => askWire(await WireServer.start(answer), options);

const answersJson =
  (body: string, status = 200): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  };

/** JSON of lists in lists. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** A gigabyte of zeros, in a megabyte: a file of several members expands to all of them. */
const gzipped =
  (status: number): Answering =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    response.end(Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(16 * MB)))));
  };

describe('what keeps a connection alive', () => {
  const PINGS = [
    ': ping\n\n',
    ':\n\n',
    '\n',
    '\r\n\r\n',
    'event: ping\n\n',
    'event: ping\ndata: {"type":"ping"}\n\n',
    'event: ping\ndata:\n\n',
    'event: keepalive\ndata: 2026-11-21 18:00\n\n',
    'data:\n\n',
    'data: \n\n',
    'id: 7\nretry: 3000\n\n',
    `${event({ choices: [] })}`,
  ];

  test('is no text, no error and no silence', async () => {
    const { ends, kept } = await ask(
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const part of [...PINGS, piece(' upon'), ...PINGS, ending(), DONE]) {
          await new Promise((resolve) => setTimeout(resolve, 60));
          response.write(part);
        }
        response.end();
      },
      { silence: 800 },
    );
    expect(ends).toMatchObject([{ state: 'done', finishReason: 'stop', error: null }]);
    expect(kept.map(({ text }) => text)).toEqual([' upon']);
  });

  test('may also be blanks before an answer that is not streamed', async () => {
    const { ends, kept } = await ask(
      async (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        for (let times = 0; times < 20; times += 1) {
          await new Promise((resolve) => setTimeout(resolve, 60));
          response.write('\n');
        }
        response.end(JSON.stringify({ choices: [{ index: 0, text: ' upon', finish_reason: 'stop' }] }));
      },
      { silence: 800 },
    );
    expect(ends).toMatchObject([{ state: 'done', error: null }]);
    expect(kept.map(({ text }) => text)).toEqual([' upon']);
  });
});

describe('text', () => {
  test.each([
    ['NUL', '" a\\u0000b"', ' a\0b'],
    ['half characters', '" a\\ud83c b\\udf27 c\\ud83c\\udf27"', ' a\ufffd b\ufffd c🌧'],
    ['line ends', '" a\\r\\nb\\rc\\u2028d"', ' a\nb\nc\nd'],
    ['100,000 words in a line', JSON.stringify(' word'.repeat(100_000)), ' word'.repeat(100_000)],
  ])('with %s is kept as it is stored everywhere', async (_name, json, text) => {
    const { ends, kept, verified } = await ask(
      streams(event(`{"choices":[{"index":0,"text":${json}}]}`), ending(), DONE),
    );
    expect(ends).toMatchObject([{ state: 'done', error: null }]);
    expect(kept.map((one) => one.text)).toEqual([text]);
    expect(verified).toBe(true);
  });
});

describe('the index of a choice', () => {
  const said = (index: unknown, text: string) => event({ choices: [{ index, text }] });

  test('that does not exist is nobody’s, and the others go on', async () => {
    const odd = [-1, 3, 1e9, 0.5, '2x', '', true, {}, [0], '__proto__'];
    const { ends, kept } = await ask(
      streams(
        ...odd.map((index) => said(index, ' odd')),
        event('{"choices":[{"index":1e999,"text":" odd","finish_reason":"stop"}]}'),
        event({ choices: [null, 'x', 7, [], { index: -1, finish_reason: 'stop' }] }),
        said(0, ' a'),
        said(1, ' b'),
        ending('stop', 0),
        ending('stop', 1),
        DONE,
      ),
      { count: 2, manyChoices: true },
    );
    expect(ends).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    expect(kept.map(({ text }) => text)).toEqual([' a', ' b']);
  });

  test('is its place in the list if it has none, and may be written as a word', async () => {
    const { kept } = await ask(
      answersJson(
        JSON.stringify({
          choices: [
            { text: ' a', finish_reason: 'stop' },
            { index: null, text: ' b', finish_reason: 'stop' },
            { index: '2', text: ' c', finish_reason: 'stop' },
          ],
        }),
      ),
      { count: 3, manyChoices: true },
    );
    expect(kept.map(({ text }) => text)).toEqual([' a', ' b', ' c']);
  });
});

describe('JSON that is 50,000 deep', () => {
  const deep = nested(50_000);

  test.each([
    [
      'in an event',
      streams(event(`{"x":${deep},"choices":[{"index":0,"text":" a","logprobs":${deep}}]}`), ending(), DONE),
    ],
    [
      'in an answer that is not streamed',
      answersJson(`{"x":${deep},"choices":[{"text":" a","finish_reason":"stop"}]}`),
    ],
  ])('%s is passed over', async (_name, answer) => {
    const { ends, kept } = await ask(answer);
    expect(ends).toMatchObject([{ state: 'done', error: null }]);
    const [one] = kept;
    expect(one?.text).toBe(' a');
    expect(tokenProbabilities(one?.body ?? Buffer.alloc(0), 0, ' a', null)).toEqual([]);
  });

  test.each([
    ['a refusal', answersJson(`{"error":${deep}}`, 400), 'INVALID_REQUEST'],
    ['the message of a refusal', answersJson(`{"error":{"message":${deep}}}`, 401), 'AUTHENTICATION'],
    ['an error with status 200', answersJson(`{"error":${deep}}`), 'SERVER_ERROR'],
    ['an error in the stream', streams(event(`{"error":{"message":${deep}}}`)), 'SERVER_ERROR'],
    [
      'an error in errors',
      streams(event(`${'{"error":'.repeat(50_000)}0${'}'.repeat(50_000)}`)),
      'SERVER_ERROR',
    ],
    ['a list where an object belongs', streams(event(deep)), 'MALFORMED_RESPONSE'],
  ])('as %s says what it is', async (_name, answer, code) => {
    const { ends, kept } = await ask(answer);
    expect(ends).toMatchObject([{ state: 'failed', error: { code } }]);
    expect(ends[0]?.error?.detail).not.toMatch(/stack|RangeError/);
    expect(kept).toEqual([]);
  });
});

test.each([
  ['in a field of its own', { detail: 'The model does not exist' }],
  ['as a text', { error: 'The model does not exist' }],
  ['as a message', { message: 'The model does not exist', object: 'error' }],
])('an explanation %s is shown', async (_name, body) => {
  const refused = await ask(answersJson(JSON.stringify(body), 404));
  expect(refused.ends[0]?.error).toMatchObject({
    code: 'MODEL_NOT_FOUND',
    detail: 'The model does not exist',
  });
  const named = await ask(streams(`event: error\n${event(body)}`));
  expect(named.ends[0]?.error).toMatchObject({ code: 'MODEL_NOT_FOUND', detail: 'The model does not exist' });
});

describe('names and numbers', () => {
  test('a model’s name of 5 MB is cut, and so is a long request id', async () => {
    const { kept, verified } = await ask(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'r'.repeat(9_000) });
      response.write(event({ model: 'm'.repeat(5 * MB), choices: [{ index: 0, text: ' a' }] }));
      response.end(ending() + DONE);
    });
    expect(kept[0]?.record.modelIdentifier).toBe('m'.repeat(500));
    expect(kept[0]?.record.requestId).toBe('r'.repeat(200));
    expect(verified).toBe(true);
  });

  test.each([[-5], [1e300], [0.5], ['12'], [null]])('%j tokens are not counted', async (tokens) => {
    const usage = event({ choices: [], usage: { prompt_tokens: tokens, completion_tokens: 3 } });
    const { kept } = await ask(streams(piece(' a'), ending(), usage, DONE));
    expect(kept[0]?.record.tokenUsage).toBeNull();
  });
});

describe('an answer without end', () => {
  test('is refused after 64 MB, even if it is one line of a gigabyte in a megabyte', async () => {
    const { ends, kept } = await ask(gzipped(200));
    expect(ends).toMatchObject([{ state: 'failed', error: { code: 'MALFORMED_RESPONSE' } }]);
    expect(kept).toEqual([]);
  });

  test('is not read to its end where an error is expected', async () => {
    const { ends } = await ask(gzipped(400));
    expect(ends).toMatchObject([{ state: 'failed', error: { code: 'INVALID_REQUEST' } }]);
  });

  test('is malformed if it is not what its header says', async () => {
    const { ends } = await ask((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      response.end(piece(' a') + ending() + DONE);
    });
    expect(ends).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a redirect', () => {
  const redirects =
    (status: number, location: string): Answering =>
    (response) => {
      response.writeHead(status, location === '' ? {} : { location });
      response.end('gone');
    };

  test.each([
    ['in a circle', 307, '/v1/completions'],
    ['to a file', 302, 'file:///etc/passwd'],
    ['to another port', 308, 'http://127.0.0.1:1/v1/completions'],
    ['to no address', 307, 'http://['],
    ['to nowhere', 302, ''],
  ])('%s is refused', async (_name, status, location) => {
    const server = await WireServer.start(redirects(status, location));
    const { ends, kept } = await askWire(server, { key: 'sk-0123456789abcdef' });
    expect(ends).toMatchObject([
      { state: 'failed', error: { code: expect.stringMatching(/NETWORK|INVALID_REQUEST/) } },
    ]);
    expect(kept).toEqual([]);
    expect(server.asked.length).toBeLessThanOrEqual(12);
  });
});
