import { expect, test } from 'vitest';
import type { ProviderRequest } from '../../../src/main/generation/providers/provider.ts';
import { chatLimitField, requestBody } from '../../../src/main/generation/providers/request-body.ts';

const REQUEST: ProviderRequest = {
  style: 'chat-continue',
  input: { kind: 'document', system: '', prompt: 'Once', suffix: '' },
  model: 'one',
  parameters: { maxTokens: 50 },
  extra: {},
  choices: 1,
};

test('OpenAI’s chats are limited by the field that its newer models take, all others by the usual one', () => {
  const bodyFor = (baseUrl: string, style: ProviderRequest['style']) =>
    requestBody({ ...REQUEST, style }, { askForUsage: false, chatLimit: chatLimitField(baseUrl) });
  const openAi = bodyFor('https://api.openai.com/v1', 'chat-continue');
  expect(openAi).toMatchObject({ max_completion_tokens: 50 });
  expect(openAi).not.toHaveProperty('max_tokens');
  for (const body of [
    bodyFor('https://api.openai.com/v1', 'completion'),
    bodyFor('https://api.anthropic.com/v1/', 'chat-continue'),
    bodyFor('http://localhost:11434/v1', 'chat'),
  ]) {
    expect(body).toMatchObject({ max_tokens: 50 });
    expect(body).not.toHaveProperty('max_completion_tokens');
  }
});
