import type { BigIntStats } from 'node:fs';
import { findStats } from './file-stats.ts';

/** What `stat` says of a file’s contents. Times in nanoseconds since 1970 UTC. */
type Stamp = Pick<BigIntStats, 'size' | 'mtimeNs' | 'ctimeNs'>;

/**
 * What the system said of the open file when this store last wrote it. A difference means that something
 * else has touched the file since (`storage.md`, *Overwritten in place*).
 */
export class FileStamp {
  readonly #path: string;
  /** Null when it could not be read: then any stats differ. */
  #known: Stamp | null = null;

  constructor(path: string) {
    this.#path = path;
    this.record();
  }

  /** The store has written or examined the file. */
  record(stats: BigIntStats | null = this.read()): void {
    this.#known = stats;
  }

  /** Null when the file is gone, or the system does not say. */
  read(): BigIntStats | null {
    try {
      return findStats(this.#path) ?? null;
    } catch {
      // Reading or writing the file reports the reason.
      return null;
    }
  }

  /** Whether the file with these stats is as it was recorded. */
  isSame({ size, mtimeNs, ctimeNs }: Stamp): boolean {
    const known = this.#known;
    return known?.size === size && known.mtimeNs === mtimeNs && known.ctimeNs === ctimeNs;
  }
}
