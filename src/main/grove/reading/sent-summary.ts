import { sha256 } from '#sha256';
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
import { findMarkedAbove } from '../../store/tree/find-hidden-positions.ts';
import { findUnsent, findUnsentOnPath, hasUnsent } from '../../store/tree/find-unsent.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { readDocumentText } from './document-text.ts';
import { sentTitle } from './sent-title.ts';

/** A summary, with the data to judge it. */
interface SummaryToSend extends SummarySubject {
  /** Returns true if a text above the node is excluded: the prompt of its summary may have had words of that. */
  isBelowExcluded(): boolean;
}

/**
 * The summary of a node that models are sent, or of a document (`node` null), as models may have it; null without such
 * a summary. One by a model may have words of a text that was excluded or pruned since: then it is held back unless it
 * was made of what is sent now. So is the writer's own of a document with excluded text, because nothing shows which
 * was first.
 * @throws {AspenError} NOT_FOUND for the tree or the node
 */
export function findSentSummary(reader: Reader, subject: SummaryToSend): string | null {
  const { treeId, node, isBelowExcluded } = subject;
  const summary = findSummary(reader, treeId, node);
  if (summary === null) return null;
  const { text, basis } = summary;
  if (basis === null) return node === null && hasUnsentOnPath(reader, subject) ? null : text;
  if (!(node === null ? hasUnsent(reader, treeId) : isBelowExcluded())) return text;
  const prompt = readSummaryPrompt(reader, subject);
  return prompt !== null && sha256(prompt) === basis ? text : null;
}

function hasUnsentOnPath(reader: Reader, { treeId, writerId }: SummarySubject): boolean {
  const { tree, path } = sqlViews(reader, treeId, writerId);
  const nodes = positionsTo(tree, path.head)
    .slice(1)
    .map((position) => versionAt(tree, path, position));
  return findUnsentOnPath(reader, treeId, nodes).size > 0;
}

/** The texts before a shorter node are its parent's and that one's, in tokens. */
const SHORT = 50;
/** As many nodes of a path are named in a tree's prompt, from its end. */
const NODES_OF_TREE = 60;

/** The subject of a summary: a node or, with null, a whole tree. */
interface SummarySubject {
  readonly treeId: TreeId;
  readonly node: NodeId | null;
  readonly writerId: AgentId;
}

/**
 * The prompt for a summary of a node, or of a tree, as the writer sees it, of what models are sent; null if the text is so short
 * that it stands for itself, or the node is not sent or gone.
 * @throws {AspenError} NOT_FOUND for the tree
 */
export function readSummaryPrompt(reader: Reader, { treeId, node, writerId }: SummarySubject): string | null {
  const found = getTree(reader, treeId);
  const { kind, description } = found;
  const title = sentTitle(reader, found, writerId);
  const { tree, path } = sqlViews(reader, treeId, writerId);
  const wordsOf = (id: NodeId) => textOf(tree.getContent(id).content);
  const shownAt = (position: PositionId) => versionAt(tree, path, position);
  /** The summary of a text, but for one that a model made below an excluded text, because that may have words of it. */
  const summaryAt = (position: PositionId, isBelowExcluded: () => boolean) => {
    const summary = findSummary(reader, treeId, shownAt(position).id);
    return summary !== null && (summary.basis === null || !isBelowExcluded()) ? summary.text : null;
  };
  const isSent = (positionId: PositionId) => findUnsent(reader, [{ treeId, positionId }]).size === 0;
  if (node !== null) {
    const found = findNode(reader, node);
    if (found?.treeId !== treeId || !isSent(found.positionId)) return null;
    const text = wordsOf(node);
    if (text.length < SUMMARY_FROM) return null;
    const parent = tree.parentOf(found.positionId);
    const above = parent === null ? null : tree.parentOf(parent);
    const isShort = estimateTokens(text.length) < SHORT;
    const before = (position: PositionId | null) => {
      if (position === null || !isSent(position)) return '';
      const isBelow = () => findMarkedAbove(reader, [position], 'excluded').has(position);
      return summaryAt(position, isBelow) ?? wordsOf(shownAt(position).id);
    };
    const previous = [...(isShort ? [before(above)] : []), before(parent)].filter((each) => each !== '');
    return nodePrompt(title, previous.join('\n'), text);
  }
  if (kind === 'document') {
    const { text } = readDocumentText(reader, treeId, { tree, path });
    return text.length < SUMMARY_FROM ? null : documentPrompt(title, text);
  }
  const positions = positionsTo(tree, path.head);
  const unsent = findUnsentOnPath(reader, treeId, positions.map(shownAt));
  const firstExcluded = positions.findIndex((position) => unsent.has(position));
  const summaries = positions
    .map((position, index) => ({ position, isBelow: () => firstExcluded >= 0 && firstExcluded < index }))
    .filter(({ position }) => !unsent.has(position))
    .slice(-NODES_OF_TREE)
    .map(
      ({ position, isBelow }) =>
        summaryAt(position, isBelow) ?? cutText(wordsOf(shownAt(position).id), SUMMARY_FROM),
    )
    .filter((each) => each.trim() !== '');
  if (summaries.join('').length < SUMMARY_FROM) return null;
  const branches = positions.filter((at) => tree.childrenOf(at).length > 1).length;
  return treePrompt(description ?? '', summaries, branches);
}
