import { existsSync, readFileSync } from 'node:fs';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';

/** The record of a node, in the Passage tab and as a file (`docs/format.md`). */

test('a node’s record says that its prompt can be rebuilt, and is saved where the writer chooses', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  const { app, page } = writer;
  await writer.type('The lake froze in one night. ');
  await writer.generate();
  await page.getByRole('tab', { name: 'Passage' }).click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByText('Record of the answer').click();
  await expect(page.getByText('the tree reproduces exactly what was sent')).toBeVisible();

  // A name typed without an extension.
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, desk.file('record'));
  await page.getByRole('button', { name: 'Export record…' }).click();
  await expect.poll(() => existsSync(desk.file('record.json'))).toBe(true);
  await expect(page.getByRole('log', { name: 'Announcements' })).toContainText(
    'Saved the record as record.json.',
  );
  const record = JSON.parse(readFileSync(desk.file('record.json'), 'utf8'));
  expect(record).toMatchObject({ format: 'aspen-record-1', about: { author: { type: 'model' } } });
  await expect.poll(() => writer.modelText()).toBe(record.content.text.replaceAll('\n', ''));

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`record-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }

  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, desk.file('nowhere/record.json'));
  await page.getByRole('button', { name: 'Export record…' }).click();
  await expect(page.getByText('record.json could not be written.')).toBeVisible();
});
