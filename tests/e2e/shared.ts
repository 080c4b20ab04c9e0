import { test as base, expect } from './test.ts';

/**
 * For files whose tests open a grove and leave the settings alone: their first grove is opened in the program that all
 * such tests of a worker share. Whatever a test opens after that, as after a restart, is in a program of its own. A test
 * that needs one from the start is tagged `@alone`.
 */
export const test = base.extend({ isShared: true });

export { expect };
