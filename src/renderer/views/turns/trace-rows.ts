/** The rows of the trace, and how keys move among them (the ARIA pattern of a tree). */
import type { ShownTrace, TracedAction, TracedCall, TracedTurn } from '../../session/window/turns-session.ts';

export interface TraceFilter {
  readonly writes: boolean;
  readonly errors: boolean;
}

/** A line below a turn: a call whose answer has a record, or one of its commands. */
export type TraceLine =
  | { readonly kind: 'call'; readonly key: string; readonly call: TracedCall }
  | { readonly kind: 'action'; readonly key: string; readonly action: TracedAction };

export interface TracedRows {
  readonly turn: TracedTurn;
  readonly key: string;
  readonly lines: readonly TraceLine[];
}

/** The turns with the lines that fit the filter, without those that have none; all of both without a filter. */
export function rowsOfTrace(trace: ShownTrace, filter: TraceFilter): readonly TracedRows[] {
  const isFiltered = filter.writes || filter.errors;
  const rows = trace.map((turn) => ({ turn, key: turn.turnId, lines: linesOf(turn, filter, isFiltered) }));
  return isFiltered ? rows.filter(({ lines }) => lines.length > 0) : rows;
}

function linesOf(turn: TracedTurn, filter: TraceFilter, isFiltered: boolean): readonly TraceLine[] {
  const fits = ({ isWrite, outcome }: TracedAction) =>
    (!filter.writes || isWrite) && (!filter.errors || (outcome !== null && outcome !== 'done'));
  const actionLines = (ordinal: number) =>
    turn.actions
      .filter((action) => action.callOrdinal === ordinal && fits(action))
      .map((action) => ({ kind: 'action', key: `${turn.turnId} ${action.ordinal}`, action }) as const);
  const callLines = (ordinal: number) =>
    turn.calls
      .filter((call) => call.ordinal === ordinal && call.hasRecord && !isFiltered)
      .map((call) => ({ kind: 'call', key: `${turn.turnId} call ${ordinal}`, call }) as const);
  const ordinals = new Set([
    ...turn.calls.map((call) => call.ordinal),
    ...turn.actions.map((action) => action.callOrdinal),
  ]);
  return [...ordinals]
    .toSorted((one, other) => one - other)
    .flatMap((ordinal) => [...actionLines(ordinal), ...callLines(ordinal)]);
}

/**
 * The content that a line opens to: the thought of a `think`, any other command's result; empty if it does not open.
 */
export function resultOf({ thought, result }: TracedAction): string {
  return thought ?? result ?? '';
}

/** A row as keys see it. */
export interface TreeRow {
  readonly key: string;
  readonly level: 1 | 2;
  /** Null if there is nothing to open. */
  readonly isOpen: boolean | null;
}

export type TreeMove = { readonly to: string } | { readonly toggle: string };

/** The move of a key at a row; null if it does nothing there. */
export function moveInTree(rows: readonly TreeRow[], at: string, key: string): TreeMove | null {
  const index = rows.findIndex((row) => row.key === at);
  const row = rows[index];
  if (row === undefined) return null;
  const to = (target: TreeRow | undefined) => (target === undefined ? null : { to: target.key });
  if (key === 'ArrowDown') return to(rows[index + 1]);
  if (key === 'ArrowUp') return to(rows[index - 1]);
  if (key === 'Home') return to(rows[0]);
  if (key === 'End') return to(rows.at(-1));
  if (key === 'ArrowRight') {
    if (row.isOpen === false) return { toggle: row.key };
    const next = rows[index + 1];
    return next !== undefined && next.level > row.level ? { to: next.key } : null;
  }
  if (key === 'ArrowLeft') {
    if (row.isOpen === true) return { toggle: row.key };
    return row.level === 1 ? null : to(rows.slice(0, index).findLast(({ level }) => level === 1));
  }
  return null;
}
