import { sql } from 'kysely';
import { defineQuery, NONE, type Reader } from '../../main/store/connection/query.ts';
import { sqliteCodeOf } from '../../main/store/connection/sqlite-errors.ts';
import { tablesWhere } from '../../main/store/tables/table-list.ts';
import { bytesPerText, indexOf, sizeOfFile } from '../../ui-text/cli/doctor.ts';

const sizes = defineQuery(
  'doctor.sizes',
  () => sql<{ name: string; type: string | null; owner: string | null; bytes: number }>`
    select stat.name, schema.type, schema.tbl_name as owner, stat.pgsize as bytes
    from dbstat as stat
    left join sqlite_schema as schema on schema.name = stat.name
    where stat.aggregate = true
    order by bytes desc, stat.name`,
);

const tableSizes = defineQuery(
  'doctor.tableSizes',
  () => sql<{ name: string; bytes: number; pages: number }>`
    select schema.tbl_name as name, sum(stat.pgsize) as bytes, sum(stat.pageno) as pages
    from dbstat as stat
    join sqlite_schema as schema on schema.name = stat.name
    where stat.aggregate = true
    group by schema.tbl_name
    order by bytes desc, name`,
);

const counts = defineQuery(
  'doctor.counts',
  () => sql<{ nodes: number; text_bytes: number }>`
    select count(*) as nodes, coalesce(sum(octet_length(text)), 0) as text_bytes from node`,
);

const pages = defineQuery('doctor.pages', () => sql<{ page_count: number }>`pragma page_count`);
const pageSize = defineQuery('doctor.pageSize', () => sql<{ page_size: number }>`pragma page_size`);

/** Tables that the text itself does not need; `proof.md` measures the file without them. */
const AUXILIARY = new RegExp(`^(${tablesWhere(({ isAuxiliary }) => isAuxiliary).join('|')})`);

interface FileSizes {
  /** Size of the whole file. */
  readonly bytes: number;
  readonly nodes: number;
  /** UTF-8 bytes of all texts. */
  readonly textBytes: number;
  /** Each table with its indexes, largest first; undefined when this SQLite was built without `dbstat`. */
  readonly tables:
    | readonly { readonly name: string; readonly bytes: number; readonly pages: number }[]
    | undefined;
}

/** Measures the file and its tables. Reads every page. */
export function measureFile(reader: Reader): FileSizes {
  const totals = reader.first(counts, NONE);
  return {
    bytes: (reader.first(pages, NONE)?.page_count ?? 0) * (reader.first(pageSize, NONE)?.page_size ?? 0),
    nodes: totals?.nodes ?? 0,
    textBytes: totals?.text_bytes ?? 0,
    tables: measureTables(reader),
  };
}

function measureTables(reader: Reader): FileSizes['tables'] {
  try {
    return reader.all(tableSizes, NONE);
  } catch (error) {
    // Without dbstat, SQLite reports that there is no such table.
    if (sqliteCodeOf(error) === 'SQLITE_ERROR') return undefined;
    throw error;
  }
}

/** The use of the file's bytes, as lines to print. Reads every page. */
export function measure(reader: Reader, characters: number): readonly string[] {
  const file = measureFile(reader);
  const trees = file.tables === undefined ? [] : reader.all(sizes, NONE);
  const rows = trees.map(({ name, type, owner, bytes }) => {
    const what = type === 'index' ? indexOf(owner ?? '?') : '';
    const share = ((100 * bytes) / file.bytes).toFixed(1);
    return `${name.padEnd(36)} ${bytes.toLocaleString('en').padStart(15)} ${share.padStart(5)} %  ${what}`.trimEnd();
  });
  const plain = trees
    .filter(({ name, owner }) => !AUXILIARY.test(name) && !AUXILIARY.test(owner ?? ''))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const perByte = (bytes: number) => (bytes / Math.max(1, file.textBytes)).toFixed(2);
  return [
    sizeOfFile(file.bytes, file.nodes, characters, file.textBytes),
    bytesPerText((file.bytes / Math.max(1, characters)).toFixed(2), perByte(file.bytes), perByte(plain)),
    '',
    ...rows,
  ];
}
