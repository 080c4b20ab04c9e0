/** The Tree tab: the outline and the map, and what their letter keys do (`views/tree/tree-keys.ts`). */
import { type Command, type CommandContext, NO_KEYS, withTree, writable } from './command.ts';

/** Shows the tab first: what follows is done to what is selected there. */
function atTree(act: (tree: NonNullable<CommandContext['tree']>) => unknown) {
  return async ({ session, tree }: CommandContext) => {
    if (tree === null) return;
    session.showTab('tree');
    tree.outline.requestFocus('rows');
    await act(tree);
  };
}

export const trees = [
  {
    id: 'view.tree',
    title: 'Tree tab: outline',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.setLook({ as: 'outline' })),
  },
  {
    id: 'view.map',
    title: 'Tree tab: map',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.setLook({ as: 'map' })),
  },
  {
    id: 'tree.filter',
    title: 'Tree: filter…',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.requestFocus('filter')),
  },
  {
    id: 'tree.clearFilter',
    title: 'Tree: end the filter',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.view.get().found !== null,
    run: atTree(({ outline }) => outline.clearFilter()),
  },
  {
    id: 'tree.hoist',
    title: 'Tree: show only this branch (hoist)',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.hoist(outline.view.get().selected)),
  },
  {
    id: 'tree.unhoist',
    title: 'Tree: show the whole tree',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.view.get().top !== tree.outline.view.get().root,
    run: atTree(({ outline }) => outline.hoist(-1)),
  },
  {
    id: 'tree.openAll',
    title: 'Tree: expand all',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.setAllOpen(true)),
  },
  {
    id: 'tree.closeAll',
    title: 'Tree: collapse all',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.setAllOpen(false)),
  },
  {
    id: 'tree.fold',
    title: 'Tree: fold chains of single nodes, or unfold them',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.setLook({ folds: !outline.look.get().folds })),
  },
  {
    id: 'tree.showPruned',
    title: 'Tree: show what is pruned, or hide it',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.setLook({ showsPruned: !outline.look.get().showsPruned })),
  },
  {
    id: 'tree.fit',
    title: 'Tree: fit the map',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.look.get().as === 'map',
    run: atTree(({ outline }) => outline.fit()),
  },
  {
    id: 'tree.nextUnseen',
    title: 'Tree: next that was not seen yet',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outline }) => outline.revealUnseen()),
  },
  {
    id: 'tree.goThere',
    title: 'Tree: go to the selected node',
    keys: NO_KEYS,
    when: withTree,
    run: atTree(({ outlineActions }) => outlineActions.goThere()),
  },
  {
    id: 'tree.generate',
    title: 'Tree: generate from the selected node',
    keys: NO_KEYS,
    when: writable,
    run: atTree(({ outlineActions }) => outlineActions.generate()),
  },
  {
    id: 'tree.bookmark',
    title: 'Tree: bookmark the selected node',
    keys: NO_KEYS,
    when: writable,
    run: atTree(({ outlineActions }) => outlineActions.toggleBookmark()),
  },
  {
    id: 'tree.prune',
    title: 'Tree: prune the selected node, or restore it',
    keys: NO_KEYS,
    when: writable,
    run: atTree(({ outlineActions }) => outlineActions.togglePruned()),
  },
] as const satisfies readonly Command[];
