import { commands } from '../../src/renderer/app/commands.ts';
import { rank } from '../../src/renderer/ui/rank.ts';
import type { Bench } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

/** What somebody types who looks for something, a letter at a time. */
const TYPED = ['generate', 'fmode', 'splt her', 'export html', 'nothing like it'].flatMap((query) =>
  Array.from(query, (_, at) => query.slice(0, at + 1)),
);

export const paletteBench: Bench = {
  name: 'palette',
  async run({ scale, tell }) {
    tell('the palette');
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
        path: `palette: ${items.length} commands ranked at each of ${TYPED.length} letters`,
        baseline: 'the same titles searched for the letters as they stand',
        goal: null,
        figure: { kind: 'timed', timing },
      },
    ];
  },
};
