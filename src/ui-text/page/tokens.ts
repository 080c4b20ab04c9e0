/** Probabilities of a model's words, and its alternatives to them. */

export const TOKEN_ALTERNATIVES = 'Alternatives';
export const NO_PROBABILITIES = 'No probabilities';
export const NONE_RECORDED = 'No probabilities were recorded for this text.';
export const NO_ALTERNATIVES_RECORDED = 'No alternatives were recorded here.';
export const CHOOSING_BRANCHES = 'Choosing another one starts a branch.';
export const NO_MODEL_WROTE = 'No model wrote the text here.';
export const EDITED_SINCE = 'This text was edited. Its probabilities belong to the previous version.';

/** A token of white space alone. @param lines how many lines it ends */
export function whiteSpaceName(lines: number): string {
  if (lines === 0) return 'a space';
  return lines === 1 ? 'a new line' : 'a new paragraph';
}

/** `23 %`, or `under 1 %`. @param percent 0 to 100 */
export function likelihoodText(percent: number): string {
  return percent < 1 ? 'under 1 %' : `${Math.min(100, Math.round(percent))} %`;
}
