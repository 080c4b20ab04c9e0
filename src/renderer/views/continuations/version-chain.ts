import type { Version } from '../../session/tree/node-session.ts';

/** How far back a chain is told. */
const TOLD = 3;

/** What a version was edited from, and that from: `edited from v2, from v1`; the empty string for one that was not. */
export function chainOf(versions: readonly Version[], index: number): string {
  const numbers: number[] = [];
  for (let at = index; numbers.length <= TOLD; ) {
    const from = versions.findIndex(({ nodeId }) => nodeId === versions[at]?.editedFrom);
    if (from < 0) break;
    numbers.push(from + 1);
    at = from;
  }
  if (numbers.length === 0) return '';
  const told = numbers.slice(0, TOLD).map((number) => `from v${number}`);
  return `edited ${told.join(', ')}${numbers.length > TOLD ? ' …' : ''}`;
}

/** The index of the next or the previous one, round and round. */
export function stepOf(index: number, count: number, step: -1 | 1): number {
  return (index + step + count) % count;
}
