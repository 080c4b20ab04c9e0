import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { expect, test } from './test.ts';

/** Tags in the window (`documents.md`, *Tags*). */

test('tags are added by typing, shown where the text is listed, filter it, and come off again', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('The lake froze in one night. ');
  await writer.press('Control+s');
  await writer.type('Nobody went there.');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');

  await page.getByRole('tab', { name: 'Passage' }).click();
  const field = page.getByRole('combobox', { name: 'Add a tag', exact: true });
  const passage = page.getByRole('tabpanel').getByRole('list', { name: 'Tags', exact: true });
  await field.fill('#arc/winter');
  await writer.press('Enter', field);
  await expect(passage.getByRole('listitem')).toContainText(['arc/winter']);
  await field.fill('cold');
  await writer.press('Enter', field);
  await expect(passage.getByRole('listitem')).toHaveCount(2);
  await field.fill('cold');
  await expect(passage.getByRole('listitem')).toHaveCount(2);
  await writer.press('Escape', field);
  await passage.getByRole('button', { name: 'Remove the tag cold' }).click();
  await expect(passage.getByRole('listitem')).toHaveCount(1);
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('The tag “cold” is removed.');
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(passage.getByRole('listitem')).toHaveCount(2);

  const tags = page
    .getByRole('complementary', { name: 'Grove' })
    .getByRole('list', { name: 'Tags', exact: true });
  await expect(tags.getByRole('listitem')).toContainText(['arc/winter1', 'cold1']);
  await tags.getByRole('button', { name: 'Actions for the tag arc/winter' }).click();
  await page.getByRole('menuitem', { name: 'Colour…' }).click();
  const colour = page.getByRole('combobox', { name: 'Colour', exact: true });
  await colour.fill('teal');
  await writer.press('Enter');
  await expect(colour).toBeHidden();
  await expect(tags.locator('[data-tag-colour]')).toHaveAttribute('data-tag-colour', 'teal');

  await page.getByRole('tab', { name: 'Outline' }).click();
  const outline = page.getByRole('tree', { name: 'Outline' });
  await expect(
    outline.getByRole('treeitem', { name: /Nobody went there.*tagged arc\/winter, cold/ }),
  ).toBeVisible();
  const winter = tags.getByRole('button', { name: /^arc\/winter/ });
  await winter.click();
  await expect(page.getByRole('status').filter({ hasText: '1' }).first()).toBeVisible();
  await expect(winter).toHaveAttribute('aria-pressed', 'true');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await writer.screenshot(info.outputPath(`tags-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await expect.poll(() => page.evaluate(fitComplaints)).toEqual([]);
  await page.getByRole('button', { name: 'Show everything again' }).first().click();
  await expect(winter).toHaveAttribute('aria-pressed', 'false');

  await writer.command('Add a tag to this tree or document…');
  const which = page.getByRole('combobox', { name: 'Tag', exact: true });
  await which.fill('draft');
  await writer.press('Enter');
  await expect(page.getByRole('list', { name: 'Trees', exact: true }).getByRole('listitem')).toContainText([
    'draft',
  ]);
  await writer.close();
  expect(writer.complaints).toEqual([]);
});
