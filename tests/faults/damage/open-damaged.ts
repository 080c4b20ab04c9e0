// Opens damaged copies of a grove in turn, first with the doctor and then as the program does, and prints what it found.
// Arguments: the folder, the first number, how many. Run by `damage.fault.ts`, which enforces a time limit.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/setup/project.mjs';
import { AspenError } from '../../../src/core/errors.ts';
import type { OpenGrove } from '../../../src/main/grove/open-grove.ts';
import { inspect } from '../../../src/main/probe/inspect.ts';
import { examine } from '../../helpers/examine.ts';
import { openProgram, say } from '../program.ts';
import { damageOf, writeDamaged } from './damages.ts';

const [, , folder = '', first = '0', count = '0'] = process.argv;
const sources = {
  grove: join(folder, 'story.aspen'),
  older: join(folder, 'older.aspen'),
  staleJournal: join(folder, 'stale-journal'),
};
// If only the cursor is from the older state, no text is altered, but the path ends where it ended then.
const texts = ['text', 'older-text'].map((name) => readFileSync(join(folder, name), 'utf8'));
const path = join(folder, 'damaged.aspen');

/** The digests of the file and its journal. */
const digest = () =>
  [path, `${path}-journal`]
    .map((file) => (existsSync(file) ? hash('sha256', readFileSync(file), 'hex') : 'nothing'))
    .join(' ');

/** Inspects the file as before opening, in this process, since it is a child already. */
function isSound(): boolean {
  return inspect({ path, migrations: join(root, 'migrations') }).kind === 'sound';
}

/** The text that a writer would see, and whether it verifies; null if the file was not opened. */
async function openAsProgram(): Promise<{ readonly text: string; readonly verified: boolean } | null> {
  try {
    const { grove, session, close } = await openProgram(path, { journal: null });
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

/** A grove that cannot be read completely does not verify. */
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
    // The file itself contains everything acknowledged: no journal may remove a word without asking.
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
