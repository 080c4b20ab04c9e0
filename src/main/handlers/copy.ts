import { basename } from 'node:path';
import { AspenError } from '../../core/errors.ts';
import type { Caller } from './caller.ts';
import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';

export const copyHandlers: HandlersFor<'copy.'> = {
  'copy.saveAs': async (_input, caller) => {
    const grove = groveOf(caller);
    const target = await caller.chooseNewFile({ title: 'Save As', name: `${grove.name}.aspen` });
    if (target === null) return false;
    refuseOpen(caller, target);
    await caller.moveTo(target, () => grove.copies.saveAs(target));
    return true;
  },
  'copy.duplicate': async (_input, caller) => {
    const grove = groveOf(caller);
    const target = await caller.chooseNewFile({
      title: 'Duplicate the grove',
      name: `${grove.name} copy.aspen`,
    });
    if (target === null) return false;
    refuseOpen(caller, target);
    grove.copies.saveAs(target);
    await caller.showGrove(target, false);
    return true;
  },
  'copy.share': async (wish, caller) => {
    const grove = groveOf(caller);
    const title =
      wish.kind === 'path' ? grove.trees.list().find(({ id }) => id === wish.treeId)?.title : undefined;
    const target = await caller.chooseNewFile({
      title: 'Share a copy',
      name: `${title ?? grove.name} to share.aspen`,
    });
    if (target === null) return false;
    refuseOpen(caller, target);
    grove.copies.share(target, wish);
    return true;
  },
  'copy.merge': async (_input, caller) => {
    const grove = groveOf(caller);
    const file = await caller.chooseFile('merge');
    if (file === null) return false;
    const open = caller.findOpen(file);
    if (open === grove) throw new AspenError('INVALID_ARGUMENT', 'that is this grove itself');
    if (open === undefined) await caller.lookAt(file);
    await caller.atRest((resting) => resting.merge(file, open));
    return true;
  },
};

/** @throws {AspenError} INVALID_ARGUMENT where a window has the file open: a copy would take its place under it */
export function refuseOpen(caller: Caller, target: string): void {
  if (caller.findOpen(target) === undefined) return;
  throw new AspenError('INVALID_ARGUMENT', `${basename(target)} is open in a window; choose another name`);
}
