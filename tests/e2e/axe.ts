import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Axe's complaints about the whole page, each with its rule and the element. Axe is loaded into a page once: loading it
 * takes as long as a check.
 */
export async function axeViolations(
  { page }: { readonly page: Page },
  options: RunOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (runOptions) => {
    // Colours that are still changing, as from one theme to the other, say nothing about contrast.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
    // A popup's focus guards only pass focus on.
    const { violations } = await window.axe.run({ exclude: ['[data-base-ui-focus-guard]'] }, runOptions);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}

declare global {
  interface Window {
    readonly axe: { run: typeof import('axe-core').run };
  }
}
