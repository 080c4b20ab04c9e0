import { readContinuations } from '../../src/main/grove/reading/read-continuations.ts';
import { sqlTree } from '../../src/main/store/tree/sql-tree.ts';
import { cachedTree, openForReading } from './groves/cached-grove.ts';
import { connectRaw } from './groves/scratch-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

const RAW = 'the same rows by a prepared statement';

export const listsBench: Bench = {
  name: 'lists',
  run: compareLists,
};

async function compareLists(context: BenchContext): Promise<readonly Row[]> {
  const { scale, log } = context;
  const made = await cachedTree('middle', context);
  const { treeId, writer, siblingsOf, versionsAt } = made;
  if (siblingsOf === null || versionsAt === null)
    throw new Error('the middle tree lacks a position with many siblings or versions');
  log('children and versions of a position');
  const store = openForReading(made);
  const raw = connectRaw(made.path, { readonly: true });
  const keyOf = raw.prepare('select key from node where id = ?').pluck();
  const [parent, position] = [keyOf.get(siblingsOf), keyOf.get(versionsAt)];
  const rawChildren = raw.prepare(
    `select child.* from edge_source as source
     cross join edge on edge.key = source.edge_key
     cross join node as child on child.key = edge.target_node_key and child.position_key = child.key
     where source.position_key = ? and source.role = 'primary' order by child.id`,
  );
  const rawVersions = raw.prepare('select * from node where position_key = ? order by id');
  const rounds = { rounds: scale.rounds.long, warmUp: 5, repeat: 3 };
  const children = compare({
    ours: () => readContinuations(store, treeId, writer, siblingsOf),
    baseline: () => rawChildren.all(parent),
    ...rounds,
  });
  const versions = compare({
    ours: () => sqlTree(store, treeId).versionsAt(versionsAt),
    baseline: () => rawVersions.all(position),
    ...rounds,
  });
  store.close();
  raw.close();
  return [
    {
      path: `${scale.siblings} children of a position, with the details the list shows`,
      baseline: RAW,
      goal: null,
      figure: { kind: 'timed', timing: children },
    },
    {
      path: `${scale.versions} versions of a position`,
      baseline: RAW,
      goal: null,
      figure: { kind: 'timed', timing: versions },
    },
  ];
}
