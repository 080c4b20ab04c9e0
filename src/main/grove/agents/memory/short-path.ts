import { inOneLine } from '../../../../core/commands/quote-text.ts';
import type { PositionId } from '../../../../core/ids.ts';
import { NOT_SENT } from '../../../../core/memory/memory-block.ts';
import { versionAt } from '../../../../core/tree/shown-version.ts';
import type { TreeNode } from '../../../../core/tree/tree-node.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { CommandView } from '../command-view.ts';
import { summaryOf } from '../describe-node.ts';

/** The most nodes that are put in short at once. */
const MAX_NODES = 200;
const MAX_WORDS = 30;
/** Words may be long. */
const MAX_LENGTH = 400;

/** The summary of each node from one to another, or its first words where it has none, a line each. */
export function firstWordsOfPath(view: CommandView, first: TreeNode, last: TreeNode): string {
  return nodesBetween(view, first, last)
    .map((node) => ({ node, words: shortOf(view, node) }))
    .filter(({ words }) => words !== '')
    .map(({ node, words }) => `[${node.localId}] ${words}`)
    .join('\n');
}

function shortOf(view: CommandView, node: TreeNode): string {
  const { context } = view;
  const words = view.textOf(node);
  if (words === null) return NOT_SENT;
  const summary = summaryOf(view, node);
  if (summary !== null) return inOneLine(summary, MAX_LENGTH);
  if (words.trim() !== '') context.wantSummary?.(context.treeId, node.id);
  return firstWords(words);
}

/** Down the path that leads to `last`. */
function nodesBetween(
  { views: { tree, path } }: CommandView,
  first: TreeNode,
  last: TreeNode,
): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at: PositionId | null = last.positionId; at !== null; at = tree.parentOf(at)) {
    if (nodes.length >= MAX_NODES)
      throw new CommandRefusal(
        'LIMIT_EXCEEDED',
        `max nodes of a summary is ${MAX_NODES}`,
        'name a later node first',
      );
    nodes.unshift(
      at === last.positionId ? last : at === first.positionId ? first : versionAt(tree, path, at),
    );
    if (at === first.positionId) return nodes;
  }
  throw new CommandRefusal(
    'INVALID_SYNTAX',
    `[${last.localId}] does not follow [${first.localId}]`,
    'name the earlier node first',
  );
}

function firstWords(text: string): string {
  const words = text
    .slice(0, MAX_WORDS * 40)
    .trim()
    .split(/\s+/);
  const isCut = words.length > MAX_WORDS;
  return inOneLine(`${words.slice(0, MAX_WORDS).join(' ')}${isCut ? '…' : ''}`, MAX_LENGTH);
}
