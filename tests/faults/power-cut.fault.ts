import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/setup/project.mjs';
import { seededRandom } from '../../src/main/generation/text-model/random.ts';
import { inspect } from '../../src/main/probe/inspect.ts';
import { buildPreloaded } from '../helpers/preloaded-library.ts';
import { type Fault, type FaultContext, type FaultReport, skipped, Tally } from './harness/fault.ts';
import { judge } from './killed/judge.ts';
import { Disk, everythingSurvives, nothingSurvives, type Survival } from './power-cut/disk.ts';
import { type DiskCall, readRecord } from './power-cut/record.ts';
import { openProgram } from './program.ts';

const WRITING = 'the power cut after every system call';
const MAKING = 'the power cut while a grove is made';

const LONG_MARKS = 12;
const SHORT_MARKS = 8;
/** Enough for a new grove to exist, with something in it. */
const FIRST_MARKS = 2;
/** CI tries one point in this many, with a different start in each run. */
const SHORT_STEP = 25;
/** Random subsets of sectors and names that are tried after each call. */
const RANDOM_CUTS = 3;

const GROVE = 'story.aspen';

/**
 * Records one run of the program, call by call, and simulates a power cut after each call: the next start finds
 * a disk with everything that was synced and none, all, or any part of the rest.
 */
export const powerCutFault: Fault = {
  name: 'power-cut',
  async run(context) {
    const source = fileURLToPath(new URL('power-cut/record.c', import.meta.url));
    const library = await buildPreloaded(source, context.scratch);
    if (library === undefined) return [skipped(WRITING, 'needs Linux and a C compiler')];
    return [await cutWhileWriting(context, library), await cutWhileMaking(context, library)];
  },
};

async function cutWhileWriting(context: FaultContext, library: string): Promise<FaultReport> {
  const folder = join(context.scratch, 'writing');
  mkdirSync(folder);
  const { close } = await openProgram(join(folder, GROVE));
  await close();
  return cutEverywhere(WRITING, context, {
    folder,
    library,
    marks: context.short ? SHORT_MARKS : LONG_MARKS,
  });
}

function cutWhileMaking(context: FaultContext, library: string): Promise<FaultReport> {
  const folder = join(context.scratch, 'making');
  mkdirSync(folder);
  return cutEverywhere(MAKING, context, { folder, library, marks: FIRST_MARKS });
}

interface RecordedRun {
  /** Its initial contents are durable. */
  readonly folder: string;
  readonly library: string;
  readonly marks: number;
}

async function cutEverywhere(
  name: string,
  { scratch, short, tell }: FaultContext,
  { folder, library, marks }: RecordedRun,
): Promise<FaultReport> {
  const disk = new Disk(filesIn(folder));
  const calls = recordRun(folder, library, join(scratch, `${basename(folder)}.record`), marks);
  const tally = new Tally();
  const acknowledged: number[] = [];
  /** Findings after the cuts so far: until the next sync, what is certain stays the same. */
  const tried = new Set<string>();
  const step = short ? SHORT_STEP : 1;
  const first = short ? Date.now() % SHORT_STEP : 0;
  for (const [at, call] of calls.entries()) {
    disk.apply(call);
    if (call.kind === 'tell') acknowledged.push(...marksIn(call.words));
    if (at % step !== first || call.kind === 'tell') continue;
    if (at % (step * 100) < step) tell(`${name}: ${at} of ${calls.length}, ${tally.points} disks`);
    for (const [how, survives] of disk.isUnsettled ? survivals(at) : SETTLED) {
      const files = disk.afterCut(survives);
      const found = `${acknowledged.length} ${digestOf(files)}`;
      if (tried.has(found)) continue;
      tried.add(found);
      layOut(folder, files);
      tally.points += 1;
      const where = `call ${at} (${call.kind} ${basename(call.path)}), ${how}`;
      await checkRecovered(join(folder, GROVE), acknowledged, tally, where);
    }
    if (tally.failures.length > 20) break;
  }
  tally.operations = acknowledged.length;
  return tally.report(name);
}

type Cut = readonly [how: string, survives: Survival];

const SETTLED: readonly Cut[] = [['all was synced', nothingSurvives]];

function survivals(seed: number): readonly Cut[] {
  const random = Array.from({ length: RANDOM_CUTS }, (_, nth) => {
    const next = seededRandom(seed * RANDOM_CUTS + nth + 1);
    return [`part ${nth} of the rest survived`, () => next() < 0.5] as const;
  });
  return [['nothing else survived', nothingSurvives], ['all survived', everythingSurvives], ...random];
}

/** Checks that the file opens without a question and contains everything acknowledged. */
async function checkRecovered(
  path: string,
  acknowledged: readonly number[],
  tally: Tally,
  where: string,
): Promise<void> {
  // A missing or empty file needs no inspection: the grove is created.
  const isThere = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const inspection = isThere ? inspect({ path, migrations: join(root, 'migrations') }) : undefined;
  if (inspection !== undefined && inspection.kind !== 'sound') {
    tally.corrupt += 1;
    tally.failures.push(`${where}: ${JSON.stringify(inspection)}`);
    return;
  }
  await judge(path, acknowledged, tally, where);
}

/** Runs the process that writes marks and closes, recording its calls. */
function recordRun(folder: string, library: string, record: string, marks: number): readonly DiskCall[] {
  const script = fileURLToPath(new URL('killed/write-on.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, join(folder, GROVE), '0', String(marks)], {
    encoding: 'utf8',
    env: { ...process.env, LD_PRELOAD: library, RECORD_FILES: folder, RECORD_TO: record },
  });
  if (status !== 0) throw new Error(`a run without a fault failed: ${stderr}`);
  // Backups are copies, so they contain nothing that is not in the grove.
  const backups = join(folder, 'backups');
  return readRecord(readFileSync(record)).filter(
    (call) => call.kind === 'tell' || !call.path.startsWith(backups),
  );
}

function marksIn(words: string): readonly number[] {
  return [...words.matchAll(/^acknowledged (\d+)$/gm)].map(([, mark]) => Number(mark));
}

function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const paths = readdirSync(folder).map((name) => join(folder, name));
  return new Map(paths.filter((path) => statSync(path).isFile()).map((path) => [path, readFileSync(path)]));
}

function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const parts = [...files].map(([path, bytes]) => `${path} ${hash('sha256', bytes, 'hex')}`);
  return parts.sort().join('\n');
}

function layOut(folder: string, files: ReadonlyMap<string, Buffer>): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const [path, bytes] of files) writeFileSync(path, bytes);
}
