import type { AgentId } from '../../../core/ids.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import { authorsText, type KnownAgents } from '../../../ui-text/page/authors.ts';
import { placeText } from '../../../ui-text/page/place.ts';
import { placeInList } from '../../session/path/place-in-list.ts';
import type { ManuscriptSummary, PositionHeader } from '../../surface.ts';

type Caret = Pick<ManuscriptSummary, 'pathLength' | 'nodeNumber' | 'edited' | 'forkId'>;

/**
 * The caret's place (`placeText`).
 * @param header undefined for a node that is being committed
 * @param authors by decreasing share
 */
export function formatPosition(
  caret: Caret,
  header: PositionHeader | undefined,
  authors: readonly AgentId[],
  grove: KnownAgents,
): string {
  const flags = header?.flags ?? 0;
  return placeText({
    number: caret.nodeNumber,
    length: caret.pathLength,
    authors: header === undefined ? '' : authorsText(authors, grove),
    alternative: header === undefined ? { index: 0, count: 0 } : placeInList(header, caret.forkId),
    version: { index: header?.versionIndex ?? 0, count: header?.versionCount ?? 0 },
    isBookmarked: (flags & POSITION_FLAGS.bookmarked) !== 0,
    isExcluded: (flags & POSITION_FLAGS.excluded) !== 0,
    hasNotes: (flags & POSITION_FLAGS.noted) !== 0,
    isEdited: caret.edited,
  });
}
