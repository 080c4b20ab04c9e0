/** The Outline tab: the outline, the map, and the actions of their letter keys (`views/tree/tree-keys.ts`). */
import { COMPARE_IN_OUTLINE } from '../../../ui-text/tree/comparing.ts';
import { UNAVAILABLE } from '../../../ui-text/window/palette.ts';
import type { OutlineAction } from '../../session/outline/outline-actions.ts';
import { type Command, type CommandContext, NO_KEYS, withTree, writable } from './command.ts';

type RowContext = CommandContext & { readonly tree: NonNullable<CommandContext['tree']> };

/** Makes a command show the Outline tab before it acts on the selection there. */
function inTreeTab(act: (tree: NonNullable<CommandContext['tree']>) => unknown) {
  return async ({ session, tree }: CommandContext) => {
    if (tree === null) return;
    session.showTab('tree');
    tree.outline.focusRequest.request('rows');
    await act(tree);
  };
}

/** Actions on a file that can only be read. */
const READING: ReadonlySet<OutlineAction> = new Set(['goThere', 'hoist', 'compare', 'copy']);

/** A command that acts on the row selected in the Outline tab; the menu of a row has it too. */
function onRow(
  id: string,
  title: string,
  action: OutlineAction,
  act: (context: RowContext) => unknown,
): Command {
  const applies = ({ tree, manuscript }: CommandContext) =>
    tree?.outlineActions.refusal(action) === null && (action !== 'split' || manuscript !== null);
  return {
    id,
    title,
    keys: NO_KEYS,
    when: (context) => (READING.has(action) ? withTree(context) : writable(context)) && applies(context),
    why: ({ tree, manuscript }) =>
      tree?.outlineActions.refusal(action) ??
      (action === 'split' && manuscript === null ? UNAVAILABLE.manuscript : null),
    run: async (context) => {
      const { tree } = context;
      if (tree !== null) await inTreeTab(() => act({ ...context, tree }))(context);
    },
  };
}

export const trees = [
  {
    id: 'view.tree',
    title: 'Outline tab',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setViewOptions({ as: 'outline' })),
  },
  {
    id: 'view.map',
    title: 'Outline tab: map',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setViewOptions({ as: 'map' })),
  },
  {
    id: 'view.mapPage',
    title: 'Map: fill the window',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setViewOptions({ as: 'map', fillsWindow: true })),
  },
  {
    id: 'tree.filter',
    title: 'Outline: filter…',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.focusFilter()),
  },
  {
    id: 'tree.clearFilter',
    title: 'Outline: clear the filter',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.view.get().found !== null,
    run: inTreeTab(({ outline }) => outline.clearFilter()),
  },
  onRow('tree.hoist', 'Outline: show only this branch', 'hoist', ({ tree: { outline } }) =>
    outline.hoist(outline.view.get().selected),
  ),
  {
    id: 'tree.unhoist',
    title: 'Outline: show the whole tree',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.view.get().top !== tree.outline.view.get().root,
    run: inTreeTab(({ outline }) => outline.hoist(-1)),
  },
  {
    id: 'tree.openAll',
    title: 'Outline: expand all',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setAllOpen(true)),
  },
  {
    id: 'tree.closeAll',
    title: 'Outline: collapse all',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setAllOpen(false)),
  },
  {
    id: 'tree.fold',
    title: 'Outline: fold or unfold chains of single passages',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.setViewOptions({ folds: !outline.viewOptions.get().folds })),
  },
  {
    id: 'tree.showPruned',
    title: 'Outline: show or hide what is set aside',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) =>
      outline.setViewOptions({ showsPruned: !outline.viewOptions.get().showsPruned }),
    ),
  },
  {
    id: 'tree.fit',
    title: 'Outline: fit the map',
    keys: NO_KEYS,
    when: ({ tree }) => tree !== null && tree.outline.viewOptions.get().as === 'map',
    run: inTreeTab(({ outline }) => outline.fit()),
  },
  {
    id: 'tree.nextUnseen',
    title: 'Outline: next passage not seen yet',
    keys: NO_KEYS,
    when: withTree,
    run: inTreeTab(({ outline }) => outline.revealUnseen()),
  },
  onRow('tree.goThere', 'Outline: go to the selected passage', 'goThere', ({ tree }) =>
    tree.outlineActions.goThere(),
  ),
  onRow('tree.edit', 'Outline: edit the selected passage', 'edit', ({ tree }) => tree.outlineActions.edit()),
  onRow('tree.generate', 'Outline: generate from the selected passage', 'generate', ({ tree }) =>
    tree.outlineActions.generate(),
  ),
  onRow('tree.split', 'Outline: split the selected passage', 'split', ({ tree, manuscript }) =>
    manuscript === null ? undefined : tree.outlineActions.split(() => manuscript.commands.split()),
  ),
  onRow('tree.bookmark', 'Outline: bookmark the selected passage', 'bookmark', ({ tree }) =>
    tree.outlineActions.toggleBookmark(),
  ),
  onRow('tree.note', 'Outline: add a note to the selected passage', 'note', async ({ session, tree }) => {
    if (!(await tree.outlineActions.goToNote())) return;
    session.showTab('node');
    tree.node.requestNote(tree.findCurrent(), null);
  }),
  onRow('tree.tag', 'Outline: add a tag to the selected passage…', 'tag', ({ session, tree }) =>
    session.tags.askToAdd({ treeId: tree.treeId, positionId: tree.outline.selectedId }),
  ),
  onRow('tree.compare', COMPARE_IN_OUTLINE, 'compare', ({ tree }) => tree.outlineActions.compare()),
  onRow('tree.copy', 'Outline: copy the text of the selected passage', 'copy', ({ tree }) =>
    tree.outlineActions.copy(),
  ),
  onRow('tree.exclude', 'Outline: exclude or include the selected passage', 'exclude', ({ tree }) =>
    tree.outlineActions.toggleExcluded(),
  ),
  onRow('tree.prune', 'Outline: set aside the selected passage, or bring it back', 'prune', ({ tree }) =>
    tree.outlineActions.togglePruned(),
  ),
] as const satisfies readonly Command[];
