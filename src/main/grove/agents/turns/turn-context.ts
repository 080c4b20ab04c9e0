import { type CapName, capsOf } from '../../../../core/commands/caps.ts';
import { inOneLine } from '../../../../core/commands/quote-text.ts';
import { type AgentPermits, addendumFor } from '../../../../core/context/addendum.ts';
import {
  assembleCollaborator,
  type CollaboratorNode,
  type Exchange,
} from '../../../../core/context/collaborator.ts';
import { insertionsOf, instructionOf } from '../../../../core/context/insertion.ts';
import { loomContext } from '../../../../core/context/loom-context.ts';
import { continuesMessage, speakerOf } from '../../../../core/context/message-origin.ts';
import type { MessagesContext } from '../../../../core/context/messages.ts';
import type { AgentId, NodeId, PositionId, TreeId, TurnId } from '../../../../core/ids.ts';
import type { LoreSelection } from '../../../../core/lore/select-lore.ts';
import { UNREAD_TITLE } from '../../../../core/memory/action-words.ts';
import { pinKey } from '../../../../core/memory/fold-memory.ts';
import {
  type FindRemembered,
  memoryBlock,
  memoryRoom,
  type RememberedText,
} from '../../../../core/memory/memory-block.ts';
import { type Agent, permissionsOf } from '../../../../core/tree/agent.ts';
import { type LoomTree, NAMES, TRUNCATION } from '../../../../core/tree/loom-tree.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import { textOf } from '../../../../core/tree/tree-node.ts';
import type { Preferences } from '../../../../ipc/preferences.ts';
import type { Reader } from '../../../store/connection/query.ts';
import { listAgents } from '../../../store/tables/agents.ts';
import { getHead } from '../../../store/tables/path-state.ts';
import { getTree } from '../../../store/tables/trees.ts';
import { findUnsentOnPath } from '../../../store/tree/find-unsent.ts';
import { hasSplits } from '../../../store/tree/hidden-splits.ts';
import { readOrigins } from '../../../store/tree/message-origins.ts';
import { loadPath } from '../../../store/tree/path-loading.ts';
import { sqlViews } from '../../../store/tree/sql-tree.ts';
import { readPositionCounts } from '../../../store/tree/tree-counts.ts';
import type { LoreRequest } from '../../lore/grove-lore.ts';
import { findSentSummary } from '../../reading/sent-summary.ts';
import { type DescribedTree, metadataLine } from '../describe-node.ts';
import { readMemory, rememberedIn } from '../memory/read-memory.ts';
import { TextGate } from '../text-gate.ts';
import { recallNamed, recallTurn } from './recalled-results.ts';
import { readPlaceFacts, readTopic, viewFromPlace, type WorkingAgent } from './turn-place.ts';

/** The window of a model with no known context length. */
const ANY_LENGTH = Number.MAX_SAFE_INTEGER;

/** In place of a message that does not fit, in UTF-16 code units. */
const MAX_SUMMARY = 160;

export interface TurnContextOptions {
  readonly store: Reader;
  /** Selects the lore that is sent. */
  lore(request: LoreRequest): LoreSelection;
  readonly agent: Agent;
  /** The conversation. */
  readonly treeId: TreeId;
  /** The message that is answered, on the writer's path or not. */
  readonly at: PositionId;
  /** The tree that the agent acts on: the topic, or the conversation itself. */
  readonly actsOn: TreeId;
  /** The agent's place in that tree. */
  readonly place: NodeId;
  /** The writer, and where the writer is in the tree that the agent acts on; null where that is not known. */
  readonly writer: { readonly id: AgentId; readonly place: PositionId | null };
  /** Other agents that work in that tree now. */
  readonly others: readonly WorkingAgent[];
  /** The calls of the running turn so far. */
  readonly exchanges: readonly Exchange[];
  /** The turn that runs, and its latest message or the one that it answers; null before it begins. */
  readonly running: { readonly turnId: TurnId; readonly at: PositionId } | null;
  /** The capped turn that this one continues. */
  readonly goesOnWith: TurnId | null;
  readonly capsLeft: Readonly<Record<CapName, number>>;
  readonly preferences: Preferences;
  /** Reserved for the answer. */
  readonly maxTokens: number;
  readonly permissions: AgentPermits;
  /** The writer's instruction for this reply; null for none. */
  readonly instruction: string | null;
  /** The writer's decisions on the agent's suggestions, in words; null for none. */
  readonly decisions: string | null;
  /** Only for a preview: the text in the composer, which is sent as a message first. Empty for none. */
  readonly typed?: string;
}

