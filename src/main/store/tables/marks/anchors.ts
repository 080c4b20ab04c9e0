/** Notes, bookmarks and targets on phrases (`documents.md`, table `anchor`). */

import { sql } from 'kysely';
import {
  type Anchor,
  type AnchorChange,
  anchorRecord,
  loggedAnchor,
} from '../../../../core/anchors/logged-anchor.ts';
import { AspenError } from '../../../../core/errors.ts';
import { type AnchorId, firstNodeAt, type PositionId, type TreeId } from '../../../../core/ids.ts';
import { metadataAt } from '../../../../core/tree/metadata.ts';
import type { MetadataChange } from '../../../../core/tree/tree-change.ts';
import type { FileTransaction } from '../../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../../connection/query.ts';
import { sqlTree } from '../../tree/sql-tree.ts';
import { getNodeKeys, getPositionKey, getTreeKey } from '../keys.ts';
import { appendLog } from '../log.ts';
import { writeMetadata } from '../nodes.ts';
import type { AnchorTable, Bit, Key } from '../schema.ts';
import { insertRow } from '../write-row.ts';
import type { CopyMarksOptions, MarkTable } from './mark-kind.ts';

/** An anchor as it is read. */
export interface StoredAnchor extends Anchor {
  /** Its position is pruned, or the note was removed. */
  readonly pruned: boolean;
  /** The beginning of the note's present text; null for others. */
  readonly said: string | null;
  /** Its whole position has a note, or a bookmark, too. */
  readonly besides: boolean;
}

type AnchorRow = Omit<StoredAnchor, 'pruned' | 'besides' | 'words'> & {
  readonly pruned: Bit;
  readonly besides: Bit;
  readonly words: number | null;
};

/** Characters of a note that are read with its anchor. */
const SAID = 240;

const columns = sql`anchor.id, anchor.kind, position.id as position, node.id as node, anchor.start, anchor.length,
  note.id as note, anchor.label, anchor.words, anchor.quote, max(position.pruned, coalesce(note.pruned, 0)) as pruned, (
    select substr(version.text, 1, ${SAID}) from node as version
    where version.position_key = anchor.note_node_key order by version.id desc limit 1) as said,
  case anchor.kind when 'target' then 0 when 'bookmark' then position.bookmark_label is not null else exists (
    select 1 from edge_source as source
    cross join edge on edge.key = source.edge_key and edge.edge_type = 'annotation'
    cross join node as other on other.key = edge.target_node_key and other.pruned = 0
    where source.position_key = anchor.position_key and source.role = 'primary' and other.position_key not in (
      select note_node_key from anchor as noted
      where noted.position_key = anchor.position_key and note_node_key is not null)) end as besides`;
const joins = sql`
  cross join node as position on position.key = anchor.position_key
  cross join node on node.key = anchor.node_key
  left join node as note on note.key = anchor.note_node_key`;

const anchorsOf = defineQuery(
  'anchor.list',
  (_, p: { tree: Key }) => sql<AnchorRow>`
    select ${columns} from anchor ${joins} where anchor.loom_tree_key = ${p.tree} order by anchor.id`,
);

const allAnchors = defineQuery(
  'anchor.all',
  () => sql<AnchorRow>`select ${columns} from anchor ${joins} order by anchor.id`,
);

const anchorsAt = defineQuery(
  'anchor.at',
  (_, p: { position: Key }) => sql<AnchorRow>`
    select ${columns} from anchor ${joins} where anchor.position_key = ${p.position} order by anchor.id`,
);

const onlyOnPhrases = defineQuery(
  'anchor.positions',
  (_, p: { tree: Key }) => sql<{ id: string }>`
    select distinct position.id from anchor
    cross join node as position on position.key = anchor.position_key and position.bookmark_label is null
    where anchor.loom_tree_key = ${p.tree} and anchor.kind = 'bookmark'`,
);

const anchorOf = defineQuery('anchor.find', (db, p: { tree: Key; id: string }) =>
  db.selectFrom('anchor').select('key').where('id', '=', p.id).where('loom_tree_key', '=', p.tree),
);

const anyAnchor = defineQuery('anchor.any', (db, p: { id: string }) =>
  db.selectFrom('anchor').select('key').where('id', '=', p.id),
);

const insertAnchor = insertRow('anchor.insert', 'anchor', 'key');

const renameAnchor = defineQuery('anchor.rename', (db, p: { key: Key; label: string | null }) =>
  db.updateTable('anchor').set({ label: p.label }).where('key', '=', p.key),
);

const deleteAnchor = defineQuery('anchor.delete', (db, p: { key: Key }) =>
  db.deleteFrom('anchor').where('key', '=', p.key),
);

/** The anchors of a tree, in the order in which they were set. @throws {AspenError} NOT_FOUND if there is no such tree */
export function listAnchors(reader: Reader, treeId: TreeId): readonly StoredAnchor[] {
  return reader.all(anchorsOf, { tree: getTreeKey(reader, treeId) }).map(toAnchor);
}

/** The bookmarks on phrases of a position. @throws {AspenError} NOT_FOUND */
export function bookmarksAt(reader: Reader, treeId: TreeId, position: PositionId): readonly Anchor[] {
  return anchorsOn(reader, treeId, position).filter(({ kind }) => kind === 'bookmark');
}

/** The targets of headings in the texts of a position. @throws {AspenError} NOT_FOUND */
export function targetsAt(reader: Reader, treeId: TreeId, position: PositionId): readonly Anchor[] {
  return anchorsOn(reader, treeId, position).filter(({ kind }) => kind === 'target');
}

