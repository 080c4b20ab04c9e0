import { findGroveFault } from '../grove/copies/merge-grove.ts';
import { findFileFaults, findOversized } from '../store/connection/integrity.ts';
import { openFile } from '../store/connection/open-file.ts';
import type { InspectOptions } from './inspection.ts';

/** The faults of a file that must not be written to, including its hashes; empty when there are none. */
export function verifyFile({ path, migrations, nativeBinding }: InspectOptions): readonly string[] {
  const file = openFile(path, {
    migrations,
    now: () => 0,
    readonly: true,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
  try {
    const faults = [...findOversized(file), ...findFileFaults(file)];
    if (faults.length > 0) return faults;
    const fault = findGroveFault(file);
    return fault === undefined ? [] : [fault];
  } finally {
    file.close();
  }
}
