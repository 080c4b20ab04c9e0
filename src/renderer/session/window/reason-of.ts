import { describeError } from '../../../ui-text/errors.ts';

/** Why input was refused, as a sentence to show beside its field. */
export function reasonOf(error: unknown): string {
  const { code, sentence, detail } = describeError(error);
  if (code !== 'INVALID_ARGUMENT' || detail === '') return sentence;
  const reason = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
