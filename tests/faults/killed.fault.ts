import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Fault, Tally } from './harness/fault.ts';
import { judge } from './killed/judge.ts';

const LONG = { operations: 1_000, kills: 40 };
const SHORT = { operations: 60, kills: 4 };

/** Maximum life of a process after its first output, in milliseconds. */
const LIFE = 800;

/** Main is killed repeatedly while it writes; everything it acknowledged is in the file or recovered from the journal. */
export const killedFault: Fault = {
  name: 'killed',
  async run({ short, scratch, tell }) {
    const tally = new Tally();
    const path = join(scratch, 'story.aspen');
    const wanted = short ? SHORT : LONG;
    const acknowledged = new Set<number>();
    let next = 0;
    while (acknowledged.size < wanted.operations || tally.kills < wanted.kills) {
      if (tally.kills % 10 === 0) tell(`${acknowledged.size} operations, ${tally.kills} kills`);
      const begun = await writeUntilKilled(path, next, acknowledged, tally);
      next = begun + 1;
      await judge(path, acknowledged, tally, `kill ${tally.kills}`);
      if (tally.failures.length > 20) break;
    }
    tally.operations = acknowledged.size;
    tally.points = tally.kills;
    return [tally.report('main killed at random')];
  },
};

/** Lets a process write for a while and kills it. @returns the last mark that it may have begun */
async function writeUntilKilled(
  path: string,
  first: number,
  acknowledged: Set<number>,
  tally: Tally,
): Promise<number> {
  const script = fileURLToPath(new URL('killed/write-on.ts', import.meta.url));
  const child = spawn(process.execPath, [script, path, String(first), '1000000'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => {
    complaint += data.toString();
  });
  let last = first;
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, mark] = line.split(' ');
    if (word === 'open') setTimeout(() => child.kill('SIGKILL'), Math.random() * LIFE);
    if (word === 'acknowledged') {
      acknowledged.add(Number(mark));
      last = Number(mark) + 1;
    }
  }
  await ended;
  if (child.signalCode === 'SIGKILL') tally.kills += 1;
  else tally.failures.push(`the process ended by itself: ${/^.*Error.*$/m.exec(complaint)?.[0] ?? ''}`);
  return last;
}
