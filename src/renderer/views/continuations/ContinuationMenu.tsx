import { useOpenTree } from '../../session/hooks.ts';
import { canCompare } from '../../session/tree/comparison-session.ts';
import type { Continuation } from '../../session/tree/continuation.ts';
import { ContextMenu } from '../../ui/layers/ContextMenu.tsx';
import { useCommands } from '../commands.ts';

export interface ContinuationMenuProps {
  readonly item: Continuation;
  readonly count: number;
  readonly at: { readonly x: number; readonly y: number };
  readonly readOnly: boolean;
  onClose(): void;
  findFocus(): HTMLElement | null;
}

/** What can be done with one continuation: by the right button, and by the menu key or Shift+F10 in the list. */
export function ContinuationMenu({ item, count, at, readOnly, onClose, findFocus }: ContinuationMenuProps) {
  const tree = useOpenTree();
  const commands = useCommands();
  const { positionId, pruned, number } = item;
  const isWhole = canCompare(item);
  const compareKey = commands.find('continuations.compare')?.key ?? '';
  const reading = [
    { id: 'go', text: 'Go there', strong: true, run: () => tree.moving.goToContinuation(positionId) },
    { id: 'look', text: 'Look at it', keyLabel: 'Space', run: () => tree.preview.show(positionId) },
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
  const told = (items: readonly (Omit<(typeof pruning)[number], 'run'> & { run(): unknown })[]) =>
    items.map((one) => ({ ...one, run: () => void one.run() }));
  return (
    <ContextMenu
      label={pruned ? 'Pruned continuation' : `Continuation ${number} of ${count}`}
      open
      at={at}
      groups={[
        {
          label: 'Reading',
          items: isWhole ? told(reading.filter(({ id }) => id !== 'go' || !readOnly)) : [],
        },
        { label: 'Pruning', items: readOnly ? [] : told(pruned ? restoring : isWhole ? pruning : []) },
      ]}
      onClose={onClose}
      findFocus={findFocus}
    />
  );
}
