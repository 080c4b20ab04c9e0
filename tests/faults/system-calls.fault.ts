import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examine } from '../helpers/examine.ts';
import { buildPreloaded } from '../helpers/preloaded-library.ts';
import { type Fault, type FaultContext, skipped, Tally } from './harness/fault.ts';
import { openProgram } from './program.ts';

const NAME = 'killed or failing at every system call';

/**
 * Ways in which a call fails. After a short write, the disk is full for the rest of it; any other call then fails as on
 * a full disk.
 */
const HOWS = ['kill', 'eio', 'enospc', 'short'] as const;

/** After how many points it is told how far it is. */
const TELL_EVERY = 50;

/** CI tries one point in this many, with a different start in each run, so that all are tried over time. */
const SHORT_STEP = 40;

const fileHere = (name: string) => fileURLToPath(new URL(`system-calls/${name}`, import.meta.url));

/** A preloaded library counts the calls that change the grove's file, and kills or fails at the nth, for every n. */
export const systemCallsFault: Fault = {
  name: 'system-calls',
  async run(context) {
    const library = await buildPreloaded(fileHere('fail-at.c'), context.scratch);
    if (library === undefined) return [skipped(NAME, 'needs Linux and a C compiler')];
    return [await failAtEveryCall(context, library)];
  },
};

async function failAtEveryCall({ scratch, short, tell }: FaultContext, library: string) {
  const prepared = join(scratch, 'prepared.aspen');
  await prepare(prepared);
  const tally = new Tally();
  const calls = countCalls(scratch, prepared, library);
  const first = short ? 1 + (Date.now() % SHORT_STEP) : 1;
  for (const how of HOWS) {
    for (let at = first; at <= calls.length; at += short ? SHORT_STEP : 1) {
      if (at === first || tally.points % TELL_EVERY === 0)
        tell(`${how} at system call ${at} of ${calls.length}`);
      if (how === 'short' && calls[at - 1] !== 'w') continue;
      const path = freshCopy(scratch, prepared);
      const output = runCommits(path, library, { FAIL_AT: String(at), FAIL_HOW: how });
      tally.points += 1;
      await judge(tally, `${how} at call ${at}`, path, how, output);
    }
  }
  return tally.report(NAME);
}

interface Output {
  readonly lines: readonly string[];
  readonly signal: NodeJS.Signals | null;
  readonly status: number | null;
  readonly complaint: string;
}

async function judge(
  tally: Tally,
  where: string,
  path: string,
  how: (typeof HOWS)[number],
  output: Output,
): Promise<void> {
  const fail = (what: string) => tally.failures.push(`${where}: ${what}`);
  const said = (word: string) =>
    output.lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  if (output.signal !== null) tally.kills += 1;
  if (how === 'kill' ? output.signal !== 'SIGKILL' : output.status !== 0) {
    fail(`the process ended by ${output.signal ?? output.status}: ${output.complaint}`);
  }
  for (const stuck of said('stuck')) fail(`${stuck} did not work again after the fault`);
  const acknowledged = said('acknowledged').map(Number);
  tally.operations += acknowledged.length;
  const { text, healthy } = await reopened(path);
  if (!healthy) {
    tally.corrupt += 1;
    fail('the file does not hold together');
  }
  for (const sentence of acknowledged) {
    const times = text.split(`Sentence ${sentence} was written here. `).length - 1;
    if (times === 0) tally.lost += 1;
    if (times > 1) fail(`sentence ${sentence} is there ${times} times`);
  }
}

/** Reopens the file: its text including the draft, and whether the doctor finds it healthy. */
async function reopened(path: string): Promise<{ readonly text: string; readonly healthy: boolean }> {
  const { session, close } = await openProgram(path);
  const { segments, buffer } = session.readPath();
  const text = segments.text + buffer.text;
  await close();
  return { text, healthy: examine(path).isHealthy };
}

async function prepare(path: string): Promise<void> {
  const { close } = await openProgram(path);
  await close();
}

/** A letter for each call: `w` for one that can be short. */
function countCalls(scratch: string, prepared: string, library: string): string {
  const report = join(scratch, 'calls');
  const { status, complaint } = runCommits(freshCopy(scratch, prepared), library, { FAIL_REPORT: report });
  if (status !== 0) throw new Error(`five commits without a fault failed: ${complaint}`);
  return readFileSync(report, 'utf8').trim();
}

function freshCopy(scratch: string, prepared: string): string {
  const folder = join(scratch, 'run');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const path = join(folder, 'story.aspen');
  cpSync(prepared, path);
  return path;
}

function runCommits(path: string, library: string, env: NodeJS.ProcessEnv): Output {
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [fileHere('commit-five.ts'), path], {
    encoding: 'utf8',
    env: { ...process.env, ...env, LD_PRELOAD: library, FAIL_FILES: path },
  });
  return {
    lines: stdout.split('\n'),
    signal,
    status,
    complaint: /^.*Error.*$/m.exec(stderr)?.[0] ?? '',
  };
}
