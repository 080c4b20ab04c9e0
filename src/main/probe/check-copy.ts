import { hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { Sha256 } from '../../core/ids.ts';
import { findFileFaults } from '../store/connection/integrity.ts';
import { openFile } from '../store/connection/open-file.ts';
import type { InspectOptions } from './inspect.ts';

/**
 * What SQLite finds wrong with a copy that the program has just written; empty where all holds. Its bytes are on the disk
 * then, so that the program need not wait for that.
 */
export function checkCopy({ path, migrations, nativeBinding }: InspectOptions): readonly string[] {
  const copy = openFile(path, {
    migrations,
    now: () => 0,
    sha256: (text) => hash('sha256', text, 'hex') as Sha256,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
  try {
    return findFileFaults(copy);
  } finally {
    copy.close();
    sync(path);
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
