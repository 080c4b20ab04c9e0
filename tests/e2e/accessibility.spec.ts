import { expect, test } from './test.ts';

/** Axe finds no violations in either theme, and the keyboard reaches everything (`interface.md`). */

/** The table of `interface.md`, *Roles and names*: other programs rely on these. */
test('the parts of the window have the roles and names that other programs rely on', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await writer.type('The lake froze. ');
  await expect(writer.status).toContainText(/Saved|Safe on this computer/);
  await writer.press('Control+Enter');
  await expect(button('Stop')).toBeVisible();
  await writer.waitForContinuations(3);
  await expect(button('Stop')).toBeHidden();

  await expect(writer.manuscript).toHaveAttribute('aria-multiline', 'true');
  await expect(writer.manuscript).toHaveAttribute('data-head', /^[0-9A-Z]{26}$/);
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await expect(writer.manuscript.locator('[data-author]').first()).toHaveAttribute(
    'data-author',
    /^[0-9A-Z]{26}$/,
  );
  // Line ends written by the model are outside every mark.
  const shown = (await writer.text()).replaceAll('\n', '');
  expect(shown).toBe(`The lake froze. ${await writer.modelText()}`);

  await expect(page.getByRole('complementary', { name: 'Grove', exact: true })).toBeVisible();
  const inspector = page.getByRole('complementary', { name: 'Inspector', exact: true });
  for (const name of ['Alternatives', 'Outline', 'Passage', 'Sent', 'Talk'])
    await expect(inspector.getByRole('tab', { name, exact: true })).toBeVisible();
  await expect(writer.continuations.getByRole('option').nth(0)).toHaveAccessibleName(/^1 of 3/);
  await expect(writer.continuations.getByRole('option').nth(2)).toHaveAccessibleName(/^3 of 3/);
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveCount(1);
  await expect(writer.status).toContainText('1 of 3 ways on');
  await writer.waitUntilSaved();
  await expect(page.getByRole('log', { name: 'Announcements' })).toHaveAttribute('aria-live', 'polite');
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeVisible();
  for (const name of ['Generate', 'New grove', 'Open…', 'Settings']) await expect(button(name)).toBeVisible();

  await inspector.getByRole('tab', { name: 'Outline' }).click();
  const outline = page.getByRole('tree', { name: 'Outline', exact: true });
  await expect(outline.getByRole('treeitem').nth(1)).toHaveAttribute('aria-level', '2');
  await expect(outline.getByRole('treeitem').nth(1)).toHaveAttribute('aria-expanded', 'true');
  await writer.press('F1');
  await expect(page.getByRole('combobox', { name: 'Command', exact: true })).toBeFocused();
  await writer.press('Escape');
  await writer.manuscript.focus();
  await writer.press('Control+Home');
  await page.keyboard.type('Once, ');
  await expect(writer.manuscript.locator('[data-pending]')).toHaveText('Once, The lake froze. ');
});

test('arrivals are announced', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate(3);
  await expect(writer.page.getByRole('log', { name: 'Announcements' })).toContainText(
    '3 continuations are ready',
  );
});

test('arrow keys move through the list of continuations, and the path follows', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate(3);
  const first = await writer.text();
  await writer.continuations.focus();
  await writer.press('ArrowDown');
  await expect(writer.continuations.getByRole('option', { selected: true })).toHaveAccessibleName(/^2 of 3/);
  await expect.poll(() => writer.text()).not.toBe(first);
});

test('holding Alt moves nothing, and the next letter typed goes into the text', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('a');
  await writer.page.keyboard.down('Alt');
  await writer.page.keyboard.up('Alt');
  await writer.page.keyboard.type('b');
  await expect.poll(() => writer.text()).toBe('ab');
});
