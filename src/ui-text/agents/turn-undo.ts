/** Results of undoing or redoing a turn, in words (`agents.md`, *Undoing a turn*). */
import type { LocalId } from '../../core/ids.ts';
import { countOf } from '../plural.ts';

interface KeptChange {
  readonly localId: LocalId;
  readonly why: 'writtenOn' | 'changed' | 'missing';
  readonly byWriter: boolean;
  readonly by?: string;
}

interface TurnUndoReport {
  readonly isUndone: boolean;
  readonly changed: number;
  readonly of: number;
  readonly isRefused: boolean;
  readonly kept: readonly KeptChange[];
  readonly hasRest: boolean;
}

/** More nodes are not named. */
const MAX_NAMED = 3;

/** `6 of 7 undone; [k3m9qp] stays: you wrote on from it; it can be undone once that is`. */
export function describeTurnUndo(report: TurnUndoReport): string {
  const { isUndone, changed, of, isRefused, kept, hasRest } = report;
  const done = isUndone ? 'undone' : 'redone';
  const some = isRefused ? `Nothing ${done}` : `${changed} of ${of} ${done}`;
  const first = kept.length === 0 ? `Turn ${done}` : some;
  const named = kept.slice(0, MAX_NAMED).map((change) => describeKept(change, isUndone));
  const others = kept.length - named.length;
  const more = others === 0 ? [] : [`${others} more stay${others === 1 ? 's' : ''}`];
  const later = kept.length === 1 ? 'it can be undone once that is' : 'the rest can be undone once that is';
  return [first, ...named, ...more, ...(hasRest ? [later] : [])].join('; ');
}

/** Report of a turn that was undone. @param hasRest others had built on some of it, which stays */
export function undoneText(hasRest: boolean): string {
  return hasRest ? 'undone in part' : 'undone';
}

/** Undo took back the message that a turn answered, or one of the turn. @param changes how many */
export function turnStays(agent: string, changes: number): string {
  return `What ${agent} did for it stays: ${countOf(changes, 'change')}.`;
}

function describeKept({ localId, why, byWriter, by = 'somebody' }: KeptChange, isUndone: boolean): string {
  if (why === 'missing') return `[${localId}] is not in this file any more`;
  const stays = isUndone ? `[${localId}] stays` : `[${localId}] stays as it is`;
  if (why === 'writtenOn') return `${stays}: ${byWriter ? 'you' : by} wrote on from it`;
  return `${stays}: ${byWriter ? 'you have' : `${by} has`} changed it since`;
}
