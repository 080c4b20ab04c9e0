import { FULL_CHECK_BYTES, findTableFaults, TABLES_TO_CHECK } from '../../store/connection/integrity.ts';
import type { Reader } from '../../store/connection/query.ts';

/** A table is checked in one uninterruptible call, so only after the writer has been idle this long. Milliseconds. */
const IDLE = 30_000;
const PAUSE = 1_000;

/**
 * In a file of this size the largest table takes about a second. Larger files are left to the check before
 * opening after a crash, and to backups, each of which reads every row and is itself checked. Bytes.
 */
const MAX_BYTES = 64 * 1024 * 1024;

export interface CheckTablesOptions {
  readonly reader: Reader;
  /** The size of the file. */
  readonly bytes: number;
  /** Milliseconds since the writer's last input. */
  idleFor(): number;
  onDamage(): void;
  /** The file could not be read. */
  onError(error: unknown): void;
}

/**
 * Runs SQLite's own check on one table after another, including indexes, while the writer is idle
 * (`storage.md`, *Opening, in order*): for a file that is too large to check before opening. The search index
 * is left out: it can be rebuilt.
 * @returns stops it
 */
export function checkTables({ reader, bytes, idleFor, onDamage, onError }: CheckTablesOptions): () => void {
  if (bytes <= FULL_CHECK_BYTES || bytes > MAX_BYTES) return () => undefined;
  const left = [...TABLES_TO_CHECK];
  let timer: ReturnType<typeof setTimeout>;
  const wait = (milliseconds: number) => {
    timer = setTimeout(checkNext, milliseconds);
    timer.unref();
  };
  const checkNext = () => {
    const missing = IDLE - idleFor();
    // After the clock stepped back, the writer's last input lies in the future: wait at most IDLE.
    if (missing > 0) return wait(Math.min(missing, IDLE));
    const table = left.shift();
    if (table === undefined) return;
    try {
      if (findTableFaults(reader, table).length > 0) return onDamage();
    } catch (error) {
      return onError(error);
    }
    wait(PAUSE);
  };
  wait(IDLE);
  return () => clearTimeout(timer);
}
