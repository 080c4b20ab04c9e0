/** A complete tree as JSON, for other programs (`docs/exchange.md`). */
import { anchorRecord } from '../../../core/anchors/logged-anchor.ts';
import type { Draft } from '../../../core/buffer/draft.ts';
import { isEmptyDraft } from '../../../core/buffer/pending-edit.ts';
import type { AgentId, TreeId } from '../../../core/ids.ts';
import { linkRecord } from '../../../core/links/link.ts';
import { isoTime } from '../../../core/provenance/iso-time.ts';
import { shownTagId } from '../../../core/tags/tag.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import {
  DEFAULT_METADATA,
  isAlike,
  METADATA_GROUPS,
  pickMetadata,
} from '../../../core/tree/position-metadata.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listAgents } from '../../store/tables/agents.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { listAnchors } from '../../store/tables/marks/anchors.ts';
import { listLinks, type StoredLink } from '../../store/tables/marks/links.ts';
import { listSummaries } from '../../store/tables/marks/summaries.ts';
import { listAssignments } from '../../store/tables/marks/tag-assignments.ts';
import { findCursor, listAgentsIn } from '../../store/tables/path-state.ts';
import { listTags } from '../../store/tables/tags.ts';
import { getTree } from '../../store/tables/trees.ts';
import {
  eachChoice,
  eachPosition,
  readNodeExtent,
  type StoredPosition,
} from '../../store/tree/tree-export.ts';
import { eachStoredNode, type StoredNode } from '../../store/tree/whole-trees.ts';

export interface TreeExportOptions {
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  /** The writer's uncommitted text. */
  readonly draft: Draft;
  /** Called after every page with the share of nodes written, from 0 to 1. */
  onProgress?(share: number): void;
}

/** Nodes per page: read together, and reported as progress. */
const PAGE = 500;

/**
 * The file in pieces, in an order determined by the tree alone. Nodes that are added while it is written are
 * left out, so that every node's references are in the file.
 * @throws {AspenError} NOT_FOUND; CORRUPT if the grove's file is invalid
 */
export function* exportTree(reader: Reader, options: TreeExportOptions): Generator<string> {
  const { treeId, writerId, draft, onProgress } = options;
  const { count, last } = readNodeExtent(reader, treeId);
  const isInside = (id: string) => last !== null && id <= last;
  const seen = new Set<AgentId>();
  const paths = listAgentsIn(reader, treeId).map((agentId) => {
    const own = agentId === writerId ? draft : findDraft(reader, treeId, agentId);
    return { agentId, begun: pathOf(reader, treeId, agentId, own, seen) };
  });
  yield `{\n"format": "aspen-tree-1",\n"tree": ${JSON.stringify(treeOf(getTree(reader, treeId)))},\n"nodes": [\n`;
  let written = 0;
  for (const stored of eachStoredNode(reader, treeId, PAGE)) {
    if (!isInside(stored.node.id)) break;
    seen.add(stored.node.authorId);
    for (const { agent } of stored.node.spans) seen.add(agent);
    yield item(nodeOf(stored), written === 0);
    written += 1;
    if (written % PAGE === 0) onProgress?.(written / count);
  }
  yield '\n],\n"positions": [\n';
  let isFirst = true;
  for (const position of eachPosition(reader, treeId)) {
    if (!isInside(position.id)) break;
    yield item(positionOf(position), isFirst);
    isFirst = false;
  }
  yield '\n],\n"anchors": [\n';
  isFirst = true;
  for (const anchor of listAnchors(reader, treeId)) {
    if (![anchor.node, anchor.position, anchor.note ?? anchor.node].every(isInside)) continue;
    yield item(anchorRecord(anchor), isFirst);
    isFirst = false;
  }
  yield '\n],\n"links": [\n';
  isFirst = true;
  for (const link of listLinks(reader, treeId)) {
    const own = [
      ...(link.sourceTree === treeId ? [link.source] : []),
      ...(link.targetTree === treeId ? [link.target] : []),
    ];
    if (link.removedAt !== null || !own.every(isInside)) continue;
    seen.add(link.agent);
    yield item(linkOf(link), isFirst);
    isFirst = false;
  }
  yield '\n],\n"summaries": [\n';
  isFirst = true;
  for (const { treeId: _, ...summary } of listSummaries(reader, treeId)) {
    if (summary.node !== null && !isInside(summary.node)) continue;
    seen.add(summary.agent);
    yield item({ ...summary, createdAt: isoTime(summary.createdAt) }, isFirst);
    isFirst = false;
  }
  yield '\n],\n"tags": [\n';
  isFirst = true;
  const tags = new Map(listTags(reader).map((tag) => [tag.id, tag]));
  for (const { tag: id, position, agent, createdAt } of listAssignments(reader, treeId)) {
    const own = tags.get(id);
    const tag = own === undefined ? undefined : tags.get(shownTagId(own));
    if (tag === undefined || !isInside(position)) continue;
    seen.add(agent);
    const { name, color } = tag;
    yield item({ name, color, position, agent, createdAt: isoTime(createdAt) }, isFirst);
    isFirst = false;
  }
  yield '\n],\n"paths": [\n';
  isFirst = true;
  for (const { agentId, begun } of paths) {
    yield `${isFirst ? '' : ',\n'}${begun}`;
    yield* choicesOf(reader, treeId, agentId, isInside);
    isFirst = false;
  }
  yield '\n],\n"agents": [\n';
  isFirst = true;
  for (const agent of listAgents(reader)) {
    if (!seen.has(agent.id)) continue;
    yield item(agentOf(agent), isFirst);
    isFirst = false;
  }
  yield '\n]\n}\n';
}

