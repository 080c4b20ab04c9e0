import { test as base, expect } from '@playwright/test';
import { Desk } from './writer.ts';

/** Each test has a desk of its own and leaves a screenshot of its last state. */
export const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  desk: async ({}, use, info) => {
    const desk = new Desk();
    await use(desk);
    await desk.leaveScreenshots((name) => info.outputPath(name));
    await desk.clear();
  },
});

export { expect };
