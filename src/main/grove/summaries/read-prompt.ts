import { estimateTokens } from '../../../core/context/estimate-tokens.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import {
  documentPrompt,
  nodePrompt,
  SUMMARY_FROM,
  treePrompt,
} from '../../../core/summaries/summary-prompt.ts';
import { cutText } from '../../../core/text/limits.ts';
import { positionsTo } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findSummary } from '../../store/tables/marks/summaries.ts';
import { findNode } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import { findHidingBases } from '../../store/tree/hidden-splits.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { readDocumentText } from '../reading/document-text.ts';

/** The texts before a shorter node are its parent's and that one's, in tokens. */
const SHORT = 50;
/** As many nodes of a path are named in a tree's prompt, from its end. */
const NODES_OF_TREE = 60;

/**
 * The prompt for a summary of a node, or of a tree (`node` null), as the writer sees it, without what is excluded; null if the
 * text is so short that it stands for itself, or the node is excluded or gone.
 * @throws {AspenError} NOT_FOUND for the tree
 */
export function readSummaryPrompt(
  reader: Reader,
  {
    treeId,
    node,
    writerId,
  }: { readonly treeId: TreeId; readonly node: NodeId | null; readonly writerId: AgentId },
): string | null {
  const { title, kind, description } = getTree(reader, treeId);
  const { tree, path } = sqlViews(reader, treeId, writerId);
  const wordsOf = (id: NodeId) => textOf(tree.getContent(id).content);
  const shortOf = (id: NodeId) => findSummary(reader, treeId, id)?.text ?? cutText(wordsOf(id), SUMMARY_FROM);
  const shownAt = (position: PositionId) => versionAt(tree, path, position).id;
  const withoutExcluded = (positions: readonly PositionId[]) => {
    const bases = findHidingBases(reader, treeId, positions);
    // A hidden split takes what its base has (`domain.md`, *Forks*).
    const isExcluded = (at: PositionId) => bases.get(at)?.excluded ?? versionAt(tree, path, at).excluded;
    return positions.filter((position) => !isExcluded(position));
  };
  if (node !== null) {
    const found = findNode(reader, node);
    if (found?.treeId !== treeId || withoutExcluded([found.positionId]).length === 0) return null;
    const text = wordsOf(node);
    if (text.length < SUMMARY_FROM) return null;
    const parent = tree.parentOf(found.positionId);
    const above = parent === null ? null : tree.parentOf(parent);
    const isShort = estimateTokens(text.length) < SHORT;
    const before = (position: PositionId | null) => {
      if (position === null || withoutExcluded([position]).length === 0) return '';
      const id = shownAt(position);
      return findSummary(reader, treeId, id)?.text ?? wordsOf(id);
    };
    const previous = [...(isShort ? [before(above)] : []), before(parent)].filter((each) => each !== '');
    return nodePrompt({ title, previous: previous.join('\n'), text });
  }
  if (kind === 'document') {
    const { text } = readDocumentText(reader, treeId, { tree, path });
    return text.length < SUMMARY_FROM ? null : documentPrompt(title, text);
  }
  const summaries = withoutExcluded(positionsTo(tree, path.head))
    .slice(-NODES_OF_TREE)
    .map((position) => shortOf(shownAt(position)))
    .filter((each) => each.trim() !== '');
  if (summaries.join('').length < SUMMARY_FROM) return null;
  const branches = positionsTo(tree, path.head).filter((at) => tree.childrenOf(at).length > 1).length;
  return treePrompt({ description: description ?? '', summaries, branches });
}
