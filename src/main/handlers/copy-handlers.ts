import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { ExchangeOutcome, ExchangeProgress } from '../../ipc/wire/exchange.ts';
import { backupCopyDialog, duplicateDialog, saveAsDialog, shareDialog } from '../../ui-text/dialogs.ts';
import { MERGE_WITH_ITSELF } from '../../ui-text/refusals.ts';
import { savedAs } from '../../ui-text/window/notices.ts';
import type { BackupLibrary } from '../grove/copies/backup-library.ts';
import { copyNoteDrafts } from '../settings/settings.ts';
import type { Caller, HandlersFor } from './access/caller.ts';
import { noteWritten } from './access/file-handles.ts';
import { runStoppableStep } from './access/run-stoppable.ts';
import { showCheck } from './access/wait-for-check.ts';
import { getGrove } from './grove-handlers.ts';
import { type NamingOptions, requireNotOpen, saveUntitledAs } from './name-grove.ts';

export function copyHandlers(options: NamingOptions): HandlersFor<'copy.'> {
  return { 'copy.saveAs': (_input, caller) => saveAs(caller, options), ...otherCopies };
}

/** A save of an untitled grove moves it, so that no second file is left. */
async function saveAs(caller: Caller, options: NamingOptions): Promise<ExchangeOutcome> {
  const grove = getGrove(caller);
  if (options.untitled.has(grove.realPath)) {
    const outcome = await saveUntitledAs(caller, grove, saveAsDialog(grove.name), options);
    if (outcome === 'done') grove.notifyDone(savedAs(basename(grove.path)), '', { file: grove.path });
    return outcome;
  }
  const target = await caller.chooseNewFile(saveAsDialog(grove.name));
  if (target === null) return 'dismissed';
  requireNotOpen(caller, target);
  const outcome = await step(caller, copyProgress(target), async (signal) => {
    const copy = await grove.copies.prepareMove(target, signal);
    try {
      // The window may have closed in the meantime.
      if (!grove.isOpen) return 'stopped';
      return await caller.moveTo(target, async () => {
        await copy.moveIntoPlace();
        // Text typed by now is not part of the file.
        const { id } = grove.snapshot();
        options.settings.update((current) => copyNoteDrafts(current, id, copy.groveId));
        grove.agents.copyTo(copy.groveId);
      });
    } finally {
      copy.discard();
    }
  });
  if (outcome === 'done') caller.findGrove()?.notifyDone(savedAs(basename(target)), '', { file: target });
  return outcome;
}

const otherCopies: Omit<HandlersFor<'copy.'>, 'copy.saveAs'> = {
  'copy.duplicate': async (_input, caller) => {
    const grove = getGrove(caller);
    const target = await caller.chooseNewFile(duplicateDialog(grove.name));
    if (target === null) return 'dismissed';
    requireNotOpen(caller, target);
    const outcome = await step(caller, copyProgress(target), async (signal) => {
      grove.agents.copyTo(await grove.copies.duplicate(target, signal));
      return 'done';
    });
    if (outcome !== 'done') return outcome;
    await caller.showGrove(target, false);
    return noteWritten(caller, target);
  },
  'copy.documents': ({ treeId }, caller) => getGrove(caller).links.documentsToShare(treeId),
  'copy.share': async (options, caller) => {
    const grove = getGrove(caller);
    const title =
      options.kind === 'path' ? grove.trees.list().find(({ id }) => id === options.treeId)?.title : undefined;
    const target = await caller.chooseNewFile(shareDialog(title ?? grove.name));
    if (target === null) return 'dismissed';
    requireNotOpen(caller, target);
    const outcome = await step(caller, copyProgress(target), async (signal) => {
      const onProgress = (share: number | null) => caller.notifyProgress({ ...copyProgress(target), share });
      await grove.copies.share(target, options, onProgress, signal);
      return 'done';
    });
    return outcome === 'done' ? noteWritten(caller, target) : outcome;
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
function copyProgress(target: string): ExchangeProgress {
  return { kind: 'copy', name: basename(target), share: null };
}

async function step(
  caller: Caller,
  progress: ExchangeProgress,
  work: (signal: AbortSignal) => Promise<ExchangeOutcome>,
): Promise<ExchangeOutcome> {
  return (await runStoppableStep(caller, progress, work)) ?? 'stopped';
}

export function backupHandlers(library: BackupLibrary): HandlersFor<'backup.'> {
  return {
    'backup.list': (_input, caller) => library.list(caller.findGrove()?.snapshot().id ?? null),
    'backup.open': async ({ groveId, name, suggestedName: wanted }, caller) => {
      const target = await caller.chooseNewFile(backupCopyDialog(wanted));
      if (target === null) return { chosen: false, grove: null };
      requireNotOpen(caller, target);
      const isCopied = await runStoppableStep(caller, copyProgress(target), async (signal) => {
        await library.copy(groveId, name, target, signal);
        return true;
      });
      if (isCopied === null) return { chosen: false, grove: null };
      const grove = await caller.showGrove(target, false);
      return { chosen: true, grove: grove?.snapshot() ?? null };
    },
  };
}
