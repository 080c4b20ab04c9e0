import { sql } from 'kysely';
import { measureFile } from '../../src/main/store/connection/integrity.ts';
import { defineQuery, NONE, type Reader } from '../../src/main/store/connection/query.ts';
import { tablesWhere } from '../../src/main/store/tables/table-list.ts';
import { count } from './finding.ts';

const sizes = defineQuery(
  'doctor.sizes',
  () => sql<{ name: string; type: string | null; owner: string | null; bytes: number }>`
    select stat.name, schema.type, schema.tbl_name as owner, stat.pgsize as bytes
    from dbstat as stat
    left join sqlite_schema as schema on schema.name = stat.name
    where stat.aggregate = true
    order by bytes desc, stat.name`,
);

/** Tables that the text itself does not need; `proof.md` measures the file without them. */
const AUXILIARY = new RegExp(`^(${tablesWhere(({ isAuxiliary }) => isAuxiliary).join('|')})`);

/** The use of the file's bytes, as lines to print. Reads every page. */
export function measure(reader: Reader, characters: number): readonly string[] {
  const file = measureFile(reader);
  const trees = file.tables === undefined ? [] : reader.all(sizes, NONE);
  const rows = trees.map(({ name, type, owner, bytes }) => {
    const what = type === 'index' ? `index of ${owner ?? '?'}` : '';
    const share = ((100 * bytes) / file.bytes).toFixed(1);
    return `${name.padEnd(36)} ${count(bytes).padStart(15)} ${share.padStart(5)} %  ${what}`.trimEnd();
  });
  const plain = trees
    .filter(({ name, owner }) => !AUXILIARY.test(name) && !AUXILIARY.test(owner ?? ''))
    .reduce((sum, { bytes }) => sum + bytes, 0);
  const perByte = (bytes: number) => (bytes / Math.max(1, file.textBytes)).toFixed(2);
  return [
    `${count(file.bytes, 'byte')} in the file, ${count(file.nodes, 'node')}, ${count(characters, 'character')} ` +
      `(${count(file.textBytes, 'byte')} of UTF-8)`,
    `${(file.bytes / Math.max(1, characters)).toFixed(2)} bytes per character, ${perByte(file.bytes)} per byte of text; ` +
      `${perByte(plain)} without responses and search index`,
    '',
    ...rows,
  ];
}
