import type { NodeId } from '../../../core/ids.ts';
import { findSplitFault, type NodeToCheck } from '../../../core/tree/check-tree.ts';
import type { Reader } from '../connection/query.ts';
import { findWholeNodes } from '../tables/nodes.ts';

/** Splits read at a time, each with the node that it divides. */
const PAGE = 200;

/**
 * Finds the splits that are not the beginning of the node that they divide (`domain.md`, *Forks*), in words.
 * @param limit how many to report before stopping
 * @throws {AspenError} CORRUPT when a column is invalid
 */
export function findSplitFaults(
  reader: Reader,
  nodes: readonly Pick<NodeToCheck, 'id' | 'editedFrom' | 'splitAt'>[],
  limit: number,
): readonly string[] {
  const splits = nodes.filter(({ splitAt }) => splitAt !== null);
  const faults: string[] = [];
  for (let first = 0; first < splits.length && faults.length < limit; first += PAGE) {
    const page = splits.slice(first, first + PAGE);
    const ids = new Set<NodeId>(
      page.flatMap(({ id, editedFrom }) => (editedFrom === null ? [id] : [id, editedFrom])),
    );
    const found = findWholeNodes(reader, [...ids]);
    for (const { id, editedFrom } of page) {
      const split = found.get(id);
      if (split === undefined) continue;
      const fault = findSplitFault(split, editedFrom === null ? undefined : found.get(editedFrom));
      if (fault !== null) faults.push(fault);
    }
  }
  return faults.slice(0, limit);
}
