import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { findFileFaults } from '../../main/store/connection/integrity.ts';
import { type OpenOptions, openFile } from '../../main/store/connection/open-file.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import type { Store } from '../../main/store/connection/store.ts';
import { checkSearchIndex } from './check-search-index.ts';
import { type Finding, fails, holds, shorten } from './finding.ts';

/**
 * The checks that need a writable connection, though they write nothing: without one SQLite skips the table
 * constraints, and FTS5 the search index. They run on a copy; the file itself must not be open in this process
 * while it is copied.
 */
export function checkCopy(path: string, options: OpenOptions): readonly Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'aspen-doctor-'));
  try {
    const copy = join(folder, 'copy.aspen');
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    const store = openFile(copy, options);
    try {
      return [
        tried('The file could not be checked completely.', () => store.snapshot(checkFile)),
        tried('The search index could not be checked.', () => checkSearch(store)),
      ];
    } finally {
      store.close();
    }
  } catch (error) {
    return [fails('A copy of the file could not be checked.', [reasonOf(error)])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkFile(reader: Reader): Finding {
  const faults = findFileFaults(reader);
  return faults.length === 0
    ? holds('The file is intact: SQLite’s integrity check passes and every reference is valid.')
    : fails('The file is damaged.', shorten(faults));
}

function checkSearch(store: Store): Finding {
  try {
    store.transact((tx) => checkSearchIndex(tx));
    return holds('The search index matches the texts.');
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CORRUPT') throw error;
    return fails('The search index does not match the texts. The texts themselves are not affected.');
  }
}

function tried(what: string, check: () => Finding): Finding {
  try {
    return check();
  } catch (error) {
    return fails(what, [reasonOf(error)]);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
