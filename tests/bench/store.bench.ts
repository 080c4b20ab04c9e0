import { defineQuery, NONE } from '../../src/main/store/query.ts';
import type { Key } from '../../src/main/store/schema.ts';
import { searchText } from '../../src/main/store/search.ts';
import { cachedTree, openForReading } from './groves/cached-grove.ts';
import { connectRaw } from './groves/scratch-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

export const storeBench: Bench = {
  name: 'store',
  async run(context) {
    return [await statements(context), ...(await searches(context)), await bytesInTheFile(context)];
  },
};

const header = defineQuery('bench.header', (db, p: { key: Key }) =>
  db
    .selectFrom('node')
    .select(['key', 'id', 'local_id', 'position_key', 'author_agent_key', 'content_hash', 'created_at'])
    .where('key', '=', p.key)
    .where('pruned', '=', 0),
);

/** The smallest of statements, where what is around them weighs most. */
async function statements(context: BenchContext): Promise<Row> {
  const made = await cachedTree('middle', context);
  context.tell('statements');
  const store = openForReading(made);
  const raw = connectRaw(made.path, { readonly: true });
  const prepared = raw.prepare(
    `select key, id, local_id, position_key, author_agent_key, content_hash, created_at
     from node where key = ? and pruned = ?`,
  );
  const nodes = context.scale.path;
  let ownKey = 0;
  let rawKey = 0;
  const timing = compare({
    ours: () => store.first(header, { key: 1 + (ownKey++ % nodes) }),
    baseline: () => prepared.get(1 + (rawKey++ % nodes), 0),
    rounds: context.scale.rounds.short,
    warmUp: 20,
    repeat: 2_000,
  });
  store.close();
  raw.close();
  return {
    path: 'statements: built by kysely once, cached, bound by name',
    baseline: 'raw prepared',
    goal: { atMost: 2, seen: 1.6 },
    figure: { kind: 'timed', timing },
  };
}

const LIMIT = 50;
/** Beginnings of what a writer types, from the second letter on. */
const TYPED = 12;

async function searches(context: BenchContext): Promise<readonly Row[]> {
  const { scale, tell } = context;
  const [, middle, large] = scale.trees.map((nodes) => nodes.toLocaleString('en'));
  const small = openForReading(await cachedTree('middle', context));
  const big = openForReading(await cachedTree('large', context));
  tell(`search at ${large} nodes`);
  // Both groves are made of the same words.
  const text = small.first(someText, NONE)?.text ?? '';
  const typed = Array.from({ length: TYPED }, (_, letters) => text.slice(0, letters + 2));
  const searching = (store: typeof small, ranked: boolean) => () =>
    typed.map((words) => searchText(store, words, { limit: LIMIT, ranked, scanMilliseconds: 1_000 }));
  const race = (ranked: boolean) =>
    compare({
      ours: searching(big, ranked),
      baseline: searching(small, ranked),
      rounds: scale.rounds.long,
      warmUp: 3,
    });
  const newest = race(false);
  const ranked = race(true);
  small.close();
  big.close();
  const path = `search at ${large} nodes, typing ${TYPED} letters`;
  const baseline = `at ${middle}`;
  return [
    {
      path: `${path}: the newest ${LIMIT} with snippets`,
      baseline,
      goal: { atMost: 2, seen: 0.97 },
      figure: { kind: 'timed', timing: newest },
    },
    {
      path: '  ranked within the newest 2,000',
      baseline,
      goal: { atMost: 2 },
      figure: { kind: 'timed', timing: ranked },
    },
  ];
}

const someText = defineQuery('bench.text', (db) =>
  db.selectFrom('node').select('text').where('author_type', '=', 'human').where('text', '!=', '').limit(1),
);

/** Weighed page by page, so that the search index and the responses can be left out. */
async function bytesInTheFile(context: BenchContext): Promise<Row> {
  const made = await cachedTree('middle', context);
  context.tell('bytes in the file');
  const raw = connectRaw(made.path, { readonly: true });
  const pages = raw
    .prepare(
      `select sum(pgsize) from dbstat
       where name not like 'node\\_text%' escape '\\' and name not like '%raw\\_api\\_response%' escape '\\'`,
    )
    .pluck()
    .get();
  const text = raw.prepare('select sum(octet_length(text)) from node').pluck().get();
  raw.close();
  return {
    path: 'bytes in the file, 300-character nodes, without responses and search index',
    baseline: 'UTF-8 text',
    goal: { atMost: 2, seen: 1.7 },
    figure: { kind: 'counted', value: Number(pages) / Number(text), unit: 'times' },
  };
}
