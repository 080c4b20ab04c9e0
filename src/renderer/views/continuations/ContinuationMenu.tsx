import { useDesk } from '../../session/hooks.ts';
import { canCompare } from '../../session/tree/comparison-session.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import { ContextMenu } from '../../ui/layers/ContextMenu.tsx';
import { useCommands } from '../commands.ts';
import { formatPlace } from './slot-texts.ts';

export interface ContinuationMenuProps {
  readonly item: Continuation;
  readonly count: number;
  readonly at: { readonly x: number; readonly y: number };
  readonly readOnly: boolean;
  onClose(): void;
  findFocus(): HTMLElement | null;
}

/** The context menu of one continuation: right click, or the menu key or Shift+F10 in the list. */
export function ContinuationMenu({ item, count, at, readOnly, onClose, findFocus }: ContinuationMenuProps) {
  const { tree, preview } = useDesk();
  const commands = useCommands();
  const { positionId, pruned } = item;
  const isWhole = canCompare(item);
  const compareKey = commands.find('continuations.compare')?.key ?? '';
  const reading = [
    { id: 'go', text: 'Go there', strong: true, run: () => tree.navigation.goToContinuation(positionId) },
    ...(preview === null
      ? []
      : [{ id: 'look', text: 'Preview', keyLabel: 'Space', run: () => preview.show(positionId) }]),
    { id: 'compare', text: 'Compare', keyLabel: compareKey, run: () => tree.comparison.choose(positionId) },
  ];
  const pruning = [
    { id: 'prune', text: 'Prune', keyLabel: 'Delete', run: () => tree.pruning.prune(positionId) },
    {
      id: 'pruneOthers',
      text: 'Prune all others',
      disabled: count < 2,
      run: () => tree.pruning.pruneOthers(positionId),
    },
  ];
  const restoring = [
    { id: 'restore', text: 'Restore', keyLabel: 'Enter', run: () => tree.pruning.restore([positionId]) },
    { id: 'restoreAll', text: 'Restore all', run: () => tree.pruning.restoreAll() },
  ];
  const toItems = (items: readonly (Omit<(typeof pruning)[number], 'run'> & { run(): unknown })[]) =>
    items.map((one) => ({ ...one, run: () => void one.run() }));
  return (
    <ContextMenu
      label={pruned ? 'Pruned continuation' : `Continuation ${formatPlace(item, count)}`}
      open
      at={at}
      groups={[
        {
          label: 'Reading',
          items: isWhole ? toItems(reading.filter(({ id }) => id !== 'go' || !readOnly)) : [],
        },
        { label: 'Pruning', items: readOnly ? [] : toItems(pruned ? restoring : isWhole ? pruning : []) },
      ]}
      onClose={onClose}
      findFocus={findFocus}
    />
  );
}
