import type { Page } from '@playwright/test';
import { showInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Search in the tree and the grove: results while typing, with their branch, and opened by Enter. */

const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const resultsOf = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

/** Two branches after one beginning; the second is on the path. */
async function writeTwoBranches(writer: Writer): Promise<void> {
  await writer.type('The lake froze in one night. ');
  await writer.press('Control+s');
  await writer.type('A heron stood at the bridge.');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await writer.press('Alt+ArrowLeft');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.type('Nobody crossed the bridge, not even for bread.');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
}

test('Enter goes to a result on another branch, and selects it', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoBranches(writer);
  await writer.press('Control+Shift+F');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('heron');
  await expect(resultsOf(page)).toHaveCount(1);
  await expect(page.getByText('1 place', { exact: true })).toBeVisible();
  await expect(resultsOf(page).locator('mark')).toHaveText('heron');
  await expect(resultsOf(page)).toContainText('The lake froze in one night. A heron stood');
  await writer.press('Enter');
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(() => writer.text()).toBe('The lake froze in one night. A heron stood at the bridge.');
  // The very word is selected: what is typed now replaces it.
  await page.keyboard.type('crane');
  await expect.poll(() => writer.text()).toBe('The lake froze in one night. A crane stood at the bridge.');
});

test('every place is listed, also in what is typed, and Enter selects it there', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('A heron came. The other heron left. ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.type('The third heron is not committed.');
  await writer.press('Control+Shift+F', writer.searchField);
  await page.keyboard.type('heron');
  await expect(resultsOf(page)).toHaveCount(3);
  await expect(page.getByText('3 places', { exact: true })).toBeVisible();
  await expect(resultsOf(page).nth(0)).toContainText('The third heron');
  await expect(resultsOf(page).nth(0)).toContainText('Being written');
  await expect(resultsOf(page).nth(2)).toHaveAttribute('aria-setsize', '3');
  await writer.press('ArrowDown', 'Enter');
  await expect(writer.manuscript).toBeFocused();
  await page.keyboard.type('crane');
  await expect
    .poll(() => writer.text())
    .toBe('A heron came. The other heron left. The third crane is not committed.');
});

test('arrow keys select a result, and Escape clears the query before it leaves', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoBranches(writer);
  await writer.press('Control+Shift+F', writer.searchField);
  await page.keyboard.type('bridge');
  await expect(resultsOf(page)).toHaveCount(2);
  await expect(page.getByText('2 places', { exact: true })).toBeVisible();
  await writer.press('ArrowDown', 'ArrowDown');
  await expect(resultsOf(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(resultsOf(page).nth(1)).toContainText('heron');
  await expect(resultsOf(page).nth(0)).toContainText('Passage 2 of 2');
  await expect(resultsOf(page).nth(1)).toContainText('Another branch');
  await writer.press('Escape');
  await expect(fieldOf(page)).toHaveValue('');
  await expect(page.getByRole('list', { name: 'Trees' })).toBeVisible();
  await expect(fieldOf(page)).toBeFocused();
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();
});

test('a note is marked as one, and Enter shows it on its node', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoBranches(writer);
  await writer.press('Alt+n');
  await page.getByRole('textbox', { name: 'New note' }).fill('Why bread?');
  await writer.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Alternatives' }).click();
  await writer.press('Control+Shift+F', writer.searchField);
  await page.keyboard.type('why');
  await expect(resultsOf(page)).toHaveCount(1);
  await expect(resultsOf(page)).toContainText('Note');
  await writer.press('Enter');
  await expect(page.getByRole('tab', { name: 'Passage' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Why bread?');
});

test('pruned results are marked, and an empty result says what can be done', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoBranches(writer);
  await writer.press('Control+Shift+Backspace');
  await expect(writer.manuscript).not.toContainText('bread');
  await writer.press('Control+Shift+F', writer.searchField);
  await page.keyboard.type('bread');
  await expect(resultsOf(page)).toContainText(['Set aside']);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('"zebra (');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('checkbox', { name: 'Bookmarked only' }).check();
  await page.getByRole('button', { name: 'Search without filters' }).click();
  await expect(page.getByRole('checkbox', { name: 'Bookmarked only' })).not.toBeChecked();
});

test('axe finds no violations in the results', async ({ desk }, info) => {
  test.slow();
  const writer = await desk.open();
  const { page } = writer;
  await page.getByRole('button', { name: /sample/i }).click();
  await expect(writer.manuscript).toBeVisible();
  await writer.press('Control+Shift+F', writer.searchField);
  await page.keyboard.type('the');
  await expect(resultsOf(page).first()).toBeVisible();
  await writer.press('ArrowDown');
  await showInBothThemes(writer, info, 'places');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('By', { exact: true }).selectOption({ label: 'Nell' });
  await writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 600));
  await expect(page.getByRole('button', { name: /Filters 1/ })).toBeVisible();
  await showInBothThemes(writer, info, 'filters');
});
