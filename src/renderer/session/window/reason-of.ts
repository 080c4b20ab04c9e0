import { describeError } from '../../../core/errors.ts';

/** Why something was refused, as a sentence to stand beside the field it was refused for. */
export function reasonOf(error: unknown): string {
  const { code, sentence, detail } = describeError(error);
  if (code !== 'INVALID_ARGUMENT' || detail === '') return sentence;
  const reason = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
