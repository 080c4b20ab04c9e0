import type { LinkId } from '../../../../core/ids.ts';
import { linkRecord } from '../../../../core/links/link.ts';
import { NO_PATH_CHANGE } from '../../../../core/tree/tree-change.ts';
import { findLink } from '../../../store/tables/marks/links.ts';
import type { UndoneTurn } from './other-turns.ts';

/**
 * Removes links that a turn made, or restores them.
 * @param removedAt null to restore them
 * @returns those that are in the file, which others may have left without an end, and were not so already
 */
export function setLinksRemoved(
  { after, tx }: UndoneTurn,
  ids: readonly LinkId[],
  removedAt: number | null,
): readonly LinkId[] {
  const links = ids
    .flatMap((id) => findLink(tx, id) ?? [])
    .filter((link) => (link.removedAt === null) !== (removedAt === null))
    .map((link) => ({ ...linkRecord(link), removedAt }));
  after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, links });
  return links.map(({ id }) => id);
}
