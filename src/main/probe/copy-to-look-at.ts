import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { undoHalfDone } from '../store/open-file.ts';

const journalOf = (path: string) => `${path}-journal`;

/** Whether a crash may have left a transaction half done. */
export function hasJournal(path: string): boolean {
  return (statSync(journalOf(path), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Looks at a copy of a file that this process does not have open: what its journal keeps is undone there or, where the
 * file is wanted as it stands, left out.
 * @throws {AspenError} what SQLite says of a journal that cannot be undone
 */
export function lookAtCopy<T>(
  path: string,
  how: 'undone' | 'asItStands',
  nativeBinding: string | undefined,
  look: (copy: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'aspen-look-'));
  try {
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    if (how === 'undone') {
      copyFileSync(journalOf(path), journalOf(copy));
      undoHalfDone(copy, nativeBinding);
    }
    return look(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
