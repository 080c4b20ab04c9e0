import { sha256 } from '#sha256';
import { positionsTo } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import type { Reader } from '../../store/connection/query.ts';
import { findSummary } from '../../store/tables/marks/summaries.ts';
import { findUnsentOnPath, hasUnsent } from '../../store/tree/find-unsent.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { readSummaryPrompt, type SummarySubject } from '../summaries/read-prompt.ts';

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
