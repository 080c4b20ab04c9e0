import { commands } from '../../src/renderer/app/commands.ts';
import { rank } from '../../src/renderer/ui/rank.ts';
import type { Bench } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

/** A search query, typed one letter at a time. */
const TYPED = ['generate', 'fmode', 'splt her', 'export html', 'nothing like it'].flatMap((query) =>
  Array.from(query, (_, at) => query.slice(0, at + 1)),
);

export const paletteBench: Bench = {
  name: 'palette',
  async run({ scale, log }) {
    log('the palette');
    const items = commands.map(({ id, title }) => ({ id, title }));
    const recent = items.slice(0, 20).map(({ id }) => id);
    const timing = compare({
      ours: () => TYPED.map((query) => rank(items, query, recent)),
      baseline: () =>
        TYPED.map((query) => items.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))),
      rounds: scale.rounds.long,
      warmUp: 5,
    });
    return [
      {
        path: `palette: rank ${items.length} commands after each of ${TYPED.length} letters`,
        baseline: 'substring search of the same titles',
        goal: null,
        figure: { kind: 'timed', timing },
      },
    ];
  },
};
