import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AspenError } from '../../../core/errors.ts';

/** The two names of a file. Plain data, so that it can cross to the probe's process. */
export interface ResolvedFile {
  /** As it was given, made absolute: what people see, and what is remembered. */
  readonly given: string;
  /**
   * Without symbolic links: what is opened and statted, and where a journal is sought. SQLite too looks next to the
   * real file, so only a journal beside the file counts, not one beside a link.
   */
  readonly real: string;
}

/** The file's name as people know it. */
export function nameOf({ given }: ResolvedFile): string {
  return basename(given);
}

/** Links followed before giving up, as in Linux. */
const MAX_LINKS = 40;

/** The file system's errors for a link that leads nowhere, or in a circle. */
const NOWHERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/**
 * Follows the symbolic links in a path (`storage.md`, *Opening, in order*, 1). An opening calls this once and passes
 * the result on, so that the file that was inspected is the file that is opened. There need not be a file; a file that
 * is already resolved is returned as it is.
 * @throws {AspenError} NOT_FOUND for a link that leads nowhere; IO_ERROR when the file system gives no answer
 */
export function resolveFile(path: string | ResolvedFile): ResolvedFile {
  if (typeof path !== 'string') return path;
  const given = resolve(path);
  const isLink = isSymbolicLink(given);
  try {
    return { given, real: realpathSync.native(given) };
  } catch (error) {
    if (!isLink) return { given, real: inRealFolder(given) };
    const code = codeOf(error);
    if (NOWHERE.has(code))
      throw new AspenError('NOT_FOUND', `${basename(given)} is a link to a file that does not exist`);
    throw new AspenError('IO_ERROR', `${basename(given)} could not be read (${String(code)})`, {
      cause: error,
    });
  }
}

/**
 * The real path at which to write a file of a name that the writer chose.
 * @throws {AspenError} INVALID_ARGUMENT for a link that leads nowhere; IO_ERROR
 */
export function resolveTarget(path: string): string {
  try {
    return resolveFile(path).real;
  } catch (error) {
    if (!(error instanceof AspenError) || error.code !== 'NOT_FOUND') throw error;
    throw new AspenError('INVALID_ARGUMENT', `${error.detail}; choose another name`, { cause: error });
  }
}

/**
 * The target of a path, even if no file is there any more: for writing an open grove to its old place again.
 * @returns null for links in a circle
 * @throws {AspenError} IO_ERROR
 */
export function followLinks(path: string): string | null {
  let file = inRealFolder(resolve(path));
  for (let links = 0; links < MAX_LINKS; links += 1) {
    if (!isSymbolicLink(file)) return file;
    file = inRealFolder(resolve(dirname(file), readlinkSync(file)));
  }
  return null;
}

/**
 * The path at which a copy of an open grove is written. At the grove's own name, a link may be left that leads nowhere
 * since the file is gone: the copy takes the place of the file, not of the link.
 * @param target the name of the copy
 * @param ownName the name by which the grove is open
 */
export function placeForCopy(target: string, ownName: string): string {
  return (target === ownName ? followLinks(target) : null) ?? target;
}

/** The real path of a file that need not exist; a folder that cannot be resolved stays as it is. */
function inRealFolder(path: string): string {
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch {
    // Using the file reports the reason. Its journal lies in the same folder, whatever that is called.
    return path;
  }
}

/** @throws {AspenError} IO_ERROR when the file system gives no answer */
function isSymbolicLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new AspenError('IO_ERROR', `${basename(path)} could not be read (${String(code)})`, {
      cause: error,
    });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
