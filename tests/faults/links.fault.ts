import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import { seededRandom } from '../../src/main/generation/text-model/random.ts';
import { inspect } from '../../src/main/probe/inspect.ts';
import { examine } from '../helpers/examine.ts';
import { changedPages, withPages, writeJournal } from '../helpers/hot-journal.ts';
import { type Fault, type FaultContext, type FaultReport, Tally } from './harness/fault.ts';
import { judge } from './killed/judge.ts';
import { writeUntilKilled } from './killed/write-until-killed.ts';
import { attempt, newRequest, openProgram, typing } from './program.ts';

const MIGRATIONS = join(root, 'migrations');

/** A file with symbolic and hard links. */
export const linksFault: Fault = {
  name: 'links',
  run: async (context) => [
    await killedThroughLinks(context),
    await oldJournals(context),
    await linksToNowhere(context),
    await otherNames(context),
  ],
};

/** Other names of the file `story.aspen` in a folder: a link, a chain of links, and the folder by a link. */
function makeLinks(folder: string): readonly string[] {
  symlinkSync('story.aspen', join(folder, 'link.aspen'));
  symlinkSync(join(folder, 'link.aspen'), join(folder, 'chain.aspen'));
  symlinkSync('.', join(folder, 'folder'));
  return ['link.aspen', 'chain.aspen', join('folder', 'story.aspen')].map((name) => join(folder, name));
}

/** The states of a grove: new, and after each of some commits. */
async function writeStates(folder: string): Promise<readonly Buffer[]> {
  const path = join(folder, 'states.aspen');
  const { session, close } = await openProgram(path);
  const states: Buffer[] = [];
  for (let sentence = 1; sentence <= 6; sentence++) {
    // Closing this descriptor drops SQLite's locks, but nothing else has the file open.
    states.push(readFileSync(path));
    const { pathVersion, buffer } = session.readPath();
    const text = `Sentence ${sentence} ${'of a long chapter '.repeat(100)}. `;
    session.commit({ pathVersion, ops: [typing(text, buffer.text.length)] }, newRequest());
  }
  await close();
  return [...states, readFileSync(path)];
}

/** Main is killed while it writes by one name, and the grove is opened by another. */
async function killedThroughLinks({ short, scratch, tell }: FaultContext): Promise<FaultReport> {
  const name = 'main killed with the file open by a link';
  tell(name);
  const tally = new Tally();
  const folder = mkdtempSync(join(scratch, 'killed-'));
  const path = join(folder, 'story.aspen');
  await (await openProgram(path)).close();
  const names = [...makeLinks(folder), path];
  const acknowledged = new Set<number>();
  let next = 0;
  const wanted = short ? { operations: 10, kills: 2 } : { operations: 500, kills: 40 };
  while (acknowledged.size < wanted.operations || tally.kills < wanted.kills) {
    if (tally.failures.length > 20) break;
    tally.points += 1;
    const [written, opened] = [tally.points, tally.points + 1].map((at) => names[at % names.length] ?? path);
    next = (await writeUntilKilled(written ?? path, 'buffer', next, acknowledged, tally)) + 1;
    await judge(opened ?? path, acknowledged, tally, `kill ${tally.kills}`);
  }
  tally.operations = acknowledged.size;
  return tally.report(name);
}

/** An old journal lies beside the file, which is inspected, examined and opened by a link. */
async function oldJournals({ short, scratch, tell }: FaultContext): Promise<FaultReport> {
  const name = 'an old journal beside the file of a link';
  tell(name);
  const tally = new Tally();
  const folder = mkdtempSync(join(scratch, 'journals-'));
  const states = await writeStates(folder);
  const last = states.at(-1);
  const path = join(folder, 'story.aspen');
  const links = makeLinks(folder);
  for (const older of short ? states.slice(0, 1) : states.slice(0, -2)) {
    for (const link of links) {
      if (last === undefined) continue;
      tally.points += 1;
      writeFileSync(path, last);
      writeJournal(`${path}-journal`, older);
      const journal = readFileSync(`${path}-journal`);
      const { kind } = inspect({ path: link, migrations: MIGRATIONS });
      if (kind !== 'staleJournal') tally.failures.push(`${link} was found ${kind}`);
      if (examine(link).isHealthy) tally.failures.push(`the doctor found nothing wrong with ${link}`);
      const refused = await attempt(async () => (await openProgram(link)).close());
      if (refused !== 'CORRUPT') tally.failures.push(`opening ${link} ended with ${refused}`);
      if (!readFileSync(path).equals(last) || !readFileSync(`${path}-journal`).equals(journal))
        tally.lost += 1;
      else tally.operations += 1;
    }
  }
  return tally.report(name);
}

/** Links without a file are refused, and stay. */
async function linksToNowhere({ scratch, tell }: FaultContext): Promise<FaultReport> {
  const name = 'links that lead nowhere';
  tell(name);
  const tally = new Tally();
  const folder = mkdtempSync(join(scratch, 'nowhere-'));
  const [link = '', chain = ''] = makeLinks(folder);
  symlinkSync('circle.aspen', join(folder, 'circle.aspen'));
  for (const path of [link, chain, join(folder, 'circle.aspen')]) {
    tally.points += 1;
    const refused = await attempt(async () => (await openProgram(path)).close());
    if (refused !== 'NOT_FOUND') tally.failures.push(`opening ${path} ended with ${refused}`);
    if (examine(path).isHealthy) tally.failures.push(`the doctor found nothing wrong with ${path}`);
    if (!lstatSync(path).isSymbolicLink() || existsSync(path)) tally.lost += 1;
    else tally.operations += 1;
  }
  return tally.report(name);
}

/**
 * A transaction was interrupted, and its journal lies beside the file's other name: only what is whole without
 * it is opened.
 */
async function otherNames({ short, scratch, tell }: FaultContext): Promise<FaultReport> {
  const name = 'a journal beside another hard link';
  tell(name);
  const tally = new Tally();
  const random = seededRandom(7);
  const folder = mkdtempSync(join(scratch, 'names-'));
  const states = await writeStates(folder);
  while (tally.points < (short ? 4 : 300)) {
    tally.points += 1;
    const at = 1 + Math.floor(random() * (states.length - 1));
    const [before, after] = [states[at - 1], states[at]];
    if (before === undefined || after === undefined) continue;
    const changed = changedPages(before, after);
    const written = changed.filter(() => random() < 0.5);
    const content = withPages(before, after, written);
    const place = join(folder, 'place');
    mkdirSync(place);
    const path = join(place, 'story.aspen');
    writeFileSync(path, content);
    linkSync(path, join(place, 'other.aspen'));
    const kept = changed.filter((page) => page <= before.length / 4096);
    writeJournal(join(place, 'other.aspen-journal'), before, kept);

    const inspection = inspect({ path, migrations: MIGRATIONS });
    const where = `pages ${written.join(' ')} of ${changed.join(' ')}`;
    if (inspection.kind === 'sound' && !inspection.whole) tally.failures.push(`${where}: not checked whole`);
    if (inspection.kind === 'sound' && !examine(path).isHealthy) tally.corrupt += 1;
    if (!readFileSync(path).equals(content)) tally.lost += 1;
    else tally.operations += 1;
    rmSync(place, { recursive: true });
  }
  return tally.report(name);
}
