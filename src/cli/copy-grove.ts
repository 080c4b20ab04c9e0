import { constants, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AspenError } from '../core/errors.ts';
import { findStats } from '../main/store/connection/file-stats.ts';
import { openFile, rollBackHotJournal } from '../main/store/connection/open-file.ts';
import { type ResolvedFile, resolveFile } from '../main/store/connection/resolve-file.ts';
import { notReadableFile, READING } from '../ui-text/cli/sentences.ts';
import { fileChanging } from '../ui-text/refusals.ts';
import { type CommandContext, migrationsOf } from './command-context.ts';

/** The files of a grove's last committed state: its own, and those beside it that SQLite would read. */
const COMPANIONS = ['', '-journal', '-wal'];

/** Attempts to copy a file that another program keeps changing, and the time between two. Milliseconds. */
const ATTEMPTS = 50;
const PAUSE = 100;
/** A change this short after another may leave the file's time as it is. Milliseconds. */
const CLOCK_STEP = 20;

/**
 * Copies a grove as it was last committed, with a journal that belongs to it, without taking a lock or changing
 * anything beside it. What a program in WAL mode has not written back yet is in the copy.
 * @returns the copy, under the name that the grove was given by
 * @throws {AspenError} NOT_FOUND, NOT_A_GROVE; IO_ERROR, DISK_FULL; the reason of `signal`
 */
export async function copyGrove(
  path: string,
  folder: string,
  context: CommandContext,
): Promise<ResolvedFile> {
  const { terminal, signal } = context;
  const file = resolveFile(path);
  const stats = findStats(file.real);
  // Opening says what is wrong with what is no file, and touches nothing.
  if (stats?.isFile() !== true || stats.size === 0n)
    openFile(file, { migrations: migrationsOf(context), now: Date.now, readonly: true }).close();
  const copy: ResolvedFile = { given: file.given, real: join(folder, 'grove.aspen') };
  terminal.showProgress(READING, basename(file.given), null);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await delay(PAUSE, undefined, { signal });
    signal.throwIfAborted();
    const before = stampOf(file.real);
    if (before.isRecent) continue;
    await copyWithCompanions(file, copy.real);
    if (stampOf(file.real).stamp !== before.stamp) continue;
    if (findStats(`${copy.real}-wal`) !== undefined) rollBackHotJournal(copy.real, undefined);
    return copy;
  }
  throw new AspenError('IO_ERROR', fileChanging(basename(file.given)));
}

/** Which files there are, with sizes and times. */
function stampOf(path: string): { readonly stamp: string; readonly isRecent: boolean } {
  const all = COMPANIONS.map((suffix) => findStats(path + suffix));
  const stamp = all.map((stats) => `${stats?.ino} ${stats?.size} ${stats?.mtimeNs}`).join();
  const age = Math.min(...all.map((stats) => Date.now() - Number(stats?.mtimeMs ?? 0n)));
  return { stamp, isRecent: age >= 0 && age < CLOCK_STEP };
}

async function copyWithCompanions(file: ResolvedFile, to: string): Promise<void> {
  for (const suffix of COMPANIONS) {
    rmSync(to + suffix, { force: true });
    if ((findStats(file.real + suffix)?.size ?? 0n) === 0n) continue;
    try {
      await copyFile(file.real + suffix, to + suffix, constants.COPYFILE_FICLONE);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // A journal ends with its transaction; the stamps differ then.
      if (code === 'ENOENT' && suffix !== '') continue;
      const isFull = code === 'ENOSPC' || code === 'EDQUOT';
      throw new AspenError(isFull ? 'DISK_FULL' : 'IO_ERROR', notReadableFile(basename(file.given)), {
        cause: error,
      });
    }
  }
}
