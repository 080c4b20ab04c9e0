import type { AgentId } from '../../../core/ids.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { positionsTo } from '../../../core/tree/path.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../../store/connection/query.ts';
import { getTree, type NamedTree } from '../../store/tables/trees.ts';
import { findUnsentOnPath, hasUnsent } from '../../store/tree/find-unsent.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';
import { TITLE_TEXT, wordsForTitle } from '../writing/tree-commands.ts';

/** In place of a title that has words of a text that is not sent. */
const UNTITLED = 'Untitled';

/**
 * The title of a tree as models may have it: one that was made of the first words of the text, where these are excluded or pruned
 * now, is made of those that are sent.
 * @param writerId whose path has the text
 */
export function sentTitle(
  reader: Reader,
  tree: Pick<LoomTree, 'id' | 'title' | 'mode' | 'kind' | 'settings'>,
  writerId: AgentId,
): string {
  const { id, title, settings } = tree;
  const { all, sent } = readBeginning(reader, tree, writerId);
  const own = wordsForTitle(tree, sent);
  if (title === own) return title;
  const words = wordsForTitle(tree, all)?.replace(/…$/, '') ?? null;
  // An imported text, or a copy of a tree, has such a title, too, but keeps it.
  const isOfText = words !== null && all !== sent && title.includes(words);
  const mayBe = isOfText || (settings.titleFrom === 'text' && hasUnsent(reader, id));
  return mayBe ? (own ?? UNTITLED) : title;
}

/** The same of trees that commands name. */
export function withSentTitles(
  reader: Reader,
  trees: readonly NamedTree[],
  writerId: AgentId,
): readonly NamedTree[] {
  return trees.map((tree) => ({ ...tree, title: sentTitle(reader, getTree(reader, tree.id), writerId) }));
}

/** The beginning of the writer's path, in all and as far as it is sent. */
function readBeginning(
  reader: Reader,
  { id, mode }: Pick<LoomTree, 'id' | 'mode'>,
  writerId: AgentId,
): { readonly all: string; readonly sent: string } {
  const { tree, path } = sqlViews(reader, id, writerId);
  const parts: { readonly node: TreeNode; readonly text: string }[] = [];
  let length = 0;
  for (const position of positionsTo(tree, path.head)) {
    if (length >= TITLE_TEXT) break;
    const node = versionAt(tree, path, position);
    const text = textOf(tree.getContent(node.id).content);
    parts.push({ node, text });
    length += text.length;
  }
  const unsent = findUnsentOnPath(
    reader,
    id,
    parts.map(({ node }) => node),
  );
  const between = mode === 'dialogue' ? '\n' : '';
  const joined = (some: typeof parts) =>
    some
      .map(({ text }) => text)
      .join(between)
      .slice(0, TITLE_TEXT);
  return { all: joined(parts), sent: joined(parts.filter(({ node }) => !unsent.has(node.positionId))) };
}
