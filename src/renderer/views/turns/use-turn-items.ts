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
 * What the menu of a message offers for the turns that answer it or that it is part of: to undo the newest, and to redo
 * the one that was undone last.
 * @param isWanted the menu is open
 */
export function useTurnItems(positionId: PositionId, isWanted: boolean): readonly TurnItem[] {
  const { turns } = useAppSession();
  const { treeId } = useDialogueDesk().tree;
  useStore(turns.trace.values);
  useEffect(() => {
    if (isWanted) void turns.trace.read(treeId);
  }, [isWanted, turns, treeId]);
  if (!isWanted) return [];
  const own = (turns.trace.find(treeId) ?? []).filter((turn) => isRevertible(turn) && isAt(turn, positionId));
  const undoable = own.find(({ undoneAt }) => undoneAt === null);
  const redoable = own
    .filter(({ undoneAt }) => undoneAt !== null)
    .toSorted((one, other) => (other.undoneAt ?? 0) - (one.undoneAt ?? 0))
    .at(0);
  return [
    ...(undoable === undefined
      ? []
      : [
          {
            id: 'undoTurn',
            text: TURN_BUTTONS.undo,
            run: () => void turns.undo(treeId, undoable.turnId),
          },
        ]),
    ...(redoable === undefined
      ? []
      : [
          {
            id: 'redoTurn',
            text: TURN_BUTTONS.redo,
            run: () => void turns.redo(treeId, redoable.turnId),
          },
        ]),
  ];
}
