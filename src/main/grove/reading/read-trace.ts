import { CAP_NAMES, type CapName } from '../../../core/commands/caps.ts';
import { readInverse } from '../../../core/commands/inverse-json.ts';
import { findTool, type OutcomeKind, writes } from '../../../core/commands/tools.ts';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, LocalId, PositionId, ResponseId, TreeId, TurnId } from '../../../core/ids.ts';
import { changesMemory } from '../../../core/memory/memory-step.ts';
import { isJsonObject } from '../../../core/provenance/canonical-json.ts';
import type {
  MessageThoughts,
  MessageTurn,
  TraceAction,
  TraceTurn,
  TurnOutcome,
} from '../../../ipc/wire/turn.ts';
import type { Reader } from '../../store/connection/query.ts';
import {
  type AgentAction,
  type AgentTurn,
  findTurn,
  listTurns,
  type TurnUse,
} from '../../store/tables/agent-turns.ts';
import { listTurnsWithRest } from '../../store/tables/log.ts';
import { findNode } from '../../store/tables/nodes.ts';
import { findProposal } from '../../store/tables/proposals/proposals.ts';
import { findTree } from '../../store/tables/trees.ts';
import { readPositionLabels } from '../../store/tree/position-labels.ts';
import { type EndedAction, listTurnOutcomes } from '../../store/tree/turns/turn-outcomes.ts';
import { listThoughts } from '../../store/tree/turns/turn-steps.ts';

/** UTF-16 code units of a message that the trace repeats. */
const EXCERPT = 240;

/**
 * The turns of a conversation with their calls and actions, newest first.
 * @param viewer whose versions of the messages are shown
 * @throws {AspenError} NOT_FOUND; CORRUPT
 */
export function readTrace(reader: Reader, treeId: TreeId, viewer: AgentId): readonly TraceTurn[] {
  const turns = listTurns(reader, treeId);
  const answered = [...new Set(turns.map(({ parentId }) => parentId))];
  const labels = readPositionLabels(reader, treeId, viewer, answered, EXCERPT);
  const messages = new Map(labels.map(({ positionId, excerpt }) => [positionId, excerpt]));
  const rests = listTurnsWithRest(reader);
  return turns.map((turn, index) =>
    traceOf(reader, turn, rests.has(turn.id), turns.length - index, messages.get(turn.parentId) ?? ''),
  );
}

/** Agents' thoughts, by the message above which they are folded (`agents.md`, *A turn*). */
export function readThoughts(reader: Reader, treeId: TreeId): readonly MessageThoughts[] {
  const thoughts = new Map<PositionId, string[]>();
  for (const { nodeId, thought } of listThoughts(reader, treeId)) {
    const position = findNode(reader, nodeId)?.positionId;
    if (position !== undefined) thoughts.set(position, [...(thoughts.get(position) ?? []), thought]);
  }
  return [...thoughts].map(([positionId, thoughts]) => ({ positionId, thoughts }));
}

/** The answer of a call of a turn; null if none came. @throws {AspenError} NOT_FOUND for the turn */
export function findCallResponse(reader: Reader, turnId: TurnId, ordinal: number): ResponseId | null {
  const turn = findTurn(reader, turnId);
  if (turn === undefined) throw new AspenError('NOT_FOUND', `no turn ${turnId}`);
  return turn.calls.find((call) => call.ordinal === ordinal)?.responseId ?? null;
}

function traceOf(
  reader: Reader,
  turn: AgentTurn,
  hasRest: boolean,
  number: number,
  message: string,
): TraceTurn {
  const { id, agentId, parentId, state, used, startedAt, endedAt, undoneAt } = turn;
  return {
    turnId: id,
    number,
    agentId,
    parentId,
    message,
    state,
    capped: cappedIn(used),
    used: amountsIn(used),
    isEstimated: used.estimated === true,
    startedAt,
    endedAt,
    undoneAt,
    hasRest,
    calls: turn.calls.map(({ ordinal, responseId, nodeId }) => {
      const node = nodeId === null ? undefined : findNode(reader, nodeId);
      return {
        ordinal,
        hasRecord: responseId !== null,
        node: node === undefined ? null : { nodeId: node.id, positionId: node.positionId },
      };
    }),
    actions: turn.actions.map((action) => ({
      ordinal: action.ordinal,
      callOrdinal: action.callOrdinal,
      line: action.line,
      thought: thoughtOf(action),
      isWrite: writes(verbOf(action) ?? ''),
      offers: undoneAt === null ? offersOf(reader, action) : null,
      changesMemory: changesMemory(verbOf(action) ?? ''),
      approval: action.approval,
      outcome: action.outcome,
      result: action.result,
      startedAt: action.startedAt,
      tookMs: action.tookMs,
    })),
  };
}

function thoughtOf({ command }: AgentAction): string | null {
  if (!isJsonObject(command) || command.verb !== 'think') return null;
  return typeof command.thought === 'string' ? command.thought : null;
}

function verbOf({ command }: AgentAction): string | null {
  return isJsonObject(command) && typeof command.verb === 'string' ? command.verb : null;
}

/** Offers that the writer's path through a document does not show: notes are shown as they are. */
function offersOf(reader: Reader, { treeId, inverse, outcome }: AgentAction): TraceAction['offers'] {
  if (treeId === null || inverse === null || outcome !== 'done') return null;
  if (findTree(reader, treeId)?.kind !== 'document') return null;
  const { versions, positions, proposals } = readInverse(inverse);
  const at = versions[0]?.position ?? null;
  return at === null && positions.length + proposals.length === 0
    ? null
    : { documentId: treeId, positionId: at };
}

function cappedIn(used: TurnUse): CapName | null {
  return CAP_NAMES.find((name) => name === used.capped) ?? null;
}

function amountsIn(used: TurnUse): TraceTurn['used'] {
  const known = CAP_NAMES.flatMap((name) => {
    const amount = used[name];
    return typeof amount === 'number' ? [[name, amount] as const] : [];
  });
  return Object.fromEntries(known);
}

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
