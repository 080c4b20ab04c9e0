import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';

/** Words a day, and targets (`scenes.md`, *Targets*, *Progress*). */

test('the words of today and targets of the story and its chapters, set and reached', async ({
  desk,
}, info) => {
  const writer = await desk.open('house.aspen');
  const { page } = writer;
  await writer.type('# One\n\nIt rained all night long.\n\n# Two\n\nThe lamp was lit.');
  await writer.command('Words a day');
  const today = page.getByRole('tabpanel');
  await expect(today.getByText('today', { exact: true })).toBeVisible();
  // What is typed counts, committed or not, with the words of its headings.
  await expect(today.getByRole('definition').first()).toHaveText('11');
  await expect(today.getByRole('img', { name: /^Words a day from/ })).toBeVisible();
  await expect(today.getByRole('row', { name: /11 11 11$/ })).toBeVisible();
  await today.getByRole('button', { name: 'Day by day' }).click();
  await expect(today.getByRole('table').last().getByRole('row')).toHaveCount(2);
  expect(await axeViolations(writer)).toEqual([]);
  await writer.screenshot(info.outputPath('days.png'));

  await page.getByRole('tab', { name: 'Targets' }).click();
  const story = page.getByRole('region', { name: 'The story' });
  await story.getByRole('textbox', { name: 'Words in all' }).fill('1,000');
  await writer.press('Enter');
  await expect(story.getByText('989 words left.')).toBeVisible();
  const second = page.getByRole('textbox', { name: 'Two' });
  await second.fill('none');
  await expect(page.getByText('A number of words, such as 3000; 0 for none.')).toBeVisible();
  await second.fill('20');
  await writer.press('Enter');
  await expect(second).toHaveAccessibleDescription('5 of 20 words');
  expect(await axeViolations(writer)).toEqual([]);
  await writer.screenshot(info.outputPath('targets.png'));

  // The target stays with its heading, and the text is as it was.
  await page.keyboard.press('Escape');
  await expect(writer.manuscript).toBeFocused();
  await writer.press('Control+Home');
  await writer.type('# Before\n\nNothing.\n\n');
  await writer.command('Targets…');
  await expect(second).toHaveAccessibleDescription('5 of 20 words');
  await page.keyboard.press('Escape');
  await writer.press('Control+Shift+O');
  await expect(page.getByRole('option', { name: 'Two, chapter, 1 scene, 5 of 20 words' })).toBeVisible();
  await page.keyboard.press('Escape');
});
