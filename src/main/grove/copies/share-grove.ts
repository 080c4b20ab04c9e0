/** Copies of a grove to give to someone else (`storage.md`, *Backups*: *Share a copy*). */
import { basename, extname } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, GroveId, TreeId } from '../../../core/ids.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import type { NewGrove } from '../../store/connection/open-file.ts';
import { beginPartial, removePartial } from '../../store/connection/partial-file.ts';
import type { Store } from '../../store/connection/store.ts';
import { saveCheckedCopy } from '../../store/copies/save-copy.ts';
import { copyPaths, removePrivateData, type SharedParts } from '../../store/copies/share-copy.ts';
import { changeGroveIdentity } from '../../store/tables/grove.ts';
import { isLong, type VerifyFile } from './check-copy.ts';
import { findGroveFault } from './merge-grove.ts';

export interface ShareOptions {
  readonly store: Store;
  /** The path for the copy; a file there is replaced. */
  readonly target: string;
  /** Opens a file of ours, or creates it. */
  open(path: string, create?: NewGrove): Store;
  /** Checks a file of ours. @returns its faults; empty if there are none */
  check(path: string): Promise<readonly string[]>;
  /** Checks a large file of ours, including its hashes, without blocking. */
  readonly verifyFile: VerifyFile;
  /** Receives the written share of a path, from 0 to 1, and null while the copy is checked. */
  onProgress(share: number | null): void;
  /** Cancels it; nothing is left behind. */
  readonly signal?: AbortSignal | undefined;
  newId(): string;
  moveIntoPlace(partial: string, target: string): void;
}

/**
 * Copies the whole grove without drafts and sessions, and of responses and turns only the parts to be shared.
 * @throws {AspenError} as `saveCheckedCopy`
 */
export function shareGrove(options: ShareOptions, parts: SharedParts): Promise<void> {
  const { store, target, open, check, signal, newId, moveIntoPlace } = options;
  const copyOptions = {
    store,
    target,
    open: (path: string) => {
      const copy = open(path);
      // Removed content is overwritten in the file, not only freed.
      copy.pragma('secure_delete = ON');
      return copy;
    },
    writePending: (tx: FileTransaction) => {
      removePrivateData(tx, parts);
      changeGroveIdentity(tx, newId() as GroveId, nameOf(target));
    },
    moveIntoPlace,
  };
  return saveCheckedCopy(copyOptions, check, signal);
}

/**
 * Writes the agent's paths in a tree and in documents, as committed, as a grove of their own, and checks it before it is moved
 * to its target.
 * @throws {AspenError} INVALID_ARGUMENT if another copy to the same target is in progress; as `copyPaths`;
 *   DISK_FULL, IO_ERROR; the reason of `signal`
 */
export async function sharePath(
  options: ShareOptions,
  treeIds: readonly [tree: TreeId, ...documents: TreeId[]],
  agentId: AgentId,
): Promise<void> {
  const { store, target, open, check, verifyFile, onProgress, signal, newId, moveIntoPlace } = options;
  const file = beginPartial(target);
  const partial = file.path;
  try {
    removePartial(partial);
    const copy = open(partial, { id: newId() as GroveId, name: nameOf(target) });
    try {
      for (const share of copyPaths(copy, { from: store, treeIds, agentId, newId })) {
        onProgress(share);
        // Let pending saves run between two steps.
        await yieldToEventLoop();
        signal?.throwIfAborted();
      }
      onProgress(null);
      if (!isLong(partial)) requireNone(findGroveFault(copy));
    } finally {
      copy.close();
    }
    if (isLong(partial)) requireNone((await verifyFile(partial, signal))[0]);
    requireNone((await check(partial))[0]);
    signal?.throwIfAborted();
    moveIntoPlace(partial, file.target);
  } finally {
    file.release();
  }
}

function requireNone(fault: string | undefined): void {
  if (fault !== undefined) throw new AspenError('CORRUPT', fault);
}

function nameOf(target: string): string {
  return basename(target, extname(target));
}
