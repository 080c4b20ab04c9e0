import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, type TestInfo } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import type { Writer } from './writer.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Time for which nothing may change on the page before it is checked. Milliseconds. */
const QUIET = 60;

/** Times that a page is checked if it changes during the check. */
const ATTEMPTS = 5;

/**
 * Axe's complaints about the whole page, each with its rule and the element. Axe is loaded into a page once: loading it
 * takes as long as a check.
 */
export async function axeViolations(
  { page }: { readonly page: Page },
  options: RunOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  for (let attempt = 1; ; attempt++) {
    await page.evaluate(untilSettled, QUIET);
    const { error, violations } = await page.evaluate(runAxe, options);
    if (violations !== undefined) return violations;
    if (attempt === ATTEMPTS) throw new Error(error);
  }
}

/** Expects no violations in either theme, and takes a picture in each if they are asked for. The dark one stays. */
export async function showInBothThemes(
  writer: Writer,
  info: TestInfo,
  name: string,
  options: RunOptions = {},
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`${name}-${colorScheme}.png`));
    expect(await axeViolations(writer, options), `${name}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * Runs in the page. Axe throws if an element it has seen is replaced meanwhile, as by the spelling checker, which marks
 * words some time after they appear: then there is an error instead of violations. Any other error is thrown.
 */
async function runAxe(options: RunOptions): Promise<{ error?: string; violations?: string[] }> {
  let hasChanged = false;
  const observer = new MutationObserver(() => {
    hasChanged = true;
  });
  observer.observe(document, { subtree: true, childList: true });
  try {
    // A popup's focus guards only pass focus on. Without what passes, and selectors, a check takes less time.
    const { violations } = await window.axe.run(
      { exclude: ['[data-base-ui-focus-guard]'] },
      { resultTypes: ['violations'], selectors: false, ...options },
    );
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => [`${id}: ${html}`, ...any.map(({ message }) => message)].join('\n')),
      ),
    };
  } catch (error) {
    if (!hasChanged && observer.takeRecords().length === 0) throw error;
    return { error: String(error) };
  } finally {
    observer.disconnect();
  }
}

/**
 * Waits in the page until its elements no longer change (axe fails if one is removed meanwhile), nor its colours, as from
 * one theme to the other. The end of an animation may change elements, as where a popover closes and gives the focus back.
 */
async function untilSettled(quiet: number): Promise<void> {
  for (;;) {
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
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    if (ending.length === 0) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}

declare global {
  interface Window {
    readonly axe: { run: typeof import('axe-core').run };
  }
}
