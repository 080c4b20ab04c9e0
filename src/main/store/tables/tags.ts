/** The tags of a grove (`documents.md`, table `tag`). The positions that they are on are in `marks/tag-assignments.ts`. */
import { sql } from 'kysely';
import { AspenError } from '../../../core/errors.ts';
import type { AgentId, TagId } from '../../../core/ids.ts';
import type { LogKind } from '../../../core/provenance/log-hash.ts';
import { MAX_TAGS, shownTagId, type Tag, tagRecord } from '../../../core/tags/tag.ts';
import type { FileTransaction } from '../connection/file-transaction.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';
import { appendLog } from './log.ts';
import type { Key } from './schema.ts';

const columns = sql`tag.id, tag.name, tag.folded, tag.color, tag.created_at as createdAt,
  tag.archived_at as archivedAt, shown.id as mergedInto`;

const allTags = defineQuery(
  'tag.all',
  () =>
    sql<Tag>`select ${columns} from tag left join tag as shown on shown.key = tag.merged_into_key order by tag.id`,
);

const tagById = defineQuery(
  'tag.find',
  (_, p: { id: string }) => sql<Tag>`
    select ${columns} from tag left join tag as shown on shown.key = tag.merged_into_key where tag.id = ${p.id}`,
);

const tagNamed = defineQuery(
  'tag.named',
  (_, p: { folded: string }) => sql<Tag>`
    select ${columns} from tag left join tag as shown on shown.key = tag.merged_into_key
    where tag.folded = ${p.folded}`,
);

const countTags = defineQuery('tag.count', () => sql<{ count: number }>`select count(*) as count from tag`);

const tagKey = defineQuery('tag.key', (db, p: { id: string }) =>
  db.selectFrom('tag').select('key').where('id', '=', p.id),
);

// No name begins with a slash, so that tags can exchange theirs.
const freeName = defineQuery(
  'tag.freeName',
  (_, p: { id: string }) => sql<never>`update tag set folded = '/' || id where id = ${p.id}`,
);

const writeTag = defineQuery(
  'tag.write',
  (_, p: Omit<Tag, 'mergedInto'> & { readonly into: Key | null }) => sql<never>`
    insert into tag (id, name, folded, color, created_at, archived_at, merged_into_key)
    values (${p.id}, ${p.name}, ${p.folded}, ${p.color}, ${p.createdAt}, ${p.archivedAt}, ${p.into})
    on conflict (id) do update set name = excluded.name, folded = excluded.folded, color = excluded.color,
      archived_at = excluded.archived_at, merged_into_key = excluded.merged_into_key`,
);

/** All tags, those that are archived or merged into others too, in the order in which they were made. */
export function listTags(reader: Reader): readonly Tag[] {
  return reader.all(allTags, NONE);
}

/** Returns true if the grove has any tag, put away or not. */
export function hasTags(reader: Reader): boolean {
  return (reader.first(countTags, NONE)?.count ?? 0) > 0;
}

/** @throws {AspenError} NOT_FOUND */
export function getTag(reader: Reader, id: TagId): Tag {
  const tag = reader.first(tagById, { id });
  if (tag === undefined) throw new AspenError('NOT_FOUND', `no tag ${id}`);
  return tag;
}

/** The tag with a name as names are compared, also one that was merged into another. */
export function findTagNamed(reader: Reader, folded: string): Tag | undefined {
  return reader.first(tagNamed, { folded });
}

/** @throws {AspenError} NOT_FOUND */
export function getTagKey(reader: Reader, id: TagId): Key {
  const found = reader.first(tagKey, { id });
  if (found === undefined) throw new AspenError('NOT_FOUND', `no tag ${id}`);
  return found.key;
}

/**
 * Writes tags, new ones and others, and one log row that names them.
 * @throws {AspenError} INVALID_ARGUMENT if there are too many, or another has one of the names; NOT_FOUND
 */
export function writeTags(tx: FileTransaction, by: AgentId, kind: LogKind, tags: readonly Tag[]): void {
  if (tags.length === 0) return;
  for (const { id } of tags) tx.run(freeName, { id });
  for (const { mergedInto, ...tag } of tags)
    tx.run(writeTag, { ...tag, into: mergedInto === null ? null : getTagKey(tx, mergedInto) });
  const { count = 0 } = tx.first(countTags, NONE) ?? {};
  if (count > MAX_TAGS) throw new AspenError('INVALID_ARGUMENT', `a grove has at most ${MAX_TAGS} tags`);
  appendLog(tx, by, kind, { tagList: tags.map(tagRecord) });
}

/**
 * The tags here that stand for tags of another file: those with their ids, or else with their names, or else copies of what
 * they count as there.
 */
export function tagCopier(
  tx: FileTransaction,
  from: Reader,
  by: AgentId,
  kind: LogKind,
): (id: TagId) => TagId {
  const known = new Map<TagId, TagId>();
  const copyTag = (id: TagId): TagId => {
    const theirs = getTag(from, id);
    const ours = tx.first(tagById, { id }) ?? findTagNamed(tx, theirs.folded);
    if (ours !== undefined) return ours.id;
    if (theirs.mergedInto !== null) return copyTag(shownTagId(theirs));
    writeTags(tx, by, kind, [theirs]);
    return theirs.id;
  };
  return (id) => {
    const here = known.get(id) ?? copyTag(id);
    known.set(id, here);
    return here;
  };
}
