import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { makeGrove, SMALL_SHAPE } from '../../scripts/make-grove.ts';
import { type Fault, Tally } from './harness/fault.ts';
import { HOSTILE_FILES } from './hostile/files.ts';

/** Maximum time that a file may keep the program busy, in milliseconds, on a busy machine. */
const MAX_TIME = 20_000;

/** Maximum memory, in MB; Node, SQLite’s cache and a small grove take about 150. */
const MAX_MEMORY = 600;

/** Harmless files that are opened: their faults are corrected or do not matter. */
const HARMLESS = new Set([
  'a caret beyond the end of everything',
  'a draft of 23 million characters',
  'settings that reach for the prototype',
]);

/** Malicious files are rejected, or their faults are reported; nothing hangs or uses up memory. */
export const hostileFault: Fault = {
  name: 'hostile',
  async run({ scratch, tell }) {
    const tally = new Tally();
    const valid = join(scratch, 'valid.aspen');
    makeGrove(valid, SMALL_SHAPE);
    for (const { name, sql } of HOSTILE_FILES) {
      tell(name);
      tally.points += 1;
      const path = join(scratch, 'hostile.aspen');
      copyFileSync(valid, path);
      corrupt(path, sql);
      const script = fileURLToPath(new URL('hostile/open-hostile.ts', import.meta.url));
      const { stdout, stderr, status, signal } = spawnSync(process.execPath, [script, path], {
        encoding: 'utf8',
        timeout: MAX_TIME,
        killSignal: 'SIGKILL',
      });
      const outcome = /^came to (.*)$/m.exec(stdout)?.[1];
      const megabytes = Number(/^megabytes (\d+)$/m.exec(stdout)?.[1]);
      if (outcome === undefined) {
        const complaint = /^.*Error.*$/m.exec(stderr)?.[0] ?? '';
        tally.failures.push(`${name}: ended by ${signal ?? status} ${complaint}`);
        continue;
      }
      tally.operations += 1;
      if (outcome === 'opened, and nothing found' && !HARMLESS.has(name))
        tally.failures.push(`${name}: ${outcome}`);
      if (megabytes > MAX_MEMORY) tally.failures.push(`${name}: took ${megabytes} MB`);
    }
    return [tally.report('hostile files')];
  },
};

function corrupt(path: string, sql: string): void {
  const database = new Database(path);
  database.unsafeMode();
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.pragma('writable_schema = OFF');
  database.close();
}
