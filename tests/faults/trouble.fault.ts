import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { capture } from '../../scripts/setup/run.mjs';
import { examine } from '../helpers/examine.ts';
import { type Fault, type FaultContext, type FaultReport, skipped, Tally } from './harness/fault.ts';
import { openProgram } from './program.ts';
import { Program } from './trouble/other-process.ts';

const LONG = 20;
const SHORT = 2;

/** Faults of an open file and of its disk. */
export const troubleFault: Fault = {
  name: 'trouble',
  async run(context) {
    const reports: FaultReport[] = [];
    for (const trouble of TROUBLES) reports.push(await repeat(context, trouble));
    reports.push(await diskFull(context));
    return reports;
  },
};

/** One fault of the open file, and how it is reversed. */
interface Trouble {
  readonly name: string;
  /** Error codes that a commit may get meanwhile. */
  readonly refused: readonly string[];
  begin(path: string): void;
  /** Reverses the fault, so that the next commit succeeds. Absent if the file is gone for good. */
  end?(path: string): void;
}

const aside = (path: string) => `${path}.aside`;

const TROUBLES: readonly Trouble[] = [
  {
    name: 'the open file renamed, and back',
    refused: ['MOVED'],
    begin: (path) => renameSync(path, aside(path)),
    end: (path) => renameSync(aside(path), path),
  },
  {
    name: 'the open file replaced by another, and put back',
    refused: ['MOVED'],
    begin: (path) => {
      renameSync(path, aside(path));
      writeFileSync(path, OTHER);
    },
    end: (path) => {
      if (!readFileSync(path).equals(OTHER)) throw new Error('the file in its place was written to');
      renameSync(aside(path), path);
    },
  },
  { name: 'the open file deleted', refused: ['MOVED'], begin: (path) => unlinkSync(path) },
];

/** The content of another program's file, which must not be written to. */
const OTHER = Buffer.from('Another program saved this here.');

async function repeat({ short, scratch, tell }: FaultContext, trouble: Trouble): Promise<FaultReport> {
  tell(trouble.name);
  const tally = new Tally();
  while (tally.points < (short ? SHORT : LONG)) {
    tally.points += 1;
    const folder = join(scratch, 'trouble');
    mkdirSync(folder);
    await tryOnce(trouble, join(folder, 'story.aspen'), tally);
    rmSync(folder, { recursive: true });
  }
  return tally.report(trouble.name);
}

async function tryOnce({ begin, end, refused }: Trouble, path: string, tally: Tally): Promise<void> {
  const program = await Program.start(path);
  const expectDone = async (text: string) => {
    const answer = await program.commit(text);
    if (answer === 'done') tally.operations += 1;
    else tally.failures.push(`“${text}” was ${answer}`);
  };
  await expectDone('Before. ');
  begin(path);
  const answer = await program.commit('Meanwhile. ');
  if (!refused.some((code) => answer === `refused ${code}`))
    tally.failures.push(`a commit meanwhile was ${answer}`);
  if (end === undefined) {
    await program.end();
    if (existsSync(path)) tally.failures.push('something was made in the place of the file');
    return;
  }
  end(path);
  await expectDone('Afterwards. ');
  await program.end();
  await judge(path, ['Before. ', 'Meanwhile. ', 'Afterwards. '], tally);
}

/** A separate disk fills up, and is emptied again. */
async function diskFull({ short, scratch, tell }: FaultContext): Promise<FaultReport> {
  const name = 'the disk full';
  tell(name);
  const disk = join(scratch, 'disk');
  mkdirSync(disk);
  const mounted = await capture('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (!mounted) return skipped(name, 'needs the right to mount a small disk');
  const tally = new Tally();
  try {
    while (tally.points < (short ? SHORT : LONG)) {
      tally.points += 1;
      await fillUp(disk, tally);
    }
  } finally {
    await capture('umount', [disk]);
  }
  return tally.report(name);
}

async function fillUp(disk: string, tally: Tally): Promise<void> {
  const path = join(disk, `story-${tally.points}.aspen`);
  const ballast = join(disk, 'ballast');
  const program = await Program.start(path);
  const written: string[] = [];
  const commit = async (text: string) => {
    const answer = await program.commit(text);
    if (answer === 'done') {
      written.push(text);
      tally.operations += 1;
    }
    return answer;
  };
  await commit('Before. ');
  fill(ballast);
  let answer = 'done';
  for (let sentence = 1; answer === 'done' && sentence < 1_000; sentence++) {
    answer = await commit(`Sentence ${sentence} ${'of a long chapter '.repeat(20)}. `);
  }
  if (answer !== 'refused DISK_FULL') tally.failures.push(`on a full disk a commit was ${answer}`);
  unlinkSync(ballast);
  if ((await commit('Afterwards. ')) !== 'done')
    tally.failures.push('the next save after the trouble did not work');
  await program.end();
  await judge(path, written, tally);
  // Backups of the groves before would fill the disk, too.
  for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true, force: true });
}

/** Fills a disk except for a few pages. */
function fill(ballast: string): void {
  const piece = Buffer.alloc(64 * 1024);
  const pieces: Buffer[] = [];
  for (;;) {
    try {
      writeFileSync(ballast, Buffer.concat([...pieces, piece]));
    } catch {
      break;
    }
    pieces.push(piece);
  }
  writeFileSync(ballast, Buffer.concat(pieces));
}

/** Checks for texts in the grove after the next start. */
async function judge(path: string, texts: readonly string[], tally: Tally): Promise<void> {
  const { session, close } = await openProgram(path);
  const { segments, buffer } = session.readPath();
  await close();
  const shown = segments.text + buffer.text;
  for (const text of texts) {
    const times = shown.split(text).length - 1;
    if (times === 0) tally.lost += 1;
    if (times > 1) tally.failures.push(`“${text}” is there ${times} times`);
  }
  if (!examine(path).isHealthy) tally.corrupt += 1;
}
