/** An agent's place in the tree that it acts on, and the text around it (`agents.md`, *What it is sent*). */

import { inOneLine } from '../../../../core/commands/quote-text.ts';
import type { TopicInput, TopicNode } from '../../../../core/context/conversation-context.ts';
import { insertionsOf } from '../../../../core/context/insertion.ts';
import type { LoomFacts, LoomPlace } from '../../../../core/context/loom-context.ts';
import { topicRoom, withoutFences } from '../../../../core/context/topic-part.ts';
import type { AgentId, LocalId, NodeId, PositionId, TreeId } from '../../../../core/ids.ts';
import type { LoomTree } from '../../../../core/tree/loom-tree.ts';
import { getNode } from '../../../../core/tree/new-node.ts';
import { childToFollow } from '../../../../core/tree/path.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import { type TreeNode, textOf } from '../../../../core/tree/tree-node.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { findUnsent } from '../../../store/tree/find-unsent.ts';
import { readDepth, runsThrough } from '../../../store/tree/lineage.ts';
import { type SqlViews, sqlViews } from '../../../store/tree/sql-tree.ts';
import { readPruned, readTreeCounts } from '../../../store/tree/tree-counts.ts';
import { sentTitle } from '../../reading/sent-title.ts';

const MAX_TITLE = 120;
const MAX_NAME = 60;
/** Most other agents named. */
const MAX_AGENTS = 10;
/** Most ids of a path named. */
const MAX_NAMED = 3;
const MAX_PRUNED = 3;
/** Nodes without text are not worth reading on. */
const MAX_NODES = 1_000;

export interface TurnPlaceOptions {
  readonly reader: Reader;
  readonly agentId: AgentId;
  /** The tree that the agent acts on. */
  readonly actsOn: TreeId;
  /** The agent's place in it. */
  readonly place: NodeId;
  readonly writer: { readonly id: AgentId; readonly place: PositionId | null };
  /** Other agents that work in that tree now. */
  readonly others: readonly WorkingAgent[];
}

/** An agent that is at work, and where. */
export interface WorkingAgent {
  readonly agentId: AgentId;
  readonly name: string;
  readonly place: PositionId;
}

/** A tree as it is seen from a place: as the writer sees it where the place is on the writer's path, else as the agent does. */
export interface PlaceView {
  readonly views: SqlViews;
  readonly here: TreeNode;
  /** The head of the path through the place; null where the path descends by default. */
  readonly head: PositionId | null;
}

/** @throws {AspenError} NOT_FOUND */
export function viewFromPlace({
  reader,
  agentId,
  actsOn,
  place,
  writer,
}: Omit<TurnPlaceOptions, 'others'>): PlaceView {
  const asWriter = sqlViews(reader, actsOn, writer.id);
  const here = getNode(asWriter.tree, place);
  const { head } = asWriter.path;
  const isShown =
    versionAt(asWriter.tree, asWriter.path, here.positionId).id === place &&
    runsThrough(reader, actsOn, head, here.positionId);
  if (isShown) return { views: asWriter, here, head };
  return { views: sqlViews(reader, actsOn, agentId), here, head: null };
}

/** The facts about the tree and its places in the loom context. */
export function readPlaceFacts(
  { reader, actsOn, writer, others }: TurnPlaceOptions,
  { views, here }: PlaceView,
): Pick<LoomFacts, 'title' | 'mode' | 'nodes' | 'branches' | 'place' | 'writer' | 'others' | 'pruned'> {
  const { mode } = views.tree.tree;
  const placeAt = (node: TreeNode, seen: SqlViews): LoomPlace => ({
    localId: node.localId,
    above: localIdsAbove(seen, node.positionId),
    depth: readDepth(reader, actsOn, node.positionId),
  });
  const asWriter = sqlViews(reader, actsOn, writer.id);
  return {
    title: inOneLine(sentTitle(reader, views.tree.tree, writer.id), MAX_TITLE),
    mode,
    ...readTreeCounts(reader, actsOn),
    place: placeAt(here, views),
    writer:
      writer.place === null ? null : placeAt(versionAt(asWriter.tree, asWriter.path, writer.place), asWriter),
    others: others.slice(0, MAX_AGENTS).map(({ agentId, name, place }) => {
      const seen = sqlViews(reader, actsOn, agentId);
      return {
        name: inOneLine(name, MAX_NAME),
        place: placeAt(versionAt(seen.tree, seen.path, place), seen),
      };
    }),
    pruned: readPruned(reader, actsOn, MAX_PRUNED),
  };
}

