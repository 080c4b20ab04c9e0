/** Writing links into texts that are there (`documents.md`, *Links*). */
import { AspenError } from '../../../core/errors.ts';
import { firstNodeAt, type LinkId, type NodeId, type TreeId } from '../../../core/ids.ts';
import type { Link } from '../../../core/links/link.ts';
import { findLinks, renameLink, showWords, writeLink } from '../../../core/links/text-links.ts';
import { isSameName } from '../../../core/links/tree-name.ts';
import { MAX_LIST } from '../../../core/text/limits.ts';
import { applyChange } from '../../../core/text/splice.ts';
import { isAnnotation } from '../../../core/tree/new-node.ts';
import { NO_PATH_CHANGE } from '../../../core/tree/tree-change.ts';
import { type TreeNode, textOf } from '../../../core/tree/tree-node.ts';
import type { LinkedMention, Mention, WrittenNames } from '../../../ipc/wire/link.ts';
import { MENTION_CHANGED, NO_LINK_IN_CODE } from '../../../ui-text/refusals.ts';
import { findLink, listLinksAt } from '../../store/tables/marks/links.ts';
import { listNames } from '../../store/tables/marks/names.ts';
import { getNode, getNodeContent } from '../../store/tables/nodes.ts';
import { getTree } from '../../store/tables/trees.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import type { GroveScope } from '../grove-scope.ts';
import { listFormerLinks, readMentions } from '../reading/read-backlinks.ts';
import { LinkResolver } from '../reading/resolve-links.ts';
import { commitDrafts, editTexts } from './edit-texts.ts';

/**
 * Writes the title of a tree into every link that names it by a former name, as the texts are shown: a new version of each. What is
 * typed there is committed first.
 * @throws {AspenError} NOT_FOUND; what the store throws
 */
export function writeNames(scope: GroveScope, treeId: TreeId): WrittenNames {
  const { store } = scope;
  commitDrafts(
    scope,
    listFormerLinks(scope, treeId).map((link) => link.treeId),
  );
  const { title } = getTree(store, treeId);
  const rootLocalId = rootOf(scope, treeId).localId;
  const resolver = new LinkResolver(scope);
  const texts = new Map<NodeId, FormerText>();
  for (const { nodeId, noteOn, range, ...link } of listFormerLinks(scope, treeId)) {
    if (nodeId === null) continue;
    const text = texts.get(nodeId) ?? {
      treeId: link.treeId,
      nodeId,
      isNote: noteOn !== null,
      starts: new Set(),
    };
    texts.set(nodeId, text);
    text.starts.add(range.from);
  }
  const edits = [...texts.values()].map(({ starts, ...former }) => {
    const text = textOf(getNodeContent(store, former.nodeId).content);
    const isAmbiguous = resolver.resolveTree(former.treeId, former.nodeId, title) !== treeId;
    const change = findLinks(text).flatMap((link) => {
      if (!starts.has(link.from)) return [];
      return renameLink(text, link, { name: title, rootLocalId, isAmbiguous }) ?? [];
    });
    return { ...former, change };
  });
  const edited = editTexts(scope, edits);
  const made = new Set(edited.map(({ before }) => before));
  const written = edits.filter(({ nodeId }) => made.has(nodeId));
  return {
    links: written.reduce((sum, { change }) => sum + change.length, 0),
    documents: new Set(written.flatMap((edit) => (edit.isNote ? [] : [edit.treeId]))).size,
    notes: written.filter(({ isNote }) => isNote).length,
    edited,
  };
}

/** A text with links by a former name of a tree. */
interface FormerText {
  readonly treeId: TreeId;
  readonly nodeId: NodeId;
  readonly isNote: boolean;
  /** The beginnings of the links. */
  readonly starts: Set<number>;
}

/**
 * Links a text, or words of it that are there, to a tree; the text stays as it is.
 * @returns the link; null if one is there already
 * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the text does not have the words
 */
