import type { Draft } from '../../../core/buffer/draft.ts';
import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { authorsOf } from '../../../core/provenance/who-wrote.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Reader } from '../connection/query.ts';
import { sqlViews } from '../tree/sql-tree.ts';
import { type FoundPlace, placesIn } from './search-places.ts';
import { BEFORE } from './search-statements.ts';
import type { TextMatcher } from './word-query.ts';

/** A writer's typed and uncommitted text in a tree. */
export interface TypedText {
  readonly treeId: TreeId;
  readonly writerId: AgentId;
  readonly draft: Draft;
}

/** A place in typed text. */
export interface TypedPlace extends FoundPlace {
  readonly treeId: TreeId;
  /** The node whose pending edit it is in; null for the working buffer. */
  readonly nodeId: NodeId | null;
  /** The node's position; for the working buffer, the head that it follows. */
  readonly positionId: PositionId;
  /** The author of the node. */
  readonly authorId: AgentId;
  /** The authors of the text, by decreasing share. */
  readonly authors: readonly AgentId[];
  /** The position is bookmarked, which the working buffer’s is not. */
  readonly bookmarked: boolean;
  /** The end of the text before it. */
  readonly before: string;
}

/** Finds places in typed text, in text order. @throws {AspenError} what reading the file throws */
export function searchTyped(
  reader: Reader,
  { treeId, writerId, draft }: TypedText,
  matcher: TextMatcher,
): readonly TypedPlace[] {
  const parts = [...draft.edits, { nodeId: null, ...draft.buffer }]
    .map(({ nodeId, text, spans }) => ({
      nodeId,
      spans,
      places: placesIn(text, matcher.find(text), matcher.isSeveral),
    }))
    .filter(({ places }) => places.length > 0);
  if (parts.length === 0) return [];
  const { tree, path } = sqlViews(reader, treeId, writerId);
  const shownAt = (position: PositionId): string => {
    const { id } = versionAt(tree, path, position);
    return draft.edits.find(({ nodeId }) => nodeId === id)?.text ?? textOf(tree.getContent(id).content);
  };
  const endAt = (position: PositionId | null) =>
    position === null ? '' : [...shownAt(position).slice(-2 * BEFORE.length)].slice(-BEFORE.length).join('');
  return parts.flatMap(({ nodeId, spans, places }): readonly TypedPlace[] => {
    const node = nodeId === null ? undefined : tree.findNode(nodeId);
    // A node that is gone cannot be gone to; its text becomes a branch when the tree is shown next.
    if (nodeId !== null && node === undefined) return [];
    const positionId = node?.positionId ?? draft.head;
    const before = endAt(node === undefined ? draft.head : tree.parentOf(positionId));
    return places.map((place) => ({
      ...place,
      treeId,
      nodeId,
      positionId,
      authorId: node?.authorId ?? writerId,
      authors: authorsOf(spans, writerId),
      bookmarked: node?.bookmarked ?? false,
      before,
    }));
  });
}
