import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { authorsOf } from '../../../core/provenance/who-wrote.ts';
import { patternOf } from '../../../core/text/find-pattern.ts';
import { concatSpans, type SpannedText, sliceSpans } from '../../../core/text/span.ts';
import { familyOf, placeOfSplit } from '../../../core/tree/family.ts';
import {
  type ForkItem,
  type ForkItems,
  forkAfter,
  itemsAtFork,
  parentsAt,
  showing,
} from '../../../core/tree/forks.ts';
import { childToFollow } from '../../../core/tree/path.ts';
import { baseOf, isPruned, isSplit, versionAt } from '../../../core/tree/shown-version.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { PathView, TreeView } from '../../../core/tree/tree-view.ts';
import type { ChildSummary } from '../../../ipc/wire/position.ts';
import type { Reader } from '../../store/connection/query.ts';
import { getAuthoredNodes } from '../../store/tables/nodes.ts';
import { excerptOf, listChildren } from '../../store/tree/children.ts';
import { findForked } from '../../store/tree/hidden-splits.ts';
import { type SqlViews, sqlViews } from '../../store/tree/sql-tree.ts';
import { listedVersionsAt } from '../../store/tree/turns/listed-versions.ts';
import { EXCERPT, versionSummary } from './node-reader.ts';

/** UTF-16 code units of the excerpts of one list together, and of the longest, so that a few can be read whole. */
const LIST_EXCERPTS = 48_000;
const LONGEST_EXCERPT = 4_000;

/**
 * The list of what follows a position's text (`domain.md`, *Forks*), with what is pruned there: first what follows in
 * the text itself, if it is divided there; then in the order they were requested. The fewer they are, the longer their
 * excerpts.
 * @throws {AspenError} NOT_FOUND
 */
export function readContinuations(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  parentId: PositionId,
): readonly ChildSummary[] {
  const list = listContinuations(reader, treeId, agentId, parentId, LONGEST_EXCERPT);
  const length = Math.max(EXCERPT, Math.min(LONGEST_EXCERPT, Math.floor(LIST_EXCERPTS / list.length)));
  return list.map((item) =>
    item.excerpt.length <= length ? item : { ...item, excerpt: excerptOf(item.excerpt, length) },
  );
}

/** The items of that list that contain `text`, in its order. @throws {AspenError} NOT_FOUND */
export function findContinuations(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  parentId: PositionId,
  text: string,
): readonly PositionId[] {
  const pattern = patternOf({ text, matchCase: false, wholeWord: false, isRegExp: false });
  if (pattern === null) return [];
  return listContinuations(reader, treeId, agentId, parentId, Number.MAX_SAFE_INTEGER)
    .filter(({ excerpt }) => excerpt.search(pattern) >= 0)
    .map(({ positionId }) => positionId);
}

function listContinuations(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  parentId: PositionId,
  excerptLength: number,
): readonly ChildSummary[] {
  if (findForked(reader, [parentId]).size > 0)
    return listAt(reader, sqlViews(reader, treeId, agentId), parentId, excerptLength);
  return listChildren(reader, treeId, agentId, parentId, excerptLength).map(
    ({ node, versionCount, versions, excerpt, length, firstIdentical }) => ({
      ...metadataOf(node),
      authors: node.authors,
      parentId,
      isRest: false,
      offset: 0,
      shownBy: NONE,
      excerpt,
      length,
      firstIdentical,
      versionCount,
      versions: versions.map((version) => versionSummary(version, node.id)),
    }),
  );
}

function metadataOf(node: TreeNode) {
  const { positionId, id, authorId, pruned, bookmarked, finishReason, createdAt } = node;
  const goesOn = node.seam?.continues === true ? { continues: true as const } : {};
  return { positionId, nodeId: id, authorId, pruned, bookmarked, finishReason, createdAt, ...goesOn };
}

const NONE: readonly PositionId[] = [];

