import { AspenError } from '../../../core/errors.ts';
import type { FileTransaction } from './file-transaction.ts';
import type { Store } from './store.ts';

/**
 * Runs `fn` in a transaction and retries once when another program has written meanwhile, for callers that
 * hold no file contents that could be stale.
 * @throws {AspenError} as `Store.transact`
 */
export function transactWithRetry<T>(
  store: Store,
  fn: (tx: FileTransaction) => T extends PromiseLike<unknown> ? never : T,
): T {
  try {
    return store.transact(fn);
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CONFLICT') throw error;
    return store.transact(fn);
  }
}
