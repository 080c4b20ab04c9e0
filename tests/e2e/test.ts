import { basename } from 'node:path';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { withDisplay } from '../../scripts/display.ts';
import { SharedProgram } from './shared-program.ts';
import { Desk } from './writer.ts';

export interface TestFixtures {
  /** Whether the tests of a file open their first grove in the program of their worker: see `shared.ts`. */
  isShared: boolean;
  desk: Desk;
}

export interface WorkerFixtures {
  display: undefined;
  program: SharedProgram;
}

/** Each test has a desk of its own; one that fails leaves a picture of its last state. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  isShared: [false, { option: true }],

  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    ({}, use) => withDisplay(() => use(undefined)),
    { scope: 'worker', auto: true },
  ],

  program: [
    async ({ display: _ }, use) => {
      const program = new SharedProgram();
      await use(program);
      await program.end();
    },
    { scope: 'worker' },
  ],

  desk: async ({ isShared, program }, use, info) => {
    const desk = new Desk(undefined, isShared && !isAlone(info) ? program : undefined);
    // Playwright's own trace has the steps of a test and nothing of an Electron program.
    if (info.retry > 0) desk.trace();
    await use(desk);
    await desk.leaveTraces((name) => info.outputPath(name));
    if (info.status !== info.expectedStatus) await desk.leaveScreenshots((name) => info.outputPath(name));
    await desk.clear();
  },
});

/** Whether a test has a program of its own though its file shares one; a second try has, for its trace. */
function isAlone({ tags, file, retry }: TestInfo): boolean {
  return tags.includes('@alone') || retry > 0 || basename(file) === process.env.ASPEN_ALONE;
}

export { expect };
