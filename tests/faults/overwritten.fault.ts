import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/setup/run.mjs';
import { openBackupFolder } from '../../src/main/backup/backup-folder.ts';
import { examine } from '../helpers/examine.ts';
import { type Fault, type FaultContext, type FaultReport, Tally } from './harness/fault.ts';
import { openProgram } from './program.ts';
import { Program } from './trouble/other-process.ts';

const LONG = 20;
const SHORT = 1;

/** Restore and sync programs that overwrite the open file in place: the same inode gets other bytes. */
export const overwrittenFault: Fault = {
  name: 'overwritten',
  async run(context) {
    const reports: FaultReport[] = [];
    for (const overwriting of OVERWRITINGS) reports.push(await repeat(context, overwriting));
    return reports;
  },
};

interface Overwriting {
  readonly name: string;
  /** Makes the file that will overwrite the grove at `path`, which is closed. */
  prepare(path: string, other: string): Promise<void>;
  /** Text that is written and acknowledged before that happens. */
  readonly written: 'committed' | 'typed';
}

const OVERWRITINGS: readonly Overwriting[] = [
  {
    name: 'the open file overwritten in place by an older state',
    prepare: async (path, other) => copyFileSync(path, other),
    written: 'committed',
  },
  {
    name: 'the same, with only a draft to lose',
    prepare: async (path, other) => copyFileSync(path, other),
    written: 'typed',
  },
  {
    name: 'the open file overwritten in place by another grove',
    prepare: async (_path, other) => {
      const program = await Program.start(other, 'other.journal');
      for (const text of ['One. ', 'Two. ', 'Three. ']) await program.commit(text);
      await program.end();
    },
    written: 'committed',
  },
  {
    // SQLite's change counters then agree, and it would go on with the pages it remembers.
    name: 'the same, by a grove made in the same steps',
    prepare: async (_path, other) => {
      await writeAndClose(other, 'other.journal');
      const program = await Program.start(other, 'other.journal');
      await program.commit('Elsewhere. ');
      await program.end();
    },
    written: 'committed',
  },
];

async function writeAndClose(path: string, journal?: string): Promise<void> {
  const program = await Program.start(path, journal);
  await program.commit('Before. ');
  await program.end();
}

async function repeat(
  { short, scratch, tell }: FaultContext,
  overwriting: Overwriting,
): Promise<FaultReport> {
  tell(overwriting.name);
  const tally = new Tally();
  while (tally.points < (short ? SHORT : LONG)) {
    tally.points += 1;
    const folder = join(scratch, 'overwritten');
    mkdirSync(folder);
    await tryOnce(overwriting, folder, tally);
    rmSync(folder, { recursive: true });
  }
  return tally.report(overwriting.name);
}

async function tryOnce({ prepare, written }: Overwriting, folder: string, tally: Tally): Promise<void> {
  const path = join(folder, 'story.aspen');
  const other = join(folder, 'other.aspen');
  await writeAndClose(path);
  await prepare(path, other);
  const program = await Program.start(path);
  const answer =
    written === 'committed' ? await program.commit('Written. ') : await program.type('Written. ');
  if (answer === 'done') tally.operations += 1;
  else tally.failures.push(`“Written. ” was ${answer}`);
  // A shell's copy, as of a program that knows nothing of SQLite's locks.
  await run('cp', 'cp', [other, path]);
  const meanwhile = await program.type('Meanwhile. ');
  if (meanwhile !== 'refused REPLACED') tally.failures.push(`typing meanwhile was ${meanwhile}`);
  await program.end();
  if (!readFileSync(path).equals(readFileSync(other)))
    tally.failures.push('the file found there was written to');
  await judge(folder, ['Before. ', 'Written. ', 'Meanwhile. '], tally);
}

/** Checks for texts in the version that was put into the backups. */
async function judge(folder: string, texts: readonly string[], tally: Tally): Promise<void> {
  const backups = openBackupFolder(join(folder, 'backups'));
  const kept = backups
    .groves()
    .flatMap((grove) => backups.list(grove))
    .filter(({ isReplaced }) => isReplaced);
  const [version] = kept;
  if (version === undefined || kept.length > 1) {
    tally.failures.push(`${kept.length} versions were put into the backups`);
    tally.lost += version === undefined ? texts.length : 0;
    return;
  }
  const copy = join(folder, 'kept.aspen');
  copyFileSync(version.path, copy);
  const { session, close } = await openProgram(copy, { journal: 'kept.journal' });
  const { segments, buffer } = session.readPath();
  await close();
  const shown = segments.text + buffer.text;
  for (const text of texts) {
    const times = shown.split(text).length - 1;
    if (times === 0) tally.lost += 1;
    if (times > 1) tally.failures.push(`“${text}” is there ${times} times`);
  }
  if (!examine(copy).isHealthy) tally.corrupt += 1;
}
