import { constants, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import { findFileFaults } from '../../main/store/connection/integrity.ts';
import { type OpenOptions, openFile } from '../../main/store/connection/open-file.ts';
import type { Reader } from '../../main/store/connection/query.ts';
import type { Store } from '../../main/store/connection/store.ts';
import { FINDINGS, NOT_CHECKED } from '../../ui-text/cli/doctor.ts';
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
        tried(NOT_CHECKED.integrity, () => store.snapshot(checkFile)),
        tried(NOT_CHECKED.searchIndex, () => checkSearch(store)),
      ];
    } finally {
      store.close();
    }
  } catch (error) {
    return [fails(NOT_CHECKED.copy, [reasonOf(error)])];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkFile(reader: Reader): Finding {
  const faults = findFileFaults(reader);
  return faults.length === 0 ? holds(FINDINGS.file.holds) : fails(FINDINGS.file.fails, shorten(faults));
}

function checkSearch(store: Store): Finding {
  try {
    store.transact((tx) => checkSearchIndex(tx));
    return holds(FINDINGS.searchIndex.holds);
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'CORRUPT') throw error;
    return fails(FINDINGS.searchIndex.fails);
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