function localIdsAbove({ tree, path }: SqlViews, position: PositionId): readonly LocalId[] {
  const above: LocalId[] = [];
  for (let at = tree.parentOf(position); at !== null && above.length < MAX_NAMED; at = tree.parentOf(at))
    above.unshift(versionAt(tree, path, at).localId);
  return above;
}

/** Limits on the topic that is read. */
export interface TopicSize {
  /** The agent's window, in tokens. */
  readonly window: number;
  /** The setting `topicTokens`. */
  readonly maxTokens: number;
}

/**
 * The topic around a place: at least as much as is sent of it, without prompt fences.
 * @param isThere whether an agent acts there, which is sent its place
 */
export function readTopic(
  { reader, writer }: Pick<TurnPlaceOptions, 'reader' | 'writer'>,
  view: PlaceView,
  { window, maxTokens }: TopicSize,
  isThere: boolean,
): TopicInput {
  const { here, views } = view;
  const { systemContext, settings } = views.tree.tree;
  const room = topicRoom(window, maxTokens);
  const before = readNodes(reader, views, upFrom(view), room);
  const after = readNodes(reader, views, downFrom(view), room);
  const above = before.nodes.toReversed();
  const read = withoutFences([...above, ...after.nodes]);
  const isAfter = new Set(after.nodes.map(({ nodeId }) => nodeId));
  return {
    title: inOneLine(sentTitle(reader, views.tree.tree, writer.id), MAX_TITLE),
    here: isThere ? here.localId : null,
    before: read.filter(({ nodeId }) => !isAfter.has(nodeId)),
    after: read.filter(({ nodeId }) => isAfter.has(nodeId)),
    isCut: { before: before.isCut, after: after.isCut },
    systemContext: systemContext ?? '',
    insertions: insertionsOf(settings),
    maxTokens,
  };
}

/**
 * The part of the topic sent to an agent that only replies: the text around the writer's place.
 * @param topicAt that place; null if unknown: the end of the writer's path
 * @returns null for a conversation without a topic, or one that does not send it to all requested agents
 */
export function readTopicForReply(
  reader: Reader,
  { topicTreeId, settings }: Pick<LoomTree, 'topicTreeId' | 'settings'>,
  { writerId, topicAt }: { readonly writerId: AgentId; readonly topicAt: PositionId | null },
  size: TopicSize,
): TopicInput | null {
  if (topicTreeId === null || settings.sendsTopic !== true) return null;
  const { tree, path } = sqlViews(reader, topicTreeId, writerId);
  const isThere = topicAt !== null && tree.versionsAt(topicAt).length > 0;
  const place = isThere ? topicAt : path.head;
  const writer = { id: writerId, place };
  const at = versionAt(tree, path, place).id;
  const view = viewFromPlace({ reader, agentId: writerId, actsOn: topicTreeId, place: at, writer });
  return readTopic({ reader, writer }, view, size, false);
}

/** From the place up, without the root. */
function* upFrom({ views: { tree, path }, here }: PlaceView): Generator<TreeNode> {
  const { rootPositionId } = tree.tree;
  for (
    let at: PositionId | null = here.positionId;
    at !== null && at !== rootPositionId;
    at = tree.parentOf(at)
  )
    yield at === here.positionId ? here : versionAt(tree, path, at);
}

/** The nodes after the place: on the path that leads through it, or else on the default path. */
function* downFrom({ views: { tree, path }, here, head }: PlaceView): Generator<TreeNode> {
  for (let at = here.positionId; at !== head; ) {
    const child = childToFollow(tree, path, at);
    if (child === undefined) return;
    yield versionAt(tree, path, child);
    at = child;
  }
}

function readNodes(
  reader: Reader,
  { tree }: SqlViews,
  nodes: Iterable<TreeNode>,
  room: number,
): { readonly nodes: readonly TopicNode[]; readonly isCut: boolean } {
  const read: { readonly node: TreeNode; readonly text: string }[] = [];
  let length = 0;
  let isCut = false;
  for (const node of nodes) {
    if (length > room || read.length >= MAX_NODES) {
      isCut = true;
      break;
    }
    if (node.pruned || node.excluded) continue;
    const text = textOf(tree.getContent(node.id).content);
    length += text.length;
    read.push({ node, text });
  }
  const unsent = findUnsent(
    reader,
    read.map(({ node }) => node),
  );
  const sent = read.filter(({ node }) => !unsent.has(node.positionId));
  return {
    nodes: sent.map(({ node: { id, authorType }, text }) => ({
      nodeId: id,
      text,
      isModel: authorType === 'model',
      from: 0,
    })),
    isCut,
  };
}
