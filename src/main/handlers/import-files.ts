import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { ImportReport } from '../../ipc/wire/exchange.ts';
import type { OpenGrove } from '../grove/open-grove.ts';
import type { Caller } from './access/caller.ts';
import { runSteps } from './run-steps.ts';

/** Files to be imported, each as a tree. */
export interface FilesToImport {
  readonly grove: OpenGrove;
  readonly files: readonly string[];
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /**
   * Reads a file and returns the steps of its import, which yield the share that is done, from 0 to 1; null if the writer
   * has to be asked about it first.
   * @throws {AspenError} why the file is refused
   */
  begin(file: string): Promise<Generator<number, LoomTree> | null>;
  /** A sentence for a fault, INVALID_ARGUMENT, that the steps find before they write anything. Without it, none is expected. */
  readonly toReason?: (fileName: string, fault: string) => string;
}

export type ImportedFiles = Omit<ImportReport, 'remarks' | 'questions'>;

/**
 * Imports files one after another, skipping those that are refused, and shows the last imported tree.
 * @throws {AspenError} what the store throws
 */
export async function importFiles(options: FilesToImport): Promise<ImportedFiles> {
  const { grove } = options;
  const trees: LoomTree[] = [];
  try {
    return await importInto(trees, options);
  } finally {
    const last = trees.at(-1);
    if (last !== undefined && grove.isOpen) grove.showImported(last.id);
  }
}

async function importInto(trees: LoomTree[], options: FilesToImport): Promise<ImportedFiles> {
  const { files, caller } = options;
  const refused: { name: string; reason: string }[] = [];
  for (const file of files) {
    const name = basename(file);
    caller.notifyProgress({ kind: 'import', name, share: 0 });
    const steps = await options.begin(file).catch((error: unknown) => {
      if (!(error instanceof AspenError)) throw error;
      refused.push({ name, reason: error.detail });
    });
    if (steps === undefined || steps === null) continue;
    try {
      const tree = await runSteps(steps, { ...options, progress: { kind: 'import', name } });
      if (tree === null) return { trees, refused, stopped: true };
      trees.push(tree);
    } catch (error) {
      const { toReason } = options;
      if (!(error instanceof AspenError) || error.code !== 'INVALID_ARGUMENT' || toReason === undefined)
        throw error;
      refused.push({ name, reason: toReason(name, error.detail) });
    }
  }
  return { trees, refused, stopped: false };
}
