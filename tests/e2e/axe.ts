import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long nothing may change on the page before it is checked. Milliseconds. */
const QUIET = 60;

/**
 * Axe's complaints about the whole page, each with its rule and the element. Axe is loaded into a page once: loading it
 * takes as long as a check.
 */
export async function axeViolations(
  { page }: { readonly page: Page },
  options: RunOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  await page.evaluate(untilSettled, QUIET);
  return page.evaluate(async (runOptions) => {
    // A popup's focus guards only pass focus on.
    const { violations } = await window.axe.run({ exclude: ['[data-base-ui-focus-guard]'] }, runOptions);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}

/**
 * Waits in the page until its elements no longer change (axe fails if one is removed meanwhile), nor its colours, as from
 * one theme to the other.
 */
async function untilSettled(quiet: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(end, quiet);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, quiet);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    // Something that never rests is checked as it is.
    setTimeout(end, 20 * quiet);
  });
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

declare global {
  interface Window {
    readonly axe: { run: typeof import('axe-core').run };
  }
}
