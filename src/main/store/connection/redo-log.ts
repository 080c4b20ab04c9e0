import { findUses } from '../tables/table-list.ts';
import type { WrittenStatement, WrittenTransaction } from './file-transaction.ts';

/** The newest statements up to this size are kept, in UTF-16 code units and bytes: more than a day of writing. */
const MAX_SIZE = 32 * 1024 * 1024;

/**
 * The most recent writes to a grove, statement by statement. Replaying them onto an older copy restores the
 * contents of a file that can no longer be read.
 */
export class RedoLog {
  readonly #maxSize: number;
  #transactions: { readonly transaction: WrittenTransaction; readonly size: number }[] = [];
  #size = 0;

  constructor(maxSize = MAX_SIZE) {
    this.#maxSize = maxSize;
  }

  record({ from, to, statements }: WrittenTransaction): void {
    const relevant = statements.filter(({ name }) => isRedone(name));
    if (relevant.length === 0) return;
    const size = relevant.reduce((sum, statement) => sum + sizeOf(statement), 0);
    this.#transactions.push({ transaction: { from, to, statements: relevant }, size });
    this.#size += size;
    let dropped = 0;
    while (this.#size > this.#maxSize && dropped < this.#transactions.length)
      this.#size -= this.#transactions[dropped++]?.size ?? 0;
    if (dropped > 0) this.#transactions = this.#transactions.slice(dropped);
  }

  /**
   * The transactions that take a copy from one row of the log to another; null when they are not all recorded. The copy
   * may already hold writes that did not change the tree: replayed in order, they end the same.
   */
  between(from: number, to: number): readonly WrittenTransaction[] | null {
    const after = this.#transactions.map(({ transaction }) => transaction).filter((one) => one.from >= from);
    let at = from;
    for (const transaction of after) {
      if (transaction.from !== at) return null;
      at = transaction.to;
    }
    return at === to ? after : null;
  }

  /**
   * Texts that people wrote after a row of the log, oldest first, for callers that can only save them outside the tree.
   */
  textsAfter(from: number): readonly string[] {
    return this.#transactions
      .filter(({ transaction }) => transaction.to > from)
      .flatMap(({ transaction }) => transaction.statements)
      .filter(({ name, parameters }) => name === 'node.insert' && parameters.author_type === 'human')
      .flatMap(({ parameters: { text } }) => (typeof text === 'string' && text.trim() !== '' ? [text] : []));
  }
}

/** Returns true if a statement, named `table.what`, is repeated in a rebuilt file. */
function isRedone(name: string): boolean {
  const redo = findUses(name.slice(0, name.indexOf('.')))?.redo ?? 'all';
  return typeof redo === 'string' ? redo === 'all' : !redo.except.includes(name);
}

function sizeOf({ parameters }: WrittenStatement): number {
  let size = 0;
  for (const value of Object.values(parameters))
    size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  return size;
}
