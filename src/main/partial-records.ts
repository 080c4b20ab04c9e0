import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { lstat, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PartialRecords } from './store/connection/partial-file.ts';

/**
 * A record whose partial file cannot be found, perhaps because its drive is not connected, is kept this long.
 * Milliseconds.
 */
const MAX_AGE = 26 * 7 * 24 * 3_600_000;

export interface PartialRecordsOptions {
  /** The folder of the records. It contains nothing else, and need not exist. */
  readonly folder: string;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  warn(message: string): void;
}

/** The data of a partial file. */
interface PartialRecord {
  /** The real path of the partial file. */
  readonly path: string;
  /** The device of its folder, which is another one while its drive is not connected; null if unknown. */
  readonly device: number | null;
}

/**
 * Records, in the app's data folder, where this program is writing files under temporary names, so that the
 * next start can delete what a killed program left (`storage.md`, *Backups*). Each record is a small file,
 * whose name begins with its process's token. Partial files have that token in their names too, so a file
 * that another program or the writer created is never mistaken for one of ours.
 *
 * Records are not synced to disk: they must survive the program, not the system. Failures are only reported,
 * because a full data folder must not prevent saving a copy elsewhere.
 */
export class RecordedPartials implements PartialRecords {
  readonly token = randomBytes(4).toString('hex');
  readonly #options: PartialRecordsOptions;
  /** The records of this process, by the partial file's path. */
  readonly #records = new Map<string, PartialRecord & { readonly file: string }>();
  #count = 0;

  constructor(options: PartialRecordsOptions) {
    this.#options = options;
  }

  begun(path: string): void {
    if (this.#records.has(path)) return;
    const file = join(this.#options.folder, `${this.token}-${++this.#count}.json`);
    const record = recordOf(path);
    this.#attempt(`record the partial file ${path}`, () => {
      mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
      this.#records.set(path, { ...record, file });
    });
  }

  ended(path: string): void {
    const record = this.#records.get(path);
    if (record === undefined) return;
    this.#attempt(`delete the record of ${path}`, () => {
      const isThere = [path, journalOf(path)].some(
        (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined,
      );
      const device = statSync(dirname(path), { throwIfNoEntry: false })?.dev ?? null;
      if (isThere || device !== record.device) return;
      unlinkSync(record.file);
      this.#records.delete(path);
    });
  }

  /** Deletes the partial files that earlier processes left. Nothing waits for this: a drive may not answer. */
  async sweep(): Promise<void> {
    const { folder, warn } = this.#options;
    for (const name of await namesIn(folder)) {
      if (name.startsWith(`${this.token}-`)) continue;
      try {
        await this.#sweepRecord(join(folder, name));
      } catch (error) {
        warn(`The record of a partial file could not be used: ${String(error)}`);
      }
    }
  }

  async #sweepRecord(file: string): Promise<void> {
    const { now, warn } = this.#options;
    const isOld = now() - (await stat(file)).mtimeMs > MAX_AGE;
    const record = parseRecord(basename(file), await readFile(file, 'utf8'));
    const isDeleted = async (partial: PartialRecord) => {
      try {
        return await deletePartial(partial);
      } catch (error) {
        warn(`A partial file could not be deleted: ${String(error)}`);
        return false;
      }
    };
    if (record === null || (await isDeleted(record)) || isOld) await unlink(file);
  }

  #attempt(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.warn(`Could not ${what}: ${String(error)}`);
    }
  }
}

function journalOf(path: string): string {
  return `${path}-journal`;
}

function recordOf(path: string): PartialRecord {
  try {
    const folder = realpathSync.native(dirname(path));
    return { path: join(folder, basename(path)), device: statSync(folder).dev };
  } catch {
    // Writing the file will report the reason.
    return { path, device: null };
  }
}

/** Null for anything but a whole record of a file with the token of the record's own process in its name. */
function parseRecord(name: string, text: string): PartialRecord | null {
  const [token = ''] = name.split('-');
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    // The process ended while it wrote the record, and so before it began the partial file.
    return null;
  }
  if (typeof record !== 'object' || record === null || !('path' in record) || !('device' in record))
    return null;
  const { path, device } = record;
  const ending = `.${token}.partial`;
  if (typeof path !== 'string' || !path.endsWith(ending)) return null;
  return { path, device: typeof device === 'number' ? device : null };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[0-9a-f]{8}-\d+\.json$/.test(name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Deletes a partial file and its journal, or a partial folder. @returns false if its drive may not be connected */
async function deletePartial({ path, device }: PartialRecord): Promise<boolean> {
  let isFound = false;
  for (const leftover of [path, journalOf(path)]) isFound = (await remove(leftover)) || isFound;
  if (isFound) return true;
  const folder = await stat(dirname(path)).catch(() => null);
  return folder !== null && folder.dev === device;
}

/** @returns whether there was a file or a folder */
async function remove(path: string): Promise<boolean> {
  try {
    const stats = await lstat(path);
    if (!stats.isFile() && !stats.isDirectory()) return false;
    await rm(path, { recursive: true });
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
