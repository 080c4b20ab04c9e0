// Runs the benchmarks for `npm run bench`, under the project's own Node. `--quick` is a smoke run with small sizes; as
// always, only counts can fail. `--counted` is the run for CI: the same small sizes, and no timing. `--only NAME` runs the
// benchmarks whose names start with NAME and does not save the results.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../scripts/setup/cache-folder.mjs';
import { booksBench } from './books.bench.ts';
import { commandsBench } from './commands.bench.ts';
import { commitBench } from './commit.bench.ts';
import { conversationBench } from './conversation.bench.ts';
import { editorBench } from './editor.bench.ts';
import { forksBench } from './forks.bench.ts';
import { fsyncsBench } from './fsyncs.bench.ts';
import { type Bench, FULL, QUICK, type Row } from './harness/bench.ts';
import { measureNoise } from './harness/noise.ts';
import { describeMachine, saveResults } from './harness/results.ts';
import { formatTable, isNoisy, verdictOf } from './harness/table.ts';
import { hostileBench } from './hostile.bench.ts';
import { journalBench } from './journal.bench.ts';
import { layersBench } from './layers.bench.ts';
import { linksBench } from './links.bench.ts';
import { listsBench } from './lists.bench.ts';
import { longAnswersBench } from './long-answers.bench.ts';
import { loreBench } from './lore.bench.ts';
import { offlineBench } from './offline.bench.ts';
import { openingBench } from './opening.bench.ts';
import { paletteBench } from './palette.bench.ts';
import { partsBench } from './parts.bench.ts';
import { patchesBench } from './patches.bench.ts';
import { pathBench } from './path.bench.ts';
import { programBench } from './program.bench.ts';
import { rewritesBench } from './rewrites.bench.ts';
import { scanningBench } from './scanning.bench.ts';
import { scenesBench } from './scenes.bench.ts';
import { startBench } from './start.bench.ts';
import { storeBench } from './store.bench.ts';
import { suggestionsBench } from './suggestions.bench.ts';
import { timelineBench } from './timeline.bench.ts';
import { treeBench } from './tree.bench.ts';
import { turnsBench } from './turns.bench.ts';
import { verifyBench } from './verify.bench.ts';

const BENCHES: readonly Bench[] = [
  editorBench,
  partsBench,
  programBench,
  rewritesBench,
  suggestionsBench,
  scenesBench,
  turnsBench,
  conversationBench,
  commitBench,
  linksBench,
  loreBench,
  fsyncsBench,
  pathBench,
  forksBench,
  layersBench,
  timelineBench,
  listsBench,
  treeBench,
  verifyBench,
  offlineBench,
  paletteBench,
  storeBench,
  journalBench,
  openingBench,
  hostileBench,
  startBench,
  longAnswersBench,
  scanningBench,
  booksBench,
  commandsBench,
  patchesBench,
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    counted: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const scale = values.quick || values.counted ? QUICK : FULL;
const chosen = BENCHES.filter(({ name }) => name.startsWith(values.only ?? ''));

// Not the system's temporary folder, which is often in memory: commits must wait for a real disk.
mkdirSync(cacheFolder(), { recursive: true });
const scratch = mkdtempSync(join(cacheFolder(), 'bench-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const print = (text: string) => process.stdout.write(`${text}\n`);
const log = (line: string) => process.stderr.write(`… ${line}\n`);

const machine = describeMachine(scratch);
print(`${machine.processor}, ${machine.cores} cores, ${machine.memory} GiB, ${machine.system}`);
print(
  `Node ${machine.node}, SQLite ${machine.sqlite}, files on ${machine.fileSystem ?? 'an unknown file system'}`,
);

// Counts do not depend on how busy the machine is.
const noise = values.counted ? {} : measureNoise({ scale, scratch, log });
const isQuiet = !Object.values(noise).some(isNoisy);
if (!values.counted)
  print(
    `noise (the baseline against itself): ${Object.entries(noise)
      .map(([what, ratio]) => `${what} ${ratio.toFixed(2)}`)
      .join(', ')}`,
  );

const rows: Row[] = [];
for (const bench of chosen) {
  const context = { scale, scratch, log };
  rows.push(...(values.counted ? ((await bench.count?.(context)) ?? []) : await bench.run(context)));
}
print(`\n${formatTable(rows)}\n`);

const verdicts = rows.map((row) => ({ row, verdict: verdictOf(row) }));
if (!isQuiet)
  print('The ratios are not reliable: this machine is busy, and the baseline differed from itself.');
else if (!values.quick && !values.counted && values.only === undefined) {
  print(`Saved to ${saveResults({ machine, date: new Date().toISOString(), noise, rows })}`);
}
const failed = verdicts.filter(({ row, verdict }) => row.figure.kind === 'counted' && verdict === 'missed');
for (const { row } of failed) print(`FAILED: ${row.path}`);
process.exitCode = failed.length > 0 ? 1 : 0;
