import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { badUse, NAME_ONE_GROVE } from '../ui-text/cli/sentences.ts';
import type { Terminal } from './terminal.ts';

/** The folders of the command line. */
export interface Installation {
  /** The folder with `migrations/` and `node_modules/`. */
  readonly root: string;
  /** The folder of the bundle, with its thread, its child processes and its version. */
  readonly workers: string;
}

/** The surroundings of a command. */
export interface CommandContext {
  readonly installation: Installation;
  readonly version: string;
  readonly terminal: Terminal;
  /** Aborts when the command is interrupted. */
  readonly signal: AbortSignal;
}

/** The folder of migrations. */
export function migrationsOf({ installation }: CommandContext): string {
  return join(installation.root, 'migrations');
}

/** The results of a command as the system knows them. */
export const EXIT = { ok: 0, faults: 1, refused: 2, inUse: 3 } as const;

/** A command was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Of every command. */
export const COMMON_OPTIONS = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

/** The program's data folder, where another than the usual one is meant. */
export const DATA_OPTION = { data: { type: 'string' } } as const;

/** Parses the arguments of a command. @throws {UsageError} */
export function parseCommand<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...COMMON_OPTIONS, ...options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      throw new UsageError(badUse(error.message));
    throw error;
  }
}

/** The one grove that a command is given. @throws {UsageError} */
export function oneGrove(positionals: readonly string[]): string {
  const [path, ...more] = positionals;
  if (path === undefined || path === '' || more.length > 0) throw new UsageError(NAME_ONE_GROVE);
  return path;
}
