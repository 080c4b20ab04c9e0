/** Shared by the parts of the demonstration. */
import { strict as assert } from 'node:assert';
import { expect as base } from '@playwright/test';
import type { GroveFacts } from '../helpers/grove-facts.ts';

/** Runs one step, takes its picture and prints what it checked. */
export type ShowStep = (title: string, run: () => Promise<readonly string[]>) => Promise<void>;

/** Waits longer than a test: the demonstration also runs where much else does. */
export const expect = base.configure({ timeout: 20_000 });

/** Checks a whole grove. @returns the sentence that says so */
export function checkHashes(found: GroveFacts): string {
  assert.equal(found.verified, found.counts.nodes);
  assert.equal(found.logIsWhole, true);
  assert.equal(found.integrity, 'ok');
  return `${found.verified} of ${found.counts.nodes} content hashes verify; the log’s chain is whole; integrity ok`;
}
