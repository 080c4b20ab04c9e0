import type { AgentId, LinkId, NodeId, TreeId } from '../../../core/ids.ts';
import { linkRecord } from '../../../core/links/link.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import type { Reader } from '../connection/query.ts';
import { copyAgents } from '../tables/agents.ts';
import { appendLog } from '../tables/log.ts';
import { findLink, isNodeIn, listLinks, writeLinks } from '../tables/marks/links.ts';

export interface CopyLinksOptions {
  readonly from: Reader;
  readonly treeId: TreeId;
  /** The tree that gets them, whose nodes have been written. */
  readonly as: TreeId;
  /** Maps ids in the tree there to their ids here. */
  nodeId(id: NodeId): NodeId;
  /** The id of a link's copy, for a tree that is a duplicate: those to it stay with the original. */
  linkId?(id: LinkId): LinkId;
  readonly by: AgentId;
  /** The kind of the log row. */
  readonly kind: LogKind;
}

/**
 * Adds the links from and to a tree that this file lacks and has both ends of, and a log row for each tree that has some.
 * One that both files have stays as it is here, removed or not, like every mark.
 */
export function copyLinks(tx: FileTransaction, options: CopyLinksOptions): void {
  const { from, treeId, as, nodeId, linkId, by, kind } = options;
  const links = listLinks(from, treeId)
    .filter(({ sourceTree }) => linkId === undefined || sourceTree === treeId)
    .map((link) => ({
      ...link,
      id: linkId?.(link.id) ?? link.id,
      ...(link.sourceTree === treeId ? { source: nodeId(link.source), sourceTree: as } : {}),
      ...(link.targetTree === treeId ? { target: nodeId(link.target), targetTree: as } : {}),
    }))
    .filter(
      ({ id, source, sourceTree, target, targetTree }) =>
        findLink(tx, id) === undefined &&
        isNodeIn(tx, sourceTree, source) &&
        isNodeIn(tx, targetTree, target),
    );
  if (links.length === 0) return;
  copyAgents(tx, from, new Set(links.map(({ agent }) => agent)), by);
  for (const tree of new Set(links.map(({ sourceTree }) => sourceTree))) {
    const own = links.filter(({ sourceTree }) => sourceTree === tree).map(linkRecord);
    writeLinks(tx, tree, own);
    appendLog(tx, by, kind, { tree, links: own });
  }
}
