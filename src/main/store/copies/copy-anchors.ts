import { logAnchors } from '../../../core/anchors/logged-anchor.ts';
import type { AgentId, AnchorId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { metadataAt } from '../../../core/tree/metadata.ts';
import type { MetadataChange } from '../../../core/tree/tree-change.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { Reader } from '../connection/query.ts';
import { getTreeKey } from '../tables/keys.ts';
import { appendLog } from '../tables/log.ts';
import { hasAnchor, listAnchors, writeAnchors } from '../tables/marks/anchors.ts';
import { writeMetadata } from '../tables/nodes.ts';
import { sqlTree } from '../tree/sql-tree.ts';

export interface CopyAnchorsOptions {
  readonly from: Reader;
  readonly treeId: TreeId;
  /** The tree that gets them, whose nodes have been written. */
  readonly as: TreeId;
  /** Map ids there to their ids here. */
  nodeId(id: NodeId): NodeId;
  positionId(id: PositionId): PositionId;
  /** The id of an anchor's copy; its own by default. */
  anchorId?(id: AnchorId): AnchorId;
  readonly by: AgentId;
  /** The kind of the log row. */
  readonly kind: LogKind;
}

/**
 * Adds the anchors of a tree that this file lacks, and a log row that names them. A position that gets a bookmark is
 * bookmarked.
 * @throws {AspenError} NOT_FOUND when this file lacks a node
 */
export function copyAnchors(tx: FileTransaction, options: CopyAnchorsOptions): void {
  const { from, treeId, as, nodeId, positionId, anchorId = (id) => id, by, kind } = options;
  const tree = sqlTree(tx, as);
  const copied = listAnchors(from, treeId)
    .map(({ pruned: _pruned, said: _said, besides: _besides, ...anchor }) => ({
      ...anchor,
      id: anchorId(anchor.id),
      position: positionId(anchor.position),
      node: nodeId(anchor.node),
      note: anchor.note === null ? null : positionId(anchor.note),
    }))
    .filter(({ id }) => !hasAnchor(tx, id))
    .map((set) => ({ set }));
  if (copied.length === 0) return;
  const marked = new Map<PositionId, MetadataChange>();
  for (const { set } of copied) {
    const metadata = metadataAt(tree, set.position);
    if (set.kind === 'bookmark' && !metadata.bookmarked)
      marked.set(set.position, { position: set.position, metadata: { ...metadata, bookmarked: true } });
  }
  const metadata = [...marked.values()];
  writeMetadata(tx, getTreeKey(tx, as), metadata);
  appendLog(tx, by, kind, {
    tree: as,
    anchors: logAnchors(writeAnchors(tx, as, copied, [])),
    ...(metadata.length === 0
      ? {}
      : { metadata: metadata.map((set) => ({ position: set.position, ...set.metadata })) }),
  });
}
