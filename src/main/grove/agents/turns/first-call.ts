import { capsOf } from '../../../../core/commands/caps.ts';
import type { AgentId, PositionId } from '../../../../core/ids.ts';
import { type Agent, permissionsOf } from '../../../../core/tree/agent.ts';
import type { LoomTree } from '../../../../core/tree/loom-tree.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import type { Preferences } from '../../../../ipc/preferences.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { getHead } from '../../../store/tables/path-state.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import type { TurnContextOptions } from './turn-context.ts';
import type { WorkingAgent } from './turn-place.ts';

interface FirstCallOptions {
  readonly store: Reader;
  /** The conversation. */
  readonly tree: LoomTree;
  readonly agent: Agent;
  readonly writerId: AgentId;
  /** The message that would be answered, or what the composer's text would follow. */
  readonly at: PositionId;
  /** The composer's text, if that would be sent first; else empty. */
  readonly typed: string;
  /** The writer's place in the topic; null if unknown: the end of the writer's path. */
  readonly topicAt: PositionId | null;
  readonly maxTokens: number;
  readonly preferences: Preferences;
  /** Other agents that work in the tree that it acts on. */
  readonly others: readonly WorkingAgent[];
}

/**
 * The inputs of a turn's first call if it began now. The agent's place is the writer's, unless it does not follow the
 * writer (`agents.md`, *A turn*); without a topic, the message that it answers.
 * @throws {AspenError} NOT_FOUND
 */
export function firstCall({
  store,
  tree: { id: treeId, topicTreeId, settings },
  agent,
  writerId,
  at,
  typed,
  topicAt,
  maxTokens,
  preferences,
  others,
}: FirstCallOptions): TurnContextOptions {
  const actsOn = topicTreeId ?? treeId;
  const writerPlace = topicTreeId === null ? at : (topicAt ?? getHead(store, topicTreeId, writerId));
  const follows = topicTreeId === null || (settings.followsWriter ?? true);
  const viewer = follows ? writerId : agent.id;
  const { tree, path } = sqlViews(store, actsOn, viewer);
  const place = versionAt(tree, path, follows ? writerPlace : path.head).id;
  return {
    store,
    agent,
    treeId,
    at,
    actsOn,
    place,
    writer: { id: writerId, place: writerPlace },
    others,
    exchanges: [],
    running: null,
    goesOnWith: null,
    instruction: null,
    capsLeft: capsOf(agent.configuration.caps),
    maxTokens,
    preferences,
    permissions: permissionsOf(agent),
    // A preview reports no decisions to the agent.
    decisions: null,
    typed,
  };
}
