import { test as base, expect } from './test.ts';

/**
 * For files whose tests open a grove and do not change settings: their first grove opens in an app shared by all such
 * tests of a worker. Anything a test opens later, as after a restart, gets its own app. Tag a test `@isolated` if it
 * needs its own app from the start.
 */
export const test = base.extend({ isShared: true });

export { expect };
