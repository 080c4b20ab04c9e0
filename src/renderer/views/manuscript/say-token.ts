/** A token as a reader sees it: white space at its ends left out, and named where there is nothing else. */
export function sayToken(text: string): string {
  if (text.trim() !== '') return text.trim();
  const lines = text.split('\n').length - 1;
  if (lines === 0) return 'a space';
  return lines === 1 ? 'a new line' : 'a new paragraph';
}

/** `23 %`; of what is hardly likely, `under 1 %`. */
export function sayLikelihood(logprob: number): string {
  const percent = 100 * Math.exp(logprob);
  return percent < 1 ? 'under 1 %' : `${Math.min(100, Math.round(percent))} %`;
}
