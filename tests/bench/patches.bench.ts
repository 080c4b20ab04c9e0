import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import { buildDiff } from '../../src/core/proposals/patch/build-diff.ts';
import { planPatch } from '../../src/core/proposals/patch/plan-patch.ts';
import { planEdit } from '../../src/main/planning/edit-planner.ts';
import type { Bench, Row } from './harness/bench.ts';
import { compare } from './harness/compare.ts';

const WORKER = join(root, 'src', 'main', 'planning', 'planning-worker.ts');
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
    const rows = forms.map(({ path, answer }, index): Row => {
      const plan = planPatch(text, answer, true);
      if (!('edits' in plan)) throw new Error(`the patch is refused: ${plan.refusal.reason}`);
      const work = { ours: () => planPatch(text, answer, true), baseline: () => text.split('\n') };
      const timing = compare({ ...work, rounds: scale.rounds.short, warmUp: 20 });
      const goal = index < 2 ? { atMost: 10 } : null;
      return { path, baseline: 'splitting its lines', goal, figure: { kind: 'timed', timing } };
    });
    log('planning what takes longest, in its thread');
    for (const { what, text: asked, answer } of longest()) rows.push(await holdRow(what, asked, answer));
    return rows;
  },
};

/** Whole passages that take longest for their length. */
function longest() {
  const letters = (from: number) =>
    Array.from({ length: 250_000 }, (_, at) => 'abcdefgh'[(at * at * from) % 8]).join('\n');
  const quoted = '“Go,” '.repeat(125_000);
  const { paragraphs } = manuscript();
  const text = paragraphs.join('\n\n');
  return [
    { what: '250,000 lines of one letter', text: letters(3), answer: letters(5) },
    { what: '250,000 quotes', text: quoted, answer: quoted.replace('Go', 'Stay').replaceAll(/[“”]/g, '"') },
    { what: '1,000,000 changed characters', text, answer: text.replaceAll(/[a-z]+/g, (word) => `${word}s`) },
  ];
}

/**
 * Time for which main is blocked while a long answer is planned (`edits.md`, *Asking for an edit*): the processor time
 * of its own thread, since on two cores the thread that plans and other programs interrupt it.
 */
async function holdRow(what: string, text: string, answer: string): Promise<Row> {
  const asked = {
    snapshot: { version: '', text, selection: null },
    answer,
    byPatches: false,
    isTruncated: false,
  };
  const started = performance.now();
  let [last, longestHold, isPlanned] = [processorTime(), 0, false];
  const planned = planEdit(WORKER, asked, new AbortController().signal).finally(() => {
    isPlanned = true;
  });
  while (!isPlanned) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = processorTime();
    longestHold = Math.max(longestHold, now - last);
    last = now;
  }
  const plan = await planned;
  const parts = `${plan?.suggestions.length} suggestions after ${Math.round(performance.now() - started)} ms`;
  return {
    path: `longest hold of main while ${what} are planned`,
    baseline: 'none',
    goal: { atMost: 30 },
    figure: { kind: 'measured', value: Math.round(longestHold), unit: 'ms', parts },
  };
}

/** Of this thread, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

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