function item(value: object, isFirst: boolean): string {
  return `${isFirst ? '' : ',\n'}${JSON.stringify(value)}`;
}

function treeOf(tree: LoomTree) {
  const { id, title, description, summary, mode, kind, topicTreeId } = tree;
  const { systemContext, settings, rootPositionId, archivedAt } = tree;
  return {
    id,
    title,
    description,
    summary,
    mode,
    kind,
    ...(topicTreeId === null ? {} : { topic: topicTreeId }),
    systemContext,
    settings,
    root: rootPositionId,
    createdAt: isoTime(tree.createdAt),
    archivedAt: archivedAt === null ? null : isoTime(archivedAt),
  };
}

function linkOf(link: StoredLink) {
  const { removedAt: _, ...record } = linkRecord(link);
  return { ...record, sourceTree: link.sourceTree, createdAt: isoTime(link.createdAt) };
}

function nodeOf({ node, edge, recordedHash }: StoredNode) {
  const { id, localId, positionId, editedFrom, authorId, createdAt, content, spans, contentHash } = node;
  const { choiceIndex, seam, finishReason, splitAt, offered } = node;
  return {
    id,
    localId,
    position: positionId,
    editedFrom,
    ...(splitAt === null ? {} : { splitAt }),
    ...(offered ? { offered } : {}),
    author: authorId,
    createdAt: isoTime(createdAt),
    content,
    spans,
    edge: edge === undefined ? null : { id: edge.id, type: edge.type, sources: edge.sources.map(sourceOf) },
    contentHash,
    ...(recordedHash === null
      ? {}
      : { response: { bodySha256: recordedHash, choiceIndex, seam, finishReason } }),
  };
}

function sourceOf(source: NonNullable<StoredNode['edge']>['sources'][number]) {
  return source.role === 'primary'
    ? { role: source.role, position: source.positionId, node: source.originId }
    : { role: source.role, node: source.nodeId };
}

function positionOf({ id, parent, edgeType, ...metadata }: StoredPosition) {
  return {
    id,
    parent,
    ...(edgeType === 'annotation' ? { note: true } : {}),
    ...Object.assign(
      {},
      ...METADATA_GROUPS.filter(({ names }) => !isAlike(metadata, DEFAULT_METADATA, names)).map(({ names }) =>
        pickMetadata(metadata, names),
      ),
    ),
  };
}

/** The JSON of an agent's path up to its choices, unclosed. */
function pathOf(
  reader: Reader,
  treeId: TreeId,
  agent: AgentId,
  draft: Draft | undefined,
  seen: Set<AgentId>,
): string {
  const cursor = findCursor(reader, treeId, agent);
  seen.add(agent);
  const isTyped = draft !== undefined && !isEmptyDraft(draft);
  if (isTyped) {
    for (const { spans } of [draft.buffer, ...draft.edits]) for (const span of spans) seen.add(span.agent);
  }
  const { text, spans } = draft?.buffer ?? { text: '', spans: [] };
  const begun = {
    agent,
    head: cursor?.head ?? null,
    caret: cursor?.caret ?? null,
    draft: isTyped
      ? {
          head: draft.head,
          buffer: { text, spans },
          edits: draft.edits.map((edit) => ({ node: edit.nodeId, text: edit.text, spans: edit.spans })),
        }
      : null,
  };
  return `${JSON.stringify(begun).slice(0, -1)},"choices":[`;
}

function* choicesOf(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  isInside: (id: string) => boolean,
): Generator<string> {
  let isFirst = true;
  for (const { position, version, lastChild, seenAt, leftAt, isRest } of eachChoice(
    reader,
    treeId,
    agentId,
  )) {
    if (!isInside(position)) continue;
    const chosen = {
      position,
      version: version !== null && isInside(version) ? version : null,
      lastChild: lastChild !== null && isInside(lastChild) ? lastChild : null,
      seenAt: seenAt === null ? null : isoTime(seenAt),
      ...(leftAt === null ? {} : { leftAt }),
      ...(isRest ? { rest: true } : {}),
    };
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(chosen)}`;
    isFirst = false;
  }
  yield `${isFirst ? '' : '\n'}]}`;
}

function agentOf({ id, name, type, modelRef, configuration, color, createdAt, archivedAt }: Agent) {
  return {
    id,
    name,
    type,
    modelRef,
    configuration,
    color,
    createdAt: isoTime(createdAt),
    archivedAt: archivedAt === null ? null : isoTime(archivedAt),
  };
}
