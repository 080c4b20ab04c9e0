import { buildDiff } from '../../src/core/proposals/patch/build-diff.ts';
import { planPatch } from '../../src/core/proposals/patch/plan-patch.ts';
import type { Bench } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

const LENGTH = 1_000_000;
const HUNKS = 100;
const SENTENCE = 'The house stood empty at the end of the lane, and the windows seemed to watch her.';

/** Planning what an agent's answer changes (`edits.md`, *Reading a patch*). */
export const patchesBench: Bench = {
  name: 'patches',
  async run({ scale, log }) {
    log('planning patches');
    const { paragraphs, changed } = manuscript();
    const text = paragraphs.join('\n\n');
    const blocks = paragraphs
      .map((old, index) => ({ old, updated: changed[index] ?? old }))
      .filter(({ old, updated }) => old !== updated)
      .map(({ old, updated }) => block(old, updated))
      .join('\n');
    const forms = [
      { path: `plan ${HUNKS} search/replace blocks in 1,000,000 characters`, answer: blocks },
      { path: '  the same as a unified diff', answer: buildDiff(text, changed.join('\n\n')) },
      { path: '  the same with other quotes', answer: blocks.replaceAll(/[“”]/g, '"') },
    ];
    return forms.map(({ path, answer }, index) => {
      const plan = planPatch(text, answer, true);
      if (!('edits' in plan)) throw new Error(`the patch is refused: ${plan.refusal.reason}`);
      const work = { ours: () => planPatch(text, answer, true), baseline: () => text.split('\n') };
      const timing = compare({ ...work, rounds: scale.rounds.short, warmUp: 20 });
      const goal = index < 2 ? { atMost: 10 } : null;
      return { path, baseline: 'splitting its lines', goal, figure: { kind: 'timed', timing } };
    });
  },
};

function block(old: string, updated: string): string {
  return `<<<<<<< SEARCH\n${old}\n=======\n${updated}\n>>>>>>> REPLACE`;
}

/** Paragraphs of one to seven sentences, between them dialogue; and the same with a word changed in some. */
function manuscript(): { readonly paragraphs: readonly string[]; readonly changed: readonly string[] } {
  const paragraphs: string[] = [];
  for (let length = 0; length < LENGTH; length += (paragraphs.at(-1)?.length ?? 0) + 2) {
    const number = paragraphs.length;
    const said = `“Go ${number},” she said.`;
    paragraphs.push(number % 3 === 0 ? said : `${`${SENTENCE} `.repeat(1 + (number % 7))}So ${number}.`);
  }
  const every = Math.floor(paragraphs.length / HUNKS);
  const changed = paragraphs.map((text, index) => {
    const isChanged = index % every === 0 && index < every * HUNKS;
    return isChanged ? text.replace(/house|Go/, 'tower') : text;
  });
  return { paragraphs, changed };
}
