import { basename, extname } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { ExchangeOutcome, ExchangeProgress } from '../../ipc/wire/exchange.ts';
import type { Caller } from './caller.ts';
import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';
import { stoppableStep } from './stoppable.ts';

export const copyHandlers: HandlersFor<'copy.'> = {
  'copy.saveAs': async (_input, caller) => {
    const grove = groveOf(caller);
    const target = await caller.chooseNewFile({ title: 'Save As', name: `${grove.name}.aspen` });
    if (target === null) return 'dismissed';
    refuseOpen(caller, target);
    return step(caller, copying(target), async (signal) => {
      const copy = await grove.copies.prepareMove(target, signal);
      try {
        // The window may have been closed meanwhile.
        return grove.isOpen ? await caller.moveTo(target, () => copy.arrive()) : 'stopped';
      } finally {
        copy.abandon();
      }
    });
  },
  'copy.duplicate': async (_input, caller) => {
    const grove = groveOf(caller);
    const target = await caller.chooseNewFile({
      title: 'Duplicate the grove',
      name: `${grove.name} copy.aspen`,
    });
    if (target === null) return 'dismissed';
    refuseOpen(caller, target);
    const outcome = await step(caller, copying(target), async (signal) => {
      await grove.copies.duplicate(target, signal);
      return 'done';
    });
    if (outcome === 'done') await caller.showGrove(target, false);
    return outcome;
  },
  'copy.share': async (wish, caller) => {
    const grove = groveOf(caller);
    const title =
      wish.kind === 'path' ? grove.trees.list().find(({ id }) => id === wish.treeId)?.title : undefined;
    const target = await caller.chooseNewFile({
      title: 'Share a copy',
      name: `${title ?? grove.name} to share.aspen`,
    });
    if (target === null) return 'dismissed';
    refuseOpen(caller, target);
    return step(caller, copying(target), async (signal) => {
      const onProgress = (share: number | null) => caller.tellProgress({ ...copying(target), share });
      await grove.copies.share(target, wish, onProgress, signal);
      return 'done';
    });
  },
  'copy.merge': async (_input, caller) => {
    const grove = groveOf(caller);
    const file = await caller.chooseFile('merge');
    if (file === null) return 'dismissed';
    const open = caller.findOpen(file);
    if (open === grove) throw new AspenError('INVALID_ARGUMENT', 'that is this grove itself');
    const name = basename(file, extname(file));
    const progress = { kind: 'merge', name, share: null } as const;
    return step(caller, progress, async (signal) => {
      if (open === undefined) await caller.lookAt(file, signal);
      // What is open here goes on being written: its newest backup is as it is now.
      const copy = open === undefined ? file : await open.copies.backUp(signal);
      return caller.atRest((resting) => resting.merge(copy, name, signal));
    });
  },
};

/** A copy is one step that nobody can see into. */
export function copying(target: string): ExchangeProgress {
  return { kind: 'copy', name: basename(target), share: null };
}

async function step(
  caller: Caller,
  progress: ExchangeProgress,
  work: (signal: AbortSignal) => Promise<ExchangeOutcome>,
): Promise<ExchangeOutcome> {
  return (await stoppableStep(caller, progress, work)) ?? 'stopped';
}

/** @throws {AspenError} INVALID_ARGUMENT where a window has the file open: a copy would take its place under it */
export function refuseOpen(caller: Caller, target: string): void {
  if (caller.findOpen(target) === undefined) return;
  throw new AspenError('INVALID_ARGUMENT', `${basename(target)} is open in a window; choose another name`);
}
