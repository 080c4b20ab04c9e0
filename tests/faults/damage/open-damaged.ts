// Opens damaged copies of a grove one after the other, first with the doctor and then as the program does, and tells what
// it saw of each. Arguments: the folder, the first number, how many. Run by `damage.fault.ts`, which watches the clock.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine } from '../../../scripts/doctor/examine.ts';
import { root } from '../../../scripts/setup/project.mjs';
import { AspenError } from '../../../src/core/errors.ts';
import type { OpenGrove } from '../../../src/main/grove/open-grove.ts';
import { inspect } from '../../../src/main/probe/inspect.ts';
import { openProgram, say } from '../program.ts';
import { damageOf, writeDamaged } from './damages.ts';

const [, , folder = '', first = '0', count = '0'] = process.argv;
const sources = {
  grove: join(folder, 'story.aspen'),
  older: join(folder, 'older.aspen'),
  staleJournal: join(folder, 'stale-journal'),
};
const whole = readFileSync(join(folder, 'text'), 'utf8');
const path = join(folder, 'damaged.aspen');

const digest = () => hash('sha256', readFileSync(path), 'hex');

/**
 * What a writer would read, and whether all of it was found to be as it was written; null where opening was refused. The
 * look at the file that comes first is made here and not in a child: this process is one.
 */
async function openAsProgram(): Promise<{ readonly text: string; readonly verified: boolean } | null> {
  if (inspect({ path, migrations: join(root, 'migrations') }).kind !== 'sound') return null;
  try {
    const { grove, session, close } = await openProgram(path);
    try {
      const { segments, buffer } = session.readPath();
      return { text: segments.text + buffer.text, verified: isVerified(grove) };
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof AspenError) return null;
    throw error;
  }
}

/** What cannot be read to its end is not verified. */
function isVerified(grove: OpenGrove): boolean {
  try {
    const { nodes, violations, log } = grove.verify();
    return nodes.verdict !== 'invalid' && violations.length === 0 && log.length === 0;
  } catch (error) {
    if (error instanceof AspenError) return false;
    throw error;
  }
}

for (let number = Number(first); number < Number(first) + Number(count); number++) {
  say('begin', number);
  writeDamaged(sources, number, path);
  const before = digest();
  try {
    const { isHealthy } = examine(path);
    if (damageOf(number) !== 'journal' && digest() !== before) say('changed', `${number} by the doctor`);
    const opened = await openAsProgram();
    if (opened === null && !existsSync(`${path}-journal`) && digest() !== before)
      say('changed', `${number} by opening`);
    if (opened !== null && opened.text !== whole && isHealthy && opened.verified) say('unnoticed', number);
    say('found', `${number} ${isHealthy ? 'nothing' : 'damage'}`);
  } catch (error) {
    say(
      'bug',
      `${number} ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ') : String(error)}`,
    );
  }
}
