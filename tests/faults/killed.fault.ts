import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { TreeMode } from '../../src/core/tree/loom-tree.ts';
import { RECOVERED_DRAFT } from '../../src/ui-text/recovery.ts';
import { type Fault, type FaultContext, type FaultReport, Tally } from './harness/fault.ts';
import { judge } from './killed/judge.ts';
import { writeUntilKilled } from './killed/write-until-killed.ts';

const LONG = { operations: 1_000, kills: 40 };
const SHORT = { operations: 60, kills: 4 };

/** Half of `SHORT`: what a conversation shares with a manuscript is tried there. */
const SHORT_IN_CONVERSATION = { operations: 30, kills: 2 };

/**
 * Main is killed repeatedly while it writes a manuscript, and then a conversation; everything it acknowledged is in the
 * file or recovered from the journal. A conversation's composer and edits come back as such: nothing becomes a branch.
 */
export const killedFault: Fault = {
  name: 'killed',
  async run(context) {
    const { short } = context;
    return [
      await killAgainAndAgain(context, 'buffer', short ? SHORT : LONG, 'main killed at random'),
      await killAgainAndAgain(
        context,
        'dialogue',
        short ? SHORT_IN_CONVERSATION : LONG,
        'main killed at random in a conversation',
      ),
    ];
  },
};

async function killAgainAndAgain(
  { scratch, tell }: FaultContext,
  mode: TreeMode,
  wanted: typeof LONG,
  fault: string,
): Promise<FaultReport> {
  const tally = new Tally();
  const folder = join(scratch, mode);
  mkdirSync(folder);
  const path = join(folder, 'story.aspen');
  const acknowledged = new Set<number>();
  let next = 0;
  while (acknowledged.size < wanted.operations || tally.kills < wanted.kills) {
    if (tally.kills % 10 === 0) tell(`${fault}: ${acknowledged.size} operations, ${tally.kills} kills`);
    const begun = await writeUntilKilled(path, mode, next, acknowledged, tally);
    next = begun + 1;
    await judge(path, acknowledged, tally, `kill ${tally.kills}`);
    if (mode === 'dialogue') requireNoBranches(path, tally);
    if (tally.failures.length > 20) break;
  }
  tally.operations = acknowledged.size;
  tally.points = tally.kills;
  return tally.report(fault);
}

function requireNoBranches(path: string, tally: Tally): void {
  const database = new Database(path, { readonly: true });
  const count = database.prepare('SELECT count(*) FROM node WHERE bookmark_label = ?').pluck();
  if (count.get(RECOVERED_DRAFT) !== 0) tally.failures.push(`kill ${tally.kills}: a draft became a branch`);
  database.close();
}
