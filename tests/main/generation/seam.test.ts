import { describe, expect, test } from 'vitest';
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

/** The seam with the real provider: what is sent, what is kept, and what the record says about both. */

function chatPiece(content: string): string {
  return event({ model: 'wire-1', choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

/** An answer sent word by word, or letter by letter. */
function answersWith(
  style: 'completion' | 'chat-continue',
  answer: string,
  by: 'word' | 'letter',
): Answering {
  const parts = by === 'word' ? (answer.match(/\s*\S+|\s+$/g) ?? []) : [...answer];
  return streams(
    ...parts.map((part) => (style === 'completion' ? piece(part) : chatPiece(part))),
    ending(),
    DONE,
  );
}

const CASES: readonly (readonly [
  what: string,
  style: 'completion' | 'chat-continue',
  document: string,
  answer: string,
  page: string,
])[] = [
  ['a word', 'completion', 'Once', ' upon a time', 'Once upon a time'],
  ['a space', 'completion', 'Once ', ' upon a time', 'Once upon a time'],
  ['a space that the model omits', 'completion', 'Once ', 'upon a time', 'Once upon a time'],
  ['a line ending', 'completion', 'Once.\n', 'Then', 'Once.\nThen'],
  ['Windows line endings', 'completion', 'Once.', '\r\n\r\nThen', 'Once.\n\nThen'],
  ['a quotation mark', 'completion', 'She said, “', 'Come in.”', 'She said, “Come in.”'],
  ['an emoji', 'completion', 'A tower 🏰 ', ' 🌙 above', 'A tower 🏰 🌙 above'],
  ['Chinese text', 'completion', '雨停了，', '他走进了房间。', '雨停了，他走进了房间。'],
  ['a word', 'chat-continue', 'She sat by the', 'fire again.', 'She sat by the fire again.'],
  ['a space', 'chat-continue', 'She sat. ', 'It was late.', 'She sat. It was late.'],
  ['a sentence', 'chat-continue', 'She sat.', 'It was late.', 'She sat. It was late.'],
  ['a line ending', 'chat-continue', 'She sat.\n\n', 'It was late.', 'She sat.\n\nIt was late.'],
  ['a quotation mark', 'chat-continue', '“Come in.”', 'She sat.', '“Come in.” She sat.'],
  ['an emoji', 'chat-continue', 'Good night 🌙', 'she wrote.', 'Good night 🌙 she wrote.'],
  ['Chinese text', 'chat-continue', '雨停了。', '他走进了房间。', '雨停了。他走进了房间。'],
  [
    'a repetition',
    'chat-continue',
    'It rained. The lamp was lit, and',
    'The lamp was lit, and nobody came.',
    'It rained. The lamp was lit, and nobody came.',
  ],
  [
    'a repetition after a space',
    'chat-continue',
    'It rained. The lamp was lit, and ',
    'The lamp was lit, and nobody came.',
    'It rained. The lamp was lit, and nobody came.',
  ],
  [
    'a Chinese repetition',
    'chat-continue',
    '雨停了，他走进了房间',
    '他走进了房间，坐了下来。',
    '雨停了，他走进了房间，坐了下来。',
  ],
];

describe.each(['word', 'letter'] as const)('an answer sent by the %s', (by) => {
  test.each(CASES)('after %s (%s) has no seam', async (_what, style, document, answer, page) => {
    const server = await WireServer.start(answersWith(style, answer, by));
    const { kept, verified } = await askWire(server, { style, document });
    const [one] = kept;
    if (one === undefined) throw new Error('nothing was kept');
    expect(document + one.text).toBe(page);
    expect(verified).toBe(true);
  });
});

test('the prompt ends without spaces, and the record counts the spaces trimmed on both sides', async () => {
  const server = await WireServer.start(answersWith('completion', '  upon', 'word'));
  const { kept } = await askWire(server, { document: 'Once  ' });
  expect(server.asked[0]?.json.prompt).toBe('Once');
  expect(kept[0]?.node.seam).toEqual({ promptTrimmed: 2, answerTrimmed: 2 });
  expect(kept[0]?.record.request).toMatchObject({ prompt: { trimmed: 2 } });
});

test('an answer that only repeats what is begun says so, and nothing is kept', async () => {
  const server = await WireServer.start(answersWith('chat-continue', 'The lamp was lit', 'word'));
  const { ends, kept } = await askWire(server, { style: 'chat-continue', document: 'The lamp was lit' });
  expect(ends).toMatchObject([{ state: 'failed', error: { code: 'ONLY_REPEATED' } }]);
  expect(kept).toEqual([]);
});

test('a refrain of one sentence stays', async () => {
  const server = await WireServer.start(answersWith('chat-continue', 'And so it goes.', 'word'));
  const { kept } = await askWire(server, { style: 'chat-continue', document: 'It rained. And so it goes.' });
  expect(kept.map(({ text }) => text)).toEqual([' And so it goes.']);
});

test('half a character at the end of an interrupted answer is dropped', async () => {
  const server = await WireServer.start(streams(piece(' upon '), piece('\ud83c'), ending('length'), DONE));
  const { kept } = await askWire(server);
  expect(kept[0]?.text).toBe(' upon ');
});
