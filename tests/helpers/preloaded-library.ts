import { basename, join } from 'node:path';
import { capture } from '../../scripts/setup/run.mjs';

/**
 * Compiles a C file into a library for `LD_PRELOAD`, if this machine can.
 * @returns the library's path; undefined without Linux or a C compiler
 */
export async function buildPreloaded(source: string, folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const library = join(folder, basename(source).replace(/\.c$/, '.so'));
  for (const compiler of ['cc', 'gcc', 'clang']) {
    if (await succeeds(compiler, ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])) return library;
  }
  return undefined;
}

/** Resolves to true if a command can be run here and succeeds. */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return capture(command, args).then(
    ({ code }) => code === 0,
    () => false,
  );
}
