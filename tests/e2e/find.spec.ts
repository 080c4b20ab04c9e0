import type { Locator } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Find and replace along the path, in the app (`manuscript.md`, *What the writer sees*). */

const field = ({ page }: Writer): Locator => page.getByRole('searchbox', { name: 'Find' });
const replacement = ({ page }: Writer): Locator => page.getByRole('textbox', { name: 'Replace with' });
const count = ({ page }: Writer): Locator => page.getByRole('search').locator('[aria-live]');
const button = ({ page }: Writer, name: string): Locator => page.getByRole('button', { name, exact: true });
const matches = ({ manuscript }: Writer): Locator => manuscript.locator('.found');

async function findText(writer: Writer, text: string): Promise<void> {
  await writer.press('Control+f');
  await field(writer).fill(text);
}

test('matches are counted, shown and stepped through', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The tower stood. A tower, the Tower.');
  await writer.press('Control+Home');
  await findText(writer, 'tower');
  await expect(count(writer)).toHaveText('1 of 3');
  await expect(matches(writer)).toHaveCount(3);
  await writer.press('Enter', 'Enter');
  await expect(count(writer)).toHaveText('3 of 3');
  await writer.press('Enter');
  await expect(count(writer)).toHaveText('1 of 3');
  await writer.press('Shift+Enter');
  await expect(count(writer)).toHaveText('3 of 3');
  await button(writer, 'Match case').click();
  await expect(count(writer)).toHaveText('1 of 2');
  await expect(field(writer)).toBeFocused();
});

test('Esc closes the bar with the caret at the match, and F3 continues from there', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One two one two.');
  await findText(writer, 'two');
  await expect(count(writer)).toHaveText('1 of 2');
  await writer.press('Escape');
  await expect(field(writer)).toBeHidden();
  await expect(matches(writer)).toHaveCount(0);
  await expect(writer.manuscript).toBeFocused();
  await writer.press('F3');
  await expect(count(writer)).toHaveText('2 of 2');
  await writer.press('Escape');
  await writer.type('three');
  await expect.poll(() => writer.text()).toBe('One two one three.');
});

test('the bar opens with the selected text as its query', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('a castle, a castle');
  await writer.press('Control+Shift+ArrowLeft', 'Control+f');
  await expect(field(writer)).toHaveValue('castle');
  await expect(count(writer)).toHaveText('2 of 2');
});

test('an invalid expression is reported, and a runaway one is abandoned without blocking the writer', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('a'.repeat(60));
  await findText(writer, '(');
  await button(writer, 'Regular expression').click();
  await expect(count(writer)).toHaveText('Invalid');
  await field(writer).fill('(a+)+b');
  await writer.manuscript.click();
  // Not through the manuscript: Playwright moves focus away and back, which races with the click.
  await writer.page.keyboard.type(' still here');
  await expect.poll(() => writer.text()).toBe(`${'a'.repeat(60)} still here`);
  await expect(count(writer)).toHaveText('Too slow', { timeout: 15_000 });
  await field(writer).fill('s(t)ill');
  await expect(count(writer)).toHaveText('1 of 1');
  expect(writer.complaints).toEqual([]);
});

test('replace all is one undo step, and commits as one version of each affected node', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Rain fell. ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.press('Control+End');
  await writer.type('More rain fell. ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await writer.waitUntilSaved();
  const before = readGrove(desk.file('story.aspen')).counts;

  await writer.press('Control+h');
  await field(writer).fill('(rain) fell');
  await button(writer, 'Regular expression').click();
  await expect(count(writer)).toHaveText(/2$/);
  await replacement(writer).fill('$1, $&');
  await button(writer, 'Replace all').click();
  await expect.poll(() => writer.text()).toBe('Rain, Rain fell. More rain, rain fell. ');
  await expect(writer.page.getByRole('log', { name: 'Announcements' })).toContainText('2 replaced.');
  await expect(writer.manuscript.locator('[data-pending]')).toHaveCount(2);

  await writer.press('Escape', 'Control+z');
  await expect.poll(() => writer.text()).toBe('Rain fell. More rain fell. ');
  await writer.press('Control+y');
  await expect.poll(() => writer.text()).toBe('Rain, Rain fell. More rain, rain fell. ');
  await writer.press('Control+s');
  await expect(writer.manuscript.locator('[data-pending]')).toHaveCount(0);
  await writer.waitUntilSaved();
  const after = readGrove(desk.file('story.aspen'));
  expect(after.counts.nodes).toBe(before.nodes + 2);
  expect(after.counts.versions).toBe(2);
  expect(after.verified).toBe(after.counts.nodes);
});

test('matches are replaced one by one from the keyboard', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('one one one');
  await writer.press('Control+Home', 'Control+h');
  await field(writer).fill('one');
  await expect(count(writer)).toHaveText('1 of 3');
  await replacement(writer).fill('two');
  await writer.press('Enter');
  await expect(count(writer)).toHaveText('1 of 2');
  await writer.press('Enter');
  await expect(count(writer)).toHaveText('1 of 1');
  await expect.poll(() => writer.text()).toBe('two two one');
});
