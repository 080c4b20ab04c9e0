import { useEffect } from 'react';
import type { PositionId } from '../../../core/ids.ts';
import { TURN_BUTTONS } from '../../../ui-text/agents/turns.ts';
import { useAppSession, useDialogueDesk, useStore } from '../../session/hooks.ts';
import { isAt, isRevertible } from '../../session/turns/trace.ts';

interface TurnItem {
  readonly id: string;
  readonly text: string;
  run(): void;
}

/**
 * Items of a message's menu for the turns that answer it or that it is part of: to undo the newest, to redo the one
 * that was undone last, and to undo the rest of that one.
 * @param isWanted the menu is open
 */
export function useTurnItems(positionId: PositionId, isWanted: boolean): readonly TurnItem[] {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  const trace = useStore(turns.trace.of(treeId)) ?? [];
  useEffect(() => {
    if (isWanted) void turns.trace.read(treeId);
  }, [isWanted, turns, treeId]);
  if (!isWanted) return [];
  const own = trace.filter((turn) => isRevertible(turn) && isAt(turn, positionId));
  const undoable = own.find(({ undoneAt }) => undoneAt === null);
  const redoable = own
    .filter(({ undoneAt }) => undoneAt !== null)
    .toSorted((one, other) => (other.undoneAt ?? 0) - (one.undoneAt ?? 0))
    .at(0);
  const items: TurnItem[] = [];
  if (undoable !== undefined)
    items.push({
      id: 'undoTurn',
      text: TURN_BUTTONS.undo,
      run: () => void turns.undo(treeId, undoable.turnId),
    });
  if (redoable?.hasRest === true)
    items.push({
      id: 'undoRest',
      text: TURN_BUTTONS.undoRest,
      run: () => void turns.undo(treeId, redoable.turnId),
    });
  if (redoable !== undefined)
    items.push({
      id: 'redoTurn',
      text: TURN_BUTTONS.redo,
      run: () => void turns.redo(treeId, redoable.turnId),
    });
  return items;
}
