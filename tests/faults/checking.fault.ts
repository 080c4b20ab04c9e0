import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { root } from '../../scripts/setup/project.mjs';
import { AspenError } from '../../src/core/errors.ts';
import type { AgentId } from '../../src/core/ids.ts';
import { inspect } from '../../src/main/probe/inspect.ts';
import { stateOf } from '../helpers/damage.ts';
import { examine } from '../helpers/examine.ts';
import { makeLargeGrove } from './checking/large-grove.ts';
import { type Fault, type FaultReport, Tally } from './harness/fault.ts';
import { markOf } from './killed/marks.ts';
import { openProgram, typing, WRITER } from './program.ts';

const LONG = 200;
const SHORT = 4;

/** After how many points it is told how far it is. */
const TELL_EVERY = 20;

/** Maximum life of a process after its first output: about as long as the pass takes. Milliseconds. */
const LIFE = 500;

/** A large grove that was closed is opened before all of it is checked. */
export const checkingFault: Fault = {
  name: 'checking',
  async run({ short, scratch, tell }) {
    const grove = join(scratch, 'closed.aspen');
    await makeLargeGrove(grove);
    const points = short ? SHORT : LONG;
    const reports: FaultReport[] = [];
    for (const run of [runDamaged, runEnded]) reports.push(await run(grove, scratch, points, tell));
    return reports;
  },
};

/** Flips a bit of a stored text, opens the grove, types, and waits for what the check finds. */
async function runDamaged(
  grove: string,
  scratch: string,
  points: number,
  tell: (line: string) => void,
): Promise<FaultReport> {
  const tally = new Tally();
  const texts = longTextsIn(grove);
  const bytes = readFileSync(grove);
  tell(`${points} groves that were damaged after they were closed`);
  while (tally.points < points) {
    tally.points += 1;
    if (tally.points % TELL_EVERY === 0) tell(`damaged: ${tally.points} of ${points}`);
    const path = freshPath(scratch);
    const text = texts[Math.floor(Math.random() * texts.length)] ?? '';
    const at = bytes.indexOf(text) + Math.floor(Math.random() * Buffer.byteLength(text));
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
    writeFileSync(path, damaged);
    const before = stateOf(path);
    const where = `point ${tally.points}, byte ${at}`;
    if (await findsDamage(path)) tally.operations += 1;
    else if (!examine(path).isHealthy) tally.failures.push(`${where}: the damage was not found`);
    else continue;
    if (stateOf(path) === before) continue;
    tally.corrupt += 1;
    tally.failures.push(`${where}: the damaged file was written to`);
  }
  return tally.report('damaged and closed cleanly');
}

/** Opens a file as the program does and types into it. @returns whether damage was found */
async function findsDamage(path: string): Promise<boolean> {
  const { kind } = inspect({ path, migrations: join(root, 'migrations'), writerId: WRITER.id as AgentId });
  if (kind !== 'sound') return true;
  const { grove, session, close } = await openProgram(path, { checksFirst: true });
  const { pathVersion, buffer } = session.readPath();
  await session.saveDraft({ pathVersion, ops: [typing('Typed. ', buffer.text.length)] }, null);
  session.draftState.moveCursor({ anchor: 1, head: 1, scroll: 0 });
  while (grove.check.isWaiting) await pause(10);
  const isDamaged = grove.snapshot().readOnly;
  try {
    await close();
  } catch (error) {
    // The draft cannot be written to a damaged file; the journal has it.
    if (!isDamaged || !(error instanceof AspenError)) throw error;
  }
  return isDamaged;
}

/** Texts that are stored on one page each, and so in one piece. */
function longTextsIn(grove: string): readonly string[] {
  const database = new Database(grove, { readonly: true });
  const texts = database
    .prepare('SELECT text FROM node WHERE length(text) BETWEEN 100 AND 1000')
    .pluck()
    .all();
  database.close();
  return texts as string[];
}

/** Kills or closes a process that types while the grove is being checked, and opens the grove again. */
async function runEnded(
  grove: string,
  scratch: string,
  points: number,
  tell: (line: string) => void,
): Promise<FaultReport> {
  const tally = new Tally();
  tell(`${points} groves that are closed or killed while they are checked`);
  let unchecked = 0;
  while (tally.points < points) {
    const path = freshPath(scratch);
    copyFileSync(grove, path);
    const isKilled = tally.points % 2 === 1;
    // One is closed at once, so certainly before the check has ended.
    const life = tally.points === 0 ? 0 : Math.random() * LIFE;
    tally.points += 1;
    if (tally.points % TELL_EVERY === 0) tell(`closed or killed: ${tally.points} of ${points}`);
    const before = stateOf(path);
    const { acknowledged, wasUnchecked } = await typeInProcess(path, isKilled, life, tally);
    const where = `point ${tally.points}, ${isKilled ? 'killed' : 'closed'}`;
    tally.operations += acknowledged.length;
    if (wasUnchecked) unchecked += 1;
    if (wasUnchecked && stateOf(path) !== before)
      tally.failures.push(`${where}: closing before the check had ended wrote to the file`);
    await judge(path, acknowledged, tally, where);
  }
  if (unchecked === 0) tally.failures.push('no grove was closed before its check had ended');
  return tally.report('closed or killed during the pass');
}

async function typeInProcess(path: string, isKilled: boolean, life: number, tally: Tally) {
  const script = fileURLToPath(new URL('checking/type-unchecked.ts', import.meta.url));
  const arguments_ = [script, path, '0', String(isKilled ? 60_000 : life)];
  const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const acknowledged: number[] = [];
  let complaint = '';
  let wasUnchecked = false;
  child.stderr.on('data', (data: Buffer) => {
    complaint += data.toString();
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, mark] = line.split(' ');
    if (word === 'open' && isKilled) setTimeout(() => child.kill('SIGKILL'), life);
    if (word === 'acknowledged') acknowledged.push(Number(mark));
    if (word === 'unchecked') wasUnchecked = true;
  }
  await ended;
  if (child.signalCode === 'SIGKILL') tally.kills += 1;
  else if (child.exitCode !== 0) tally.failures.push(`the process failed: ${complaint.slice(-500)}`);
  return { acknowledged, wasUnchecked };
}

/** Opens the grove as the next start does: everything acknowledged is shown, and there is nothing to warn of. */
async function judge(
  path: string,
  acknowledged: readonly number[],
  tally: Tally,
  where: string,
): Promise<void> {
  const { grove, session, close } = await openProgram(path, { checksFirst: false });
  const { segments, buffer } = session.readPath();
  const problems = grove.snapshot().notices.filter(({ isDone }) => !isDone);
  await close();
  for (const { sentence } of problems) tally.failures.push(`${where}: ${sentence}`);
  const shown = segments.text + buffer.text;
  for (const mark of acknowledged) {
    if (shown.includes(markOf(mark))) continue;
    tally.lost += 1;
    tally.failures.push(`${where}: mark ${mark} was acknowledged and is gone`);
  }
  if (!examine(path).isHealthy) tally.corrupt += 1;
}

/** A path in an empty folder, without what an earlier grove left there. */
function freshPath(scratch: string): string {
  const folder = join(scratch, 'open');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return join(folder, 'story.aspen');
}
