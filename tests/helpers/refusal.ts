import { AspenError } from '../../src/core/errors.ts';

/** The error with which `fn` refuses. Fails when it does not, and when it is no `AspenError`: a bug, not a refusal. */
export function refusal(fn: () => unknown): AspenError {
  try {
    fn();
  } catch (error) {
    if (error instanceof AspenError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
