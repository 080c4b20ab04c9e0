import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { seededRandom } from '../../src/main/generation/text-model/random.ts';
import { examine } from '../helpers/examine.ts';
import { type Fault, type FaultContext, type FaultReport, Tally } from './harness/fault.ts';
import { oddTexts } from './odd/texts.ts';
import { newRequest, openProgram, typing } from './program.ts';
import { Program } from './trouble/other-process.ts';

/** Rounds of each fault. */
const LONG = 20;
const SHORT = 2;

/** Rare but real conditions: unusual texts, a clock that goes back, a file open twice. */
export const oddFault: Fault = {
  name: 'odd',
  run: async (context) => [await oddText(context), await clockBack(context), await openTwice(context)],
};

const rounds = ({ short }: FaultContext) => (short ? SHORT : LONG);

/**
 * Each text is committed once and then typed again as a draft: what is shown, stored and hashed is the same,
 * before and after reopening.
 */
async function oddText(context: FaultContext): Promise<FaultReport> {
  const name = 'texts of an odd kind';
  context.tell(name);
  const tally = new Tally();
  for (const { kind, pieces } of oddTexts(context.short)) {
    tally.points += 1;
    const folder = join(context.scratch, `text-${tally.points}`);
    mkdirSync(folder);
    const path = join(folder, 'story.aspen');
    const fail = (what: string) => tally.failures.push(`${kind}: ${what}`);
    const first = await openProgram(path);
    const type = (text: readonly string[]) => {
      for (const piece of text) {
        const { pathVersion, buffer } = first.session.readPath();
        void first.session.saveDraft({ pathVersion, ops: [typing(piece, buffer.text.length)] }, null);
      }
    };
    type(pieces);
    first.session.commit({ pathVersion: first.session.readPath().pathVersion, ops: [] }, newRequest());
    tally.operations += 1;
    const committed = first.session.readPath().segments.text;
    type(pieces);
    const typed = first.session.readPath().buffer.text;
    await first.close();

    const again = await openProgram(path);
    const { segments, buffer } = again.session.readPath();
    await again.close();
    if (!committed.isWellFormed() || committed.includes('\r')) fail('what was stored is not well-formed');
    if (committed === '' || segments.text !== committed) fail('another text was shown after reopening');
    if (buffer.text !== committed || typed.length < committed.length) fail('another draft was shown');
    if (storedText(path) !== committed) fail('what is stored is not what is shown');
    if (!examine(path).isHealthy) tally.corrupt += 1;
  }
  return tally.report(name);
}

/** Each session begins earlier than the previous one ended, and the clock goes back within sessions too. */
async function clockBack(context: FaultContext): Promise<FaultReport> {
  const name = 'the clock stepping back';
  context.tell(name);
  const tally = new Tally();
  const path = join(context.scratch, 'clock.aspen');
  const random = seededRandom(1);
  let time = Date.now();
  let written = '';
  for (let round = 0; round < rounds(context); round++) {
    tally.points += 1;
    const now = () => {
      time += random() < 0.5 ? 1 : -Math.floor(random() * 3_600_000);
      return time;
    };
    const { session, close } = await openProgram(path, { now });
    for (let sentence = 0; sentence < 5; sentence++) {
      const text = `Round ${round}, sentence ${sentence}. `;
      const { pathVersion, buffer } = session.readPath();
      session.commit({ pathVersion, ops: [typing(text, buffer.text.length)] }, newRequest());
      written += text;
      tally.operations += 1;
    }
    await close();
    if ((await shownText(await openProgram(path, { now }))) !== written) tally.lost += 1;
    if (!examine(path).isHealthy) tally.corrupt += 1;
  }
  return tally.report(name);
}

/** Two independent processes have the same file open, and commit in turn. */
async function openTwice(context: FaultContext): Promise<FaultReport> {
  const name = 'two processes on one file';
  context.tell(name);
  const tally = new Tally();
  const path = join(context.scratch, 'twice.aspen');
  const programs = [await Program.start(path, 'one.journal'), await Program.start(path, 'other.journal')];
  const written: string[] = [];
  for (let round = 0; round < rounds(context); round++) {
    tally.points += 1;
    for (const [index, program] of programs.entries()) {
      const text = `Sentence ${round} of program ${index}. `;
      if (await commitWithRetries(program, text, tally)) written.push(text);
      else tally.failures.push(`“${text}” was never taken`);
    }
  }
  for (const program of programs) await program.end();
  const all = allTexts(path);
  for (const text of written) {
    const times = all.split(text).length - 1;
    if (times === 0) tally.lost += 1;
    if (times > 1) tally.failures.push(`“${text}” is there ${times} times`);
  }
  if (!examine(path).isHealthy) tally.corrupt += 1;
  return tally.report(name);
}

/** A commit that is rejected because the other process wrote succeeds when retried. */
async function commitWithRetries(program: Program, text: string, tally: Tally): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const answer = await program.commit(text);
    if (answer === 'done') {
      tally.operations += 1;
      return true;
    }
    if (answer !== 'refused CONFLICT' && answer !== 'refused IN_USE') {
      tally.failures.push(`a commit beside another program was ${answer}`);
      return false;
    }
  }
  return false;
}

async function shownText({ session, close }: Awaited<ReturnType<typeof openProgram>>): Promise<string> {
  const { segments, buffer } = session.readPath();
  await close();
  return segments.text + buffer.text;
}

/** The text of the one node that is not empty. */
function storedText(path: string): string {
  return readTexts(path, "SELECT text FROM node WHERE text <> ''").join('');
}

/** Every text in the file, including drafts. */
function allTexts(path: string): string {
  return readTexts(path, 'SELECT text FROM node UNION ALL SELECT buffer FROM draft').join('\n');
}

function readTexts(path: string, sql: string): readonly string[] {
  const database = new Database(path, { readonly: true });
  try {
    return database.prepare(sql).pluck().all() as string[];
  } finally {
    database.close();
  }
}
