// `npm run bench` ends here, with the project's own Node. `--quick` is a smoke run: small sizes, and only what is counted
// can fail. `--counted` is CI's, at the same sizes: nothing is timed. `--only NAME` runs the benches whose names begin so, and keeps nothing.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../scripts/setup/cache-folder.mjs';
import { commitBench } from './commit.bench.ts';
import { editorBench } from './editor.bench.ts';
import { fsyncsBench } from './fsyncs.bench.ts';
import { type Bench, FULL, QUICK, type Row } from './harness/bench.ts';
import { measureNoise } from './harness/noise.ts';
import { describeMachine, keepResults } from './harness/results.ts';
import { formatTable, isNoisy, verdictOf } from './harness/table.ts';
import { journalBench } from './journal.bench.ts';
import { listsBench } from './lists.bench.ts';
import { offlineBench } from './offline.bench.ts';
import { paletteBench } from './palette.bench.ts';
import { pathBench } from './path.bench.ts';
import { programBench } from './program.bench.ts';
import { storeBench } from './store.bench.ts';
import { treeBench } from './tree.bench.ts';
import { verifyBench } from './verify.bench.ts';

const BENCHES: readonly Bench[] = [
  editorBench,
  programBench,
  commitBench,
  fsyncsBench,
  pathBench,
  listsBench,
  treeBench,
  verifyBench,
  offlineBench,
  paletteBench,
  storeBench,
  journalBench,
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

// Not the temporary folder: on many machines that is memory, and what a commit waits for is the disk.
mkdirSync(cacheFolder(), { recursive: true });
const scratch = mkdtempSync(join(cacheFolder(), 'bench-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const print = (text: string) => process.stdout.write(`${text}\n`);
const tell = (line: string) => process.stderr.write(`… ${line}\n`);

const machine = describeMachine(scratch);
print(`${machine.processor}, ${machine.cores} cores, ${machine.memory} GiB, ${machine.system}`);
print(
  `Node ${machine.node}, SQLite ${machine.sqlite}, files on ${machine.fileSystem ?? 'an unknown file system'}`,
);

// What is counted is the same on a busy machine.
const noise = values.counted ? {} : measureNoise({ scale, scratch, tell });
const counts = !Object.values(noise).some(isNoisy);
if (!values.counted)
  print(
    `noise (the baseline against itself): ${Object.entries(noise)
      .map(([what, ratio]) => `${what} ${ratio.toFixed(2)}`)
      .join(', ')}`,
  );

const rows: Row[] = [];
for (const bench of chosen) {
  const context = { scale, scratch, tell };
  rows.push(...(values.counted ? ((await bench.count?.(context)) ?? []) : await bench.run(context)));
}
print(`\n${formatTable(rows)}\n`);

const verdicts = rows.map((row) => ({ row, verdict: verdictOf(row) }));
if (!counts)
  print(
    'The ratios do not count: the baseline differed from itself. Something else keeps this machine busy.',
  );
else if (!values.quick && !values.counted && values.only === undefined) {
  print(`Kept in ${keepResults({ machine, date: new Date().toISOString(), noise, rows })}`);
}
const failed = verdicts.filter(({ row, verdict }) => row.figure.kind === 'counted' && verdict === 'missed');
for (const { row } of failed) print(`FAILED: ${row.path}`);
process.exitCode = failed.length > 0 ? 1 : 0;
