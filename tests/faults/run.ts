// `npm run faults` ends here, with the project's own Node: it injects faults from outside the program and prints a
// table of what was lost. `--short` is for CI; `--only NAME` runs the faults whose names begin with NAME; `--guards`
// instead switches the program's safeguards off one at a time, and checks that a test fails for each.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../scripts/setup/cache-folder.mjs';
import { checkingFault } from './checking.fault.ts';
import { damageFault } from './damage.fault.ts';
import { GUARDS } from './guards/list.ts';
import { runGuards } from './guards/run-guards.ts';
import { type Fault, type FaultReport, holds, Tally } from './harness/fault.ts';
import { formatReports } from './harness/table.ts';
import { hostileFault } from './hostile.fault.ts';
import { killedFault } from './killed.fault.ts';
import { linksFault } from './links.fault.ts';
import { oddFault } from './odd.fault.ts';
import { overwrittenFault } from './overwritten.fault.ts';
import { powerCutFault } from './power-cut.fault.ts';
import { systemCallsFault } from './system-calls.fault.ts';
import { testsFault } from './tests.fault.ts';
import { troubleFault } from './trouble.fault.ts';
import { typingFault } from './typing.fault.ts';

const FAULTS: readonly Fault[] = [
  killedFault,
  systemCallsFault,
  powerCutFault,
  damageFault,
  checkingFault,
  hostileFault,
  troubleFault,
  overwrittenFault,
  linksFault,
  oddFault,
  typingFault,
  testsFault,
];

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    guards: { type: 'boolean', default: false },
    // The path to which one fault writes its reports, in a process of its own.
    report: { type: 'string' },
  },
});

// Not the temporary folder, which is in memory on many machines: these tests need a disk.
mkdirSync(cacheFolder(), { recursive: true });
const scratch = mkdtempSync(join(cacheFolder(), 'faults-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

// Processes that are killed leave no compiled code: this one has loaded nearly all that they need.
flushCompileCache();

const tell = (line: string) => process.stderr.write(`… ${line}\n`);
process.exitCode = (await (values.guards ? guards() : faults())) ? 0 : 1;

/**
 * Resolves to true if nothing was lost. Two faults at a time keep two cores busy, each in a process that no other one
 * holds up.
 */
async function faults(): Promise<boolean> {
  const chosen = FAULTS.filter(({ name }) => name.startsWith(values.only ?? ''));
  const reports: (readonly FaultReport[])[] = chosen.map(() => []);
  const waiting = chosen.entries();
  const lane = async () => {
    for (const [index, fault] of waiting) {
      if (values.report === undefined && chosen.length > 1) {
        reports[index] = await inProcess(fault);
        continue;
      }
      const folder = mkdtempSync(join(scratch, `${fault.name}-`));
      const started = performance.now();
      const found = await fault.run({ short: values.short, scratch: folder, tell });
      reports[index] = found;
      const points = found.reduce((sum, report) => sum + report.points, 0);
      const seconds = Math.round((performance.now() - started) / 1_000);
      const outcome = found.every(holds) ? 'holds' : 'does not hold';
      tell(`${fault.name} ${outcome} at ${points} points, in ${seconds} s`);
    }
  };
  await Promise.all([lane(), lane()]);
  if (values.report !== undefined) {
    writeFileSync(values.report, JSON.stringify(reports.flat()));
    return true;
  }
  process.stdout.write(`\n${formatReports(reports.flat())}\n`);
  return reports.flat().every(holds);
}

/** Runs a fault in a process of its own. */
async function inProcess({ name }: Fault): Promise<readonly FaultReport[]> {
  const report = join(scratch, `${name}.json`);
  const args = [
    import.meta.filename,
    '--only',
    name,
    '--report',
    report,
    ...(values.short ? ['--short'] : []),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(child, 'exit');
  if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'));
  const tally = new Tally();
  tally.failures.push(`it ended by ${child.signalCode ?? child.exitCode} without a report`);
  return [tally.report(name)];
}

/** Resolves to true if some test failed for each guard that was switched off. */
async function guards(): Promise<boolean> {
  const chosen = GUARDS.filter(({ name }) => new RegExp(values.only ?? '').test(name));
  const reports = await runGuards(chosen, scratch, tell);
  const lines = reports.map(({ name, wrong }) =>
    wrong === null ? `seen    ${name}` : `MISSED  ${name}: ${wrong}`,
  );
  process.stdout.write(`\n${lines.join('\n')}\n`);
  return reports.every(({ wrong }) => wrong === null);
}