/**
 * The context of a turn's next call (`agents.md`, *What it is sent*). No draft of the topic is ever sent.
 * @throws {AspenError} NOT_FOUND; CONTEXT_TOO_LONG
 */
export function turnContext(options: TurnContextOptions): MessagesContext {
  const { store, agent, treeId, actsOn, exchanges, goesOnWith, permissions, preferences } = options;
  const { capsLeft, instruction } = options;
  const window = agent.configuration.contextLength ?? ANY_LENGTH;
  const tree = getTree(store, treeId);
  const { systemContext, settings } = tree;
  const speakers = new Map(listAgents(store).map((one) => [one.id, one]));
  const { nodes, path } = readMessagesTo(options, speakers);
  const placeOptions = { ...options, reader: store, agentId: agent.id };
  const view = viewFromPlace(placeOptions);
  const isTopic = actsOn !== treeId;
  // No model sees a document that it may not read (`documents.md`).
  const isRead = view.views.tree.tree.kind !== 'document' || permissions.doc_read === 'allow';
  const known = readPlaceFacts(placeOptions, view);
  const facts = isRead ? known : { ...known, title: UNREAD_TITLE };
  const goesOn =
    goesOnWith === null ? null : recallTurn(store, goesOnWith, { agentId: agent.id, permissions });
  const remembersAt = options.running?.at ?? options.at;
  const readsDocuments = permissions.doc_read !== 'never';
  const gate = new TextGate(store, true);
  const owner = { id: agent.id, isPerson: false, readsDocuments, gate };
  const memory = readMemory(store, treeId, remembersAt, owner, options.running?.turnId ?? null);
  const read = rememberedIn(store, { writerId: options.writer.id, readsDocuments, gate });
  // With little room, memory is put in words repeatedly.
  const found = new Map<string, RememberedText | undefined>();
  const find: FindRemembered = (of) => {
    const key = pinKey(of);
    if (!found.has(key)) found.set(key, read(of));
    return found.get(key);
  };
  const room = memoryRoom(window);
  const named = recallNamed(store, {
    treeId,
    path,
    message: nodes.at(-1)?.text ?? '',
    tokens: preferences.resultTokens,
    agentId: agent.id,
    permissions,
  });
  const sendsTopic = isTopic && isRead && settings.sendsTopic !== false;
  const lore = options.lore({
    tree,
    nodes,
    at: options.at,
    topic: { at: options.writer.place, isSent: sendsTopic },
    window: agent.configuration.contextLength ?? null,
    reserve: options.maxTokens,
  });
  return assembleCollaborator({
    nodes,
    replier: agent,
    speakers,
    names: settings.names ?? NAMES,
    systemPrompt: agent.configuration.systemPrompt ?? '',
    systemContext: systemContext ?? '',
    insertions: [
      ...insertionsOf(settings),
      ...lore.insertions,
      ...(instruction === null ? [] : [instructionOf(instruction)]),
    ],
    window,
    reserve: options.maxTokens,
    strategy: settings.truncation ?? TRUNCATION,
    topic: sendsTopic
      ? readTopic(placeOptions, view, { window, maxTokens: preferences.topicTokens }, true)
      : null,
    addendum: addendumFor(permissions, preferences.editsByPatches),
    memory: (parts) => memoryBlock(memory, find, { ...parts, room }),
    loomContext: (leftOut) =>
      loomContext({ ...facts, isTopic, permissions, decisions: options.decisions, capsLeft, leftOut }),
    recalled: [...named, ...(goesOn === null ? [] : [goesOn])],
    exchanges,
  });
}

