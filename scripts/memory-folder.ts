import { accessSync, constants, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';

/** Bytes that tests may fill. */
const ROOM = 4 * 1024 ** 3;

/**
 * The variables with which the groves of tests lie in memory, where Linux has room there: a quarter of the time of tests
 * that commit is spent waiting for the disk. Benchmarks and the fault run stay on a real one.
 */
export function onMemory(): NodeJS.ProcessEnv {
  if (process.platform !== 'linux') return {};
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize < ROOM ? {} : { TMPDIR: FOLDER };
  } catch {
    // There is no such folder: the tests use the usual one.
    return {};
  }
}
