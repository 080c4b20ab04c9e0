import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../setup/cache-folder.mjs';

/** Records that a version of Electron could not be downloaded here, so that the next start does not try again. */
export interface Unreachable {
  /** The day of the attempt: “2025-06-30”. */
  readonly date: string;
  readonly reason: string;
  /** The file that records it. */
  readonly file: string;
}

/** Returns what is recorded about this version, if anything. */
export function findUnreachable(version: string, folder: string = cacheFolder()): Unreachable | undefined {
  const file = fileFor(version, folder);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const [date = '', reason = ''] = text.trimEnd().split('\n');
  return { date, reason, file };
}

/** Records it until the file is deleted or the project needs another version. */
export function rememberUnreachable(
  version: string,
  reason: string,
  folder: string = cacheFolder(),
  now: Date = new Date(),
): Unreachable {
  const file = fileFor(version, folder);
  const date = now.toISOString().slice(0, 10);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, `${date}\n${reason}\n`);
  renameSync(`${file}.${process.pid}`, file);
  return { date, reason, file };
}

function fileFor(version: string, folder: string): string {
  return join(folder, `electron-${version}-unreachable`);
}
