import { basename } from 'node:path';
import type { TreeId } from '../../core/ids.ts';
import type { GroveTrees } from '../grove/grove-trees.ts';
import { forgetNoteDrafts } from '../settings/settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { HandlersFor } from './access/caller.ts';
import { runReportedStep, runSteps, runStoppable } from './access/run-stoppable.ts';
import { showCheck } from './access/wait-for-check.ts';
import { getGrove } from './grove-handlers.ts';

export function treeHandlers(settings: SettingsFile): HandlersFor<'tree.' | 'search.'> {
  return {
    'tree.list': (_input, caller) => getGrove(caller).trees.list(),
    'tree.show': ({ treeId }, caller) => getGrove(caller).showTree(treeId),
    'tree.create': (tree, caller) => getGrove(caller).trees.create(tree),
    'tree.update': ({ treeId, ...properties }, caller) => getGrove(caller).trees.update(treeId, properties),
    'tree.names': ({ treeId }, caller) => getGrove(caller).trees.names(treeId),
    'tree.addAlias': ({ treeId, name }, caller) => getGrove(caller).trees.addAlias(treeId, name),
    'tree.removeAlias': ({ treeId, name }, caller) => getGrove(caller).trees.removeAlias(treeId, name),
    'tree.positions': ({ treeId, after }, caller) => getGrove(caller).read.readTreePage(treeId, after),
    'tree.changes': ({ treeId, since }, caller) => getGrove(caller).read.readTreeChanges(treeId, since),
    'tree.labels': ({ treeId, positionIds }, caller) => getGrove(caller).read.readLabels(treeId, positionIds),
    'tree.duplicate': ({ treeId }, caller) => {
      const { trees } = getGrove(caller);
      const name = titleOf(trees, treeId);
      return runStoppable(caller, (signal) => {
        const onProgress = (share: number) => caller.notifyProgress({ kind: 'duplicate', name, share });
        return trees.duplicate(treeId, onProgress, signal);
      });
    },
    'tree.summarise': ({ treeId }, caller) => {
      getGrove(caller).trees.summarise(treeId);
      return {};
    },
    'tree.asManuscript': ({ treeId }, caller) => {
      const grove = getGrove(caller);
      const progress = { kind: 'duplicate', name: titleOf(grove.trees, treeId) } as const;
      return runStoppable(caller, (signal) =>
        runSteps(grove.trees.asManuscript(treeId), { grove, caller, signal, progress }),
      );
    },
    'tree.progress': ({ treeId }, caller) => {
      const grove = getGrove(caller);
      const progress = { kind: 'count', name: titleOf(grove.trees, treeId) } as const;
      return runStoppable(caller, (signal) =>
        runSteps(grove.trees.progress(treeId), { grove, caller, signal, progress }),
      );
    },
    'tree.contents': ({ treeId }, caller) => getGrove(caller).trees.contents(treeId),
    'tree.delete': async ({ treeId, title }, caller) => {
      const grove = getGrove(caller);
      const { trees } = grove;
      const progress = { kind: 'delete', name: titleOf(trees, treeId), share: null } as const;
      const before = trees.list();
      const contents = await runReportedStep(caller, progress, () => trees.delete(treeId, title));
      const left = new Set(trees.list().map(({ id }) => id));
      const { id: groveId } = grove.snapshot();
      const gone = before.flatMap(({ id }) => (left.has(id) ? [] : [{ groveId, treeId: id }]));
      settings.update((current) => forgetNoteDrafts(current, gone));
      return contents;
    },
    'tree.move': async ({ treeId }, caller) => {
      const grove = getGrove(caller);
      const path = await caller.chooseFile('move');
      if (path === null) return null;
      const name = titleOf(grove.trees, treeId);
      const moved = await runStoppable(caller, (signal) => {
        const onProgress = (share: number | null) => caller.notifyProgress({ kind: 'move', name, share });
        onProgress(null);
        return caller.withGrove(path, signal, async (other) => {
          await showCheck(caller, other);
          const moved = await grove.trees.moveTo(treeId, other.trees, onProgress, signal);
          grove.agents.copyTo(other.snapshot().id);
          return {
            ...moved,
            grove: other.name,
            fileName: basename(other.path),
          };
        });
      });
      return moved ?? 'stopped';
    },
    'search.find': ({ text, ...wanted }, caller) => getGrove(caller).read.search(text, wanted),
  };
}

/** Empty if there is no such tree. */
function titleOf(trees: GroveTrees, treeId: TreeId): string {
  return trees.list().find(({ id }) => id === treeId)?.title ?? '';
}
