import { describe, expect, test } from 'vitest';
import { readReasoning } from '../../../src/main/generation/read-reasoning.ts';
import { DONE, event } from '../../helpers/wire-server.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const delta = (fields: object, index = 0) => event({ choices: [{ index, delta: fields }] });

describe('what a model reasoned', () => {
  test.each([
    ['reasoning_content', { reasoning_content: 'It is ' }, { reasoning_content: 'dark.' }],
    ['reasoning', { reasoning: 'It is ' }, { reasoning: 'dark.' }],
    [
      'reasoning_details',
      { reasoning_details: [{ type: 'reasoning.text', text: 'It is ' }] },
      {
        reasoning_details: [
          { type: 'reasoning.encrypted', data: 'gAAAAA' },
          { type: 'reasoning.summary', summary: 'dark.' },
        ],
      },
    ],
  ])('is read from %s, and the text is no part of it', (_name, one, other) => {
    const body = delta(one) + delta(other) + delta({ content: 'Light the lamp.' }) + DONE;
    expect(readReasoning(bytes(body), 0, 0)).toBe('It is dark.');
  });

  test('is read once where a service sends it under two names', () => {
    const both = { reasoning: 'Dark.', reasoning_details: [{ type: 'reasoning.text', text: 'Dark.' }] };
    expect(readReasoning(bytes(delta(both)), 0, 0)).toBe('Dark.');
  });

  test('belongs to its own choice', () => {
    const body = delta({ reasoning: 'A' }, 0) + delta({ reasoning: 'B' }, 1) + delta({ content: 'x' }, 1);
    expect([0, 1, 2].map((choice) => readReasoning(bytes(body), choice, 0))).toEqual(['A', 'B', '']);
  });

  test('is read from an answer that was not streamed', () => {
    const message = { content: 'Light the lamp.', reasoning_content: 'It is\r\ndark.\n' };
    const body = JSON.stringify({ choices: [{ index: 0, message }] });
    expect(readReasoning(bytes(body), 0, 0)).toBe('It is\ndark.');
  });

  test('is read from between its marks, unless the agent has them as text', () => {
    for (const said of ['<think>It is dark.</think>\n\nRain.', 'It is dark.\n</think>\nRain.']) {
      const body = bytes([...said].map((content) => delta({ content })).join('') + DONE);
      expect(readReasoning(body, 0, said.indexOf('Rain'))).toBe('It is dark.');
      expect(readReasoning(body, 0, 0)).toBe('');
    }
  });

  test('is nothing where there is none, or where it is no text', () => {
    const odd = [null, 7, ['x'], { text: 'x' }, ''].map((reasoning) => delta({ reasoning })).join('');
    const body = `${odd}${delta({ content: 'He said "reasoning": no.' })}data: 3\n\n${event({ choices: {} })}`;
    expect(readReasoning(bytes(body), 0, 0)).toBe('');
    expect(readReasoning(bytes(''), 0, 0)).toBe('');
  });

  test('of bytes that were cut anywhere is a beginning of the whole', () => {
    const said = ['Où est la ', 'lampe\u2028?', ' 🏮 Là.'];
    const whole = said.join('').replace('\u2028', '\n');
    for (const end of ['\n', '\r\n']) {
      const body = bytes(
        `: ping${end}${end}${said.map((reasoning) => delta({ reasoning })).join('')}`.replaceAll('\n', end),
      );
      const read = Array.from({ length: body.length + 1 }, (_, cut) =>
        readReasoning(body.subarray(0, cut), 0, 0),
      );
      expect(read.filter((text) => !whole.startsWith(text))).toEqual([]);
      expect(read.at(-1)).toBe(whole);
      expect(new Set(read).size).toBe(said.length + 1);
    }
  });
});
