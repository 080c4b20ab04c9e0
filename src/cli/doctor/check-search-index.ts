import { sql } from 'kysely';
import type { FileTransaction } from '../../main/store/connection/file-transaction.ts';
import { defineQuery, NONE } from '../../main/store/connection/query.ts';

const searchCheck = defineQuery(
  'integrity.search',
  () => sql<never>`insert into node_text (node_text, rank) values ('integrity-check', 1)`,
);

/**
 * Compares the search index with the texts, word by word. It writes nothing, but FTS5 treats the command as a write.
 * @throws {AspenError} CORRUPT when they differ; `rebuildSearchIndex` repairs the index
 */
export function checkSearchIndex(tx: FileTransaction): void {
  tx.run(searchCheck, NONE);
}
