import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { makeGrove, SMALL_SHAPE } from '../../scripts/make-grove.ts';
import { type Fault, Tally } from './harness/fault.ts';
import { HOSTILE_FILES } from './hostile/files.ts';

/** No file may keep the program busy for longer, in milliseconds, on a machine that has other things to do. */
const LONGEST = 20_000;

/** Nor may it take more memory than this, in MB: Node, SQLite’s cache and a small grove are about 150. */
const MOST = 600;

/** Harmless, and opened: what is wrong with them is put right or does not matter. */
const HARMLESS = new Set([
  'a caret beyond the end of everything',
  'settings that reach for the prototype',
  'settings that are no object',
]);

/** Files that somebody made to do harm are refused, or what is wrong with them is named; nothing hangs or grows. */
export const hostileFault: Fault = {
  name: 'hostile',
  async run({ scratch, tell }) {
    const tally = new Tally();
    const sound = join(scratch, 'sound.aspen');
    makeGrove(sound, SMALL_SHAPE);
    for (const { name, sql } of HOSTILE_FILES) {
      tell(name);
      tally.points += 1;
      const path = join(scratch, 'hostile.aspen');
      copyFileSync(sound, path);
      spoil(path, sql);
      const script = fileURLToPath(new URL('hostile/open-hostile.ts', import.meta.url));
      const { stdout, stderr, status, signal } = spawnSync(process.execPath, [script, path], {
        encoding: 'utf8',
        timeout: LONGEST,
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
      if (megabytes > MOST) tally.failures.push(`${name}: took ${megabytes} MB`);
    }
    return [tally.report('hostile files')];
  },
};

function spoil(path: string, sql: string): void {
  const database = new Database(path);
  database.unsafeMode();
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.pragma('writable_schema = OFF');
  database.close();
}
