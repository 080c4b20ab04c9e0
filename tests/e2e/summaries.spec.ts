import { axeViolations } from './axe.ts';
import { createAgent, expect, test } from './voices.ts';

/** Summaries by a model that the writer picks (`agents.md`, *Summaries*). */

const LONG =
  'The old lamp burned on the sill while the rain went on over the harbour and nobody came. '.repeat(4);

test('no summary is asked for until the writer picks a model, and what that needs is shown first', async ({
  desk,
  service,
}, info) => {
  service.setUp(desk);
  const writer = await desk.open('lamp.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeFocused();
  await createAgent(writer, { name: 'Teller', style: 'chat' });
  await page.keyboard.insertText(LONG);
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Agents' }).click();
  const choice = page.getByRole('combobox', { name: 'Who writes summaries' });
  await expect(choice).toHaveValue('');
  await choice.selectOption({ label: 'teller · Here' });
  await expect(page.getByText(/^2 texts and trees have no summary: 2 requests, at most/)).toBeVisible();
  await choice.scrollIntoViewIfNeeded();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(info.outputPath(`picking-${colorScheme}.png`));
  }
  expect(service.voices).toHaveLength(0);
  await page.getByRole('button', { name: 'Make summaries with this model' }).click();
  await expect(page.getByRole('button', { name: 'Make summaries with this model' })).toHaveCount(0);
  await expect(choice).toBeFocused();
  await page.keyboard.press('Escape');

  await expect(writer.manuscript).toBeVisible();
  await writer.manuscript.click();
  await writer.press('Control+End');
  await page.keyboard.insertText(`Then: ${LONG}`);
  await writer.press('Control+s');
  const asked = await service.request(0);
  expect(asked.sent[0]).toContain('Summarize the following message in ONE sentence (max 30 words).');
  asked.say('A lamp burns, and nobody comes.').end();

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Usage' }).click();
  await expect(page.getByText(/^Of this, for summaries: 1 request/)).toBeVisible();
  await writer.screenshot(info.outputPath('usage.png'));
});

test('the writer writes a summary of the tree and one of a text, which stay', async ({ desk }, info) => {
  const writer = await desk.open('lamp.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeFocused();
  await page.getByRole('tab', { name: 'Sent' }).click();
  const fold = page.getByRole('button', { name: /^Summary/ });
  await fold.click();
  const field = page.getByRole('textbox', { name: 'Summary' });
  await field.fill('A lamp, and who lights it.');
  await writer.screenshot(info.outputPath('summary.png'));
  await fold.click();
  await expect(fold).toContainText('A lamp, and who lights it.');
  await writer.waitUntilSaved();

  await writer.manuscript.click();
  await page.keyboard.insertText(LONG);
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await page.getByRole('tab', { name: 'Passage' }).click();
  const ofText = page.getByRole('button', { name: /^Summary none/ });
  await ofText.click();
  const words = page.getByRole('textbox', { name: 'Summary' });
  await words.fill('The lamp on the sill.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(info.outputPath(`of-a-text-${colorScheme}.png`));
  }
  // The browser's own undo, as in every field.
  await writer.press('Control+z');
  await expect(words).toHaveValue('');
  await writer.press('Control+y');
  await expect(words).toHaveValue('The lamp on the sill.');
  await writer.close();
  const again = await desk.reopen('lamp.aspen');
  await again.page.getByRole('tab', { name: 'Sent' }).click();
  await expect(again.page.getByRole('button', { name: /^Summary/ })).toContainText('who lights it');
  await again.page.getByRole('tab', { name: 'Passage' }).click();
  await expect(again.page.getByRole('button', { name: /^Summary/ })).toContainText('The lamp on the sill.');
});