/** The messages up to the one that is answered, as the writer sees them, and their positions. */
function readMessagesTo(
  { store, agent, treeId, at, writer, typed = '' }: TurnContextOptions,
  agents: ReadonlyMap<AgentId, Agent>,
): { readonly nodes: readonly CollaboratorNode[]; readonly path: ReadonlySet<PositionId> } {
  const messages = loadPath(store, treeId, writer.id, at)
    .slice(1)
    .map(({ node }) => node);
  const positions = messages.map(({ positionId }) => positionId);
  const origins = readOrigins(store, messages);
  const unsent = findUnsentOnPath(store, treeId, messages);
  const tree: DescribedTree = {
    reader: store,
    views: sqlViews(store, treeId, writer.id),
    context: { treeId, actor: agent },
    gate: { lets: ({ positionId }) => !unsent.has(positionId) },
    // No message of a path is an annotation.
    notedBy: () => null,
  };
  const counts = hasSplits(store) ? [] : readPositionCounts(store, positions);
  // Each is shorter than the shortest text that has one.
  const firstExcluded = messages.findIndex(({ positionId }) => unsent.get(positionId) === 'excluded');
  const summaryOf = (id: NodeId, index: number) => {
    const isBelowExcluded = () => firstExcluded >= 0 && firstExcluded < index;
    const subject = { treeId, node: id, writerId: writer.id, isBelowExcluded };
    const summary = findSentSummary(store, subject);
    return summary === null ? null : inOneLine(summary, MAX_SUMMARY);
  };
  const nodes = messages.map((node, index): CollaboratorNode => {
    const speakerId = speakerOf(node, origins);
    const authorType = agents.get(speakerId)?.type ?? node.authorType;
    return {
      nodeId: node.id,
      text: textOf(node.content),
      speakerId,
      continues: continuesMessage(node, origins),
      excluded: unsent.get(node.positionId) === 'excluded',
      pruned: unsent.get(node.positionId) === 'pruned',
      summary: unsent.has(node.positionId) ? null : summaryOf(node.id, index),
      metadata: metadataLine(tree, { ...node, authorId: speakerId, authorType }, counts[index]),
    };
  });
  const path = new Set(positions);
  if (typed.trim() === '') return { nodes, path };
  const message = { nodeId: null, text: typed, speakerId: writer.id, excluded: false, pruned: false };
  return { nodes: [...nodes, { ...message, metadata: '' }], path };
}

interface FirstCallOptions
  extends Pick<
    TurnContextOptions,
    'store' | 'lore' | 'agent' | 'at' | 'typed' | 'maxTokens' | 'preferences' | 'others'
  > {
  /** The conversation. */
  readonly tree: LoomTree;
  readonly writerId: AgentId;
  /** The writer's place in the topic; null if unknown: the end of the writer's path. */
  readonly topicAt: PositionId | null;
}

/**
 * The inputs of a turn's first call if it began now. The agent's place is the writer's, unless it does not follow the
 * writer (`agents.md`, *A turn*); without a topic, the message that it answers.
 * @throws {AspenError} NOT_FOUND
 */
export function firstCall({ tree: talk, writerId, topicAt, ...call }: FirstCallOptions): TurnContextOptions {
  const { store, agent, at } = call;
  const { id: treeId, topicTreeId, settings } = talk;
  const actsOn = topicTreeId ?? treeId;
  const writerPlace = topicTreeId === null ? at : (topicAt ?? getHead(store, topicTreeId, writerId));
  const follows = topicTreeId === null || (settings.followsWriter ?? true);
  const viewer = follows ? writerId : agent.id;
  const { tree, path } = sqlViews(store, actsOn, viewer);
  const place = versionAt(tree, path, follows ? writerPlace : path.head).id;
  return {
    ...call,
    treeId,
    actsOn,
    place,
    writer: { id: writerId, place: writerPlace },
    exchanges: [],
    running: null,
    goesOnWith: null,
    instruction: null,
    capsLeft: capsOf(agent.configuration.caps),
    permissions: permissionsOf(agent),
    // A preview reports no decisions to the agent.
    decisions: null,
  };
}
