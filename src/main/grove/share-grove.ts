/** Copies of a grove for somebody else (`storage.md`, *Backups*: *Share a copy*). */
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { AgentId, GroveId, Sha256, TreeId } from '../../core/ids.ts';
import { becomeAnother } from '../store/grove.ts';
import { findFileFaults } from '../store/integrity.ts';
import type { NewGrove } from '../store/open-file.ts';
import { removePartial, saveCopy } from '../store/save-copy.ts';
import { copyPath, leaveOutPrivate } from '../store/share-copy.ts';
import type { Store } from '../store/store.ts';
import { verifyGrove } from './verify-grove.ts';

export interface Sharing {
  readonly store: Store;
  /** Where the copy is to stand; what stands there is replaced. */
  readonly target: string;
  /** Opens a file of ours, or makes it. */
  open(path: string, create?: NewGrove): Store;
  newId(): string;
  sha256(data: string | Uint8Array): Sha256;
  intoPlace(partial: string, target: string): void;
}

/**
 * Writes the whole grove without drafts, sessions and, unless they are wanted, the bodies of answers.
 * @throws {AspenError} as `saveCopy`
 */
export function shareGrove({ store, target, open, newId, intoPlace }: Sharing, answers: boolean): void {
  saveCopy({
    store,
    target,
    open: (path) => {
      const copy = open(path);
      // What is taken out is overwritten in the file, not only let go of.
      copy.pragma('secure_delete = ON');
      return copy;
    },
    complete: (writer) => {
      leaveOutPrivate(writer, { answers });
      becomeAnother(writer, newId() as GroveId, nameOf(target));
    },
    intoPlace,
  });
}

/**
 * Writes one path, as it is committed, as a grove of its own, and looks it through before it comes to its place.
 * @returns how many nodes
 * @throws {AspenError} INVALID_ARGUMENT for the grove's own place; as `copyPath`; DISK_FULL, IO_ERROR
 */
export function sharePath(
  { store, target, open, newId, sha256, intoPlace }: Sharing,
  treeId: TreeId,
  agentId: AgentId,
): number {
  const partial = `${target}.partial`;
  removePartial(partial);
  try {
    const copy = open(partial, { id: newId() as GroveId, name: nameOf(target) });
    let nodes: number;
    try {
      nodes = copy.transact((writer) => copyPath(writer, { from: store, treeId, agentId, newId }));
      const { nodes: verdicts, violations, log } = verifyGrove(copy, { sha256, sha256OfBytes: sha256 });
      const faults = [...findFileFaults(copy), ...violations, ...log];
      if (verdicts.invalid > 0 || faults.length > 0)
        throw new AspenError('CORRUPT', faults[0] ?? verdicts.summary);
    } finally {
      copy.close();
    }
    intoPlace(partial, target);
    return nodes;
  } finally {
    if (existsSync(partial)) removePartial(partial);
  }
}

function nameOf(target: string): string {
  return basename(target, extname(target));
}
