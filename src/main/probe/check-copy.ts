import { findFileFaults } from '../store/connection/integrity.ts';
import { openFile } from '../store/connection/open-file.ts';
import { syncFile } from './copy-file.ts';
import type { InspectOptions } from './inspection.ts';

/**
 * The faults that SQLite finds in a copy that the program has just written; empty when there are none. The
 * copy is flushed to disk before this returns, so the program need not wait for that.
 */
export function checkCopy({ path, migrations, nativeBinding }: InspectOptions): readonly string[] {
  const copy = openFile(path, {
    migrations,
    now: () => 0,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
  try {
    return findFileFaults(copy);
  } finally {
    copy.close();
    syncFile(copy.path);
  }
}
