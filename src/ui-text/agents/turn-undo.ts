/** What undoing or redoing a turn did, in words (`agents.md`, *Undoing a turn*). */
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
  readonly kept: readonly KeptChange[];
}

/** More nodes are not named. */
const MAX_NAMED = 3;

/** `6 of 7 undone; [k3m9qp] stays: you wrote on from it`. */
export function describeTurnUndo({ isUndone, changed, of, kept }: TurnUndoReport): string {
  const done = isUndone ? 'undone' : 'redone';
  const first = kept.length === 0 ? `Turn ${done}` : `${changed} of ${of} ${done}`;
  const named = kept.slice(0, MAX_NAMED).map((change) => describeKept(change, isUndone));
  const others = kept.length - named.length;
  return [first, ...named, ...(others === 0 ? [] : [`${others} more stay${others === 1 ? 's' : ''}`])].join(
    '; ',
  );
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
