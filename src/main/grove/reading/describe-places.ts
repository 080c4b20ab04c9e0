import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { lastWords } from '../../../core/text/last-words.ts';
import { versionAt } from '../../../core/tree/shown-version.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import { placeAfter, placeAtBeginning } from '../../../ui-text/recovery.ts';
import type { Reader } from '../../store/connection/query.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';

/** More places would not help. */
const MAX_PLACES = 3;

/** A position that is continued. */
export interface ContinuedPlace {
  readonly treeId: TreeId;
  readonly parentId: PositionId;
}

/**
 * Describes each place once, by the words of the text before it, as the agent sees it; by its tree too if
 * there are several. Omits places after blank text.
 */
export function describePlaces(
  reader: Reader,
  agentId: AgentId,
  places: readonly ContinuedPlace[],
): readonly string[] {
  const trees = listTrees(reader);
  const unique = [...new Map(places.map((place) => [place.parentId, place])).values()];
  return unique.slice(0, MAX_PLACES).flatMap(({ treeId, parentId }) => {
    const tree = trees.find(({ id }) => id === treeId);
    if (tree === undefined) return [];
    const title = trees.length > 1 ? tree.title : null;
    if (parentId === tree.rootPositionId) return [placeAtBeginning(title)];
    const { tree: view, path } = sqlViews(reader, treeId, agentId);
    const words = lastWords(textOf(view.getContent(versionAt(view, path, parentId).id).content));
    return words === null ? [] : [placeAfter(words, title)];
  });
}
