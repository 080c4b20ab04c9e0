/** The Tree tab: the outline, the map, and the actions of their letter keys (`views/tree/tree-keys.ts`). */
import { type Command, type CommandContext, NO_KEYS, withTree, writable } from './command.ts';

/** Makes a command show the Tree tab before it acts on the selection there. */
function inTreeTab(act: (tree: NonNullable<CommandContext['tree']>) => unknown) {
  return async ({ session, tree }: CommandContext) => {
    if (tree === null) return;
    session.showTab('tree');
    tree.outline.focusRequest.request('rows');
    await act(tree);
  };
}

export const trees = [
  {
    id: 'view.tree',
    title: 'Tree tab: outline',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setViewOptions({ as: 'outline' })),
  },
  {
    id: 'view.map',
    title: 'Tree tab: map',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setViewOptions({ as: 'map' })),
  },
  {
    id: 'tree.filter',
    title: 'Tree: filter…',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.focusFilter()),
  },
  {
    id: 'tree.clearFilter',
    title: 'Tree: clear the filter',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.view.get().found !== null,
    run: inTreeTab(({ outline }) => outline.clearFilter()),
  },
  {
    id: 'tree.hoist',
    title: 'Tree: show only this branch (hoist)',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.hoist(outline.view.get().selected)),
  },
  {
    id: 'tree.unhoist',
    title: 'Tree: show the whole tree',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.view.get().top !== tree.outline.view.get().root,
    run: inTreeTab(({ outline }) => outline.hoist(-1)),
  },
  {
    id: 'tree.openAll',
    title: 'Tree: expand all',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setAllOpen(true)),
  },
  {
    id: 'tree.closeAll',
    title: 'Tree: collapse all',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setAllOpen(false)),
  },
  {
    id: 'tree.fold',
    title: 'Tree: fold or unfold chains of single nodes',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setViewOptions({ folds: !outline.viewOptions.get().folds })),
  },
  {
    id: 'tree.showPruned',
    title: 'Tree: show or hide pruned nodes',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) =>
      outline.setViewOptions({ showsPruned: !outline.viewOptions.get().showsPruned }),
    ),
  },
  {
    id: 'tree.fit',
    title: 'Tree: fit the map',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.viewOptions.get().as === 'map',
    run: inTreeTab(({ outline }) => outline.fit()),
  },
  {
    id: 'tree.nextUnseen',
    title: 'Tree: next node not seen yet',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.revealUnseen()),
  },
  {
    id: 'tree.goThere',
    title: 'Tree: go to the selected node',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outlineActions }) => outlineActions.goThere()),
  },
  {
    id: 'tree.generate',
    title: 'Tree: generate from the selected node',
    keys: NO_KEYS,
    when: writable,
    run: inTreeTab(({ outlineActions }) => outlineActions.generate()),
  },
  {
    id: 'tree.bookmark',
    title: 'Tree: bookmark the selected node',
    keys: NO_KEYS,
    when: writable,
    run: inTreeTab(({ outlineActions }) => outlineActions.toggleBookmark()),
  },
  {
    id: 'tree.prune',
    title: 'Tree: prune or restore the selected node',
    keys: NO_KEYS,
    when: writable,
    run: inTreeTab(({ outlineActions }) => outlineActions.togglePruned()),
  },
] as const satisfies readonly Command[];
