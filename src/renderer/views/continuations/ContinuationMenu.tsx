import { COMPARE, GO_THERE } from '../../../ui-text/tree/comparing.ts';
import {
  continuationAt,
  PREVIEW,
  PRUNE,
  PRUNE_OTHERS,
  PRUNED_CONTINUATION,
  PRUNING,
  READING,
} from '../../../ui-text/tree/continuation-list.ts';
import { RESTORE, RESTORE_ALL } from '../../../ui-text/window/buttons.ts';
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
    { id: 'go', text: GO_THERE, strong: true, run: () => tree.navigation.goToContinuation(positionId) },
    ...(preview === null
      ? []
      : [{ id: 'look', text: PREVIEW, keyLabel: 'Space', run: () => preview.show(positionId) }]),
    { id: 'compare', text: COMPARE, keyLabel: compareKey, run: () => tree.comparison.choose(positionId) },
  ];
  const pruning = [
    { id: 'prune', text: PRUNE, keyLabel: 'Delete', run: () => tree.pruning.prune(positionId) },
    {
      id: 'pruneOthers',
      text: PRUNE_OTHERS,
      disabled: count < 2,
      run: () => tree.pruning.pruneOthers(positionId),
    },
  ];
  const restoring = [
    { id: 'restore', text: RESTORE, keyLabel: 'Enter', run: () => tree.pruning.restore([positionId]) },
    { id: 'restoreAll', text: RESTORE_ALL, run: () => tree.pruning.restoreAll() },
  ];
  const toItems = (items: readonly (Omit<(typeof pruning)[number], 'run'> & { run(): unknown })[]) =>
    items.map((one) => ({ ...one, run: () => void one.run() }));
  return (
    <ContextMenu
      label={pruned ? PRUNED_CONTINUATION : continuationAt(formatPlace(item, count))}
      open
      at={at}
      groups={[
        {
          label: READING,
          items: isWhole ? toItems(reading.filter(({ id }) => id !== 'go' || !readOnly)) : [],
        },
        { label: PRUNING, items: readOnly ? [] : toItems(pruned ? restoring : isWhole ? pruning : []) },
      ]}
      onClose={onClose}
      findFocus={findFocus}
    />
  );
}
