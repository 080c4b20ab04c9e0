import { join } from 'node:path';
import { type Fault, Tally } from './harness/fault.ts';
import { judge } from './killed/judge.ts';
import { writeUntilKilled } from './killed/write-until-killed.ts';

const LONG = { operations: 1_000, kills: 40 };
const SHORT = { operations: 60, kills: 4 };

/** Main is killed repeatedly while it writes; everything it acknowledged is in the file or recovered from the journal. */
export const killedFault: Fault = {
  name: 'killed',
  async run({ short, scratch, tell }) {
    const tally = new Tally();
    const path = join(scratch, 'story.aspen');
    const wanted = short ? SHORT : LONG;
    const acknowledged = new Set<number>();
    let next = 0;
    while (acknowledged.size < wanted.operations || tally.kills < wanted.kills) {
      if (tally.kills % 10 === 0) tell(`${acknowledged.size} operations, ${tally.kills} kills`);
      const begun = await writeUntilKilled(path, next, acknowledged, tally);
      next = begun + 1;
      await judge(path, acknowledged, tally, `kill ${tally.kills}`);
      if (tally.failures.length > 20) break;
    }
    tally.operations = acknowledged.size;
    tally.points = tally.kills;
    return [tally.report('main killed at random')];
  },
};
