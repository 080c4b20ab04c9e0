import type { TreeId } from '../../../core/ids.ts';
import type { DocumentToShare } from '../../../ipc/wire/copies.ts';
import { listLinks } from '../../store/tables/marks/links.ts';
import { listTrees } from '../../store/tables/trees.ts';
import { listLinkNames } from '../../store/tree/backlinks.ts';
import { loadPathIds } from '../../store/tree/path-loading.ts';
import type { GroveScope } from '../grove-scope.ts';
import { LinkResolver } from './resolve-links.ts';

type Scope = Pick<GroveScope, 'store' | 'writerId' | 'sessions' | 'now'>;

/**
 * The documents that can be shared with the writer's path in a tree, by title, with what links to each: texts on
 * the committed paths, and links that stand in no text.
 * @throws {AspenError} NOT_FOUND
 */
export function listDocumentsToShare(scope: Scope, treeId: TreeId): readonly DocumentToShare[] {
  const { store } = scope;
  const resolver = new LinkResolver(scope);
  const documents = listTrees(store).filter(
    ({ id, kind, archivedAt }) => kind === 'document' && archivedAt === null && id !== treeId,
  );
  const linkedFrom = new Map<TreeId, Set<TreeId>>(documents.map(({ id }) => [id, new Set()]));
  for (const id of [treeId, ...linkedFrom.keys()])
    for (const target of targetsOf(scope, resolver, id)) linkedFrom.get(target)?.add(id);
  return documents
    .map(({ id, title }) => ({ treeId: id, title, linkedFrom: [...(linkedFrom.get(id) ?? [])] }))
    .toSorted((one, other) => one.title.localeCompare(other.title));
}

/** The trees to which the writer's path in a tree links. */
function targetsOf({ store, writerId }: Scope, resolver: LinkResolver, treeId: TreeId): readonly TreeId[] {
  const path = loadPathIds(store, treeId, writerId);
  const positions = new Set(path.map(({ positionId }) => positionId));
  const inTexts = listLinkNames(
    store,
    path.map(({ nodeId }) => nodeId),
  ).map(({ nodeId, name }) => resolver.resolveTree(treeId, nodeId, name));
  const others = listLinks(store, treeId)
    .filter(({ sourcePosition, removedAt }) => removedAt === null && positions.has(sourcePosition))
    .map(({ targetTree }) => targetTree);
  return [...inTexts, ...others].filter((id) => id !== null);
}
