import { basename } from 'node:path';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { withDisplay } from '../../scripts/display.ts';
import { SharedProgram } from './shared-program.ts';
import { Desk } from './writer.ts';

export interface TestFixtures {
  /**
   * A test opens its first grove in an app that it shares with the other tests of its worker. Anything it opens later,
   * as after a restart, and anything it opens without a grove, gets its own app. A test that ends, breaks or restarts
   * its app, or looks at what only a first start does, is tagged `@isolated`; a file of such tests sets this to false.
   */
  isShared: boolean;
  desk: Desk;
}

export interface WorkerFixtures {
  display: undefined;
  program: SharedProgram;
}

/** Each test has its own desk; a failing test leaves a picture of its last state. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  isShared: [true, { option: true }],

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
    const desk = new Desk(undefined, isShared && !isIsolated(info) ? program : undefined);
    // Playwright's own trace has a test's steps but nothing of an Electron app.
    if (info.retry > 0) desk.trace();
    await use(desk);
    if (info.status === info.expectedStatus) await desk.expectKeyboard();
    await desk.leaveTraces((name) => info.outputPath(name));
    if (info.status !== info.expectedStatus) await desk.leaveScreenshots((name) => info.outputPath(name));
    await desk.clear();
  },
});

/** True if a test gets its own program although its file shares one. A retry does, so that it can record a trace. */
function isIsolated({ tags, file, retry }: TestInfo): boolean {
  return tags.includes('@isolated') || retry > 0 || basename(file) === process.env.ASPEN_ISOLATED_FILE;
}

export { expect };
