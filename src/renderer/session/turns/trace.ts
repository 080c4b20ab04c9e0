import type { TraceAction, TraceCall, TraceTurn } from '../../../ipc/wire/turn.ts';

export type TracedTurn = TraceTurn;
export type TracedCall = TraceCall;
export type TracedAction = TraceAction;
/** Newest first. */
export type ShownTrace = readonly TraceTurn[];

/** Whether there is anything that undoing a turn would take back for a reader. */
export function hasWritten({ actions }: TraceTurn): boolean {
  return actions.some(({ isWrite, outcome }) => isWrite && outcome === 'done');
}
