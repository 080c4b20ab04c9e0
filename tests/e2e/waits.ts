import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Waits until the page has drawn this many frames: what moves or settles by itself has done so. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** Waits as long as something may take that the program promises and no window shows, such as writing to the journal. */
export async function promised(milliseconds: number): Promise<void> {
  await pause(milliseconds);
}
