import { makeProse } from '../../scripts/make-grove/prose.ts';
import type { OfflineProvider } from '../../src/main/generation/providers/offline.ts';
import { seededRandom } from '../../src/main/generation/text-model/random.ts';
import { offlineProvider } from '../helpers/offline.ts';
import type { Bench, Row } from './harness/bench.ts';
import { median } from './harness/compare.ts';

/** A first token may take this long, and main may be held up this long at a stretch. Milliseconds. */
const GOAL = 50;
/** UTF-16 code units of a manuscript of 100,000 words. */
const LONG = 560_000;
const SHORT = 20_000;

interface Heard {
  /** Until the first token came. */
  readonly first: number;
  /** The longest piece of work at a stretch. */
  readonly longest: number;
}

/** The built-in model, in milliseconds of its own thread's work: what else the machine does is not in them. */
export const offlineBench: Bench = {
  name: 'offline agent',
  async run({ scale, tell }) {
    tell('asking the offline agent');
    const story = makeProse(seededRandom(1)).cut(scale.quick ? SHORT : LONG);
    const asked: Heard[] = [];
    const grown: Heard[] = [];
    for (let round = 0; round < (scale.quick ? 2 : 9); round += 1) {
      const provider = offlineProvider();
      provider.prepare();
      asked.push(await hear(provider, story));
      grown.push(await hear(provider, `${story} And one sentence more of it.`));
    }
    const words = scale.quick ? 'a few thousand words' : '100,000 words';
    const all = [...asked, ...grown];
    return [
      row(`first token of the offline agent in ${words}`, asked[0]?.first ?? 0, 'the first request of all'),
      row('  of further ones in other documents', median(asked.map(({ first }) => first)), 'median'),
      row('  with a sentence more', median(grown.map(({ first }) => first)), 'median'),
      row('  longest stretch without other work', Math.max(...all.map(({ longest }) => longest)), 'the most'),
    ];
  },
};

function row(path: string, value: number, what: string): Row {
  const parts = `${what}; milliseconds of the thread’s own work, on this machine`;
  return {
    path,
    baseline: 'none: a time',
    goal: { atMost: GOAL },
    figure: { kind: 'weighed', value, unit: 'ms', parts },
  };
}

async function hear(provider: OfflineProvider, prompt: string): Promise<Heard> {
  const request = {
    style: 'completion',
    system: '',
    extra: {},
    prompt,
    model: 'variable-order',
    parameters: { maxTokens: 50, seed: 1 },
    choices: 3,
  } as const;
  const started = worked();
  let first = Number.NaN;
  let longest = 0;
  let before = started;
  // Between two turns of the loop, other work of the process has its turn.
  const watch = () => {
    const now = worked();
    longest = Math.max(longest, now - before);
    before = now;
    turn = setImmediate(watch);
  };
  let turn = setImmediate(watch);
  try {
    for await (const said of provider.complete(request, new AbortController().signal)) {
      if (said.type === 'text' && Number.isNaN(first)) first = worked() - started;
    }
  } finally {
    clearImmediate(turn);
  }
  return { first, longest };
}

/** What this thread has worked so far, in milliseconds. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
