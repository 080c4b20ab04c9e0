/**
 * Random steps in a conversation while requests are refused, replies are lost or late, another agent prunes, the page
 * reloads and the program is killed: nothing typed is lost or appears twice, nothing is committed that the writer did not
 * commit, and at rest the window shows what main holds.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnClockByHand } from '../../../helpers/clock.ts';
import { casesFor } from '../../../helpers/fast-check-runs.ts';
import { type Step, step } from './conversation-steps.ts';
import { KNOWN } from './known-conversations.ts';
import { openStage, type Stage } from './random-conversation.ts';

turnClockByHand();

async function runSteps(stage: Stage, steps: readonly Step[]): Promise<void> {
  const writer = await stage.begin();
  try {
    for (const next of steps) await writer.run(next);
    await writer.settle();
  } finally {
    await writer.end();
  }
}

// Longer runs (FC_RUNS) need the long timeout.
describe('after steps in a conversation', { timeout: 1_200_000 }, () => {
  it('nothing typed is lost or doubled, and the window shows what main holds', async () => {
    const stage = await openStage();
    const steps = fc.array(step, { maxLength: 25, size: 'max' });
    await fc.assert(
      fc.asyncProperty(steps, (chosen) => runSteps(stage, chosen)),
      casesFor('failing file'),
    );
    await stage.expectUndamaged();
    expect.hasAssertions();
  });

  it.each(Object.entries(KNOWN))('%s', async (_what, steps) => {
    await runSteps(await openStage(), steps);
    expect.hasAssertions();
  });
});
