import { describe, expect, test } from 'vitest';
import { tokenProbabilities } from '../../../src/main/generation/token-probabilities.ts';
import { DONE, event } from '../../helpers/wire-server.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const completion = (
  text: string,
  logprob: number,
  others: Readonly<Record<string, number>> = {},
  index = 0,
) =>
  event({
    choices: [
      { index, text, logprobs: { tokens: [text], token_logprobs: [logprob], top_logprobs: [others] } },
    ],
  });

const chat = (token: string, logprob: number) =>
  event({
    choices: [
      {
        index: 0,
        delta: { content: token },
        logprobs: { content: [{ token, logprob, top_logprobs: [{ token: ' x', logprob: -3 }] }] },
      },
    ],
  });

describe('the tokens of a continuation', () => {
  test('have the range of their text, with alternatives, most likely first', () => {
    const body = bytes(completion(' The', -0.5, { ' A': -2, ' The': -0.5 }) + completion(' lamp', -1) + DONE);
    expect(tokenProbabilities(body, 0, ' The lamp', null)).toEqual([
      {
        from: 0,
        to: 4,
        logprob: -0.5,
        alternatives: [
          { text: ' The', logprob: -0.5 },
          { text: ' A', logprob: -2 },
        ],
      },
      { from: 4, to: 9, logprob: -1, alternatives: [] },
    ]);
  });

  test('are found where a line end of the web was stored, as one or as it was sent', () => {
    const body = bytes(completion('a\u2028', -1) + completion('b', -2));
    for (const text of ['a\nb', 'a\u2028b'])
      expect(tokenProbabilities(body, 0, text, null).map(({ from, to }) => [from, to])).toEqual([
        [0, 2],
        [2, 3],
      ]);
  });

  test('belong to their own choice', () => {
    const body = bytes(completion('a', -1, {}, 0) + completion('b', -2, {}, 1));
    expect(tokenProbabilities(body, 1, 'b', null).map(({ logprob }) => logprob)).toEqual([-2]);
  });

  test('start after what was trimmed at the seam', () => {
    const body = bytes(completion(' ', -1) + completion(' lamp', -2));
    const tokens = tokenProbabilities(body, 0, 'lamp', { promptTrimmed: 1, answerTrimmed: 2 });
    expect(tokens.map(({ from, to }) => [from, to])).toEqual([[0, 4]]);
  });

  test('start after a space added at the seam', () => {
    const seam = { promptTrimmed: 0, answerTrimmed: 0, spaceAdded: true } as const;
    const tokens = tokenProbabilities(bytes(chat('The', -1) + chat(' lamp', -2)), 0, ' The lamp', seam);
    expect(tokens.map(({ from, to, alternatives }) => [from, to, alternatives[0]?.text])).toEqual([
      [1, 4, 'x'],
      [4, 9, ' x'],
    ]);
  });

  test('of a rewrite are those of its runs, where they are in the text', () => {
    const body = bytes(chat('So', -1) + chat(' ran', -2) + chat(' home', -3) + chat(' now', -4));
    const ranges = [
      { from: 2, to: 6, at: 3 },
      { from: 11, to: 15, at: 12 },
    ];
    const seam = { promptTrimmed: 0, answerTrimmed: 0, ranges };
    expect(
      tokenProbabilities(body, 0, 'So, ran home now.', seam).map(({ from, to, logprob }) => [
        from,
        to,
        logprob,
      ]),
    ).toEqual([
      [3, 7, -2],
      [12, 16, -4],
    ]);
  });

  test('have alternatives without the space already in the text, and never half a character', () => {
    const others = { ' a': -1, b: -2, ' ': -3, '\ufffd': -4, 'bytes:\\xe2': -5 };
    const body = bytes(completion(' lamp', -1, others) + completion(' lit', -1, others));
    const tokens = tokenProbabilities(body, 0, 'lamp lit', { promptTrimmed: 1, answerTrimmed: 1 });
    expect(tokens.map(({ alternatives }) => alternatives.map(({ text }) => text))).toEqual([
      ['a', 'b'],
      [' a', 'b', ' '],
    ]);
  });

  test('have only as many alternatives as can be shown, none of them endless', () => {
    const others = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [` ${at}`, -1 - at]));
    const [token] = tokenProbabilities(
      bytes(completion(' lamp', -1, { ...others, ['x'.repeat(1_000_000)]: -0.5 })),
      0,
      ' lamp',
      null,
    );
    expect(token?.alternatives).toHaveLength(50);
    expect(token?.alternatives[0]).toEqual({ text: ' 0', logprob: -1 });
  });

  test('stop where the text differs', () => {
    const body = bytes(completion(' The', -1) + completion('<|x|>', -2) + completion(' lamp', -3));
    expect(tokenProbabilities(body, 0, ' The lamp', null)).toHaveLength(1);
  });

  test.each(['', 'not JSON at all', '{"choices": 7}', event({ choices: [{ text: ' a' }] }), DONE])(
    'are empty if the body has none: %j',
    (body) => expect(tokenProbabilities(bytes(body), 0, ' a', null)).toEqual([]),
  );
});
