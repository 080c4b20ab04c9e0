import { AspenError } from '../../src/core/errors.ts';

/** The `AspenError` that `fn` throws. Fails if it throws nothing, or any other error, which is a bug. */
export function refusal(fn: () => unknown): AspenError {
  try {
    fn();
  } catch (error) {
    if (error instanceof AspenError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
