/** Results of a provider's test, and reasons for its continuations to wait. */
import { countOf, plural } from './plural.ts';

export const REACHED = 'The service answers.';
export const REACHED_WITH_KEY = 'The service answers and accepts the key.';

export function modelsListed(count: number): string {
  return count === 1 ? 'It lists one model.' : `It lists ${countOf(count, 'model')}.`;
}

export const MODELS_NOT_LISTED = 'It does not list its models. Enter their names yourself.';

/** A service's abilities: the sentence for each if it has it, and the sentence if it lacks it. */
export const ABILITIES = {
  completions: ['It continues text directly, as base models do.', 'It does not continue text directly.'],
  chat: ['It supports chat: it can be instructed to continue.', 'It does not support chat.'],
  streaming: ['It streams.', 'It does not stream: continuations arrive whole.'],
  continuesMessages: [
    'It goes on with a reply that was cut off.',
    'It does not go on with a reply by itself, so it is instructed to.',
  ],
  usage: ['It reports how many tokens a request used.', 'It does not report how many tokens a request used.'],
  manyChoices: [
    'It returns several continuations in one answer.',
    'It returns one continuation per answer, so several take several requests.',
  ],
  logprobs: ['It reports the probability of each token.', 'It does not report token probabilities.'],
  seed: ['It accepts a seed.', 'It does not accept a seed.'],
} as const satisfies Readonly<Record<string, readonly [can: string, cannot: string]>>;

export const ANSWERED_WITH_ERROR = 'It answers with an error.';
export const ANSWERED_WITHOUT_TEXT = 'The answer has no text.';

export function retryingIn(seconds: number): string {
  return `Trying again in ${seconds} ${plural(seconds, 'second')}.`;
}

/** A model that thinks came to its limit before its first word. */
export function onlyThought(maxTokens: number): string {
  return `It used all ${countOf(maxTokens, 'token')} for thinking: allow it more.`;
}
