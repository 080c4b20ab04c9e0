import {
  CHECKED_AT_ONCE,
  findTableFaults,
  type GroveTable,
  TABLES,
} from '../../store/connection/integrity.ts';
import type { Reader } from '../../store/connection/query.ts';

/** A table is checked in one call, which nothing can interrupt: not while somebody writes. Milliseconds. */
const QUIET = 30_000;
const REST = 1_000;

/**
 * The largest table of a file of this size takes about a second. A larger file is left to the look before opening after
 * a crash, and to its backups: each reads every row, and is checked itself. Bytes.
 */
const MOST = 64 * 1024 * 1024;

export interface CheckTablesOptions {
  readonly reader: Reader;
  /** The size of the file. */
  readonly bytes: number;
  /** Milliseconds since the writer did something. */
  quietFor(): number;
  onDamage(): void;
  /** The file could not be read. */
  onTrouble(error: unknown): void;
}

/**
 * SQLite's own check of one table after the other, with its indexes, while the writer does nothing (`storage.md`,
 * *Opening, in order*): for a file that is too large to be checked before it is opened. The search index is left out:
 * it can be made anew.
 * @returns ends it
 */
export function checkTables({
  reader,
  bytes,
  quietFor,
  onDamage,
  onTrouble,
}: CheckTablesOptions): () => void {
  if (bytes <= CHECKED_AT_ONCE || bytes > MOST) return () => undefined;
  const left: GroveTable[] = [...TABLES];
  let timer: ReturnType<typeof setTimeout>;
  const wait = (milliseconds: number) => {
    timer = setTimeout(look, milliseconds);
    timer.unref();
  };
  const look = () => {
    const missing = QUIET - quietFor();
    // A clock that stepped back says that the writer was there a long time from now.
    if (missing > 0) return wait(Math.min(missing, QUIET));
    const table = left.shift();
    if (table === undefined) return;
    try {
      if (findTableFaults(reader, table).length > 0) return onDamage();
    } catch (error) {
      return onTrouble(error);
    }
    wait(REST);
  };
  wait(QUIET);
  return () => clearTimeout(timer);
}
