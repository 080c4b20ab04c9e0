import { writeFileSync } from 'node:fs';
import { axeViolations } from './axe.ts';
import { expect, test } from './test.ts';

/** The chapters of a book: in the outline, the grove pane, the palette and on the map (`interface.md`, *Outline*). */

test.setTimeout(180_000);

const CHAPTERS = 40;
const SENTENCE = 'The lamp was lit, and nobody in the house could say by whom or why it had been. ';

/** A book of 40 chapters of two scenes, of 6,050 words each with its heading. */
function book(): string {
  const scene = Array.from({ length: 14 }, () => SENTENCE.repeat(12).trim()).join('\n\n');
  const chapters = Array.from(
    { length: CHAPTERS },
    (_, index) => `## Chapter ${index + 1}\n\n${scene}\n\n***\n\n${scene}`,
  );
  return `# The House\n\n${chapters.join('\n\n')}\n`;
}

test('a book is shown by its chapters, wherever a writer looks for them', async ({ desk }, info) => {
  const writer = await desk.open('house.aspen');
  const { app, page } = writer;
  await writer.type('It begins.');
  const path = desk.file('house.md');
  writeFileSync(path, book());
  await app.evaluate(({ dialog }, file) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] });
  }, path);
  await writer.command('Import Markdown or text');
  const chapters = page.getByRole('region', { name: 'Chapters' });
  await expect(chapters.getByRole('button')).toHaveCount(CHAPTERS + 1, { timeout: 60_000 });
  await expect(chapters.getByRole('button').nth(1)).toHaveAccessibleName('Chapter 1, 6,050 words');

  await writer.command('Outline tab');
  const outline = page.getByRole('tree', { name: 'Outline' });
  const row = (name: RegExp) => outline.getByRole('treeitem', { name });
  const third = row(/^Chapter 3,/);
  await expect(third).toHaveAccessibleName('Chapter 3, 6,050 words, in the text');
  await expect(third).toHaveAttribute('aria-expanded', 'false');
  await expect(third).toHaveAttribute('aria-level', '3');
  await third.click();
  await writer.press('ArrowRight', 'Enter');
  await expect(third).toHaveAttribute('aria-expanded', 'true');
  expect(await axeViolations(writer)).toEqual([]);
  await writer.screenshot(info.outputPath('chapters.png'));

  // In the palette, in Go to, and in the grove pane.
  await writer.command('chapter 12');
  await expect(row(/^Chapter 12,.*the caret is here$/)).toHaveAttribute('aria-selected', 'true');
  await writer.press('Control+J');
  await page.getByRole('combobox', { name: 'Go to' }).fill('chapter 20');
  await writer.press('Enter');
  await expect(row(/^Chapter 20,.*the caret is here$/)).toHaveAttribute('aria-selected', 'true');
  const twentieth = chapters.getByRole('button', { name: /^Chapter 20,/ });
  await expect(twentieth).toHaveAttribute('aria-current', 'true');
  await expect(twentieth).toBeInViewport();
  await chapters.getByRole('button', { name: /^Chapter 5,/ }).click();
  await expect(row(/^Chapter 5,.*the caret is here$/)).toHaveAttribute('aria-selected', 'true');
  await expect(writer.manuscript).toBeFocused();

  // And by keys, from the text: to the heading of this one, the one before, and the scene in it.
  const current = (name: string) =>
    expect(row(new RegExp(`^${name},.*the caret is here$`))).toHaveAttribute('aria-selected', 'true');
  await writer.press('Control+PageDown');
  await current('Chapter 6');
  await writer.press('ArrowDown', 'ArrowDown', 'Control+PageUp');
  await current('Chapter 6');
  await writer.press('Control+PageUp', 'Control+PageUp', 'Control+Shift+PageDown', 'Control+Shift+PageDown');
  await current('Chapter 5');
  await expect(writer.manuscript).toBeFocused();
  await expect(writer.status).toHaveText(/^Chapter 5 · scene 1 · you6,050 of 242,00\d wordsSaved$/);

  // Typed text has chapters before it is committed.
  await writer.press('Control+End');
  await writer.type('\n## The End\n\nIt was over.\n\n## Coda\n\nNobody asked.');
  await expect(chapters.getByRole('button', { name: 'The End, 5 words' })).toBeVisible();
  // Its node begins in the chapter before.
  await writer.press('Control+s');
  await current('Coda');
  await expect(writer.status).toContainText('Coda · you');
  // Moving a chapter is an edit of the text: the caret stays in its words, and one undo brings it back.
  await writer.command('Move the chapter up');
  await expect(chapters.getByRole('button').last()).toHaveAccessibleName('The End, 5 words');
  await current('Coda');
  await expect(writer.status).toContainText('Coda · you');
  await writer.screenshot(info.outputPath('moved.png'));
  await writer.press('Control+z');
  await expect(chapters.getByRole('button').last()).toHaveAccessibleName('Coda, 3 words');

  // It is read through from the caret, and only what is in view is laid out.
  await writer.press('F5');
  const reading = page.getByRole('main', { name: 'Read through' });
  await expect(reading.getByText('Nobody asked.')).toBeInViewport();
  await writer.press('Home');
  await expect(reading.getByRole('heading', { name: 'The House' })).toBeInViewport();
  await expect.poll(() => reading.locator('[data-index]').count()).toBeLessThan(100);
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();

  await writer.command('Map: fill the window');
  const map = page.getByRole('main', { name: 'Map of the tree' });
  await expect(map.getByRole('application', { name: 'Map' })).toBeFocused();
  await expect(map.getByText(/^An overview: \d+ of 1\d\d passages$/)).toBeVisible();
  expect(await axeViolations(writer)).toEqual([]);
  await writer.screenshot(info.outputPath('map.png'));
  await writer.press('Escape');
  await expect(map).toBeHidden();
});
