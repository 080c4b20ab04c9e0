import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Client } from '../../client.ts';
import { type BookmarksSession, bookmarkTitle } from '../tree/bookmarks-session.ts';
import { firstWords } from '../tree/first-words.ts';

/** A position of the tree to go to. */
export interface PositionResult {
  readonly positionId: PositionId;
  readonly title: string;
  /** Why it is listed: `Bookmark`, the local id, or empty for a text match. */
  readonly note: string;
}

export interface FindPositionsOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly bookmarks: BookmarksSession;
}

/** A local id: six characters or more. */
const LOCAL_ID = /^[0-9a-z]{6,26}$/i;
const MAX_HITS = 30;

/**
 * Positions that match a text: the node with that local id, bookmarks whose names or first words contain it,
 * and the newest search hits. All bookmarks for an empty text. Each position once.
 * @throws {AspenError} as main answers
 */
export async function findPositions(
  { client, treeId, bookmarks }: FindPositionsOptions,
  text: string,
): Promise<readonly PositionResult[]> {
  const wanted = text.trim();
  const marked = bookmarks.list
    .get()
    .filter(({ label, excerpt }) => `${label ?? ''} ${excerpt}`.toLowerCase().includes(wanted.toLowerCase()))
    .map((bookmark) => ({
      positionId: bookmark.positionId,
      title: bookmarkTitle(bookmark),
      note: 'Bookmark',
    }));
  if (wanted === '') return marked;
  const [named, { hits }] = await Promise.all([
    LOCAL_ID.test(wanted) ? client.call('position.find', { treeId, localId: wanted }) : null,
    client.call('search.find', { text: wanted, treeId, ranked: false, limit: MAX_HITS }),
  ]);
  const results = [
    ...(named === null || named.pruned
      ? []
      : [{ positionId: named.positionId, title: firstWords(named.excerpt), note: wanted.toLowerCase() }]),
    ...marked,
    ...hits
      .filter(({ pruned }) => !pruned)
      .map(({ positionId, snippet }) => ({ positionId, title: firstWords(snippet), note: '' })),
  ];
  return [...new Map(results.toReversed().map((place) => [place.positionId, place])).values()].toReversed();
}
