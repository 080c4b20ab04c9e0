import { makeGrove, SMALL_SHAPE } from '../../scripts/make-grove.ts';
import { expect, test } from './test.ts';

/** Main counts siblings only near the caret; the window requests the rest on scrolling (`path.headers`). */

const NODES = 3_000;

test('branch marks far from the caret appear when scrolled to, and switch at once', async ({ desk }) => {
  const shape = { ...SMALL_SHAPE, nodes: 3 * NODES, path: NODES, branch: 0, longest: 0, characters: 120 };
  makeGrove(desk.file('long.aspen'), shape);
  const writer = await desk.open('long.aspen');
  await writer.page.getByRole('button', { name: 'Many siblings follow' }).first().click();
  // Main has counted near the caret, in the middle of the path, and near the head.
  await expect(
    writer.page.locator('.branch-margin').getByRole('group', { name: /^Continuation \d/ }),
  ).not.toHaveCount(0);
  await writer.page.locator('.cm-scroller').evaluate((scroller) => {
    scroller.scrollTop = scroller.scrollHeight * 0.2;
  });
  const signs = writer.page
    .locator('.branch-margin')
    .getByRole('group', { name: /^Continuation \d+ of \d+$/ });
  await expect(signs.nth(2)).toBeVisible();
  // One inside the viewport; some are drawn above it.
  const place = await signs.evaluateAll((all) =>
    all.findIndex((one) => one.getBoundingClientRect().top > window.innerHeight / 4),
  );
  const sign = signs.nth(place);
  const label = (await sign.getAttribute('aria-label')) ?? '';
  const [number = 0, count = 0] = (label.match(/\d+/g) ?? []).map(Number);
  expect(count).toBeGreaterThan(1);
  await sign.getByRole('button', { name: `Next continuation, ${number} of ${count}` }).click();
  const after = `${(number % count) + 1} of ${count}`;
  await expect(writer.page.getByRole('log', { name: 'Announcements' })).toContainText(`${after}, by`);
  expect(writer.complaints).toEqual([]);
});
