import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, uptime, userInfo } from 'node:os';
import { join } from 'node:path';
import type { OpenMarks } from './grove/registry.ts';

/** Marks of all processes of this user. */
export interface SharedMarks extends OpenMarks {
  /** Returns true if another process that runs has marked the file. */
  isMarkedElsewhere(identity: string): boolean;
}

/**
 * Marks the groves that this process may write, for `aspen import`, which must not write into a grove that a window
 * shows: SQLite's locks last no longer than a transaction. A mark is an empty file whose name has the process's id, in a
 * folder of the user's among the system's temporary files, so that it also counts for a program with another data folder.
 * What a crash leaves is ignored: its process is gone, or the system has started since.
 */
export function markOpenGroves(folder = join(tmpdir(), `aspen-grove-open-${userName()}`)): SharedMarks {
  const nameOf = (identity: string) => `${identity.replace(':', '-')}.`;
  const ownPath = (identity: string) => join(folder, `${nameOf(identity)}${process.pid}`);
  return {
    add: (identity) =>
      ifPossible(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(ownPath(identity), '', { mode: 0o600 });
      }, undefined),
    remove: (identity) =>
      ifPossible(() => {
        rmSync(ownPath(identity), { force: true });
        // Fails while it has marks.
        rmdirSync(folder);
      }, undefined),
    isMarkedElsewhere: (identity) => {
      const marks = ifPossible(() => readdirSync(folder), []);
      return marks.some((file) => {
        const pid = Number(file.slice(file.lastIndexOf('.') + 1));
        const path = join(folder, file);
        const isOfThisStart = () => statSync(path).mtimeMs > Date.now() - uptime() * 1000;
        const isLive = isRunning(pid) && ifPossible(isOfThisStart, false);
        if (!isLive) ifPossible(() => rmSync(path, { force: true }), undefined);
        return isLive && pid !== process.pid && file.startsWith(nameOf(identity));
      });
    },
  };
}

/** Tells the users of a computer apart: a number where the system has them. */
function userName(): string {
  return `${process.getuid?.() ?? userInfo().username.replace(/[^\w.-]/g, '_')}`;
}

/** A mark that cannot be made or read must not keep anybody from opening a grove. */
function ifPossible<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
