import { join } from 'node:path';
import type { PositionId } from '../../src/core/ids.ts';
import { POSITION_FLAGS, textOf } from '../../src/core/tree/tree-node.ts';
import { ChangeFeed } from '../../src/main/grove/change-feed.ts';
import { packPath } from '../../src/main/grove/reading/path-wire.ts';
import { TreeSession } from '../../src/main/grove/writing/tree-session.ts';
import { TreeTransactions } from '../../src/main/grove/writing/tree-transactions.ts';
import type { Reader } from '../../src/main/store/connection/query.ts';
import { findNoted } from '../../src/main/store/tables/marks/annotations.ts';
import { loadPath, type PathStep, readOrdinals } from '../../src/main/store/tree/path-loading.ts';
import { draftJournal } from '../helpers/journal.ts';
import { copyAdjacent } from './groves/adjacent-rows.ts';
import { cachedTree, openForReading, type TreeSize } from './groves/cached-grove.ts';
import { realIdsAndClock } from './groves/scratch-grove.ts';
import type { Bench, BenchContext, Row, Scale } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

/** No path here was ended in the middle of the text. */
const NO_RESTS = { beforeRest: new Set<never>(), besideRest: new Set<never>() };

export const pathBench: Bench = {
  name: 'path',
  async run(context) {
    return [
      ...(await openings(context, 'small')),
      ...(await openings(context, 'middle')),
      ...(await openings(context, 'large')),
      await countStatementsToOpen(context),
      ...(await compareTransfers(context)),
    ];
  },
  count: async (context) => [await countStatementsToOpen(context)],
};

function nodesIn({ trees }: Scale, size: TreeSize): string {
  const [small, middle, large] = trees;
  return { small, middle, large }[size].toLocaleString('en');
}

async function openings(context: BenchContext, size: TreeSize): Promise<readonly Row[]> {
  const { scale, scratch, log } = context;
  const made = await cachedTree(size, context);
  const length = scale.path.toLocaleString('en');
  log(`opening a path of ${length} nodes in a tree of ${nodesIn(scale, size)}`);
  const store = openForReading(made);
  const { treeId, writer } = made;
  const load = () => loadPath(store, treeId, writer);
  const ids = load().map(({ node }) => node.id);
  const adjacent = copyAdjacent(made.path, ids, join(scratch, `adjacent-${size}.sqlite`));
  const all = adjacent.prepare('select * from node order by key');
  const session = new TreeSession({
    store,
    treeId,
    author: { id: writer, type: 'human' },
    transactions: new TreeTransactions(store, new ChangeFeed()),
    idsAndClock: realIdsAndClock(),
    journal: draftJournal({ treeId, agentId: writer }),
    onSaveState: () => {},
  });
  const rounds = { rounds: scale.rounds.long, warmUp: 3, baseline: () => all.all() };
  const loading = compare({ ours: load, ...rounds });
  const showing = compare({ ours: () => session.readPath(), ...rounds });
  session.close();
  store.close();
  adjacent.close();
  const baseline = 'the same rows adjacent';
  const seen = size === 'large' ? 3.1 : undefined;
  return [
    {
      path: `open a path of ${length} nodes in a tree of ${nodesIn(scale, size)}, warm`,
      baseline,
      goal: { atMost: 6, seen },
      figure: { kind: 'timed', timing: loading },
    },
    {
      path: '  the same, with counts near the caret and the head, packed for the window',
      baseline,
      goal: null,
      figure: { kind: 'timed', timing: showing },
    },
  ];
}

/** Opening takes the same few statements, however long the path is. */
async function countStatementsToOpen(context: BenchContext): Promise<Row> {
  const made = await cachedTree('middle', context);
  const store = openForReading(made);
  const { treeId, writer } = made;
  const whole = loadPath(store, treeId, writer);
  const shortHead = whole[3]?.node.positionId;
  const count = (head?: PathStep['node']['positionId']) => {
    let statements = 0;
    const reader = countingReader(store, () => {
      statements += 1;
    });
    const steps = loadPath(reader, treeId, writer, head);
    readOrdinals(
      reader,
      steps.map(({ node }) => node),
    );
    return { statements, nodes: steps.length };
  };
  const short = count(shortHead);
  const long = count(whole.at(-1)?.node.positionId);
  store.close();
  return {
    path: `extra statements to open ${long.nodes} nodes instead of ${short.nodes} (${short.statements} statements)`,
    baseline: '–',
    goal: { atMost: 0 },
    figure: { kind: 'counted', value: long.statements - short.statements, unit: 'statements' },
  };
}

function countingReader(reader: Reader, onStatement: () => void): Reader {
  const counted = <T>(run: () => T): T => {
    onStatement();
    return run();
  };
  return {
    all: (query, parameters) => counted(() => reader.all(query, parameters)),
    first: (query, parameters) => counted(() => reader.first(query, parameters)),
    columns: (query, parameters) => counted(() => reader.columns(query, parameters)),
  };
}

async function compareTransfers(context: BenchContext): Promise<readonly Row[]> {
  const made = await cachedTree('middle', context);
  context.log('a path across the bridge');
  const store = openForReading(made);
  const nodes = loadPath(store, made.treeId, made.writer).map(({ node }) => node);
  const counts = readOrdinals(store, nodes).map((one) => ({ ...one, forks: [] }));
  const noted = findNoted(
    store,
    nodes.map(({ positionId }) => positionId),
  );
  store.close();
  const makeObjects = () =>
    nodes.map((node, at) => ({
      nodeId: node.id,
      positionId: node.positionId,
      text: textOf(node.content),
      authorId: node.authorId,
      spans: node.spans,
      sibling: counts[at]?.sibling,
      version: counts[at]?.version,
      flags: node.bookmarked ? POSITION_FLAGS.bookmarked : 0,
    }));
  const rounds = { rounds: context.scale.rounds.long, warmUp: 5 };
  const marked = { noted, bookmarked: new Set<PositionId>(), splits: new Map(), ...NO_RESTS };
  const pack = () => packPath(nodes, counts, marked, null);
  const packing = compare({
    ours: () => structuredClone(pack()),
    baseline: () => structuredClone(makeObjects()),
    ...rounds,
  });
  const packed = pack();
  const objects = makeObjects();
  const crossing = compare({
    ours: () => structuredClone(packed),
    baseline: () => structuredClone(objects),
    ...rounds,
  });
  const baseline = 'as an array of objects';
  return [
    {
      path: `a path of ${context.scale.path.toLocaleString('en')} nodes across the bridge`,
      baseline,
      goal: { atMost: 0.3, seen: 0.19 },
      figure: { kind: 'timed', timing: crossing },
    },
    {
      path: '  including building the data',
      baseline,
      goal: { atMost: 0.3 },
      figure: { kind: 'timed', timing: packing },
    },
  ];
}
