import type { LoggedAct } from '../../../core/history/rebuilt-path.ts';
import { type AgentId, firstNodeAt, type PositionId } from '../../../core/ids.ts';
import type { Reader } from '../../store/connection/query.ts';
import { readLoggedFacts } from '../../store/tables/history/logged-facts.ts';
import type { LogRow } from '../../store/tables/log.ts';
import type { Key } from '../../store/tables/schema.ts';

/** What a row of the log tells of an agent's path. @throws {AspenError} what the store throws */
export function readLoggedAct(
  reader: Reader,
  key: Key,
  { kind, agentId, entry }: LogRow,
  writerId: AgentId,
): LoggedAct {
  return {
    kind,
    isOwn: agentId === writerId,
    nodes: readLoggedFacts(
      reader,
      key,
      (entry.nodes ?? []).map(({ id }) => id),
    ),
    head: entry.head ?? null,
    selected: entry.selected ?? [],
    pruned: (entry.metadata ?? []).flatMap(({ position, pruned }) => (pruned ? [position] : [])),
  };
}

/** Finds the position above another, which is read once. */
export function cachedParents(reader: Reader, key: Key): (position: PositionId) => PositionId | null {
  const parents = new Map<PositionId, PositionId | null>();
  return (position) => {
    const known = parents.get(position);
    if (known !== undefined) return known;
    const parent = readLoggedFacts(reader, key, [firstNodeAt(position)])[0]?.parent ?? null;
    parents.set(position, parent);
    return parent;
  };
}
