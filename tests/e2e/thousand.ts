import { expect } from '@playwright/test';
import { makeGrove } from '../../scripts/make-grove.ts';
import type { Desk, Writer } from './writer.ts';

/** A grove with a thousand continuations of one node, with one of them on the path. */
export async function openThousand(desk: Desk): Promise<Writer> {
  makeGrove(desk.file('many.aspen'), {
    nodes: 1_010,
    path: 4,
    siblings: 1_000,
    versions: 3,
    branch: 0,
    longest: 0,
    characters: 200,
  });
  const writer = await desk.open('many.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.page.getByRole('button', { name: 'Many siblings follow' }).click();
  await writer.press('Alt+ArrowRight');
  return writer;
}
