import { editedFrom } from '../../../ui-text/tree/versions.ts';
import type { Version } from '../../session/tree/node-session.ts';

/** Most steps of a chain that are shown. */
const MAX_STEPS = 3;

/** The versions from which one was edited: `edited from v2, from v1`; empty if it was not edited. */
export function chainOf(versions: readonly Version[], index: number): string {
  const numbers: number[] = [];
  for (let at = index; numbers.length <= MAX_STEPS; ) {
    const from = versions.findIndex(({ nodeId }) => nodeId === versions[at]?.editedFrom);
    if (from < 0) break;
    numbers.push(from + 1);
    at = from;
  }
  if (numbers.length === 0) return '';
  return editedFrom(numbers.slice(0, MAX_STEPS), numbers.length > MAX_STEPS);
}

/** The next or previous index, wrapping around. */
export function stepOf(index: number, count: number, step: -1 | 1): number {
  return (index + step + count) % count;
}
