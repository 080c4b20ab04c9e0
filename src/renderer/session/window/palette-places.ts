import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import { type BookmarksSession, titleOfBookmark } from '../tree/bookmarks-session.ts';
import { firstWords } from '../tree/first-words.ts';

/** A place of the tree that can be gone to. */
export interface SearchResult {
  readonly positionId: PositionId;
  readonly title: string;
  /** Why it is listed. */
  readonly note: string;
}

export interface FindPlacesOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly bookmarks: BookmarksSession;
}

/** As a local id is written: six characters or more. */
const LOCAL_ID = /^[0-9a-z]{6,26}$/i;
const MOST_HITS = 30;

/**
 * Where a text leads to: the node of this local id, bookmarks whose names or first words have it, newest places that
 * say it. All bookmarks for an empty one; each place once.
 * @throws {AspenError} as main answers
 */
export async function findPlaces(
  { client, treeId, bookmarks }: FindPlacesOptions,
  text: string,
): Promise<readonly SearchResult[]> {
  const wanted = text.trim();
  const marked = bookmarks.list
    .get()
    .filter(({ label, excerpt }) => `${label ?? ''} ${excerpt}`.toLowerCase().includes(wanted.toLowerCase()))
    .map((bookmark) => ({
      positionId: bookmark.positionId,
      title: titleOfBookmark(bookmark),
      note: 'Bookmark',
    }));
  if (wanted === '') return marked;
  const [named, { hits }] = await Promise.all([
    LOCAL_ID.test(wanted) ? client.call('position.find', { treeId, localId: wanted }) : null,
    client.call('search.find', { text: wanted, treeId, ranked: false, limit: MOST_HITS }),
  ]);
  const places = [
    ...(named === null || named.pruned
      ? []
      : [{ positionId: named.positionId, title: firstWords(named.excerpt), note: wanted.toLowerCase() }]),
    ...marked,
    ...hits
      .filter(({ pruned }) => !pruned)
      .map(({ positionId, snippet }) => ({ positionId, title: firstWords(snippet), note: '' })),
  ];
  return [...new Map(places.toReversed().map((place) => [place.positionId, place])).values()].toReversed();
}
