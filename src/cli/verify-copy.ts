import { rmSync } from 'node:fs';
import { AspenError } from '../core/errors.ts';
import type { GroveVerification } from '../ipc/wire/grove.ts';
import { verifyAll } from '../main/grove/checking/verify-all.ts';
import { inspectCopies } from '../main/probe/inspect.ts';
import { hasJournal, withWorkingCopies } from '../main/probe/working-copies.ts';
import { findFileFaults, findOversized } from '../main/store/connection/integrity.ts';
import { type OpenOptions, openFile, rollBackHotJournal } from '../main/store/connection/open-file.ts';
import type { ResolvedFile } from '../main/store/connection/resolve-file.ts';

/** A verification, or what is wrong with the file itself, which then cannot be verified. */
export type FileVerification = GroveVerification | { readonly faults: readonly string[] };

/**
 * Verifies the copy of a grove, which is changed by that: a journal is settled, and an older version is migrated.
 * @throws {AspenError} why it cannot be verified, other than damage
 */
export function verifyCopy(
  copy: ResolvedFile,
  { migrations, nativeBinding }: Pick<OpenOptions, 'migrations' | 'nativeBinding'>,
): FileVerification {
  const options: OpenOptions = {
    migrations,
    now: Date.now,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  };
  try {
    if (hasJournal(copy.real)) {
      const inspected = { ...options, path: copy };
      const { from } = withWorkingCopies(copy, options, (copies) => inspectCopies(copies, inspected));
      if (from === 'rolledBack') rollBackHotJournal(copy.real, nativeBinding);
      else rmSync(`${copy.real}-journal`);
    }
    const store = openFile(copy, options);
    try {
      const faults = store.snapshot((reader) => [...findOversized(reader), ...findFileFaults(reader)]);
      return faults.length > 0 ? { faults } : store.snapshot(verifyAll);
    } finally {
      store.close();
    }
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CORRUPT') throw error;
    return { faults: [error.detail] };
  }
}
