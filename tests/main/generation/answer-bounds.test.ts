import { expect, test } from 'vitest';
import { MAX_MODEL_LENGTH, MAX_TEXT_LENGTH } from '../../../src/core/text/limits.ts';
import { findOversized } from '../../../src/main/store/connection/integrity.ts';
import { openGrove } from '../../helpers/grove.ts';
import { DONE, ending, piece, streams, WireServer } from '../../helpers/wire-server.ts';
import { askWire } from './wire-desk.ts';

/** Answers that are longer than a text may be (`generation.md`, *Bounds*). */

/** A megabyte that is not UTF-8: each byte becomes one character, which takes three. */
const INVALID = Buffer.concat([
  Buffer.from('data: {"choices":[{"index":0,"text":"'),
  Buffer.alloc(1024 * 1024, 0xff),
  Buffer.from('"}]}\n\n'),
]);

/** A model with a name of 5 MB. */
const NAMED = `data: ${JSON.stringify({ model: 'x'.repeat(5_000_000), choices: [] })}\n\n`;

test('24 MB that are not UTF-8 and a model’s name of 5 MB are cut, and the reader accepts what is written', async () => {
  const server = await WireServer.start(
    streams(NAMED, ...Array.from({ length: 24 }, () => INVALID), ending(), DONE),
  );
  const { kept, path, verified } = await askWire(server);
  const [answer] = kept;
  expect(answer?.text === '\ufffd'.repeat(MAX_TEXT_LENGTH)).toBe(true);
  expect(answer?.node.finishReason).toBe('length');
  expect(answer?.record.modelIdentifier).toBe('x'.repeat(MAX_MODEL_LENGTH));
  expect(verified).toBe(true);
  expect(findOversized(openGrove(path, { readonly: true }))).toEqual([]);
  await expect.poll(() => server.connections()).toBe(0);
});

test('one of two answers in one response is cut while the other goes on to its end', async () => {
  const half = 'x'.repeat(MAX_TEXT_LENGTH / 2);
  const server = await WireServer.start(
    streams(
      piece(half),
      piece('Short', 1),
      piece(half),
      piece('er', 0),
      piece(' and whole.', 1),
      ending('stop', 1),
      DONE,
    ),
  );
  const { kept } = await askWire(server, { count: 2, manyChoices: true });
  expect(kept.map(({ text, node }) => [text.length, node.finishReason])).toEqual([
    [MAX_TEXT_LENGTH, 'length'],
    ['Short and whole.'.length, 'stop'],
  ]);
});
