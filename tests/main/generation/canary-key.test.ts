import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { probe } from '../../../src/main/generation/providers/probe.ts';
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
import { askWire } from './wire-desk.ts';

/**
 * A service sends the key back in every way: it is found nowhere afterwards (`generation.md`, *A key never comes
 * back*). `askWire` looks for it, here and after every other answer.
 */

const KEY = 'sk-canary-4711-0815-4242';

const escaped = [...KEY]
  .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
  .join('');
const encoded = [...KEY].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

const inStream = (data: string) => streams(piece(' a time'), data, ending(), DONE);

const json =
  (body: string, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };

/** Possible answers of a service, and whether each is a continuation. */
const ANSWERS: Readonly<Record<string, readonly [Answering, kept: number]>> = {
  'a text': [inStream(piece(` ${KEY}`)), 1],
  'a text in pieces': [streams(...[...` ${KEY} `].map((character) => piece(character)), ending(), DONE), 1],
  'bytes split within the key': [
    streams(piece(' a time'), ...splitInTwo(piece(` said ${KEY}`)), ending(), DONE),
    1,
  ],
  'JSON escapes': [inStream(piece('KEY').replace('KEY', escaped)), 1],
  'percent encoding': [inStream(piece(` ${encoded}`)), 1],
  'a comment in the stream': [inStream(`: you sent ${KEY}\n\n`), 1],
  'the name of the model': [inStream(event({ model: KEY, choices: [] })), 1],
  'headers and the request id': [
    async (response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'x-request-id': `req-${KEY}`,
        server: KEY,
        'x-ratelimit-remaining': KEY,
      });
      response.end(piece(' a time') + ending() + DONE);
    },
    1,
  ],
  'an answer that does not stream': [
    json(JSON.stringify({ model: KEY, choices: [{ text: ` ${KEY}`, finish_reason: 'stop' }] })),
    1,
  ],
  'a compressed answer': [
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      response.end(gzipSync(piece(` ${KEY}`) + ending() + DONE));
    },
    1,
  ],
  'an error': [refuses(400, `you sent Bearer ${KEY}`), 0],
  'an error with status 200': [json(JSON.stringify({ error: { message: `bad key ${KEY}` } })), 0],
  'an error in the stream': [inStream(event({ error: { message: `bad key ${KEY}` } })), 1],
  'a web page': [
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<p>${KEY}</p>`);
    },
    0,
  ],
  'no JSON': [json(`{"key": \\${KEY}`), 0],
  'a redirect': [
    (response) => {
      response.writeHead(302, { location: `https://elsewhere.example/${KEY}` });
      response.end();
    },
    0,
  ],
  'a cut-off answer': [
    async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(piece(` a ${KEY}`));
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.destroy();
    },
    1,
  ],
};

for (const [where, [answer, kept]] of Object.entries(ANSWERS))
  test(`a key sent back in ${where} is found nowhere`, async () => {
    const server = await WireServer.start(answer);
    const result = await askWire(server, { key: KEY });
    expect(result.kept).toHaveLength(kept);
    for (const { body, record, text } of result.kept) {
      expect(text).not.toContain(KEY);
      expect(decodeURIComponent(body.toString().replaceAll(/%(?![0-9a-f]{2})/gi, ''))).not.toContain(KEY);
      for (const [from, length] of record.redacted)
        expect(body.subarray(from, from + length).toString()).toBe('*'.repeat(length));
      expect(record.decoded).toBe(where === 'a compressed answer');
    }
    expect(result.verified).toBe(true);
    const report = await probe(
      { baseUrl: server.baseUrl, headers: {}, extra: {}, findKey: () => KEY },
      null,
      new AbortController().signal,
    );
    expect(JSON.stringify(report)).not.toContain(KEY);
  });

test('the record says where, and verifies', async () => {
  const server = await WireServer.start(inStream(piece(` ${KEY}`)));
  const { kept } = await askWire(server, { key: KEY });
  expect(kept[0]?.record.redacted).toHaveLength(1);
  expect(kept[0]?.text).toBe(` a time ${'*'.repeat(KEY.length)}`);
});

test('a short key, as of services that need none, is not taken out of a text', async () => {
  const server = await WireServer.start(streams(piece(' none of it'), ending(), DONE));
  const { kept } = await askWire(server, { key: 'none' });
  expect(kept[0]?.text).toBe(' none of it');
  expect(kept[0]?.record.redacted).toEqual([]);
});

test('a header that is named like a secret is one', async () => {
  const server = await WireServer.start(streams(piece(` ${KEY}`), ending(), DONE));
  const { kept } = await askWire(server, { headers: { 'X-Api-Key': KEY } });
  expect(kept[0]?.text).toBe(` ${'*'.repeat(KEY.length)}`);
});

test('a service without a key is not said to accept one', async () => {
  const server = await WireServer.start(json(JSON.stringify({ data: [{ id: 'wire-1' }] })));
  const sentenceFor = async (key: string | null) => {
    const service = { baseUrl: server.baseUrl, headers: {}, extra: {}, findKey: () => key };
    return (await probe(service, null, new AbortController().signal)).findings[0]?.sentence;
  };
  expect(await sentenceFor(null)).toBe('The service answers.');
  expect(await sentenceFor(KEY)).toBe('The service answers and accepts the key.');
});

function splitInTwo(text: string): readonly string[] {
  const middle = text.indexOf(KEY) + 7;
  return [text.slice(0, middle), text.slice(middle)];
}
