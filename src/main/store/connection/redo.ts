import type { FileTransaction } from './store.ts';

/** A statement that a transaction ran. */
export interface WrittenStatement {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Runs it again. */
  again(tx: FileTransaction): void;
}

/** What a transaction wrote, and where it led the log. */
export interface WrittenTransaction {
  /** The log's last row before it, and after: the same for what is not the tree. */
  readonly from: number;
  readonly to: number;
  readonly statements: readonly WrittenStatement[];
}

/** What is held in memory besides, or is of one file alone. */
const LEFT_OUT: ReadonlySet<string> = new Set(['draft.save', 'draft.delete', 'cursor.caret']);

/** So much is kept, the newest, in UTF-16 code units and bytes: of a day of writing, all. */
const MOST = 32 * 1024 * 1024;

/**
 * What was written to a grove of late, statement by statement, so that it can be written again onto a copy that was made
 * before: a file that can be read no more is then as it was.
 */
export class Redo {
  readonly #most: number;
  #kept: { readonly transaction: WrittenTransaction; readonly size: number }[] = [];
  #size = 0;

  constructor(most = MOST) {
    this.#most = most;
  }

  note({ from, to, statements }: WrittenTransaction): void {
    const worth = statements.filter(({ name }) => !LEFT_OUT.has(name) && !name.startsWith('session.'));
    if (worth.length === 0) return;
    const size = worth.reduce((sum, statement) => sum + sizeOf(statement), 0);
    this.#kept.push({ transaction: { from, to, statements: worth }, size });
    this.#size += size;
    let gone = 0;
    while (this.#size > this.#most && gone < this.#kept.length) this.#size -= this.#kept[gone++]?.size ?? 0;
    if (gone > 0) this.#kept = this.#kept.slice(gone);
  }

  /**
   * What leads a copy whose log ends at one row to another; null where that is not known whole. What is not the tree may
   * be in the copy already: written again, in its order, it ends the same.
   */
  between(from: number, to: number): readonly WrittenTransaction[] | null {
    const after = this.#kept.map(({ transaction }) => transaction).filter((one) => one.from >= from);
    let at = from;
    for (const transaction of after) {
      if (transaction.from !== at) return null;
      at = transaction.to;
    }
    return at === to ? after : null;
  }

  /** What people wrote after a row of the log, oldest first, for where it can only be kept beside the tree. */
  textsAfter(from: number): readonly string[] {
    return this.#kept
      .filter(({ transaction }) => transaction.to > from)
      .flatMap(({ transaction }) => transaction.statements)
      .filter(({ name, parameters }) => name === 'node.insert' && parameters.author_type === 'human')
      .flatMap(({ parameters: { text } }) => (typeof text === 'string' && text.trim() !== '' ? [text] : []));
  }
}

function sizeOf({ parameters }: WrittenStatement): number {
  let size = 0;
  for (const value of Object.values(parameters))
    size += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
  return size;
}
