import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#sha256';
import type { CompletionStyle } from '../../../src/core/tree/agent.ts';
import { tokenProbabilities } from '../../../src/main/generation/token-probabilities.ts';
import { type Answering, WireServer } from '../../helpers/wire-server.ts';
import { askWire, type WireResult } from './wire-desk.ts';

/** Streams as the supported services send them, replayed byte by byte (`tests/fixtures/streams`). */

const FOLDER = join(import.meta.dirname, '../../fixtures/streams');

function bytesOf(name: string): Buffer {
  return readFileSync(join(FOLDER, `${name}.sse`));
}

/** Sends a stream in pieces of `size` bytes, wherever that cuts it. */
function replays(name: string, size: number): Answering {
  return async (response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-request-id': `req-${name}`,
    });
    const bytes = bytesOf(name);
    for (let from = 0; from < bytes.length; from += size) {
      response.write(bytes.subarray(from, from + size));
      await new Promise(setImmediate);
    }
    response.end();
  };
}

async function replay(
  name: string,
  style: CompletionStyle,
  { size = 97, document = 'The lamp was lit.', count = 1 } = {},
): Promise<WireResult> {
  const server = await WireServer.start(replays(name, size));
  return askWire(server, { style, document, count, manyChoices: count > 1 });
}

interface Expected {
  readonly style: CompletionStyle;
  readonly text: string;
  readonly finish: string;
  readonly model: string;
  /** Prompt and completion tokens; null if the service does not report them. */
  readonly usage: readonly [number, number] | null;
}

const COMPLETE: Readonly<Record<string, Expected>> = {
  'openai-chat': {
    style: 'chat-continue',
    text: ' The keeper climbed the stairs.',
    finish: 'stop',
    model: 'gpt-4o-mini-2024-07-18',
    usage: [71, 6],
  },
  'openai-chat-logprobs': {
    style: 'chat-continue',
    text: ' Rain fell 🌧',
    finish: 'length',
    model: 'gpt-4o-mini-2024-07-18',
    usage: [70, 3],
  },
  'openai-filter': {
    style: 'chat-continue',
    text: ' He raised',
    finish: 'content_filter',
    model: 'gpt-4o-mini-2024-07-18',
    usage: null,
  },
  'openai-completions': {
    style: 'completion',
    text: ' The keeper slept.',
    finish: 'stop',
    model: 'gpt-3.5-turbo-instruct:20230824-v2',
    usage: [5, 4],
  },
  'openrouter-chat': {
    style: 'chat-continue',
    text: ' Nobody answered.',
    finish: 'stop',
    model: 'meta-llama/llama-3.1-70b-instruct',
    usage: [66, 3],
  },
  'openrouter-reasoning': {
    style: 'chat-continue',
    text: ' Rain fell.',
    finish: 'stop',
    model: 'meta-llama/llama-3.1-70b-instruct',
    usage: null,
  },
  'openrouter-completions': {
    style: 'completion',
    text: ' It rained.',
    finish: 'length',
    model: 'meta-llama/llama-3.1-70b-instruct',
    usage: [4, 3],
  },
  'llama-cpp-completions': {
    style: 'completion',
    text: ' and the sea was…',
    finish: 'length',
    model: 'Mistral-Nemo-Base-2407-Q5_K_M.gguf',
    usage: [9, 5],
  },
  'llama-cpp-chat': {
    style: 'chat-continue',
    text: '雨停了。',
    finish: 'stop',
    model: 'Mistral-Nemo-Base-2407-Q5_K_M.gguf',
    usage: [58, 5],
  },
  'vllm-completions': {
    style: 'completion',
    text: ' a door',
    finish: 'stop',
    model: 'meta-llama/Llama-3.1-405B',
    usage: [6, 2],
  },
  'ollama-chat': {
    style: 'chat-continue',
    text: ' The wind rose.',
    finish: 'stop',
    model: 'llama3.2',
    usage: [61, 5],
  },
  'ollama-completions': {
    style: 'completion',
    text: ' The wind',
    finish: 'length',
    model: 'llama3.2',
    usage: null,
  },
  'lm-studio-completions': {
    style: 'completion',
    text: ' “Stay,” he said.',
    finish: 'stop',
    model: 'mistral-nemo-base-2407',
    usage: null,
  },
  'together-completions': {
    style: 'completion',
    text: ' Far off thunder',
    finish: 'length',
    model: 'mistralai/Mixtral-8x7B-v0.1',
    usage: [5, 3],
  },
};

