import type { AgentId, NodeId, TreeId } from '../../src/core/ids.ts';
import { LORE_SCAN } from '../../src/core/lore/lore-entry.ts';
import { scanText } from '../../src/core/lore/scanned-text.ts';
import { compileLore, loreBudget, selectLore } from '../../src/core/lore/select-lore.ts';
import type { Bench } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

const FEW = 10;
const MANY = 1_000;
/** Of a whole grove, each with as many keys as `FEW`. */
const MOST = 10_000;

const WORDS =
  'the a of and to in it was she he harbour Marie came home nobody spoke winter ice skate lamp'.split(' ');

/** Selecting the lore of a request, once its keys are read (`lore.md`). */
export const loreBench: Bench = {
  name: 'lore',
  async run({ scale, log }) {
    log('selecting lore');
    const text = Array.from({ length: 2 * LORE_SCAN }, (_, index) => WORDS[(index * 7) % WORDS.length]).join(
      ' ',
    );
    const speakerId = 'writer' as AgentId;
    const nodes = [{ nodeId: 'node' as NodeId, text, speakerId, excluded: false, pruned: false }];
    const select = (entries: number, keys: number) => {
      const lore = compileLore(Array.from({ length: entries }, (_, index) => entryOf(index, keys)));
      return () =>
        selectLore({
          lore,
          texts: [scanText(nodes, { isConversation: false, scan: LORE_SCAN })],
          rounds: 0,
          budget: loreBudget(8_192, 512),
          isOnBranch: () => true,
          isWhole: false,
        });
    };
    const baseline = select(FEW, 1);
    const timing = (ours: () => unknown) =>
      compare({ ours, baseline, rounds: scale.rounds.short, warmUp: 20, repeat: 20 });
    return [
      {
        path: `select the lore of a request among ${MANY.toLocaleString('en')} entries`,
        baseline: `among ${FEW}`,
        goal: { atMost: 3 },
        figure: { kind: 'timed', timing: timing(select(MANY, 1)) },
      },
      {
        path: `  among ${MOST.toLocaleString('en')} with ${(MOST * FEW).toLocaleString('en')} keys`,
        baseline: `among ${FEW}`,
        goal: null,
        figure: { kind: 'timed', timing: timing(select(MOST, FEW)) },
      },
    ];
  },
};

/** Of the first ten, a key is in the text. */
function entryOf(index: number, keys: number) {
  const [first, second] = [WORDS[index % WORDS.length], WORDS[(index + 7) % WORDS.length]];
  const title = index < FEW ? `${first} ${second}` : `${first} ${index}`;
  const text = `${title} is a person of the harbour. `.repeat(5);
  return {
    treeId: `tree ${index}` as TreeId,
    title,
    entry: 0,
    settings: {},
    keys: [title, ...Array.from({ length: keys - 1 }, (_, key) => `${title} of the ${key}`)],
    read: () => ({ text, parts: [] }),
  };
}