export function linkPassage(
  scope: GroveScope,
  treeId: TreeId,
  { nodeId, quote }: { readonly nodeId: NodeId; readonly quote: string | null },
  targetId: TreeId,
): LinkId | null {
  const { store, author, idsAndClock } = scope;
  const target = rootOf(scope, targetId);
  const { positionId } = getNode(store, nodeId);
  if (quote !== null && !textOf(getNodeContent(store, nodeId).content).includes(quote))
    throw new AspenError('INVALID_ARGUMENT', `node ${nodeId} does not have the words`);
  const isThere = listLinksAt(store, positionId).some(
    (link) =>
      link.sourcePosition === positionId &&
      link.targetPosition === target.positionId &&
      link.section === null &&
      link.quote === quote,
  );
  if (isThere) return null;
  const made: Link = {
    id: idsAndClock.newId() as LinkId,
    source: nodeId,
    target: target.id,
    targetTree: targetId,
    section: null,
    note: null,
    quote,
    agent: author.id,
    createdAt: idsAndClock.now(),
    removedAt: null,
  };
  writeLinks(scope, treeId, made);
  return made.id;
}

/** Takes a link that stands in no text away, or brings it back. @throws {AspenError} NOT_FOUND */
export function setLinkRemoved(scope: GroveScope, linkId: LinkId, isRemoved: boolean): void {
  const link = findLink(scope.store, linkId);
  if (link === undefined) throw new AspenError('NOT_FOUND', `no link ${linkId}`);
  const removedAt = isRemoved ? scope.idsAndClock.now() : null;
  writeLinks(scope, link.sourceTree, { ...link, removedAt });
}

function writeLinks({ author, transactions }: GroveScope, tree: TreeId, link: Link): void {
  transactions.run({ tree, author, kind: 'link' }, (after) =>
    after.add({ nodes: [], edges: [], metadata: [], path: NO_PATH_CHANGE, links: [link] }),
  );
}

/**
 * Makes a link of a mention of a tree: in the text of a document or a note, and beside a text in which brackets are text, or which
 * is a message. What is typed there is committed first.
 * @throws {AspenError} NOT_FOUND; CONFLICT if the mention is not there any more; INVALID_ARGUMENT in code
 */
export function linkMention(scope: GroveScope, treeId: TreeId, given: Mention): LinkedMention {
  const { store } = scope;
  commitDrafts(scope, [given.treeId]);
  // Committed, the words are in another node.
  const mention = given.typed
    ? readMentions(scope, treeId, MAX_LIST).find((one) => !one.typed && isAlike(one, given))
    : given;
  const nodeId = mention?.nodeId ?? null;
  if (mention === undefined || nodeId === null) throw new AspenError('CONFLICT', MENTION_CHANGED);
  const { from, to } = mention.range;
  const text = textOf(getNodeContent(store, nodeId).content);
  const words = text.slice(from, to);
  const isNote = isAnnotation(sqlTree(store, given.treeId), getNode(store, nodeId).positionId);
  if (!isNote && getTree(store, given.treeId).kind !== 'document')
    return { linkId: linkPassage(scope, given.treeId, { nodeId, quote: words }, treeId) };
  const named = listNames(store, treeId).find(
    ({ until, shown }) => until === null && isSameName(shown, words),
  );
  const name = named?.shown ?? getTree(store, treeId).title;
  const isAmbiguous = new LinkResolver(scope).resolveTree(given.treeId, nodeId, name) !== treeId;
  const link = writeLink({ name, rootLocalId: rootOf(scope, treeId).localId, isAmbiguous });
  const change = [{ from, to, insert: showWords(link ?? words, words) }];
  if (!findLinks(applyChange(text, change)).some((found) => found.from === from))
    throw new AspenError('INVALID_ARGUMENT', NO_LINK_IN_CODE);
  return { edited: editTexts(scope, [{ treeId: given.treeId, nodeId, change }]) };
}

function isAlike(one: Mention, other: Mention): boolean {
  return (
    one.treeId === other.treeId &&
    one.before === other.before &&
    one.words === other.words &&
    one.after === other.after
  );
}

function rootOf({ store }: GroveScope, treeId: TreeId): TreeNode {
  return getNode(store, firstNodeAt(getTree(store, treeId).rootPositionId));
}
