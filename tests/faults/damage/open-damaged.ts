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
// Where only the writer's place is of the older state, no text is altered: the path ends where it ended then.
const texts = ['text', 'older-text'].map((name) => readFileSync(join(folder, name), 'utf8'));
const path = join(folder, 'damaged.aspen');

/** Of the file and of what lies beside it. */
const digest = () =>
  [path, `${path}-journal`]
    .map((file) => (existsSync(file) ? hash('sha256', readFileSync(file), 'hex') : 'nothing'))
    .join(' ');

/** The look at the file that comes before it is opened, made here and not in a child: this process is one. */
function isSound(): boolean {
  return inspect({ path, migrations: join(root, 'migrations') }).kind === 'sound';
}

/** What a writer would read, and whether all of it was found to be as it was written; null where opening was refused. */
async function openAsProgram(): Promise<{ readonly text: string; readonly verified: boolean } | null> {
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
    const { nodes, violations, log } = grove.read.verify();
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
    const sound = isSound();
    if (digest() !== before) say('changed', `${number} by the look before opening`);
    const { isHealthy } = examine(path);
    if (digest() !== before) say('changed', `${number} by the doctor`);
    const examined = digest();
    const opened = sound ? await openAsProgram() : null;
    if (opened === null && digest() !== examined) say('changed', `${number} by opening`);
    // The file itself holds all that was acknowledged: nothing beside it may take a word away unasked.
    if (damageOf(number) === 'journal' && opened !== null && opened.text !== texts[0]) say('lost', number);
    if (opened !== null && !texts.includes(opened.text) && isHealthy && opened.verified)
      say('unnoticed', number);
    say('found', `${number} ${isHealthy ? 'nothing' : 'damage'}`);
  } catch (error) {
    say(
      'bug',
      `${number} ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 3).join(' ') : String(error)}`,
    );
  }
}
