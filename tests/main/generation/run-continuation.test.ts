import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sha256 } from '#sha256';
import { trimPrompt } from '../../../src/core/context/seam.ts';
import { AspenError } from '../../../src/core/errors.ts';
import { MAX_TEXT_LENGTH } from '../../../src/core/text/limits.ts';
import { runContinuation } from '../../../src/main/generation/run-continuation.ts';
import { createSha256 } from '../../../src/main/sha256.ts';
import { type Step, scriptedProvider } from '../../helpers/scripted-provider.ts';

interface Options {
  readonly document?: string;
  readonly signal?: AbortSignal;
  readonly silence?: number;
  readonly onText?: (piece: string) => void;
  /** For a message of a conversation, by an agent of this name. */
  readonly name?: string;
}

function run(
  steps: readonly Step[],
  { document = 'Once', onText = () => undefined, name, ...options }: Options = {},
) {
  const prompt = trimPrompt(document);
  const pieces: string[] = [];
  return runContinuation({
    provider: scriptedProvider(steps),
    request: {
      style: 'completion',
      extra: {},
      input: { kind: 'document', system: '', prompt: prompt.text, suffix: '' },
      model: 'any',
      parameters: { maxTokens: 9 },
      choices: 1,
    },
    place:
      name === undefined
        ? { kind: 'document', prompt, isChat: false }
        : { kind: 'message', reply: { name, stop: [] } },
    signal: new AbortController().signal,
    createSha256,
    ...options,
    onEvent: (event) => {
      if (event.type !== 'text') return;
      pieces.push(event.text);
      onText(event.text);
    },
  }).then(({ choices: [choice], ...answer }) => {
    if (choice === undefined) throw new Error('expected one choice');
    return { ...answer, ...choice, pieces };
  });
}

const END = { finish: 'stop' } as const;

describe('one continuation', () => {
  it('has one space at the seam if both sides have one', async () => {
    const answer = await run([' upon', ' a time', END], { document: 'Once ' });
    expect(answer).toMatchObject({
      text: 'upon a time',
      seam: { promptTrimmed: 1, answerTrimmed: 1 },
      finishReason: 'stop',
      error: null,
    });
  });

  it.each([
    ['Once', ' upon', ' upon'],
    ['Once ', 'upon', 'upon'],
    ['Once\n', 'Upon', 'Upon'],
    ['“', 'Who?”', 'Who?”'],
    ['the castle 🏰 ', ' 🏯', '🏯'],
    ['他走进', '房间', '房间'],
  ])('joins %j and %j', async (document, answer, shown) => {
    expect((await run([answer, END], { document })).text).toBe(shown);
  });

  it('keeps the raw bytes, whatever happens to the text', async () => {
    const answer = await run([' one\r', '\n two', END], { document: 'Once ' });
    expect(gunzipSync(answer.body.gzip).toString()).toBe(' one\r\n two');
    expect(answer.body.sha256).toBe(sha256(' one\r\n two'));
    expect(answer.text).toBe('one\n two');
  });

  it('never emits half a character or half a line ending', async () => {
    const answer = await run(['a\ud83c', '\udff0b\r', '\nc', END]);
    expect(answer.text).toBe('a🏰b\nc');
    for (const piece of answer.pieces) expect(piece.isWellFormed()).toBe(true);
    expect(answer.pieces.join('')).toBe(answer.text);
  });

  it('ends lines where the web does', async () => {
    expect((await run(['a\u2028b\v', 'c\u0085d\u2029', END])).text).toBe('a\nb\nc\nd\n');
  });

  it('drops half a character at the end', async () => {
    expect((await run(['a\ud83c', END])).text).toBe('a');
  });

  it('keeps the text before a failure, as interrupted', async () => {
    const answer = await run(['Half a', { fail: new AspenError('NETWORK', 'gone') }]);
    expect(answer).toMatchObject({
      text: 'Half a',
      finishReason: 'interrupted',
      error: { code: 'BROKEN_OFF' },
    });
  });

  it('treats an unknown error as a malformed response', async () => {
    const answer = await run([{ fail: new TypeError('what') }]);
    expect(answer).toMatchObject({ text: '', error: { code: 'MALFORMED_RESPONSE' } });
  });

  it('does not treat a broken stream as complete', async () => {
    const answer = await run(['Half a']);
    expect(answer).toMatchObject({ finishReason: 'interrupted', error: { code: 'BROKEN_OFF' } });
  });

  it('times out on a silent provider', async () => {
    const answer = await run(['Half a', { silent: true }], { silence: 5 });
    expect(answer).toMatchObject({ text: 'Half a', finishReason: 'interrupted', error: { code: 'TIMEOUT' } });
  });

  it('is cut before the character that would make it too long, and ends the request', async () => {
    const most = MAX_TEXT_LENGTH;
    const unreached = { fail: new AspenError('NETWORK', 'it went on') };
    const answer = await run(['x'.repeat(most - 1), '🏰', 'more', unreached]);
    expect(answer).toMatchObject({ finishReason: 'length', error: null });
    expect(answer.text === 'x'.repeat(most - 1)).toBe(true);
    expect(answer.pieces.join('').length).toBe(most - 1);
  });

  it('is a message without the white space around it, as it streams and when it is cut', async () => {
    const named = { name: 'Opus' };
    const answer = await run([' Op', 'us:', '\n Half', ' ', '\n', 'a line. ', '\n', END], named);
    expect(answer).toMatchObject({
      text: 'Half \na line.',
      pieces: ['Half', ' \na line.'],
      seam: { promptTrimmed: 0, answerTrimmed: 8 },
    });
    const half = await run(['Opus: Half a line. ', { fail: new AspenError('NETWORK', 'gone') }], named);
    expect(half).toMatchObject({ text: 'Half a line.', finishReason: 'interrupted' });
    const long = await run(['Opus: ', 'x'.repeat(MAX_TEXT_LENGTH), ' more', END], named);
    expect([long.text.length, long.finishReason]).toEqual([MAX_TEXT_LENGTH, 'length']);
    expect(await run(['Op', END], named)).toMatchObject({ text: 'Op' });
  });

  it('may be just as long as a text may be', async () => {
    const answer = await run(['x'.repeat(MAX_TEXT_LENGTH), END]);
    expect(answer).toMatchObject({ finishReason: 'stop', error: null });
    expect(answer.text.length).toBe(MAX_TEXT_LENGTH);
  });

  it('stops without an error', async () => {
    const controller = new AbortController();
    const answer = await run(['Half a', { silent: true }], {
      signal: controller.signal,
      onText: () => controller.abort(),
    });
    expect(answer).toMatchObject({ text: 'Half a', finishReason: 'stopped', error: null });
  });
});
