import type { AnchorId, PositionId } from '../../../core/ids.ts';
import type { LocalIdMatch, SearchAnswer, SearchHit } from '../../../ipc/wire/position.ts';
import { BOOKMARK } from '../../../ui-text/window/marks.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { type BookmarksSession, bookmarkTitle, firstWords } from './bookmarks-session.ts';

/** Unique among the results of a search. */
export function keyOfHit({ treeId, nodeId, typed, from }: SearchHit): string {
  return `${treeId} ${nodeId} ${typed} ${from}`;
}

/** A place in the tree to go to. */
export interface PositionResult {
  /** Unique among the results. */
  readonly id: string;
  readonly positionId: PositionId;
  /** The bookmark of a phrase in its text; null for anything else. */
  readonly anchorId: AnchorId | null;
  /** The match in its text; null for a bookmark, or the position as a whole. */
  readonly found: SearchHit | null;
  readonly title: string;
  /** Why it is listed: `Bookmark`, the local id, or empty for words of a text. */
  readonly note: string;
}

/** The places that match a text. */
export interface FoundPositions {
  readonly results: readonly PositionResult[];
  /** There are no further places with the text. */
  readonly complete: boolean;
  /** A limit on the search; null for none. */
  readonly cap: SearchAnswer['cap'];
}

/** A local id: six characters or more. */
const LOCAL_ID = /^[0-9a-z]{6,26}$/i;
/** The most places of a text's words that are listed. */
export const MAX_HITS = 100;

const NO_POSITIONS: FoundPositions = { results: [], complete: true, cap: null };

/**
 * Finds the matches of a text, typed or committed: the node with that local id, bookmarks whose names or first words
 * contain it, each position once, and every place where its words are, the newest first. All bookmarks for an empty
 * text. Nothing after a failure, which is reported.
 */
export async function findPositions(
  scope: TreeScope,
  bookmarks: BookmarksSession,
  text: string,
): Promise<FoundPositions> {
  try {
    await scope.draft.flush();
    return await find(scope, bookmarks, text);
  } catch (error) {
    scope.notices.report(error);
    return NO_POSITIONS;
  }
}

async function find(
  { client, treeId }: TreeScope,
  bookmarks: BookmarksSession,
  text: string,
): Promise<FoundPositions> {
  const wanted = text.trim();
  const marked = bookmarks.list
    .get()
    .filter(({ label, excerpt }) => `${label ?? ''} ${excerpt}`.toLowerCase().includes(wanted.toLowerCase()))
    .map((bookmark) => ({
      id: bookmark.anchorId ?? bookmark.positionId,
      positionId: bookmark.positionId,
      anchorId: bookmark.anchorId,
      found: null,
      title: bookmarkTitle(bookmark),
      note: BOOKMARK,
    }));
  if (wanted === '') return { ...NO_POSITIONS, results: marked };
  const [named, { hits, complete, cap }] = await Promise.all([
    LOCAL_ID.test(wanted) ? client.call('position.find', { treeId, localId: wanted }) : null,
    client.call('search.find', { text: wanted, treeId, ranked: false, limit: MAX_HITS }),
  ]);
  const isNamed = named !== null && !named.pruned;
  const rows = [
    ...(isNamed ? [toNamed(named, wanted)] : []),
    ...marked.filter(
      ({ positionId, anchorId }) => !(isNamed && anchorId === null && positionId === named.positionId),
    ),
  ];
  // If the words are those of a bookmark, one row stands for both.
  const isListed = ({ positionId, title }: PositionResult) =>
    rows.some((row) => row.positionId === positionId && row.title === title);
  const words = hits
    .filter(({ pruned }) => !pruned)
    .map(toResult)
    .filter((hit) => !isListed(hit));
  return { results: [...rows, ...words], complete, cap };
}

function toNamed({ positionId, excerpt }: LocalIdMatch, localId: string): PositionResult {
  const title = firstWords(excerpt);
  return { id: positionId, positionId, anchorId: null, found: null, title, note: localId.toLowerCase() };
}

function toResult(found: SearchHit): PositionResult {
  const { positionId, snippet } = found;
  const title = firstWords(snippet);
  return { id: keyOfHit(found), positionId, anchorId: null, found, title, note: '' };
}
