import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TreeMode } from '../../../src/core/tree/loom-tree.ts';
import type { Tally } from '../harness/fault.ts';

/** A process is killed after less than twice this many operations, however slow the machine is. */
const OPERATIONS = 25;
/** Estimated duration of an operation before any is known, in milliseconds. */
const FIRST = 20;

/** Lets a process write for a while and kills it at any moment of an operation. @returns the last mark that it may have begun */
export async function writeUntilKilled(
  path: string,
  mode: TreeMode,
  first: number,
  acknowledged: Set<number>,
  tally: Tally,
): Promise<number> {
  const script = fileURLToPath(new URL('write-on.ts', import.meta.url));
  const child = spawn(process.execPath, [script, path, String(first), '1000000', mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => {
    complaint += data.toString();
  });
  let last = first;
  let opened = 0;
  const most = Math.floor(Math.random() * 2 * OPERATIONS);
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, mark] = line.split(' ');
    if (word === 'open') opened = performance.now();
    if (word === 'acknowledged') {
      acknowledged.add(Number(mark));
      last = Number(mark) + 1;
      count += 1;
    }
    if ((word === 'open' || word === 'acknowledged') && count === most) {
      const pace = count === 0 ? FIRST : (performance.now() - opened) / count;
      setTimeout(() => child.kill('SIGKILL'), Math.random() * pace);
    }
  }
  await ended;
  if (child.signalCode === 'SIGKILL') tally.kills += 1;
  else tally.failures.push(`the process ended by itself: ${/^.*Error.*$/m.exec(complaint)?.[0] ?? ''}`);
  return last;
}
