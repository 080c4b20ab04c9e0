import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture } from '../../scripts/setup/run.mjs';
import { buildPreloaded, succeeds } from '../helpers/preloaded-library.ts';
import type { Bench, BenchContext, Figure, Row } from './harness/bench.ts';

const COMMITS = 20;

const fileHere = (name: string) => fileURLToPath(new URL(`fsyncs/${name}`, import.meta.url));

export const fsyncsBench: Bench = { name: 'fsyncs', run: countRows, count: countRows };

async function countRows(context: BenchContext): Promise<readonly Row[]> {
  return [
    {
      path: 'fsyncs of a commit of one node',
      baseline: '–',
      goal: { atMost: 5, seen: 5 },
      figure: await countFsyncsPerCommit(context),
    },
  ];
}

/** The difference between two runs, one with twice as many commits, so that opening and closing cancel out. */
async function countFsyncsPerCommit(context: BenchContext): Promise<Figure> {
  context.log('fsyncs per commit');
  const counter = (await findPreloadCounter(context)) ?? (await findStraceCounter());
  if (counter === undefined) return { kind: 'none', why: 'needs Linux and a C compiler or strace' };
  const once = await counter(join(context.scratch, 'fsyncs-1.aspen'), COMMITS);
  const twice = await counter(join(context.scratch, 'fsyncs-2.aspen'), 2 * COMMITS);
  return { kind: 'counted', value: (twice - once) / COMMITS, unit: 'fsyncs' };
}

/** Makes `commits` commits in a new grove and returns the number of fsyncs. */
type Counter = (grove: string, commits: number) => Promise<number>;

async function findPreloadCounter({ scratch }: BenchContext): Promise<Counter | undefined> {
  const library = await buildPreloaded(fileHere('count-syncs.c'), scratch);
  if (library === undefined) return undefined;
  return async (grove, commits) => {
    const report = `${grove}.syncs`;
    const env = { ...process.env, LD_PRELOAD: library, COUNT_SYNCS: report };
    await runCommits(process.execPath, [], grove, commits, env);
    return Number(readFileSync(report, 'utf8'));
  };
}

async function findStraceCounter(): Promise<Counter | undefined> {
  if (process.platform !== 'linux' || !(await succeeds('strace', ['-e', 'trace=none', 'true'])))
    return undefined;
  return async (grove, commits) => {
    const report = `${grove}.strace`;
    const args = [
      '-f',
      '-qq',
      '-e',
      'trace=fsync,fdatasync',
      '-e',
      'signal=none',
      '-o',
      report,
      process.execPath,
    ];
    await runCommits('strace', args, grove, commits, process.env);
    return readFileSync(report, 'utf8')
      .split('\n')
      .filter((line) => /f(data)?sync\(/.test(line)).length;
  };
}

async function runCommits(
  command: string,
  args: readonly string[],
  grove: string,
  commits: number,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { code, output } = await capture(
    command,
    [...args, fileHere('commit-often.ts'), grove, `${commits}`],
    {
      env,
    },
  );
  if (code !== 0 || !existsSync(grove)) throw new Error(`commit-often.ts exited with ${code}:\n${output}`);
}
