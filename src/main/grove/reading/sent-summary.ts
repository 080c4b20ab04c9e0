import type { Sha256 } from '../../../core/ids.ts';
import { positionsTo } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findSummary } from '../../store/tables/marks/summaries.ts';
import { findNode } from '../../store/tables/nodes.ts';
import { findUnsentOnPath, hasUnsent, isExcludedAbove } from '../../store/tree/find-unsent.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { readSummaryPrompt, type SummarySubject } from '../summaries/read-prompt.ts';

/**
 * What stands for a node that models are sent, or for a document (`node` null), as models may have it; null without such a
 * summary. One that a model made may have words of a text that was excluded or pruned since: where there is one, it is held
 * back unless it was made of what is sent now. So is the writer's own of a document that has excluded text, because nothing
 * says which was first.
 * @throws {AspenError} NOT_FOUND for the tree or the node
 */
export function findSentSummary(
  reader: Reader,
  subject: SummarySubject,
  sha256: (text: string) => Sha256,
): string | null {
  const { treeId, node } = subject;
  const summary = findSummary(reader, treeId, node);
  if (summary === null) return null;
  const { text, basis } = summary;
  if (basis === null) return node === null && hasUnsentOnPath(reader, subject) ? null : text;
  const position = node === null ? null : findNode(reader, node)?.positionId;
  // The prompt of a node has what is above it.
  const isTouched = position == null ? hasUnsent(reader, treeId) : isExcludedAbove(reader, position);
  if (!isTouched) return text;
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
