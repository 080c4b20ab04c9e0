import { AspenError } from '../errors.ts';

/** Assumed characters per token where the count of the provider is not known (`generation.md`, *Context*). */
const CHARACTERS_PER_TOKEN = 4;

/** Estimates the number of tokens in a text of `length` UTF-16 code units, rounded up. */
export function estimateTokens(length: number): number {
  return Math.ceil(length / CHARACTERS_PER_TOKEN);
}

/** The length of the longest text, in UTF-16 code units, whose estimate is `tokens`; negative if `tokens` is. */
export function lengthOfTokens(tokens: number): number {
  return tokens * CHARACTERS_PER_TOKEN;
}

/** The error for a context of `tokens` where `room` tokens fit, with the excess. */
export function contextTooLong(tokens: number, room: number): AspenError {
  return new AspenError(
    'CONTEXT_TOO_LONG',
    `The context is about ${tokens} tokens, ${tokens - room} more than the ${Math.max(0, room)} that fit.`,
  );
}
