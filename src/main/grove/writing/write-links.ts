/** Writing links into texts that are there (`documents.md`, *Links*). */
import { firstNodeAt, type NodeId, type TreeId } from '../../../core/ids.ts';
import { findLinks, renameLink } from '../../../core/links/text-links.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { WrittenNames } from '../../../ipc/wire/link.ts';
import { getNode, getNodeContent } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import type { GroveScope } from '../grove-scope.ts';
import { listFormerLinks } from '../reading/read-backlinks.ts';
import { LinkResolver } from '../reading/resolve-links.ts';
import { commitDrafts, editTexts } from './edit-texts.ts';

/**
 * Writes the title of a tree into every link that names it by a former name, as the texts are shown: a new version of each. What is
 * typed there is committed first.
 * @throws {AspenError} NOT_FOUND; what the store throws
 */
export function writeNames(scope: GroveScope, treeId: TreeId): WrittenNames {
  const { store } = scope;
  commitDrafts(
    scope,
    listFormerLinks(scope, treeId).map((link) => link.treeId),
  );
  const { title, rootPositionId } = getTree(store, treeId);
  const rootLocalId = getNode(store, firstNodeAt(rootPositionId)).localId;
  const resolver = new LinkResolver(scope);
  const texts = new Map<NodeId, FormerText>();
  for (const { nodeId, noteOn, range, ...link } of listFormerLinks(scope, treeId)) {
    if (nodeId === null) continue;
    const text = texts.get(nodeId) ?? {
      treeId: link.treeId,
      nodeId,
      isNote: noteOn !== null,
      starts: new Set(),
    };
    texts.set(nodeId, text);
    text.starts.add(range.from);
  }
  const edits = [...texts.values()].map(({ starts, ...former }) => {
    const text = textOf(getNodeContent(store, former.nodeId).content);
    const isAmbiguous = resolver.resolveTree(former.treeId, former.nodeId, title) !== treeId;
    const change = findLinks(text).flatMap((link) => {
      if (!starts.has(link.from)) return [];
      return renameLink(text, link, { name: title, rootLocalId, isAmbiguous }) ?? [];
    });
    return { ...former, change };
  });
  const edited = editTexts(scope, edits);
  const made = new Set(edited.map(({ before }) => before));
  const written = edits.filter(({ nodeId }) => made.has(nodeId));
  return {
    links: written.reduce((sum, { change }) => sum + change.length, 0),
    documents: new Set(written.flatMap((edit) => (edit.isNote ? [] : [edit.treeId]))).size,
    notes: written.filter(({ isNote }) => isNote).length,
    edited,
  };
}

/** A text with links by a former name of a tree. */
interface FormerText {
  readonly treeId: TreeId;
  readonly nodeId: NodeId;
  readonly isNote: boolean;
  /** The beginnings of the links. */
  readonly starts: Set<number>;
}