describe.each([1, 97, 100_000])('a stream in pieces of %i bytes', (size) => {
  test.each(Object.entries(COMPLETE))('%s gives text, finish, usage and record', async (name, expected) => {
    const { style, text, finish, model, usage } = expected;
    const { ends, kept, verified } = await replay(name, style, { size });
    expect(ends).toMatchObject([{ state: 'done', finishReason: finish, error: null }]);
    expect(kept.map((one) => one.text)).toEqual([text]);
    expect(kept[0]?.record).toMatchObject({
      requestId: `req-${name}`,
      modelIdentifier: model,
      tokenUsage: usage === null ? null : { promptTokens: usage[0], completionTokens: usage[1] },
      bodySha256: sha256(kept[0]?.body ?? ''),
    });
    // Reading stops at `[DONE]`: half of the line ending after it may arrive too late.
    const unread = bytesOf(name).toString().slice(kept[0]?.body.toString().length);
    expect(kept[0]?.body.toString() + unread).toBe(bytesOf(name).toString());
    expect(unread.length).toBeLessThanOrEqual(2);
    expect(unread.trim()).toBe('');
    expect(verified).toBe(true);
  });
});

test('several choices of one stream are kept apart and share its record', async () => {
  const { ends, kept, verified } = await replay('openai-completions-n', 'completion', { count: 3 });
  expect(kept.map(({ text }) => text)).toEqual([' One lamp', ' Two lamps', ' three lamps']);
  expect(ends.map(({ finishReason }) => finishReason)).toEqual(['stop', 'length', 'stop']);
  expect(new Set(kept.map(({ record }) => record.id)).size).toBe(1);
  expect(kept.map(({ node }) => node.choiceIndex)).toEqual([0, 1, 2]);
  expect(verified).toBe(true);
});

test.each([
  ['openai-chat-logprobs', 'chat-continue', ['Rain', ' fell', ' 🌧'], ['Snow', ' came', '.']],
  ['vllm-completions', 'completion', ['a', ' door'], ['the', ' bell']],
] as const)('%s reports the probability of each token', async (name, style, tokens, others) => {
  const { kept } = await replay(name, style, { document: 'The lamp was lit.\n' });
  const [one] = kept;
  if (one === undefined) throw new Error('nothing was kept');
  const probabilities = tokenProbabilities(one.body, 0, one.text, one.node.seam);
  expect(probabilities.map(({ from, to }) => one.text.slice(from, to))).toEqual(tokens);
  for (const [index, other] of others.entries()) {
    expect(probabilities[index]?.alternatives.map(({ text }) => text)).toContain(other);
  }
});

describe('an error inside a stream', () => {
  test('after some words keeps them, as interrupted, and is reported', async () => {
    const { ends, kept, verified } = await replay('openrouter-error', 'chat-continue');
    expect(ends).toMatchObject([
      {
        state: 'done',
        finishReason: 'interrupted',
        error: { code: 'SERVER_ERROR', detail: 'Provider disconnected unexpectedly' },
      },
    ]);
    expect(kept.map(({ text }) => text)).toEqual([' Nobody answ']);
    expect(kept[0]?.body.equals(bytesOf('openrouter-error'))).toBe(true);
    expect(verified).toBe(true);
  });

  test('before the first word is retried, then reported', async () => {
    const server = await WireServer.start(replays('openrouter-error-first', 97));
    const { ends, kept } = await askWire(server, { style: 'chat-continue' });
    expect(ends).toMatchObject([{ state: 'failed', error: { code: 'RATE_LIMITED' } }]);
    expect(kept).toEqual([]);
    expect(server.asked).toHaveLength(3);
  });

  test('that is a refusal by the model adds nothing to the story', async () => {
    const { ends, kept } = await replay('openai-refusal', 'chat-continue');
    expect(ends).toMatchObject([{ state: 'failed', error: { code: 'CONTENT_FILTERED' } }]);
    expect(kept).toEqual([]);
  });
});

test('every stream in the folder is replayed', () => {
  const others = ['openai-completions-n', 'openrouter-error', 'openrouter-error-first', 'openai-refusal'];
  const names = readdirSync(FOLDER).flatMap((name) => /^(.*)\.sse$/.exec(name)?.[1] ?? []);
  expect(names.toSorted()).toEqual([...Object.keys(COMPLETE), ...others].toSorted());
});
