import { assert } from '../../../core/assert.ts';
import { parseCommand } from '../../../core/commands/parse-command.ts';
import type { HasNode } from '../../../core/commands/read-arguments.ts';
import type { AgentId, LocalId, NodeId, TurnId } from '../../../core/ids.ts';
import { stepToJson } from '../../../core/memory/memory-step.ts';
import type { JsonValue } from '../../../core/provenance/canonical-json.ts';
import { getNode } from '../../../core/tree/new-node.ts';
import type { FileTransaction } from '../../store/connection/file-transaction.ts';
import { type AgentAction, addAction, addCall, addTurn, finishTurn } from '../../store/tables/agent-turns.ts';
import { findNodesByLocalIds } from '../../store/tree/local-ids.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import type { SampleStep } from './sample-source.ts';
import { getNamed, type StepContext } from './step-context.ts';

/** Duration of a command, in milliseconds. */
const TOOK = 40;

const THINK = '→ think';

/**
 * Writes a turn of an agent as if it had happened: commands that read, in a first call, and its message, in a second one.
 * The calls have no answers, since no provider was asked.
 * @throws {BugError} if the step refers to a node that does not exist
 */
export function writeTurn(
  tx: FileTransaction,
  step: SampleStep & { readonly kind: 'turn' },
  agentId: AgentId,
  { treeId, topic, earlier, names, idsAndClock }: StepContext,
): void {
  assert(topic !== null, 'a turn of the sample is in a conversation about no tree');
  const tree = sqlTree(tx, topic.treeId);
  const localIdOf = (written: string) => {
    const [name = '', title] = written.split('/').toReversed();
    const from = title === undefined ? topic : earlier.get(title);
    assert(from !== undefined, `the sample has no tree ${title} yet`);
    return getNode(from === topic ? tree : sqlTree(tx, from.treeId), getNamed(from.names, name)).localId;
  };
  const withIds = (text: string) => text.replace(/\{([^}]+)\}/g, (_, name: string) => localIdOf(name));
  const id = idsAndClock.newId() as TurnId;
  const startedAt = idsAndClock.now();
  const parentId = getNode(sqlTree(tx, treeId), getNamed(names, step.after)).positionId;
  const [state, ended] = ['running', { endedAt: null, undoneAt: null }] as const;
  addTurn(tx, { id, treeId, agentId, parentId, state, used: {}, startedAt, ...ended });
  addCall(tx, id, { ordinal: 0, responseId: null, nodeId: null });
  addCall(tx, id, { ordinal: 1, responseId: null, nodeId: getNamed(names, step.answer) });
  const hasNode = (localId: LocalId) => tree.hasLocalId(localId);
  const findNode = (localId: LocalId) => findNodesByLocalIds(tx, topic.treeId, [localId])[0]?.id;
  let from = 0;
  for (const [ordinal, { line, result }] of step.commands.entries()) {
    const run = runCommand(withIds(line), withIds(result), hasNode, findNode);
    const to = from + run.line.length;
    const times = { startedAt: startedAt + ordinal * TOOK, tookMs: TOOK };
    const unused = { approval: null, inverse: null, logSeq: null };
    addAction(tx, id, {
      ordinal,
      callOrdinal: 0,
      from,
      to,
      treeId: topic.treeId,
      ...run,
      ...times,
      ...unused,
    });
    from = to + 1;
  }
  const used = { calls: 2, commands: step.commands.length };
  finishTurn(tx, id, { state: 'done', used, endedAt: startedAt + (step.commands.length + 1) * TOOK });
}

type CommandRun = Pick<AgentAction, 'line' | 'command' | 'outcome' | 'result'>;

/** The trace of a command with this result, or of a thought, which is below its line in the same way. */
function runCommand(
  line: string,
  result: string,
  hasNode: HasNode,
  findNode: (localId: LocalId) => NodeId | undefined,
): CommandRun {
  if (line === THINK)
    return { line, command: { verb: 'think', thought: result }, outcome: 'done', result: '' };
  const parsed = parseCommand(line.slice('→ '.length), null, hasNode);
  if (!parsed.ok) return { line, command: null, outcome: parsed.error.code, result };
  const { command } = parsed;
  const pinned =
    command.verb === 'pin' && command.what === 'node' && command.node.kind === 'id' ? command.node : null;
  const nodeId = pinned === null ? undefined : findNode(pinned.localId);
  if (pinned === null || nodeId === undefined)
    return { line, command: { ...command } as JsonValue, outcome: 'done', result };
  const step = { verb: 'pin', of: { localId: pinned.localId, nodeId } } as const;
  return { line, command: stepToJson(step), outcome: 'done', result };
}
