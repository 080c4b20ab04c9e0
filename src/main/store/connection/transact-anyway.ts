import { AspenError } from '../../../core/errors.ts';
import type { FileTransaction, Store } from './store.ts';

/**
 * Runs `fn` in a transaction whatever the file's head: for who holds nothing of it that could be stale. `fn` runs anew
 * where another program wrote meanwhile.
 * @throws {AspenError} as `Store.transact`
 */
export function transactAnyway<T>(
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
