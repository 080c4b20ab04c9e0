import { test as base, expect } from '@playwright/test';
import { withDisplay } from '../../scripts/display.ts';
import { Desk } from './writer.ts';

/** Each test has a desk of its own; one that fails leaves a picture of its last state. */
export const test = base.extend<{ desk: Desk }, { display: undefined }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
    ({}, use) => withDisplay(() => use(undefined)),
    { scope: 'worker', auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  desk: async ({}, use, info) => {
    const desk = new Desk();
    await use(desk);
    if (info.status !== info.expectedStatus) await desk.leaveScreenshots((name) => info.outputPath(name));
    await desk.clear();
  },
});

export { expect };
