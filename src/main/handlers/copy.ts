import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { ExchangeOutcome, ExchangeProgress } from '../../ipc/wire/exchange.ts';
import { duplicateDialog, saveAsDialog, shareDialog } from '../../ui-text/dialogs.ts';
import { fileOpenInWindow, MERGE_WITH_ITSELF } from '../../ui-text/refusals.ts';
import type { Caller } from './caller.ts';
import { getGrove } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';
import { runStoppableStep } from './run-stoppable.ts';
import { showCheck } from './wait-for-check.ts';

export const copyHandlers: HandlersFor<'copy.'> = {
  'copy.saveAs': async (_input, caller) => {
    const grove = getGrove(caller);
    const target = await caller.chooseNewFile(saveAsDialog(grove.name));
    if (target === null) return 'dismissed';
    requireNotOpen(caller, target);
    return step(caller, copyProgress(target), async (signal) => {
      const copy = await grove.copies.prepareMove(target, signal);
      try {
        // The window may have closed in the meantime.
        return grove.isOpen ? await caller.moveTo(target, () => copy.moveIntoPlace()) : 'stopped';
      } finally {
        copy.discard();
      }
    });
  },
  'copy.duplicate': async (_input, caller) => {
    const grove = getGrove(caller);
    const target = await caller.chooseNewFile(duplicateDialog(grove.name));
    if (target === null) return 'dismissed';
    requireNotOpen(caller, target);
    const outcome = await step(caller, copyProgress(target), async (signal) => {
      await grove.copies.duplicate(target, signal);
      return 'done';
    });
    if (outcome === 'done') await caller.showGrove(target, false);
    return outcome;
  },
  'copy.share': async (options, caller) => {
    const grove = getGrove(caller);
    const title =
      options.kind === 'path' ? grove.trees.list().find(({ id }) => id === options.treeId)?.title : undefined;
    const target = await caller.chooseNewFile(shareDialog(title ?? grove.name));
    if (target === null) return 'dismissed';
    requireNotOpen(caller, target);
    return step(caller, copyProgress(target), async (signal) => {
      const onProgress = (share: number | null) => caller.notifyProgress({ ...copyProgress(target), share });
      await grove.copies.share(target, options, onProgress, signal);
      return 'done';
    });
  },
  'copy.merge': async (_input, caller) => {
    const grove = getGrove(caller);
    const file = await caller.chooseFile('merge');
    if (file === null) return 'dismissed';
    const open = caller.findOpen(file);
    if (open === grove) throw new AspenError('INVALID_ARGUMENT', MERGE_WITH_ITSELF);
    if (open !== undefined) await showCheck(caller, open);
    const name = basename(file, extname(file));
    const progress = { kind: 'merge', name, share: null } as const;
    return step(caller, progress, async (signal) => {
      if (open === undefined) await caller.checkForReading(file, signal);
      // An open file is still being written, so merge a fresh backup of it.
      const copy = open === undefined ? file : await open.copies.backUp(signal);
      return caller.withPagePaused((paused) => paused.merge(copy, name, signal));
    });
  },
};

/** A copy is a single step, so its progress is unknown. */
export function copyProgress(target: string): ExchangeProgress {
  return { kind: 'copy', name: basename(target), share: null };
}

async function step(
  caller: Caller,
  progress: ExchangeProgress,
  work: (signal: AbortSignal) => Promise<ExchangeOutcome>,
): Promise<ExchangeOutcome> {
  return (await runStoppableStep(caller, progress, work)) ?? 'stopped';
}

/** @throws {AspenError} INVALID_ARGUMENT if a window has the file open, because a copy would replace it */
export function requireNotOpen(caller: Caller, target: string): void {
  if (caller.findOpen(target) === undefined) return;
  throw new AspenError('INVALID_ARGUMENT', fileOpenInWindow(basename(target)));
}
