import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { AspenError } from '../../../core/errors.ts';
import { fileExists } from '../../../ui-text/refusals.ts';
import { findFileFaults } from '../../store/connection/integrity.ts';
import type { Store } from '../../store/connection/store.ts';

/** Checking a copy up to this size is faster than starting a process. Bytes. */
const SOON_CHECKED = 4 * 1024 * 1024;

/** Checks a copy of ours without blocking. @returns its faults; empty if there are none */
export type CheckCopy = (path: string, signal?: AbortSignal) => Promise<readonly string[]>;

/** Checks a file read-only, including its hashes. @returns its faults; empty if there are none */
export type VerifyFile = (path: string, signal?: AbortSignal) => Promise<readonly string[]>;

/** Returns true if checking a file takes so long that it is done in a separate process. */
export function isLong(path: string): boolean {
  return statSync(path).size > SOON_CHECKED;
}

export interface CopyCheckerOptions {
  open(path: string): Store;
  /** Used for large files. */
  readonly checkCopy: CheckCopy;
  readonly signal?: AbortSignal | undefined;
}

/** @returns a function that checks the copy at a path and returns its faults; empty if there are none */
export function copyChecker({ open, checkCopy, signal }: CopyCheckerOptions) {
  return async (path: string): Promise<readonly string[]> => {
    if (isLong(path)) return checkCopy(path, signal);
    const copy = open(path);
    try {
      return findFileFaults(copy);
    } finally {
      copy.close();
    }
  };
}

/** For a copy that must not replace anything. @throws {AspenError} INVALID_ARGUMENT */
export function requireNoFile(path: string): void {
  if (!existsSync(path)) return;
  throw new AspenError('INVALID_ARGUMENT', fileExists(basename(path)));
}
