import type { PositionId } from '../../../core/ids.ts';
import type { TraceAction, TraceCall, TraceTurn } from '../../../ipc/wire/turn.ts';

export type TracedTurn = TraceTurn;
export type TracedCall = TraceCall;
export type TracedAction = TraceAction;
/** Newest first. */
export type ShownTrace = readonly TraceTurn[];

/** Returns true if undoing a turn would take something back: in a tree, or in memory. */
export function hasChanged({ actions }: TraceTurn): boolean {
  return actions.some((action) => isDoneWrite(action) || (action.changesMemory && action.outcome === 'done'));
}

export function isDoneWrite({ isWrite, outcome }: Pick<TracedAction, 'isWrite' | 'outcome'>): boolean {
  return isWrite && outcome === 'done';
}

/** Returns true if a turn has ended and left anything to undo. */
export function isRevertible(turn: TraceTurn): boolean {
  return turn.state !== 'running' && hasChanged(turn);
}

/** Returns true if a turn answers the message at a position, or that message is part of it. */
export function isAt({ parentId, calls }: TraceTurn, positionId: PositionId): boolean {
  return parentId === positionId || calls.some(({ node }) => node?.positionId === positionId);
}
