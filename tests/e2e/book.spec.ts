import { existsSync, rmSync } from 'node:fs';
import { axeViolations } from './axe.ts';
import { fitComplaints } from './fit.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** A story as a book, and reading it through (`scenes.md`, *Book* and *Read through*). */

async function resize({ app }: Writer, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setSize(size.width, size.height),
    {
      width,
      height,
    },
  );
}

const CHAPTERS = Array.from(
  { length: 12 },
  (_, index) =>
    `# Chapter of ice ${index + 1}\n\n${'The lake froze in one night, and nobody went there. '.repeat(30)}\n\n***\n\nIt thawed.\n\n`,
).join('');

test('a story is made a book, read through, noted on the way, and left where it was read', async ({
  desk,
}, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.manuscript.focus();
  await page.keyboard.insertText(CHAPTERS);
  await writer.press('Control+s');

  await writer.command('Book…');
  const book = page.getByRole('main', { name: /^Book: / });
  await book.getByRole('textbox', { name: 'Title', exact: true }).fill('Low Water');
  await book.getByRole('textbox', { name: 'Authors' }).fill('Marie\nJan');
  await resize(writer, 900, 600);
  for (const [tab, colorScheme] of [
    ['Title page', 'light'],
    ['Before and after', 'dark'],
    ['Headings', 'light'],
    ['Typography', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await book.getByRole('tab', { name: tab, exact: true }).click();
    await writer.screenshot(info.outputPath(`book-${tab}.png`));
    expect(await axeViolations(writer)).toEqual([]);
    await expect.poll(() => page.evaluate(fitComplaints)).toEqual([]);
  }
  await book.getByRole('tab', { name: 'Headings' }).click();
  const level = book.getByRole('group', { name: 'Level 1' });
  await level.getByRole('combobox', { name: 'Numbers' }).selectOption('I, II, III');
  await level.getByRole('combobox', { name: 'Look' }).selectOption('Small capitals');
  await book.getByRole('tab', { name: 'Typography' }).click();
  await book.getByRole('combobox', { name: 'Between scenes' }).selectOption('⁂');
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();

  await writer.press('Control+e');
  const exporting = page.getByRole('main', { name: /^Export: / });
  const preview = exporting.getByRole('region', { name: 'Preview of the beginning' });
  await expect(preview).toContainText('I. Chapter of ice 1');
  for (const [tab, colorScheme] of [
    ['Word document', 'light'],
    ['E-book', 'dark'],
    ['Markdown', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await exporting.getByRole('tab', { name: tab, exact: true }).click();
    await writer.screenshot(info.outputPath(`export-${tab}.png`));
    expect(await axeViolations(writer)).toEqual([]);
    await expect.poll(() => page.evaluate(fitComplaints)).toEqual([]);
  }
  await expect(preview).toContainText('# I. Chapter of ice 1');
  await exporting.getByRole('combobox', { name: 'What' }).selectOption({ index: 2 });
  await expect(preview).toContainText('# II. Chapter of ice 2');
  await exporting.getByRole('combobox', { name: 'What' }).selectOption('Several chapters');
  await exporting.getByRole('checkbox', { name: /^III\. / }).click();
  await expect(preview).toContainText('# III. Chapter of ice 3');
  expect(await axeViolations(writer)).toEqual([]);
  await exporting.getByRole('combobox', { name: 'What' }).selectOption({ index: 2 });
  await exporting.getByRole('tab', { name: 'E-book' }).click();
  const file = desk.file('chapter.epub');
  await writer.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await exporting.getByRole('button', { name: 'Export…' }).click();
  await expect.poll(() => existsSync(file)).toBe(true);
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();
  rmSync(file);
  await writer.press('Control+e');
  await expect.poll(() => existsSync(file)).toBe(true);

  await writer.press('Control+Home');
  await writer.press('F5');
  const reading = page.getByRole('main', { name: 'Read through' });
  const text = reading.getByRole('region', { name: 'Text' });
  await expect(text).toBeFocused();
  await expect(reading.getByRole('heading', { name: 'I. Chapter of ice 1', exact: true })).toBeInViewport();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await writer.screenshot(info.outputPath(`reading-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  await writer.press('End', text);
  await expect(reading).toContainText('100 %');
  await writer.press('Home', text);
  await expect(reading).toContainText('I. Chapter of ice 1 · 0 %');
  await writer.press('PageDown', text);
  await writer.press('Space', text);
  await writer.press('Space', text);
  await writer.press('Shift+Space', text);
  await expect(reading).not.toContainText(' 0 %');
  await writer.press('n');
  const note = reading.getByRole('textbox', { name: /^Note on “/ });
  await note.fill('Too cold?');
  await writer.screenshot(info.outputPath('reading-note.png'));
  await writer.press('Enter');
  await expect(text).toBeFocused();
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();
  await page.getByRole('tab', { name: 'Passage' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Too cold?');
});