/** The list where a text is divided, by the rules of forks. */
function listAt(
  reader: Reader,
  { tree, path, readAround }: SqlViews,
  parentId: PositionId,
  excerptLength: number,
): readonly ChildSummary[] {
  readAround([parentId]);
  const fork = forkAfter(tree, path, parentId);
  const list = { fork, items: itemsAtFork(tree, path, fork) };
  const [rest, others] = divideItems(list);
  const items = [...others, ...prunedAt(tree, path, list)].sort((one, other) =>
    one.position < other.position ? -1 : 1,
  );
  const firstByText = new Map<string, PositionId>();
  const listed = [...rest, ...items];
  const severalAt = listed
    .map(({ position }) => listedVersionsAt(reader, tree, position))
    .filter(({ length }) => length > 1);
  const versionIds = severalAt.flat().map(({ id }) => id);
  const authored = new Map(getAuthoredNodes(reader, versionIds).map((version) => [version.id, version]));
  return listed.map((item): ChildSummary => {
    const { position } = item;
    const node = versionAt(tree, path, position);
    const versions = listedVersionsAt(reader, tree, position);
    const isRest = rest.includes(item);
    // The rest of the text is more than the end of one node.
    const { text, spans, length } = textFrom(tree, path, item, position, isRest ? excerptLength : 0);
    const firstIdentical = isRest ? position : (firstByText.get(text) ?? position);
    if (!isRest) firstByText.set(text, firstIdentical);
    return {
      ...metadataOf(node),
      authors: authorsOf(sliceSpans(spans, 0, length), node.authorId),
      parentId: tree.parentOf(position) ?? parentId,
      isRest,
      offset: item.from.position === position ? item.from.offset : 0,
      shownBy: showing(tree, path, item).slice(1),
      excerpt: excerptOf(text, excerptLength),
      length,
      firstIdentical,
      versionCount: versions.length,
      versions: versions.flatMap(({ id }) => {
        const version = authored.get(id);
        return version === undefined ? [] : [versionSummary(version, node.id)];
      }),
    };
  });
}

/** The first item, if it is what follows in the text itself, and the others. */
function divideItems({ fork, items }: ForkItems): readonly [readonly ForkItem[], readonly ForkItem[]] {
  const rest = items.filter(({ position }) => position === fork.position);
  return [rest, items.filter((item) => !rest.includes(item))];
}

/** The pruned items of a list's continuations, including splits that have text of their own. */
function prunedAt(tree: TreeView, path: PathView, list: ForkItems): readonly ForkItem[] {
  const { position: at, place } = list.fork;
  const children = parentsAt(tree, path, list)
    .flatMap((parent) => tree.childrenOf(parent))
    .filter((child) => isPruned(tree, child) && !isHiddenByFamily(tree, child));
  const splits = (familyOf(tree, at)?.splits ?? []).filter(
    (split) =>
      isPruned(tree, split) &&
      placeOfSplit(tree, path, at, split) === place &&
      textOf(tree.getContent(versionAt(tree, path, split).id).content).length > place,
  );
  return [...new Set([...children, ...splits])].map((position) => ({
    position,
    from: { position, offset: splits.includes(position) ? (place ?? 0) : 0 },
    readsOn: splits.includes(position) ? null : 0,
  }));
}

/** Returns true if a split has no row of its own even where pruned positions are listed. */
function isHiddenByFamily(tree: TreeView, position: PositionId): boolean {
  const base = isSplit(tree, position) ? baseOf(tree, position) : null;
  return base !== null && !isPruned(tree, base);
}

/**
 * The text of an item of a fork's list from the fork onward, with what follows it while the text is shorter than
 * `wanted` UTF-16 code units, so that it may be longer than that.
 * @param shown the position that shows it: its own, or `memberToRead`
 * @returns also the length of the item's own text
 */
export function textFrom(
  tree: TreeView,
  path: PathView,
  { position, from }: ForkItem,
  shown: PositionId,
  wanted: number,
): SpannedText & { readonly length: number } {
  const offset = from.position === position ? from.offset : 0;
  const parts = [
    ...(from.position === position ? [] : [contentFrom(tree, path, from.position, from.offset)]),
    contentFrom(tree, path, shown, offset),
  ];
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  let total = length;
  for (
    let at = childToFollow(tree, path, shown);
    at !== undefined && total < wanted;
    at = childToFollow(tree, path, at)
  ) {
    const part = contentFrom(tree, path, at, 0);
    parts.push(part);
    total += part.text.length;
  }
  return {
    text: parts.map(({ text }) => text).join(''),
    spans: concatSpans(...parts.map(({ spans }) => spans)),
    length,
  };
}

/** The content of a position from an offset on. */
function contentFrom(tree: TreeView, path: PathView, position: PositionId, offset: number): SpannedText {
  const { content, spans } = tree.getContent(versionAt(tree, path, position).id);
  const text = textOf(content);
  return { text: text.slice(offset), spans: sliceSpans(spans, offset, text.length) };
}
