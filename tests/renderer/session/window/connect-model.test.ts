import { expect, test } from 'vitest';
import type { ProviderReport } from '../../../../src/ipc/wire/provider.ts';
import { serviceTemplates } from '../../../../src/renderer/session/settings/service-templates.ts';
import {
  failureOf,
  findServiceAt,
  hostsIn,
  pinnedTo,
  problemOfServiceAddress,
  toggleHost,
  usualStyle,
} from '../../../../src/renderer/session/window/connect-model.ts';
import { listFailed } from '../../../../src/ui-text/settings/connect.ts';

function template(id: string) {
  const found = serviceTemplates.find((known) => known.id === id);
  if (found === undefined) expect.unreachable();
  return found;
}

test.each([
  ['openai', 'gpt-5', 'chat-continue'],
  ['openai', 'davinci-002', 'completion'],
  ['openai', 'gpt-3.5-turbo-instruct', 'completion'],
  ['anthropic', 'claude-base', 'chat-continue'],
  ['openrouter', 'meta-llama/llama-3.1-405b-instruct', 'chat-continue'],
  ['openrouter', 'maker/model-70b-base', 'completion'],
  ['llamacpp', 'Mistral-7B-v0.3.gguf', 'completion'],
  ['llamacpp', 'Mistral-7B-Instruct-v0.3.gguf', 'chat-continue'],
  ['llamacpp', 'gemma-3-12b-it', 'chat-continue'],
  ['llamacpp', 'gemma-3-12b-pt', 'completion'],
])('%s: %s is asked by %s', (id, model, style) => {
  expect(usualStyle(template(id), model)).toBe(style);
});

test('what a test found decides over the name', () => {
  expect(usualStyle(template('other'), 'some-base', { completions: false, chat: true })).toBe(
    'chat-continue',
  );
  expect(usualStyle(template('other'), 'some-chat', { completions: true, chat: false })).toBe('completion');
});

test('pinned hosts answer alone, in the writer’s order', () => {
  expect(pinnedTo(hostsIn(' DeepInfra,Together, '))).toEqual({
    provider: { order: ['DeepInfra', 'Together'], allow_fallbacks: false },
  });
  expect(hostsIn(' , ')).toEqual([]);
  expect(toggleHost('together', 'DeepInfra')).toBe('together, DeepInfra');
  expect(toggleHost('together, DeepInfra', 'Together')).toBe('DeepInfra');
});

test('a service is found by its address, with or without a final slash', () => {
  const known = {
    id: 'anthropic',
    name: 'Anthropic',
    headers: {},
    extra: {},
    key: 'none',
    ability: null,
    refusedFields: {},
  } as const;
  const list = [{ ...known, baseUrl: 'https://api.anthropic.com/v1/' }];
  expect(findServiceAt(list, template('anthropic').baseUrl)?.id).toBe('anthropic');
  expect(findServiceAt(list, template('openai').baseUrl)).toBeUndefined();
});

test('an address is asked for, and has to be one', () => {
  expect(problemOfServiceAddress(' ')).toBe('Enter the address of the server first.');
  expect(problemOfServiceAddress('http://example.com/v1')).toMatch(/^An address begins with https/);
  expect(problemOfServiceAddress('localhost:8000')).toBeNull();
  expect(problemOfServiceAddress('http://localhost:8000/v1')).toBeNull();
});

test('a model that does not answer is explained with the service’s words', () => {
  const report = (chat: string, supported: boolean): ProviderReport => ({
    findings: [
      { what: 'reached', supported: true, sentence: '' },
      { what: 'completions', supported: false, sentence: 'It does not continue text directly.' },
      { what: 'chat', supported, sentence: chat },
    ],
    abilities: {},
    refusedFields: {},
    models: [],
    model: 'one',
  });
  expect(failureOf('one', report('It does not support chat. Buy credits.', false))).toBe(
    'one did not answer: Buy credits.',
  );
  expect(failureOf('one', report('It supports chat.', true))).toBeNull();
});

test('each failure of the list is one sentence or two that says what helps', () => {
  const there = { name: 'OpenAI', host: 'api.openai.com', isHere: false, hasKey: true };
  const here = { name: 'Ollama', host: 'localhost:11434', isHere: true, hasKey: false };
  expect(listFailed('AUTHENTICATION', 'no', there)).toMatch(/^OpenAI does not accept this key\./);
  expect(listFailed('AUTHENTICATION', 'no', { ...there, hasKey: false })).toBe('OpenAI asks for a key.');
  expect(listFailed('NETWORK', 'refused', here)).toBe(
    'Nothing answers at localhost:11434. Start Ollama, then test again.',
  );
  expect(listFailed('NETWORK', '', there)).toMatch(/^OpenAI could not be reached\./);
  expect(listFailed('MODEL_NOT_FOUND', '', there)).toBe(
    'OpenAI does not list its models. Enter the name of one.',
  );
});
