/** The effects of turns, as shown under their messages (`agents.md`, *Undoing a turn*). */
import { readInverse } from '../../../core/commands/inverse-json.ts';
import { findTool, type OutcomeKind, writes } from '../../../core/commands/tools.ts';
import type { LocalId, TreeId } from '../../../core/ids.ts';
import { changesMemory } from '../../../core/memory/memory-step.ts';
import type { MessageTurn, TurnOutcome } from '../../../ipc/wire/turn.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findNode } from '../../store/tables/nodes.ts';
import { findProposal } from '../../store/tables/proposals/proposals.ts';
import { type EndedAction, listTurnOutcomes } from '../../store/tree/turns/turn-outcomes.ts';

/** Ids in a result; a note names itself first, and then the text that it is on. */
const ID = /\[([0-9a-z]{6,26})\]/g;

/** @throws {AspenError} NOT_FOUND; CORRUPT */
export function readMessageTurns(reader: Reader, treeId: TreeId): readonly MessageTurn[] {
  return listTurnOutcomes(reader, treeId).flatMap(
    ({ turnId, isUndone, hasRest, parentId, saidId, actions }) => {
      const said = saidId === null ? undefined : findNode(reader, saidId);
      const done = actions.filter(({ outcome }) => outcome === 'done');
      const refused = actions.filter(({ outcome }) => outcome !== 'done');
      const all = outcomesOf(reader, done);
      if (all.length + refused.length === 0) return [];
      // Undone effects are no longer listed.
      const did = isUndone ? all.filter(({ kind }) => kind === 'read') : all;
      return [
        {
          turnId,
          positionId: said?.positionId ?? parentId,
          isUndone,
          hasRest,
          isRevertible: done.some(({ verb }) => writes(verb ?? '') || changesMemory(verb ?? '')),
          did,
          refused: refused.map(({ verb, line, result }) => ({ verb, line, result })),
        },
      ];
    },
  );
}

function outcomesOf(reader: Reader, done: readonly EndedAction[]): readonly TurnOutcome[] {
  const byKind = new Map<OutcomeKind, TurnOutcome>();
  for (const action of done) {
    const kind = findTool(action.verb)?.outcome;
    if (kind === undefined) continue;
    const now = outcomeOf(reader, kind, action);
    const before = byKind.get(kind);
    byKind.set(kind, before === undefined ? now : { ...before, count: before.count + now.count });
  }
  return [...byKind.values()];
}

function outcomeOf(reader: Reader, kind: OutcomeKind, { inverse, result }: EndedAction): TurnOutcome {
  const ids = [...result.matchAll(ID)].map(([, id]) => id as LocalId);
  const localId = (kind === 'notes' ? ids[1] : undefined) ?? ids[0] ?? null;
  const { positions, proposals } = inverse === null ? { positions: [], proposals: [] } : readInverse(inverse);
  const proposal = proposals.map((id) => findProposal(reader, id)).find((found) => found !== undefined);
  const count =
    kind === 'suggestions'
      ? (proposal?.suggestions.length ?? 0)
      : kind === 'continuations'
        ? positions.length
        : 1;
  const offered = proposal === undefined ? null : { treeId: proposal.treeId, proposalId: proposal.id };
  return { kind, count, localId, proposal: offered };
}
