import { statSync } from 'node:fs';
import { findFileFaults } from '../../store/connection/integrity.ts';
import type { Store } from '../../store/connection/store.ts';

/** A copy of no more bytes is looked through sooner than a process starts. */
const SOON_CHECKED = 4 * 1024 * 1024;

/** What is wrong with a copy of ours, found out where it keeps nobody waiting; empty where all holds. */
export type CheckCopy = (path: string, signal?: AbortSignal) => Promise<readonly string[]>;

/** What is wrong with a file that may only be read, its hashes too; empty where all holds. */
export type VerifyFile = (path: string, signal?: AbortSignal) => Promise<readonly string[]>;

/** Whether a file takes so long to be looked through that it is done in a process of its own. */
export function isLong(path: string): boolean {
  return statSync(path).size > SOON_CHECKED;
}

export interface LookingThrough {
  /** Opens a file of ours. */
  open(path: string): Store;
  /** For large ones. */
  readonly checkCopy: CheckCopy;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/** @returns looks through a copy at a path, and says what is wrong with it; empty where all holds */
export function lookThroughCopy({ open, checkCopy, signal }: LookingThrough) {
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
