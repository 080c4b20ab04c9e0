import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withDisplay } from '../../scripts/display.ts';
import { ChangeFeed } from '../../src/main/grove/change-feed.ts';
import { TreeSession } from '../../src/main/grove/writing/tree-session.ts';
import { TreeTransactions } from '../../src/main/grove/writing/tree-transactions.ts';
import { loadPath } from '../../src/main/store/tree/path-loading.ts';
import { draftJournal } from '../helpers/journal.ts';
import { copyAdjacent } from './groves/adjacent-rows.ts';
import { openForReading } from './groves/cached-grove.ts';
import { type ForkedGrove, makeForkedGrove } from './groves/forked-grove.ts';
import { realIdsAndClock } from './groves/scratch-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { compare, type Samples, timingOf } from './harness/compare.ts';
import { openWindow } from './renderer/open-window.ts';
import { servePage } from './renderer/serve-page.ts';

/** Forks per node of the path. */
const FORKS = 2.7;

/** Positions of the path that a window shows at once. */
const VISIBLE = 40;

/** A path whose nodes were divided again and again, compared with the same path before. */
export const forksBench: Bench = {
  name: 'forks',
  async run(context) {
    const { scale, scratch, log } = context;
    const folder = join(scratch, 'forks');
    mkdirSync(folder);
    log('making a grove with forks');
    const made = makeForkedGrove(folder, scale.path, scale.path * FORKS);
    return [...readInMain(made, context), ...(await withDisplay(() => useInWindow(made, context)))];
  },
};

const formatCount = (count: number) => Math.round(count).toLocaleString('en');

const PLAIN = 'the same path without forks';

function readInMain({ plain, forked }: ForkedGrove, { scale, scratch, log }: BenchContext): readonly Row[] {
  log('reading a path with forks');
  const sides = { ours: openSession(forked), baseline: openSession(plain) };
  const { ours, baseline } = sides;
  const ids = ours.load().map(({ node }) => node.id);
  const adjacent = copyAdjacent(forked.path, ids, join(scratch, 'adjacent-forks.sqlite'));
  const all = adjacent.prepare('select * from node order by key');
  const long = { rounds: Math.ceil(scale.rounds.long / 2), warmUp: 3 };
  const loading = compare({ ours: ours.load, baseline: () => all.all(), ...long });
  const showing = compare({
    ours: () => ours.session.readPath(),
    baseline: () => baseline.session.readPath(),
    ...long,
  });
  // A different part of the path each time, as when the writer scrolls.
  const counting = compare({
    ours: ours.readVisible,
    baseline: baseline.readVisible,
    rounds: scale.rounds.short,
    warmUp: 20,
  });
  adjacent.close();
  for (const { close } of [ours, baseline]) close();
  const path = `${formatCount(scale.path)} nodes with ${formatCount(scale.path * FORKS)} forks`;
  return [
    {
      path: `open a path of ${path}, warm`,
      baseline: 'the same rows adjacent',
      goal: { atMost: 6 },
      figure: { kind: 'timed', timing: loading },
    },
    {
      path: '  the same, with counts near the caret and the head, packed for the window',
      baseline: PLAIN,
      goal: null,
      figure: { kind: 'timed', timing: showing },
    },
    {
      path: `  counts of ${VISIBLE} visible positions`,
      baseline: '–',
      goal: { atMost: 3 },
      figure: {
        kind: 'measured',
        value: Number(counting.ours.toFixed(2)),
        unit: 'ms',
        parts: `${counting.baseline.toFixed(2)} ms on ${PLAIN}`,
      },
    },
  ];
}

function openSession(grove: ForkedGrove['plain']) {
  const { treeId, writer } = grove;
  const store = openForReading(grove);
  const session = new TreeSession({
    store,
    treeId,
    author: { id: writer, type: 'human' },
    transactions: new TreeTransactions(store, new ChangeFeed()),
    idsAndClock: realIdsAndClock(),
    journal: draftJournal({ treeId, agentId: writer }),
    onSaveState: () => {},
  });
  const load = () => loadPath(store, treeId, writer);
  const positions = load()
    .slice(1)
    .map(({ node }) => node.positionId);
  let first = 0;
  return {
    session,
    load,
    readVisible: () => {
      first = (first + VISIBLE) % Math.max(1, positions.length - VISIBLE);
      return session.readHeaders(positions.slice(first, first + VISIBLE));
    },
    close: () => {
      session.close();
      store.close();
    },
  };
}

interface InWindow {
  readonly opening: Samples;
  readonly typing: Samples;
}

async function useInWindow({ plain, forked }: ForkedGrove, context: BenchContext): Promise<readonly Row[]> {
  const { scale, scratch, log } = context;
  const page = await servePage(scratch);
  const measure = async (grove: string): Promise<InWindow> => {
    const window = await openWindow({ scratch, origin: page.origin, grove });
    try {
      const opening = await window.measure('timeProgramOpening', {
        rounds: Math.ceil(scale.rounds.long / 4),
      });
      return { opening, typing: await window.measure('timeProgramKeystrokes', scale.keystrokes) };
    } finally {
      await window.close();
    }
  };
  try {
    log('the program with a path without forks');
    const before = await measure(plain.path);
    log('the program with a path with forks');
    const after = await measure(forked.path);
    const opening = 'open the path from the file: read, across the bridge, to first paint';
    const typing = 'keystroke in the program';
    return [
      row(`${opening}, with forks`, 'bare CodeMirror opening the text', null, after.opening),
      row('  without', 'bare CodeMirror opening the text', null, before.opening),
      row(`${typing}, with forks`, 'bare CodeMirror, same text', 1.4, after.typing),
      row('  without', 'bare CodeMirror, same text', null, before.typing),
      row('  95th percentile, with forks', 'bare CodeMirror, same text', null, after.typing, 0.95),
      row('  95th percentile, without', 'bare CodeMirror, same text', null, before.typing, 0.95),
    ];
  } finally {
    page.close();
  }
}

function row(path: string, baseline: string, atMost: number | null, samples: Samples, share?: number): Row {
  const goal = atMost === null ? null : { atMost };
  return { path, baseline, goal, figure: { kind: 'timed', timing: timingOf(samples, share) } };
}
