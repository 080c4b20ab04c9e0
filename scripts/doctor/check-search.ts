import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AspenError } from '../../src/core/errors.ts';
import { checkSearchIndex } from '../../src/main/store/integrity.ts';
import { type OpenOptions, openFile } from '../../src/main/store/open-file.ts';
import { type Finding, fails, holds } from './finding.ts';

/**
 * Compares the search index with the texts. FTS5 takes that for a write, so it is done on a copy; the file itself must
 * not be open in this process while it is copied.
 */
export function checkSearch(path: string, options: OpenOptions): Finding {
  const folder = mkdtempSync(join(tmpdir(), 'aspen-doctor-'));
  try {
    const copy = join(folder, 'copy.aspen');
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    const store = openFile(copy, options);
    try {
      store.transact((writer) => checkSearchIndex(writer));
    } finally {
      store.close();
    }
    return holds('The search index says what the texts say.');
  } catch (error) {
    if (error instanceof AspenError && error.code === 'CORRUPT')
      return fails('The search index does not say what the texts say. The texts are not touched by that.');
    const reason = error instanceof Error ? error.message : String(error);
    return fails('The search index could not be checked.', [reason]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
