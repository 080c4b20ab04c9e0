import type { Database } from 'better-sqlite3';
import { foldName } from '../../../core/documents/find-document.ts';
import { findLinks } from '../../../core/links/text-links.ts';

/**
 * Adds to a connection what statements and migrations read names and links with: `fold_name(name)`, a name as names are
 * compared, and the table `text_link(text)`, the links of a text in the columns of `node_link`.
 */
export function addLinkFunctions(database: Database): void {
  database.function('fold_name', { deterministic: true }, (name) => foldName(String(name)));
  database.table('text_link', {
    columns: ['ordinal', 'name', 'section', 'local_id', 'start', 'length', 'embed'],
    parameters: ['text'],
    *rows(text: unknown) {
      for (const [ordinal, { name, section, localId, from, to, isEmbed }] of findLinks(
        String(text),
      ).entries())
        yield [ordinal, foldName(name), section, localId, from, to - from, isEmbed ? 1 : 0];
    },
  });
}
