/** Results of earlier turns that are sent again (`agents.md`, *Results*). */

import { quoteAgain } from '../../../../core/commands/quote-text.ts';
import type { AgentPermits } from '../../../../core/context/addendum.ts';
import { lengthOfTokens } from '../../../../core/context/estimate-tokens.ts';
import { withoutMiddle } from '../../../../core/context/results.ts';
import type { AgentId, PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import { mayShowDocuments, WITHHELD, withheldLine } from '../../../../core/memory/about-documents.ts';
import { placeOf } from '../../../../core/memory/turn-steps.ts';
import { isJsonObject, type JsonValue } from '../../../../core/provenance/canonical-json.ts';
import type { PermissionName } from '../../../../core/tree/agent.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { type AgentAction, type AgentTurn, findTurn, listTurns } from '../../../store/tables/agent-turns.ts';
import { getAgent } from '../../../store/tables/agents.ts';
import { findNode } from '../../../store/tables/nodes.ts';
import { listTrees } from '../../../store/tables/trees.ts';
import { hasUnsent, isUnsentSince } from '../../../store/tree/find-unsent.ts';
import { isDocument } from '../command-view.ts';

/** The most results that a message can recall. */
const MAX_NAMED = 3;
/** The most of a turn that another continues. */
const MAX_TURN_LENGTH = lengthOfTokens(4_000);
const ID = /\[([0-9a-z]{6,26})\]/gi;

interface RecallOptions {
  /** The conversation. */
  readonly treeId: TreeId;
  readonly path: ReadonlySet<PositionId>;
  readonly message: string;
  /** Length of a result; of a longer one, the middle is left out. */
  readonly tokens: number;
  /** The recipient. */
  readonly agentId: AgentId;
  readonly permissions: AgentPermits;
}

/** In place of a result that has words of a text that was excluded or pruned since. */
export const UNSENT_SINCE = '(something that it shows was excluded or pruned since: look again)';

/**
 * The results of the turns on a conversation's path that a message names by an id in brackets: for each id the newest
 * result that is about this node, without the command. At most three, in the order in which they are named. What others
 * read comes back only to an agent that may read it without being asked about it, and not if it may have words of a text that no
 * model is sent.
 */
export function recallNamed(reader: Reader, options: RecallOptions): readonly string[] {
  const { treeId, path, message, tokens } = options;
  const ids = [...new Set(Array.from(message.matchAll(ID), ([, id = '']) => id.toLowerCase()))];
  if (ids.length === 0) return [];
  const actions = listTurns(reader, treeId)
    .filter(({ state, undoneAt }) => state !== 'running' && undoneAt === null)
    .flatMap((turn) => {
      const isOwn = turn.agentId === options.agentId;
      const isByPerson = getAgent(reader, turn.agentId).type === 'human';
      return actionsOnPath(reader, turn, path)
        .filter((action) => withheldBecause(reader, action, isOwn, options.permissions) === null)
        .map((action): DoneAction => ({ ...action, isByPerson }));
    })
    .filter(({ outcome, result }) => outcome === 'done' && (result ?? '') !== '');
  const found = new Map<DoneAction, string>();
  for (const id of ids) {
    const action = actions.find((one) => isAbout(one, id) && !hasUnsentWords(reader, one));
    if (action !== undefined && !found.has(action)) found.set(action, id);
    if (found.size === MAX_NAMED) break;
  }
  return [...found].map(
    ([{ result }, id]) =>
      `A result from an earlier turn, about [${id}]; it may have changed since:\n${withoutMiddle(quoteAgain(result ?? ''), lengthOfTokens(tokens))}`,
  );
}

/**
 * A sentence in place of a result that an agent may not be sent, with the reason; null if it may. Results that it read
 * itself with permission are sent, but for what it may never read now.
 */
export function withheldBecause(
  reader: Reader,
  { command, treeId }: Pick<AgentAction, 'command' | 'treeId'>,
  isOwn: boolean,
  permissions: AgentPermits,
): string | null {
  const may = (name: PermissionName) =>
    isOwn ? permissions[name] !== 'never' : permissions[name] === 'allow';
  if (!may('doc_read') && (mayShowDocuments(command) || isDocument(reader, treeId))) return WITHHELD;
  return namesTree(command) && !may('other_trees') ? '(of another tree; other_trees not enabled)' : null;
}

/** An action, and whether a person did it. */
interface DoneAction extends AgentAction {
  readonly isByPerson: boolean;
}

/**
 * Returns true if a result may have words of a text that no model is sent: one that was excluded or pruned since, or
 * any text in a result for a person, who was shown all.
 */
function hasUnsentWords(reader: Reader, { command, treeId, startedAt, isByPerson }: DoneAction): boolean {
  const isElsewhere = mayShowDocuments(command) || namesTree(command);
  if (!isByPerson) return isUnsentSince(reader, isElsewhere ? null : treeId, startedAt);
  const read = isElsewhere || treeId === null ? listTrees(reader).map(({ id }) => id) : [treeId];
  return read.some((id) => hasUnsent(reader, id));
}

function namesTree(command: JsonValue): boolean {
  return isJsonObject(command) && typeof command.tree === 'string';
}

/** Newest first. */
function actionsOnPath(
  reader: Reader,
  { parentId, calls, actions }: AgentTurn,
  path: ReadonlySet<PositionId>,
): readonly AgentAction[] {
  const messages = calls.map(({ ordinal, nodeId }) => ({
    ordinal,
    message: nodeId === null ? null : (findNode(reader, nodeId)?.positionId ?? null),
  }));
  return actions
    .filter(({ callOrdinal }) => path.has(placeOf({ parentId, calls: messages }, callOrdinal)))
    .toReversed();
}

/** True if a command names the node, or its result begins with it, as that of the command which made it does. */
function isAbout({ command, result }: AgentAction, id: string): boolean {
  const [line = ''] = (result ?? '').split('\n', 1);
  return namesNode(command, id) || line.toLowerCase().includes(`[${id}]`);
}

function namesNode(value: JsonValue, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => namesNode(item, id));
  return Object.entries(value).some(([name, part]) =>
    name === 'localId' ? part === id : namesNode(part ?? null, id),
  );
}

/**
 * Recalls a capped turn's actions for the turn that continues it; null if there are none. Text that its agent may no
 * longer read is withheld, and so are words of a text that was excluded or pruned since.
 */
export function recallTurn(
  reader: Reader,
  turnId: TurnId,
  { agentId, permissions }: Pick<RecallOptions, 'agentId' | 'permissions'>,
): string | null {
  const turn = findTurn(reader, turnId);
  if (turn === undefined || turn.actions.length === 0) return null;
  const isOwn = turn.agentId === agentId;
  const done = turn.actions.map((action) => {
    const because =
      withheldBecause(reader, action, isOwn, permissions) ??
      (hasUnsentWords(reader, { ...action, isByPerson: false }) ? UNSENT_SINCE : null);
    if (because !== null) return quoteAgain(withheldLine(action.command, because));
    const { line, result, outcome } = action;
    const said = [line, result ?? (outcome === null ? '(not carried out)' : '')];
    return quoteAgain(said.filter((text) => text !== '').join('\n'));
  });
  const head =
    'You go on with a turn that reached one of its limits. These were its commands and their results:';
  return `${head}\n\n${withoutMiddle(done.join('\n\n'), MAX_TURN_LENGTH)}`;
}
