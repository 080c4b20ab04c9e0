/** A search's options and its result. */

import type { AgentId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import type { TagFilter } from '../../../core/tags/tag-filter.ts';
import type { TextRange } from '../../../core/text/span.ts';
import { decodeAuthors } from '../tables/authorship-column.ts';
import type { AgentKeys } from '../tables/keys.ts';
import type { TypedText } from './search-drafts.ts';
import type { placesIn } from './search-places.ts';
import type { HitRow } from './search-statements.ts';

export interface SearchOptions {
  /** Only in this tree; all trees if absent. */
  readonly treeId?: TreeId;
  /** Only nodes of which one of these wrote a character; any if absent. */
  readonly authorIds?: readonly AgentId[];
  /** Only nodes created at or after this time. Milliseconds. */
  readonly from?: number;
  /** Only nodes created before this time. Milliseconds. */
  readonly until?: number;
  /** Only at bookmarked positions. */
  readonly bookmarked?: boolean;
  /** Only what the filter by a tag leaves. */
  readonly tagged?: TagFilter;
  /** At most this many hits, 1 to 1,000. */
  readonly limit: number;
  /** Finds only the first place in each text. */
  readonly firstOnly?: boolean;
  /** Sorts the newest 2,000 matching texts by rank instead of by age. */
  readonly ranked?: boolean;
  /**
   * When to stop looking at older texts, in milliseconds: a scan answers what the index cannot, and the index may have
   * many texts that turn out not to be wanted. The newest texts are looked at in any case. Infinity for never.
   */
  readonly scanMilliseconds: number;
  /** Typed and uncommitted text, as it is now; none if absent. */
  readonly typed?: { readonly texts: readonly TypedText[]; readonly now: number };
}

/** The annotated version that the note's author saw, and its position. */
export interface NotedNode {
  readonly nodeId: NodeId;
  readonly positionId: PositionId;
}

/** One place where something was found. */
export interface SearchHit extends TextRange {
  /** The version whose text it is in, or whose pending edit; null for the working buffer. */
  readonly nodeId: NodeId | null;
  /** For the working buffer, the head that it follows. */
  readonly positionId: PositionId;
  readonly treeId: TreeId;
  readonly authorId: AgentId;
  /** The authors of its text (`core/provenance/who-wrote.ts`), by decreasing share. */
  readonly authors: readonly AgentId[];
  /** For a note, the node it annotates; null for text. */
  readonly noteOn: NotedNode | null;
  /** It is in typed and uncommitted text. */
  readonly typed: boolean;
  /** The position or one above it is pruned. */
  readonly pruned: boolean;
  readonly createdAt: number;
  /**
   * The end of the text before the node in its branch, at most 120 characters; for a note, the end of the
   * text it annotates.
   */
  readonly before: string;
  /** The text around it, with `…` where it was cut. */
  readonly snippet: string;
  /** Half-open ranges of the snippet. */
  readonly highlights: readonly TextRange[];
}

/** A limit on the search. */
export type SearchCap =
  /** Texts older than the newest so many. */
  | { readonly kind: 'older'; readonly texts: number }
  /** Matching texts beside the newest so many, of which these are the best. */
  | { readonly kind: 'ranked'; readonly texts: number };

export interface SearchResult {
  /** Typed text first; then by text, within a text in its order. */
  readonly hits: readonly SearchHit[];
  /** False when there may be more hits: beyond the limit, or in what was not looked at. */
  readonly complete: boolean;
  /** Null if every text was looked at, or as many as the limit allows. */
  readonly cap: SearchCap | null;
}

/** All of a hit but where in its text it is. */
export function hitOf(
  row: HitRow,
  agents: () => AgentKeys,
): Omit<SearchHit, keyof ReturnType<typeof placesIn>[number]> {
  const { noted_id: noted, noted_position_id: notedPosition } = row;
  return {
    nodeId: row.id as NodeId,
    positionId: row.position_id as PositionId,
    treeId: row.tree_id as TreeId,
    authorId: row.author_id as AgentId,
    authors: decodeAuthors(row.authorship, row.author_id as AgentId, agents),
    noteOn:
      noted === null || notedPosition === null
        ? null
        : { nodeId: noted as NodeId, positionId: notedPosition as PositionId },
    typed: false,
    pruned: false,
    createdAt: row.created_at,
    before: row.before ?? '',
  };
}
