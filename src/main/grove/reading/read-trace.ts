import { CAP_NAMES, type CapName } from '../../../core/commands/caps.ts';
import { findTool } from '../../../core/commands/tools.ts';
import type { TreeId } from '../../../core/ids.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import type { TraceTurn } from '../../../ipc/wire/turn.ts';
import type { Reader } from '../../store/connection/query.ts';
import { type AgentAction, type AgentTurn, listTurns, type TurnUse } from '../../store/tables/agent-turns.ts';
import { findNode } from '../../store/tables/nodes.ts';

/** The turns of a conversation with their calls and actions, newest first. @throws {AspenError} NOT_FOUND; CORRUPT */
export function readTrace(reader: Reader, treeId: TreeId): readonly TraceTurn[] {
  const turns = listTurns(reader, treeId);
  return turns.map((turn, index) => traceOf(reader, turn, turns.length - index));
}

function traceOf(reader: Reader, turn: AgentTurn, number: number): TraceTurn {
  const { id, agentId, parentId, state, used, startedAt, endedAt, undoneAt } = turn;
  return {
    turnId: id,
    number,
    agentId,
    parentId,
    state,
    capped: cappedIn(used),
    used: amountsIn(used),
    isEstimated: used.estimated === true,
    startedAt,
    endedAt,
    undoneAt,
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
      isWrite: isWrite(action),
      approval: action.approval,
      outcome: action.outcome,
      result: action.result,
      startedAt: action.startedAt,
      tookMs: action.tookMs,
    })),
  };
}

function thoughtOf({ command }: AgentAction): string | null {
  if (!isObject(command) || command.verb !== 'think') return null;
  return typeof command.thought === 'string' ? command.thought : null;
}

function isWrite({ command }: AgentAction): boolean {
  const verb = isObject(command) ? command.verb : undefined;
  const tool = typeof verb === 'string' ? findTool(verb) : undefined;
  return tool !== undefined && tool.permission !== 'loom_aware';
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

function isObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
