/** A token without the white space around it; a token of white space alone is named. */
export function formatToken(text: string): string {
  if (text.trim() !== '') return text.trim();
  const lines = text.split('\n').length - 1;
  if (lines === 0) return 'a space';
  return lines === 1 ? 'a new line' : 'a new paragraph';
}

/** `23 %`, or `under 1 %`. */
export function formatLikelihood(logprob: number): string {
  const percent = 100 * Math.exp(logprob);
  return percent < 1 ? 'under 1 %' : `${Math.min(100, Math.round(percent))} %`;
}
