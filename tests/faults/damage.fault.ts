import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { makeGrove, SMALL_SHAPE } from '../../scripts/make-grove.ts';
import { type Fault, Tally } from './harness/fault.ts';
import { newRequest, openProgram, typing } from './program.ts';

const CASES = { short: 300, long: 10_000 };

/** Maximum time that any file may keep the program busy, in milliseconds. */
const HANG = 5000;

/** After how many files it is told how far it is. */
const TELL_EVERY = 1_000;

/** Flipped bits, truncated files, pages spliced in from an older state, and several kinds of stale journals. */
export const damageFault: Fault = {
  name: 'damage',
  async run({ short, scratch, tell }) {
    const tally = new Tally();
    await prepare(scratch);
    const cases = short ? CASES.short : CASES.long;
    // CI tries different damage each time; the long run tries all of it.
    const start = short ? (Date.now() % 1000) * CASES.short : 0;
    tell(`${cases} damaged files, from number ${start}`);
    let next = start;
    while (next < start + cases) {
      const count = Math.min(TELL_EVERY, start + cases - next);
      const until = next + count;
      while (next < until) next = await openUntilFailure(scratch, next, until - next, tally);
      tell(`${next - start} of ${cases} damaged files`);
    }
    return [tally.report('damage')];
  },
};

/** Opens damaged files in a separate process until that ends or hangs. @returns the number to continue with */
async function openUntilFailure(folder: string, first: number, count: number, tally: Tally): Promise<number> {
  const script = fileURLToPath(new URL('damage/open-damaged.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, String(first), String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let current = first;
  let complaint = '';
  let watchdog: NodeJS.Timeout | undefined;
  child.stderr.on('data', (data: Buffer) => {
    complaint = `${complaint}${data.toString()}`.slice(-500);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [word = '', ...rest] = line.split(' ');
    clearTimeout(watchdog);
    // Between files, and after the last, nothing is measured: a process may take its time to end.
    if (word !== 'found' && word !== 'bug') watchdog = setTimeout(() => child.kill('SIGKILL'), HANG);
    if (word === 'begin') {
      current = Number(rest[0]);
      tally.points += 1;
    } else if (word === 'found') tally.operations += 1;
    else if (word === 'unnoticed') {
      tally.corrupt += 1;
      tally.failures.push(`altered text was shown as verified: number ${rest.join(' ')}`);
    } else if (word === 'lost') {
      tally.lost += 1;
      tally.failures.push(`a stale journal took words away: number ${rest.join(' ')}`);
    } else tally.failures.push(`${word}: number ${rest.join(' ')}`);
  }
  clearTimeout(watchdog);
  if (child.exitCode === 0) return first + count;
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (child.exitCode === 0) return first + count;
  }
  const how =
    child.signalCode === 'SIGKILL' ? `nothing happened for ${HANG} ms` : `the process ended: ${complaint}`;
  tally.failures.push(`number ${current}: ${how}`);
  return current + 1;
}

/** Makes a grove with prose, versions and branches, an older state of it, and a journal of that state. */
async function prepare(folder: string): Promise<void> {
  const path = join(folder, 'story.aspen');
  makeGrove(path, SMALL_SHAPE);
  await commit(path, 'The last sentence but one. ');
  writeFileSync(join(folder, 'older-text'), await textShown(path));
  copyFileSync(path, join(folder, 'older.aspen'));
  leaveJournal(join(folder, 'older.aspen'), join(folder, 'stale-journal'), folder);
  await commit(path, 'The last sentence. ');
  writeFileSync(join(folder, 'text'), await textShown(path));
}

async function textShown(path: string): Promise<string> {
  const { session, close } = await openProgram(path);
  const { segments, buffer } = session.readPath();
  await close();
  return segments.text + buffer.text;
}

async function commit(path: string, text: string): Promise<void> {
  const { session, close } = await openProgram(path);
  const { pathVersion, buffer } = session.readPath();
  session.commit({ pathVersion, ops: [typing(text, buffer.text.length)] }, newRequest());
  await close();
}

/** Copies the journal in the middle of a transaction. */
function leaveJournal(grove: string, journal: string, folder: string): void {
  const copy = join(folder, 'half.aspen');
  copyFileSync(grove, copy);
  const database = new Database(copy);
  database.pragma('journal_mode = DELETE');
  database.pragma('cache_size = 1');
  database.exec('BEGIN IMMEDIATE');
  database.exec("UPDATE node SET bookmark_label = 'half' WHERE bookmarked = 0");
  if (!existsSync(`${copy}-journal`)) throw new Error('the transaction left no journal');
  copyFileSync(`${copy}-journal`, journal);
  database.exec('ROLLBACK');
  database.close();
}
