import { expect, test } from 'vitest';
import {
  contextLengthIn,
  mostChoicesIn,
  refusedField,
  withoutRefused,
} from '../../../src/core/answers/refused-fields.ts';

const SENT = ['model', 'messages', 'max_tokens', 'temperature', 'seed', 'stop', 'n', 'top_p', 'stream'];

test.each([
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'max_tokens',
    'max_completion_tokens',
  ],
  ['Unrecognized request argument supplied: seed', 'seed', null],
  ["property 'seed' is unsupported", 'seed', null],
  ['n: must be 1', 'n', null],
  ["Only one completion choice is allowed: 'n' must be 1", 'n', null],
  ["Unsupported value: 'temperature' does not support 0.8 with this model.", 'temperature', null],
  ['temperature and top_p cannot both be specified for this model', 'temperature', null],
  ['Extra inputs are not permitted: stop: x', 'stop', null],
])('%j refuses %s', (message, field, instead) => {
  expect(refusedField(message, SENT)).toEqual({ field, instead });
});

test.each([
  'max_tokens: must be 8 or less',
  'max_tokens is too large: 32768. This model supports at most 4096 completion tokens.',
  'This model has a maximum context length of 4096 tokens. Please reduce the length of the messages.',
  'The request must stop at n tokens, and the seed is bad',
  'messages: at least one is required',
  'top_k is not supported',
])('%j refuses nothing that can be left out', (message) => {
  expect(refusedField(message, SENT)).toBeNull();
});

test('a body is sent without what is refused, or under another name', () => {
  const body = { model: 'm', max_tokens: 8, seed: 1 };
  expect(withoutRefused(body, { seed: null, max_tokens: 'max_completion_tokens', top_p: null })).toEqual({
    model: 'm',
    max_completion_tokens: 8,
  });
});

test.each([
  ["Field 'n': Value must be between 1 <= value <= 2, but got 3", 3, 2],
  ['n must be at most 4', 10, 4],
  ["Only one completion choice is allowed: 'n' must be 1", 3, null],
  ["'n' is not supported by gpt-4.1", 5, null],
  ["'n' is not supported", 2, null],
])('%j of %i choices accepts %j', (message, refused, most) => {
  expect(mostChoicesIn(message, refused)).toBe(most);
});

test.each([
  ['request (3002 tokens) exceeds the available context size (512 tokens), try increasing it', 512],
  [
    "This model's maximum context length is 8,192 tokens. However, you requested 9,000 tokens (8,000 in the messages).",
    8192,
  ],
  ['prompt is too long: 208310 tokens > 200000 maximum', 200_000],
  [
    'input length and `max_tokens` exceed context limit: 195000 + 21333 > 200000, decrease input length',
    200_000,
  ],
  ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1_048_576],
  ['Prompt contains 40000 tokens, too large for model with 32768 maximum context length', 32_768],
  ['`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 4000 `inputs` tokens', 4097],
  ['The context length is exceeded by 12 tokens', null],
  ['This model has a context length of 128k tokens', null],
  ['max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens', null],
  ['Please reduce the length of the messages or completion.', null],
])('%j says a context length of %j', (message, length) => {
  expect(contextLengthIn(message)).toBe(length);
});

test('fewer choices than are accepted are asked for as they are', () => {
  expect(withoutRefused({ n: 3 }, { n: 2 })).toEqual({ n: 2 });
  expect(withoutRefused({ n: 2 }, { n: 4 })).toEqual({ n: 2 });
});
