/** Results of earlier turns that are sent again (`agents.md`, *Results*). */

import { lengthOfTokens } from '../../../../core/context/estimate-tokens.ts';
import { withoutMiddle } from '../../../../core/context/results.ts';
import type { PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import type { JsonValue } from '../../../../core/provenance/canonical-json.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { type AgentAction, findTurn, listTurns } from '../../../store/tables/agent-turns.ts';

/** The most results that a message can bring back. */
const MAX_NAMED = 3;
/** The most of a turn that another goes on with. */
const MAX_TURN_LENGTH = lengthOfTokens(4_000);
const ID = /\[([0-9a-z]{6,26})\]/gi;

/**
 * The results of the turns on a conversation's path that a message names by an id in brackets: for each id the newest
 * result that is about this node, without the command. At most three, in the order in which they are named.
 * @param tokens of a longer result, the middle is left out
 */
export function recallNamed(
  reader: Reader,
  treeId: TreeId,
  path: ReadonlySet<PositionId>,
  message: string,
  tokens: number,
): readonly string[] {
  const ids = [...new Set(Array.from(message.matchAll(ID), ([, id = '']) => id.toLowerCase()))];
  if (ids.length === 0) return [];
  const actions = listTurns(reader, treeId)
    .filter(({ state, undoneAt, parentId }) => state !== 'running' && undoneAt === null && path.has(parentId))
    .flatMap((turn) => turn.actions.toReversed())
    .filter(({ outcome, result }) => outcome === 'done' && (result ?? '') !== '');
  const found = new Map<AgentAction, string>();
  for (const id of ids) {
    const action = actions.find((one) => isAbout(one, id));
    if (action !== undefined && !found.has(action)) found.set(action, id);
    if (found.size === MAX_NAMED) break;
  }
  return [...found].map(
    ([{ result }, id]) =>
      `A result from an earlier turn, about [${id}]; it may have changed since:\n${withoutMiddle(result ?? '', lengthOfTokens(tokens))}`,
  );
}

/** Whether a command names the node, or its result begins with it, as one that made it does. */
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

/** What a capped turn did, for the one that goes on with it; null if it did nothing. */
export function recallTurn(reader: Reader, turnId: TurnId): string | null {
  const actions = findTurn(reader, turnId)?.actions ?? [];
  if (actions.length === 0) return null;
  const done = actions.map(({ line, result, outcome }) =>
    [line, result ?? (outcome === null ? '(not carried out)' : '')].filter((text) => text !== '').join('\n'),
  );
  const head =
    'You go on with a turn that reached one of its limits. These were its commands and their results:';
  return `${head}\n\n${withoutMiddle(done.join('\n\n'), MAX_TURN_LENGTH)}`;
}
