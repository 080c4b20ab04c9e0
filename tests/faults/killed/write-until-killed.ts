import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TreeMode } from '../../../src/core/tree/loom-tree.ts';
import type { Tally } from '../harness/fault.ts';

/** Maximum life of a process after its first output, in milliseconds. */
const LIFE = 800;

/** Lets a process write for a while and kills it. @returns the last mark that it may have begun */
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
