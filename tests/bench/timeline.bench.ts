import { join } from 'node:path';
import { idAt } from '../../src/core/ids.ts';
import type { PastText } from '../../src/ipc/wire/timeline.ts';
import { type PastPath, PastPaths, readPastText } from '../../src/main/grove/history/grove-timeline.ts';
import { packPath } from '../../src/main/grove/reading/path-wire.ts';
import { readTimeline } from '../../src/main/store/tables/history/read-timeline.ts';
import { loadPath } from '../../src/main/store/tree/path-loading.ts';
import { type LayeredGrove, makeLayeredGrove } from './groves/layered-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { compare, type Samples, timingOf } from './harness/compare.ts';

/** No path here was ended in the middle of the text. */
const NO_RESTS = { beforeRest: new Set<never>(), besideRest: new Set<never>() };

const JUMPS = 200;

/** Going through the states of a long path that changed very often (`layers.md`). */
export const timelineBench: Bench = {
  name: 'timeline',
  async run(context) {
    const made = make(context);
    const rows = [...(await jump(made, context)), step(made, context), list(made, context), countWrong(made)];
    made.store.close();
    return rows;
  },
  count: async (context) => {
    const made = make(context);
    const row = countWrong(made);
    made.store.close();
    return [row];
  },
};

function make({ scale, scratch, log }: BenchContext): LayeredGrove {
  const layers = scale.quick ? 1_000 : 100_000;
  log(`writing ${layers.toLocaleString('en')} layers`);
  return makeLayeredGrove(join(scratch, 'layers.aspen'), scale.path, layers, JUMPS);
}

/** The text of a layer as a window gets it that has none of its text. */
function whole({ store, chain }: LayeredGrove, seq: number): PastText {
  return store.snapshot((reader) =>
    readPastText(reader, chain, new PastPaths().read(reader, chain, seq), []),
  );
}

async function jump(made: LayeredGrove, { scale, log }: BenchContext): Promise<readonly Row[]> {
  log('jumping to layers');
  const { store, treeId, writer } = made;
  const nothing = {
    noted: new Set<never>(),
    bookmarked: new Set<never>(),
    splits: new Map<never, never>(),
    ...NO_RESTS,
  };
  const today = () => {
    const nodes = loadPath(store, treeId, writer).map(({ node }) => node);
    return packPath(nodes, new Array<undefined>(nodes.length).fill(undefined), nothing, null);
  };
  const samples: { [Side in keyof Samples]: number[] } = { ours: [], baseline: [], again: [] };
  const sample = (side: keyof Samples, work: () => unknown) => {
    globalThis.gc?.();
    const started = performance.now();
    work();
    samples[side].push(performance.now() - started);
  };
  for (const [index, { seq }] of made.seen.entries()) {
    if (index < 5) today();
    sample('baseline', today);
    sample('ours', () => whole(made, seq));
    sample('again', today);
  }
  const baseline = 'loading that path today';
  const nodes = scale.path.toLocaleString('en');
  return [
    {
      path: `jump to any of ${made.layers.toLocaleString('en')} layers of a path of ${nodes} nodes, with text`,
      baseline,
      goal: { atMost: 1.5, seen: 1.1 },
      figure: { kind: 'timed', timing: timingOf(samples) },
    },
    {
      path: '  95th percentile',
      baseline,
      goal: { atMost: 4, seen: 3.2 },
      figure: { kind: 'timed', timing: timingOf(samples, 0.95) },
    },
  ];
}

/** Every step is to the next layer, whatever it is, from the one that the window shows. */
function step(made: LayeredGrove, { scale, log }: BenchContext): Row {
  log('stepping through layers');
  const { store, chain } = made;
  const paths = new PastPaths();
  let shown: PastPath = paths.read(store, chain, 1);
  const next = () =>
    store.snapshot((reader) => {
      const path = paths.read(reader, chain, (shown.seq % made.layers) + 1);
      const text = readPastText(reader, chain, path, shown.ids);
      shown = path;
      return text;
    });
  const session = made.openSession();
  let at = 0;
  const position = shown.ids[0]?.positionId;
  if (position === undefined) throw new Error('the path is empty');
  const selectVersion = () => {
    at += 1;
    const { pathVersion } = session.readHeaders([]);
    return session.moves.selectVersion({ pathVersion, ops: [] }, position, { step: at % 2 === 0 ? 1 : -1 });
  };
  selectVersion();
  const timing = compare({
    ours: next,
    baseline: selectVersion,
    rounds: Math.min(scale.rounds.short, made.layers - 10),
    warmUp: 5,
  });
  session.close();
  return {
    path: '  step to the next layer',
    baseline: 'a version switch',
    goal: { atMost: 2 },
    figure: { kind: 'timed', timing },
  };
}

function list({ store, chain, treeId, writer, layers }: LayeredGrove, { scale, log }: BenchContext): Row {
  log('listing layers');
  const timing = compare({
    ours: () => readTimeline(store, [chain]),
    baseline: () => loadPath(store, treeId, writer),
    rounds: scale.rounds.long,
    warmUp: 3,
  });
  return {
    path: `  list ${layers.toLocaleString('en')} layers for the time line`,
    baseline: 'loading that path today',
    goal: null,
    figure: { kind: 'timed', timing },
  };
}

/** The nodes of a layer are those that the path had, and so are their texts, which never change. */
function countWrong(made: LayeredGrove): Row {
  const { store, chain } = made;
  const paths = new PastPaths();
  let wrong = 0;
  for (const { seq, nodeIds } of made.seen) {
    const { tail, seq: shown } = whole(made, seq);
    const jumped = nodeIds.every((id, index) => id === idAt(tail.nodeIds, index));
    const { ids } = paths.read(store, chain, Math.max(1, seq - 7));
    const stepped = paths.read(store, chain, seq).ids;
    const isSame =
      stepped.length === nodeIds.length && stepped.every(({ nodeId }, i) => nodeId === nodeIds[i]);
    if (shown !== seq || tail.count !== nodeIds.length || !jumped || !isSame || ids.length === 0) wrong += 1;
  }
  return {
    path: `  wrong texts in ${made.seen.length} jumps`,
    baseline: '–',
    goal: { atMost: 0 },
    figure: { kind: 'counted', value: wrong, unit: 'texts' },
  };
}
