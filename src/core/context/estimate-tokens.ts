/** What a token is taken for where the provider's own count is not known (`generation.md`, *Context*). */
const CHARACTERS_PER_TOKEN = 4;

/** About how many tokens a text of `length` UTF-16 code units is, rounded up. */
export function estimateTokens(length: number): number {
  return Math.ceil(length / CHARACTERS_PER_TOKEN);
}

/** The longest text, in UTF-16 code units, whose estimate is `tokens`; negative where there is room for none. */
export function lengthOfTokens(tokens: number): number {
  return tokens * CHARACTERS_PER_TOKEN;
}
