import { makeProse } from '../../scripts/make-grove/prose.ts';
import type { OfflineProvider } from '../../src/main/generation/providers/offline.ts';
import { seededRandom } from '../../src/main/generation/text-model/random.ts';
import { offlineProvider } from '../helpers/offline.ts';
import type { Bench, Row } from './harness/bench.ts';
import { median } from './harness/compare.ts';

/** Maximum time until the first token, and maximum time that main may be blocked, in milliseconds. */
const GOAL = 50;
/** The length of a manuscript of 100,000 words, in UTF-16 code units. */
const LONG = 560_000;
const SHORT = 20_000;

interface ResponseTimes {
  /** Time until the first token. */
  readonly first: number;
  /** The longest uninterrupted work. */
  readonly longest: number;
}

/** The built-in model, in milliseconds of its own thread's CPU time, which excludes other load on the machine. */
export const offlineBench: Bench = {
  name: 'offline agent',
  async run({ scale, log }) {
    log('asking the offline agent');
    const story = makeProse(seededRandom(1)).cut(scale.quick ? SHORT : LONG);
    const fresh: ResponseTimes[] = [];
    const grown: ResponseTimes[] = [];
    for (let round = 0; round < (scale.quick ? 2 : 9); round += 1) {
      const provider = offlineProvider();
      provider.prepare();
      fresh.push(await timeCompletion(provider, story));
      grown.push(await timeCompletion(provider, `${story} And one sentence more of it.`));
    }
    const words = scale.quick ? 'a few thousand words' : '100,000 words';
    const all = [...fresh, ...grown];
    return [
      row(`first token of the offline agent in ${words}`, fresh[0]?.first ?? 0, 'the first request'),
      row('  later requests in other documents', median(fresh.map(({ first }) => first)), 'median'),
      row('  after adding a sentence', median(grown.map(({ first }) => first)), 'median'),
      row(
        '  longest time for which the thread is blocked',
        Math.max(...all.map(({ longest }) => longest)),
        'maximum',
      ),
    ];
  },
};

function row(path: string, value: number, what: string): Row {
  const parts = `${what}; CPU milliseconds of the thread, on this machine`;
  return {
    path,
    baseline: 'none (absolute time)',
    goal: { atMost: GOAL },
    figure: { kind: 'measured', value, unit: 'ms', parts },
  };
}

async function timeCompletion(provider: OfflineProvider, prompt: string): Promise<ResponseTimes> {
  const request = {
    style: 'completion',
    extra: {},
    input: { kind: 'document', system: '', prompt, suffix: '' },
    model: 'variable-order',
    parameters: { maxTokens: 50, seed: 1 },
    choices: 3,
  } as const;
  const started = cpuMilliseconds();
  let first = Number.NaN;
  let longest = 0;
  let before = started;
  // Between two turns of the event loop, the process can do other work.
  const watch = () => {
    const now = cpuMilliseconds();
    longest = Math.max(longest, now - before);
    before = now;
    turn = setImmediate(watch);
  };
  let turn = setImmediate(watch);
  try {
    for await (const said of provider.complete(request, new AbortController().signal)) {
      if (said.type === 'text' && Number.isNaN(first)) first = cpuMilliseconds() - started;
    }
  } finally {
    clearImmediate(turn);
  }
  return { first, longest };
}

/** CPU time of this thread so far, in milliseconds. */
function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
