/** A token without the white space around it; a token of white space alone is named. */
import { likelihoodText, whiteSpaceName } from '../../../ui-text/page/tokens.ts';
export function formatToken(text: string): string {
  if (text.trim() !== '') return text.trim();
  return whiteSpaceName(text.split('\n').length - 1);
}

/** `23 %`, or `under 1 %`. */
export function formatLikelihood(logprob: number): string {
  return likelihoodText(100 * Math.exp(logprob));
}