function anchorsOn(reader: Reader, treeId: TreeId, position: PositionId): readonly Anchor[] {
  const key = getPositionKey(reader, getTreeKey(reader, treeId), position);
  return reader.all(anchorsAt, { position: key }).map(toAnchor);
}

/** The bookmarked positions whose bookmarks are all on phrases (`hasWholeBookmark`). @throws {AspenError} NOT_FOUND */
export function listPositionsOnlyOnPhrases(reader: Reader, treeId: TreeId): ReadonlySet<PositionId> {
  const rows = reader.all(onlyOnPhrases, { tree: getTreeKey(reader, treeId) });
  return new Set(rows.map(({ id }) => id as PositionId));
}

/** Returns true if any tree has an anchor with this id. */
function hasAnchor(reader: Reader, id: AnchorId): boolean {
  return reader.first(anyAnchor, { id }) !== undefined;
}

/** One anchor of a tree. @throws {AspenError} NOT_FOUND */
export function getAnchor(reader: Reader, treeId: TreeId, id: AnchorId): Anchor {
  const found = listAnchors(reader, treeId).find((anchor) => anchor.id === id);
  if (found === undefined) throw new AspenError('NOT_FOUND', `no anchor ${id}`);
  return found;
}

/**
 * Writes changes of anchors. One that exists only gets its label.
 * @param metadata of positions: the bookmarks on phrases of one that is not bookmarked any more are removed
 * @returns the changes, with those that follow from the metadata
 * @throws {AspenError} NOT_FOUND if a position or a node is not in the tree
 */
function writeAnchors(
  tx: FileTransaction,
  treeId: TreeId,
  changes: readonly AnchorChange[],
  metadata: readonly MetadataChange[],
): readonly AnchorChange[] {
  const removed = metadata
    .filter((set) => !set.metadata.bookmarked)
    .flatMap(({ position }) =>
      bookmarksAt(tx, treeId, position).map(({ id }) => ({ removed: id, position })),
    );
  const given = changes.flatMap((change) => ('removed' in change ? [change.removed] : []));
  const all = [...changes, ...removed.filter(({ removed: id }) => !given.includes(id))];
  const tree = getTreeKey(tx, treeId);
  for (const change of all) {
    const id = 'set' in change ? change.set.id : change.removed;
    const known = tx.first(anchorOf, { tree, id });
    if ('set' in change) {
      if (known === undefined) tx.run(insertAnchor, toRow(tx, tree, change.set));
      else tx.run(renameAnchor, { key: known.key, label: change.set.label });
    } else if (known !== undefined) tx.run(deleteAnchor, { key: known.key });
  }
  return all;
}

function toRow(tx: FileTransaction, tree: Key, anchor: Anchor): Omit<AnchorTable, 'key'> {
  const { id, kind, position, node, start, length, note, label, words, quote } = anchor;
  return {
    id,
    loom_tree_key: tree,
    kind,
    position_key: getPositionKey(tx, tree, position),
    node_key: getNodeKeys(tx, tree, node).key,
    start,
    length,
    note_node_key: note === null ? null : getNodeKeys(tx, tree, firstNodeAt(note)).key,
    label,
    words: words ?? null,
    quote,
  };
}

function toAnchor({ words, ...row }: AnchorRow): StoredAnchor {
  const anchor = { ...row, pruned: row.pruned === 1, besides: row.besides === 1 };
  return words === null ? anchor : { ...anchor, words };
}

/**
 * Adds the anchors of a tree that this file lacks, and a log row that names them. A position that gets a bookmark is
 * bookmarked.
 * @throws {AspenError} NOT_FOUND when this file lacks a node
 */
function copyAnchors(tx: FileTransaction, options: CopyMarksOptions): void {
  const { from, treeId, as, nodeId, positionId, newId, by, kind } = options;
  const tree = sqlTree(tx, as);
  const copied = listAnchors(from, treeId)
    .map(({ pruned: _pruned, said: _said, besides: _besides, ...anchor }) => ({
      ...anchor,
      id: (newId?.() as AnchorId | undefined) ?? anchor.id,
      position: positionId(anchor.position),
      node: nodeId(anchor.node),
      note: anchor.note === null ? null : positionId(anchor.note),
    }))
    .filter(({ id }) => !hasAnchor(tx, id))
    .map((set) => ({ set }));
  if (copied.length === 0) return;
  const marked = new Map<PositionId, MetadataChange>();
  for (const { set } of copied) {
    const metadata = metadataAt(tree, set.position);
    if (set.kind === 'bookmark' && !metadata.bookmarked)
      marked.set(set.position, { position: set.position, metadata: { ...metadata, bookmarked: true } });
  }
  const metadata = [...marked.values()];
  writeMetadata(tx, getTreeKey(tx, as), metadata);
  appendLog(tx, by, kind, {
    tree: as,
    anchors: writeAnchors(tx, as, copied, []).map(loggedAnchor),
    ...(metadata.length === 0
      ? {}
      : { metadata: metadata.map((set) => ({ position: set.position, ...set.metadata })) }),
  });
}

export const ANCHORS: MarkTable<'anchors'> = {
  listAll: (reader) =>
    reader.all(allAnchors, NONE).map((row) => [row.id, anchorRecord(toAnchor(row))] as const),
  listIn: (reader, treeId) => listAnchors(reader, treeId).map((set) => ({ set })),
  write: writeAnchors,
  copy: copyAnchors,
  hasAll: (copy, original, treeId) =>
    JSON.stringify(listAnchors(original, treeId)) === JSON.stringify(listAnchors(copy, treeId)),
};
