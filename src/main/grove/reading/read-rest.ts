import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { countWords } from '../../../core/text/count-words.ts';
import { restAfter, selectItem } from '../../../core/tree/forks.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { RestOfText } from '../../../ipc/wire/path.ts';
import type { Reader } from '../../store/connection/query.ts';
import { loadPath } from '../../store/tree/path-loading.ts';
import { sqlViews } from '../../store/tree/sql-tree.ts';

/**
 * What stays in sight after a position of the path, and is not on the path (`restAfter`). Writes nothing.
 * @returns null if nothing follows
 * @throws {AspenError} NOT_FOUND
 */
export function readRest(
  reader: Reader,
  treeId: TreeId,
  agentId: AgentId,
  after: PositionId,
): RestOfText | null {
  const { tree, path } = sqlViews(reader, treeId, agentId);
  const item = restAfter(tree, path, after);
  if (item === null) return null;
  const { head } = selectItem(tree, path, item);
  const steps = loadPath(reader, treeId, agentId, head);
  const parent = tree.parentOf(item.position);
  const first = steps.findIndex(({ node }) => node.positionId === parent) + 1;
  const texts = steps.slice(first).map(({ node }) => textOf(node.content));
  const offset = item.readsOn ?? 0;
  const words = countWords(texts.join('').slice(offset));
  return words === 0 ? null : { words, offset };
}
