import type { NodeId } from '../../../core/ids.ts';
import { defineQuery, NONE, type Reader } from '../connection/query.ts';

const newest = defineQuery('node.newest', (db) =>
  db.selectFrom('node').select('id').orderBy('key', 'desc').limit(1),
);

const byId = defineQuery('node.exists', (db, p: { id: string }) =>
  db.selectFrom('node').select('key').where('id', '=', p.id),
);

/** The node that was written into this file last; undefined in a grove without a tree. */
export function findNewestNode(reader: Reader): NodeId | undefined {
  return reader.first(newest, NONE)?.id as NodeId | undefined;
}

export function hasNode(reader: Reader, id: NodeId): boolean {
  return reader.first(byId, { id }) !== undefined;
}
