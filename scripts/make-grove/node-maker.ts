import type { EdgeId, LocalId, NodeId, PositionId, Sha256, TreeId } from '../../src/core/ids.ts';
import { positionOpenedBy } from '../../src/core/ids.ts';
import { contentHash } from '../../src/core/provenance/content-hash.ts';
import type { Spans } from '../../src/core/text/span.ts';
import { type Author, localIdFor, type NodeWithEdge } from '../../src/core/tree/new-node.ts';
import { DEFAULT_METADATA } from '../../src/core/tree/position-metadata.ts';
import type { SeededIdsAndClock } from './seeded-ids-and-clock.ts';

/** The data that later nodes need of a node; a million of these are in memory at once. */
export interface Grown {
  readonly id: NodeId;
  readonly positionId: PositionId;
  readonly contentHash: Sha256;
}

export interface NodeToMake {
  readonly author: Author;
  /** The version that its author saw. */
  readonly origin: Grown;
  readonly text: string;
  readonly spans: Spans;
  /** If given, the node is another version at its position. */
  readonly editedFrom?: Grown;
  /** The label of a bookmark. */
  readonly label?: string | undefined;
}

/**
 * Makes nodes and edges as `makeNode` does, but keeps nothing of a tree except its local ids: a million nodes with
 * their texts would not fit into memory.
 */
export function nodeMaker(treeId: TreeId, rootLocalId: LocalId, idsAndClock: SeededIdsAndClock) {
  const localIds = new Set<LocalId>([rootLocalId]);
  return ({ author, origin, text, spans, editedFrom, label }: NodeToMake): NodeWithEdge => {
    const id = idsAndClock.newId() as NodeId;
    const createdAt = idsAndClock.now();
    const content = { type: 'text', text } as const;
    const hashed = { content, parentHashes: [origin.contentHash], createdAt, authorId: author.id };
    const localId = localIdFor(id, (taken) => localIds.has(taken));
    localIds.add(localId);
    return {
      node: {
        ...DEFAULT_METADATA,
        id,
        localId,
        treeId,
        positionId: editedFrom?.positionId ?? positionOpenedBy(id),
        editedFrom: editedFrom?.id ?? null,
        splitAt: null,
        offered: false,
        authorId: author.id,
        authorType: author.type,
        contentType: 'text',
        contentHash: contentHash({ ...hashed, responseHash: null }),
        responseId: null,
        choiceIndex: null,
        seam: null,
        finishReason: null,
        createdAt,
        ...(label === undefined ? {} : { bookmarked: true, bookmarkLabel: label }),
        summary: null,
        content,
        spans,
      },
      edge: {
        id: idsAndClock.newId() as EdgeId,
        treeId,
        targetId: id,
        type: 'continuation',
        sources: [{ role: 'primary', positionId: origin.positionId, originId: origin.id }],
        createdAt,
      },
    };
  };
}
