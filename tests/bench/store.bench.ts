import { defineQuery } from '../../src/main/store/connection/query.ts';
import { searchText } from '../../src/main/store/search/search.ts';
import type { Key } from '../../src/main/store/tables/schema.ts';
import { tablesWhere } from '../../src/main/store/tables/table-list.ts';
import { cachedTree, openForReading } from './groves/cached-grove.ts';
import { connectRaw } from './groves/scratch-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

export const storeBench: Bench = {
  name: 'store',
  async run(context) {
    return [await statements(context), ...(await searches(context)), await measureFileSize(context)];
  },
};

const header = defineQuery('bench.header', (db, p: { key: Key }) =>
  db
    .selectFrom('node')
    .select(['key', 'id', 'local_id', 'position_key', 'author_agent_key', 'content_hash', 'created_at'])
    .where('key', '=', p.key)
    .where('pruned', '=', 0),
);

const STATEMENTS = 2_000;

/** The smallest statements, where overhead matters most. */
async function statements(context: BenchContext): Promise<Row> {
  const made = await cachedTree('middle', context);
  context.log('statements');
  const store = openForReading(made);
  const raw = connectRaw(made.path, { readonly: true });
  const prepared = raw.prepare(
    `select key, id, local_id, position_key, author_agent_key, content_hash, created_at
     from node where key = ? and pruned = ?`,
  );
  const keys = Array.from({ length: STATEMENTS }, (_, at): Key => 1 + (at % context.scale.path));
  // In one transaction: otherwise locking the file for each statement is most of the cost of either.
  const readRaw = raw.transaction(() => {
    for (const key of keys) prepared.get(key, 0);
  });
  const timing = compare({
    ours: () =>
      store.snapshot((reader) => {
        for (const key of keys) reader.first(header, { key });
      }),
    baseline: () => readRaw(),
    rounds: context.scale.rounds.short,
    warmUp: 20,
  });
  store.close();
  raw.close();
  return {
    path: `${STATEMENTS.toLocaleString('en')} statements: built by kysely once, cached, bound by name`,
    baseline: 'raw prepared',
    goal: { atMost: 2, seen: 1.6 },
    figure: { kind: 'timed', timing },
  };
}

const LIMIT = 50;

async function searches(context: BenchContext): Promise<readonly Row[]> {
  const { scale, log } = context;
  const [, middle, large] = scale.trees.map((nodes) => nodes.toLocaleString('en'));
  const small = openForReading(await cachedTree('middle', context));
  const big = openForReading(await cachedTree('large', context));
  log(`search at ${large} nodes`);
  const compareSearches = (typed: readonly string[], ranked = false): Row['figure'] => {
    const searching = (store: typeof small) => () =>
      typed.map((words) => searchText(store, words, { limit: LIMIT, ranked, scanMilliseconds: 1_000 }));
    const rounds = { rounds: Math.ceil(scale.rounds.long / 2), warmUp: 2 };
    return {
      kind: 'timed',
      timing: compare({ ours: searching(big), baseline: searching(small), ...rounds }),
    };
  };
  const row = (path: string, figure: Row['figure'], seen?: number): Row => ({
    path,
    baseline: `at ${middle}`,
    goal: { atMost: 2, seen },
    figure,
  });
  const rows = [
    row(
      `search at ${large} nodes: the newest ${LIMIT}, two and three letters`,
      compareSearches(['th', 'whi', 'ov']),
      0.97,
    ),
    row('  two common words letter by letter', compareSearches(prefixesOf('been more'))),
    row('  ranked within the newest 2,000', compareSearches(prefixesOf('been more'), true)),
  ];
  small.close();
  big.close();
  return rows;
}

/** The contents of the field after each letter, from the second one on. */
function prefixesOf(words: string): readonly string[] {
  return Array.from({ length: words.length - 1 }, (_, at) => words.slice(0, at + 2));
}

/** Measured page by page, so that the search index and the responses can be excluded. */
async function measureFileSize(context: BenchContext): Promise<Row> {
  const made = await cachedTree('middle', context);
  context.log('file size');
  const raw = connectRaw(made.path, { readonly: true });
  const text = Number(raw.prepare('select sum(octet_length(text)) from node').pluck().get());
  const auxiliary = tablesWhere(({ isAuxiliary }) => isAuxiliary).map(
    (table) => `substr(tables.tbl_name, 1, ${table.length}) = '${table}'`,
  );
  const parts = raw
    .prepare(
      `select tables.tbl_name as part, sum(pages.pgsize) as bytes
       from dbstat as pages join sqlite_schema as tables on tables.name = pages.name
       where not (${auxiliary.join(' or ')})
       group by part order by bytes desc`,
    )
    .all() as readonly { readonly part: string; readonly bytes: number }[];
  raw.close();
  return {
    path: 'bytes in the file, 300-character nodes, without responses and search index',
    baseline: 'UTF-8 text',
    goal: { atMost: 2, seen: 1.7 },
    figure: {
      kind: 'measured',
      value: parts.reduce((sum, { bytes }) => sum + bytes, 0) / text,
      unit: 'times',
      parts: parts
        .filter(({ bytes }) => bytes > text / 100)
        .map(({ part, bytes }) => `${part} ${(bytes / text).toFixed(2)}`)
        .join(', '),
    },
  };
}
