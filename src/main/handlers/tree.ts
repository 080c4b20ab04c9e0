import { basename } from 'node:path';
import type { TreeId } from '../../core/ids.ts';
import type { GroveTrees } from '../grove/grove-trees.ts';
import { groveOf } from './grove.ts';
import type { HandlersFor } from './handlers-for.ts';
import { stoppable, toldStep } from './stoppable.ts';

export const treeHandlers: HandlersFor<'tree.' | 'search.'> = {
  'tree.list': (_input, caller) => groveOf(caller).trees.list(),
  'tree.show': ({ treeId }, caller) => groveOf(caller).showTree(treeId),
  'tree.create': ({ title }, caller) => groveOf(caller).trees.create(title),
  'tree.update': ({ treeId, ...properties }, caller) => groveOf(caller).trees.update(treeId, properties),
  'tree.positions': ({ treeId, after }, caller) => groveOf(caller).read.readTreePage(treeId, after),
  'tree.changes': ({ treeId, since }, caller) => groveOf(caller).read.readTreeChanges(treeId, since),
  'tree.labels': ({ treeId, positionIds }, caller) => groveOf(caller).read.readLabels(treeId, positionIds),
  'tree.duplicate': ({ treeId }, caller) => {
    const { trees } = groveOf(caller);
    const name = titleOf(trees, treeId);
    return stoppable(caller, (signal) => {
      const onProgress = (share: number) => caller.tellProgress({ kind: 'duplicate', name, share });
      return trees.duplicate(treeId, onProgress, signal);
    });
  },
  'tree.contents': ({ treeId }, caller) => groveOf(caller).trees.contents(treeId),
  'tree.delete': ({ treeId, title }, caller) => {
    const { trees } = groveOf(caller);
    const progress = { kind: 'delete', name: titleOf(trees, treeId), share: null } as const;
    return toldStep(caller, progress, () => trees.delete(treeId, title));
  },
  'tree.move': async ({ treeId }, caller) => {
    const grove = groveOf(caller);
    const path = await caller.chooseFile('move');
    if (path === null) return null;
    return caller.withGrove(path, async (other) => {
      const progress = { kind: 'move', name: titleOf(grove.trees, treeId), share: null } as const;
      const { nodes, answers } = await toldStep(caller, progress, () =>
        grove.trees.moveTo(treeId, other.trees),
      );
      return { grove: other.name, fileName: basename(other.path), nodes, answers };
    });
  },
  'search.find': ({ text, ...wanted }, caller) => groveOf(caller).read.search(text, wanted),
};

/** Empty for a tree that is not there. */
function titleOf(trees: GroveTrees, treeId: TreeId): string {
  return trees.list().find(({ id }) => id === treeId)?.title ?? '';
}
