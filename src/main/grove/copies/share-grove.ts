/** Copies of a grove for somebody else (`storage.md`, *Backups*: *Share a copy*). */
import { basename, extname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, GroveId, Sha256, TreeId } from '../../../core/ids.ts';
import type { NewGrove } from '../../store/connection/open-file.ts';
import { beginPartial, removePartial } from '../../store/connection/partial-file.ts';
import type { FileTransaction, Store } from '../../store/connection/store.ts';
import { saveCheckedCopy } from '../../store/copies/save-copy.ts';
import { copyPath, leaveOutPrivate } from '../../store/copies/share-copy.ts';
import { becomeAnother } from '../../store/tables/grove.ts';
import { isLong, type VerifyFile } from './check-copy.ts';
import { findGroveFault } from './merge-grove.ts';

export interface Sharing {
  readonly store: Store;
  /** Where the copy is to stand; what stands there is replaced. */
  readonly target: string;
  /** Opens a file of ours, or makes it. */
  open(path: string, create?: NewGrove): Store;
  /** What is wrong with a file of ours; empty where all holds. */
  check(path: string): Promise<readonly string[]>;
  /** What is wrong with a large file of ours, its hashes too, found out where it keeps nobody waiting. */
  readonly verifyFile: VerifyFile;
  /** Told how much of a path is written, from 0 to 1, and null while it is looked through. */
  onProgress(share: number | null): void;
  /** Stops it; nothing is left of it then. */
  readonly signal?: AbortSignal | undefined;
  newId(): string;
  sha256(data: string | Uint8Array): Sha256;
  intoPlace(partial: string, target: string): void;
}

/**
 * Writes the whole grove without drafts, sessions and, unless they are wanted, the bodies of answers.
 * @throws {AspenError} as `saveCheckedCopy`
 */
export function shareGrove(sharing: Sharing, answers: boolean): Promise<void> {
  const { store, target, open, check, signal, newId, intoPlace } = sharing;
  const copying = {
    store,
    target,
    open: (path: string) => {
      const copy = open(path);
      // What is taken out is overwritten in the file, not only let go of.
      copy.pragma('secure_delete = ON');
      return copy;
    },
    complete: (tx: FileTransaction) => {
      leaveOutPrivate(tx, { answers });
      becomeAnother(tx, newId() as GroveId, nameOf(target));
    },
    intoPlace,
  };
  return saveCheckedCopy(copying, check, signal);
}

/**
 * Writes one path, as it is committed, as a grove of its own, and looks it through before it comes to its place.
 * @throws {AspenError} INVALID_ARGUMENT where another file is on its way to the same place; as `copyPath`; DISK_FULL,
 *   IO_ERROR; what `signal` is aborted with
 */
export async function sharePath(sharing: Sharing, treeId: TreeId, agentId: AgentId): Promise<void> {
  const { store, target, open, check, verifyFile, onProgress, signal, newId, sha256, intoPlace } = sharing;
  const file = beginPartial(target);
  const partial = file.path;
  try {
    removePartial(partial);
    const copy = open(partial, { id: newId() as GroveId, name: nameOf(target) });
    try {
      for (const share of copyPath(copy, { from: store, treeId, agentId, newId })) {
        onProgress(share);
        // Typing that arrived meanwhile is saved between two steps.
        await turn();
        signal?.throwIfAborted();
      }
      onProgress(null);
      if (!isLong(partial)) requireNone(findGroveFault(copy, sha256));
    } finally {
      copy.close();
    }
    if (isLong(partial)) requireNone((await verifyFile(partial, signal))[0]);
    requireNone((await check(partial))[0]);
    signal?.throwIfAborted();
    intoPlace(partial, target);
  } finally {
    file.end();
  }
}

function requireNone(fault: string | undefined): void {
  if (fault !== undefined) throw new AspenError('CORRUPT', fault);
}

function nameOf(target: string): string {
  return basename(target, extname(target));
}
