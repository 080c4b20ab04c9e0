/** The tool `continue` (`agents.md`, *Commands*): its continuations are listed, and move no path. */

import type { ContinueCommand } from '../../../core/commands/command.ts';
import { commandError, formatCommandError } from '../../../core/commands/command-error.ts';
import { NO_INVERSE } from '../../../core/commands/inverse.ts';
import { inOneLine } from '../../../core/commands/quote-text.ts';
import { foldName } from '../../../core/documents/find-document.ts';
import { firstNodeAt } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { USUAL_MAX_TOKENS } from '../../../core/tree/loom-tree.ts';
import type { TreeNode } from '../../../core/tree/tree-node.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { getTree } from '../../store/tables/trees.ts';
import { readPathContext } from '../reading/path-context.ts';
import { CommandRefusal } from './command-refusal.ts';
import type { CommandView } from './command-view.ts';
import type { ContinuationMaker, ContinuationOrder, MadeContinuation } from './make-continuations.ts';

const MAX_NAME = 60;
const MAX_WORDS = 80;
const MAX_SENTENCE = 300;
/** The most agents that an error names. */
const MAX_NAMED = 10;

/** Asks for the continuations and waits for all of them. */
export async function continueFrom(view: CommandView, command: ContinueCommand): Promise<string> {
  const maker = makerOf(view);
  const { order, node } = orderFor(view, command);
  const { turn, holds, treeId } = view.context;
  const under = node.positionId;
  // Their positions are not known yet.
  holds?.require(treeId, [{ position: under, under }]);
  const made = await maker.make(order, view.signal, (positions) => {
    holds?.take(
      treeId,
      positions.map((position) => ({ position, under })),
    );
    turn?.onRequested?.(positions);
  });
  const kept = made.filter(({ text }) => text !== '');
  if (kept.length > 0)
    view.writes.push({
      treeId,
      inverse: { ...NO_INVERSE, positions: kept.map(({ positionId }) => positionId) },
      logSeq: null,
      nodes: 0,
      continuations: made.length,
    });
  if (kept.length === 0 && made.length > 0) throw new CommandRefusal('MODEL_ERROR', reasonOf(made));
  const lines = made.map((one) => lineOf(view, one));
  const count = `${made.length} continuation${made.length === 1 ? '' : 's'}`;
  return [`✓ generating ${count} from [${node.localId}]…`, ...lines].join('\n');
}

/** The order of a `continue`: the agent, and the context. @throws {CommandRefusal} */
export function orderFor(
  view: CommandView,
  command: ContinueCommand,
): { readonly order: ContinuationOrder; readonly node: TreeNode } {
  const node = view.resolveText(command.from);
  view.requireShown(node);
  const { treeId, actor } = view.context;
  const agent = agentToAsk(view, command.agent);
  const { settings } = getTree(view.reader, treeId);
  const maxTokens = command.tokens ?? settings.maxTokens ?? agent.configuration.maxTokens ?? USUAL_MAX_TOKENS;
  const order = {
    treeId,
    parentId: node.positionId,
    originId: node.id,
    nodes: readPathContext(view.reader, treeId, actor.id, node.positionId),
    agent,
    count: command.count,
    maxTokens,
    requestedBy: actor.id,
  };
  return { order, node };
}

/** @throws {CommandRefusal} INVALID_SYNTAX where nothing makes continuations */
export function makerOf({ context }: CommandView): ContinuationMaker {
  if (context.generate == null)
    throw new CommandRefusal('INVALID_SYNTAX', '“continue” is no command here', 'for the commands, → help');
  return context.generate;
}

/** The agent with this name or, without one, the first that the tree would ask; never the actor itself. */
function agentToAsk({ reader, context }: CommandView, name: string | null): Agent {
  const { treeId, actor } = context;
  const models = listAgents(reader).filter(({ type, archivedAt }) => type === 'model' && archivedAt === null);
  const others = models.filter(({ id }) => id !== actor.id);
  const hint = others.length === 0 ? null : `agents: ${namesOf(others)}`;
  if (name !== null) {
    const found = findNamed(models, others, name);
    if (found === undefined)
      throw new CommandRefusal('NOT_FOUND', `no agent is called “${inOneLine(name, MAX_NAME)}”`, hint);
    if (found.id === actor.id)
      throw new CommandRefusal('PERMISSION_DENIED', 'an agent cannot ask itself', hint);
    return found;
  }
  const { agentIds = [], agentId } = getTree(reader, treeId).settings;
  const chosen = new Set<string>(agentIds.length > 0 || agentId === undefined ? agentIds : [agentId]);
  const agent = others.find(({ id }) => chosen.has(id)) ?? others[0];
  if (agent === undefined)
    throw new CommandRefusal('NOT_FOUND', 'there is no other model to ask', 'the human can add an agent');
  return agent;
}

const ID = /^\[\s*([0-9a-z]+)\s*\]$/i;

/**
 * The agent with this name, or the one with this id in brackets. Another may have the actor's name.
 * @throws {CommandRefusal} INVALID_SYNTAX if several others have the name
 */
function findNamed(models: readonly Agent[], others: readonly Agent[], name: string): Agent | undefined {
  const [, id] = ID.exec(name.trim()) ?? [];
  if (id !== undefined) return models.find((agent) => agent.id === id.toUpperCase());
  const wanted = foldName(name);
  const isNamed = (agent: Agent) => foldName(agent.name) === wanted;
  const found = others.filter(isNamed);
  if (found.length < 2) return found[0] ?? models.find(isNamed);
  const each = found.map(
    (agent) => `using agent:[${agent.id}] (${inOneLine(agent.modelRef ?? '', MAX_NAME)})`,
  );
  throw new CommandRefusal(
    'INVALID_SYNTAX',
    `${found.length} agents are called “${inOneLine(name, MAX_NAME)}”`,
    `name one by its id: ${each.join(' or ')}`,
  );
}

function namesOf(agents: readonly Agent[]): string {
  const names = agents.slice(0, MAX_NAMED).map(({ name }) => inOneLine(name, MAX_NAME));
  return [...names, ...(agents.length > MAX_NAMED ? ['…'] : [])].join(', ');
}

function lineOf(view: CommandView, { positionId, text, error }: MadeContinuation): string {
  const failure = error === null ? '' : formatCommandError(commandError('MODEL_ERROR', oneSentence(error)));
  if (text === '') return failure;
  view.gate.lets({ treeId: view.context.treeId, positionId });
  const line = `[${view.localIdOf(firstNodeAt(positionId))}] ${inOneLine(text, MAX_WORDS)}`;
  return failure === '' ? line : `${line}\n${failure}`;
}

function reasonOf(made: readonly MadeContinuation[]): string {
  const reasons = new Set(made.flatMap(({ error }) => (error === null ? [] : [oneSentence(error)])));
  return reasons.size === 0 ? 'nothing came' : [...reasons].join('; ');
}

function oneSentence(text: string): string {
  return inOneLine(text, MAX_SENTENCE).replace(/\.$/, '');
}
