import type { ElectronApplication } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { axeViolations, showInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** The trees of a grove in the Grove pane (`interface.md`). */

const trees = ({ page }: Writer) => page.getByRole('list', { name: 'Trees', exact: true });
const archive = ({ page }: Writer) => page.getByRole('list', { name: 'Trees put away' });
const undo = ({ page }: Writer) => page.getByRole('button', { name: 'Undo' });

async function choose(writer: Writer, tree: string, item: string): Promise<void> {
  await trees(writer).getByRole('button', { name: tree, exact: true }).click({ button: 'right' });
  await writer.page.getByRole('menuitem', { name: item }).click();
}

async function answerOpen(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
}

test('a tree is titled by its first words until it is named, and again when its name is cleared', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await expect(trees(writer).getByRole('button', { name: 'Untitled story', exact: true })).toBeVisible();
  await writer.type('The lake froze in one night, and nobody');
  await writer.waitUntilSaved();
  const derived = 'The lake froze in one night, and nobody';
  await expect(trees(writer).getByRole('button', { name: derived, exact: true })).toBeVisible();
  await trees(writer).getByRole('button', { name: derived, exact: true }).focus();
  await writer.press('F2', trees(writer).getByRole('textbox'));
  await writer.page.keyboard.type('Ice');
  await writer.press('Enter');
  await expect(trees(writer).getByRole('button', { name: 'Ice', exact: true })).toBeFocused();
  await undo(writer).click();
  await expect(trees(writer).getByRole('button', { name: derived, exact: true })).toBeVisible();
  await expect(writer.page.getByRole('region', { name: 'Notices' })).toBeHidden();
});

test('a right-to-left tree title shows its beginning', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('שלום, זה סיפור ארוך מאוד על בית ישן ביער');
  await writer.waitUntilSaved();
  await expect(trees(writer).getByRole('button', { name: /^שלום/ })).toHaveCSS('direction', 'rtl');
  await expect(writer.page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl');
});

test('trees are created, described, duplicated, archived and restored, each with its undo', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('First tree.');
  await writer.waitUntilSaved();
  await writer.page.getByRole('button', { name: 'New tree' }).click();
  await expect(trees(writer).getByRole('button', { name: 'Untitled story', exact: true })).toBeVisible();
  await expect(writer.manuscript).toHaveText(/^\s*$/);
  await writer.type('Second tree.');
  await writer.waitUntilSaved();

  await choose(writer, 'Second tree', 'Describe…');
  await expect(writer.page.getByRole('textbox', { name: 'Description of Second tree' })).toBeFocused();
  await writer.page.keyboard.type('What was left over.');
  await writer.press('Enter');
  await expect(trees(writer)).toContainText('What was left over.');
  await undo(writer).click();
  await expect(trees(writer)).not.toContainText('What was left over.');

  await choose(writer, 'Second tree', 'Duplicate');
  const copy = trees(writer).getByRole('button', { name: 'Copy of Second tree', exact: true });
  await copy.click();
  // It has the same text.
  await expect(copy).toHaveAttribute('aria-current', 'true');
  await expect(writer.manuscript).toContainText('Second tree.');
  await writer.type(' And more.');
  await trees(writer).getByRole('button', { name: 'Second tree', exact: true }).click();
  await expect.poll(() => writer.text()).toBe('Second tree.');

  await choose(writer, 'Second tree', 'Put away');
  await expect(trees(writer).getByRole('button', { name: 'Second tree', exact: true })).toBeHidden();
  await expect(writer.manuscript).toContainText('And more.');
  await undo(writer).click();
  await expect(trees(writer).getByRole('button', { name: 'Second tree', exact: true })).toBeVisible();
  expect(writer.complaints).toEqual([]);
});

test('a tree is deleted for good only from the archive, after its title is typed', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('To be forgotten.');
  await writer.generate(3);
  await writer.command('New tree');
  await writer.type('To be kept.');
  await writer.waitUntilSaved();
  await choose(writer, 'To be forgotten', 'Put away');
  await writer.page.getByRole('button', { name: 'Put away', exact: false }).first().click();
  await expect(archive(writer)).toContainText('To be forgotten');
  await writer.page.getByRole('button', { name: 'Delete To be forgotten for good' }).click();
  const dialog = writer.page.getByRole('dialog', { name: 'Delete this tree for good?' });
  await expect(dialog).toContainText('4 texts and 3 answers will be deleted');
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await writer.screenshot(info.outputPath(`delete-${colorScheme}.png`));
    expect(await axeViolations(writer)).toEqual([]);
  }
  // No shortcut opens anything under the dialog.
  await writer.press('F1', 'Control+Shift+p', 'Control+,', 'Control+Shift+f');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expect(writer.page.getByRole('dialog')).toHaveCount(1);
  await expect(writer.page.getByRole('heading', { name: 'Settings' })).toHaveCount(0);
  await writer.page.keyboard.type('To be forgiven');
  await writer.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox').fill('To be forgotten');
  await writer.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(archive(writer)).toBeHidden();
  await writer.close();
  const facts = readGrove(desk.file('story.aspen'));
  expect(facts).toMatchObject({ integrity: 'ok', logIsWhole: true });
  expect(facts.counts).toMatchObject({ responses: 0, versions: 0 });
});

test('a tree is moved to another grove, and the result is reported', async ({ desk }, info) => {
  let writer = await desk.open('two.aspen');
  await writer.type('The other grove.');
  await writer.close();
  writer = await desk.reopen('one.aspen');
  await writer.type('It travels.');
  await writer.generate(3);
  await writer.command('New tree');
  await writer.type('It stays.');
  await answerOpen(writer.app, desk.file('two.aspen'));
  await choose(writer, 'It travels', 'Move to another grove…');
  const notices = writer.page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('“It travels” was copied whole to two.aspen, 4 texts and 3 answers');
  await writer.screenshot(info.outputPath('moved.png'));
  await expect(trees(writer).getByRole('button', { name: 'It travels', exact: true })).toBeHidden();
  await writer.close();
  writer = await desk.reopen('two.aspen');
  await trees(writer).getByRole('button', { name: 'It travels', exact: true }).click();
  await expect(writer.manuscript).toContainText('It travels.');
  await expect(writer.continuations.getByRole('option')).toHaveCount(3);
});

test('axe finds no violations in the pane, and it looks as it should', async ({ desk }, info) => {
  const writer = await desk.open();
  await writer.page.getByRole('button', { name: 'Sample grove' }).click();
  await writer.page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(trees(writer).getByRole('button', { name: 'Low Water', exact: true })).toBeVisible();
  await choose(writer, 'Low Water', 'Duplicate');
  await choose(writer, 'Copy of Low Water', 'Put away');
  await writer.page.getByRole('button', { name: /^Put away/ }).click();
  await expect(archive(writer)).toBeVisible();
  await writer.command('Filter the trees');
  await expect(writer.page.getByRole('textbox', { name: 'Filter the trees' })).toBeFocused();
  await writer.page.keyboard.type('low wat');
  await expect(trees(writer).getByRole('listitem')).toHaveCount(1);
  await writer.press('Escape');
  await expect(trees(writer).getByRole('listitem')).toHaveCount(3);
  await showInBothThemes(writer, info, 'pane');
  await trees(writer).getByRole('button', { name: 'Low Water', exact: true }).click({ button: 'right' });
  await expect(writer.page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
  await writer.screenshot(info.outputPath(`menu.png`));
  await writer.press('Escape');
  await writer.command('Rename this tree');
  await showInBothThemes(writer, info, 'rename');
});

test('a full round trip through the archive, by keyboard alone', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One.');
  await writer.waitUntilSaved();
  await writer.command('New tree');
  await expect(writer.manuscript).toBeFocused();
  await writer.type('Two.');
  await writer.command('Put this tree away');
  await expect(writer.manuscript).toContainText('One.');
  await writer.command('Bring back a tree');
  await writer.page.keyboard.type('tw');
  await writer.press('Enter');
  await expect(trees(writer).getByRole('button', { name: 'Two', exact: true })).toBeVisible();
  await writer.command('Go to tree');
  await writer.page.keyboard.type('Two');
  await writer.press('Enter');
  await expect(writer.manuscript).toContainText('Two.');
});

test('trees of one title are told apart where one is chosen, and above the text', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  for (const text of ['The first heron.', 'The second heron.']) {
    if (text !== 'The first heron.') await writer.command('New tree');
    await expect(writer.manuscript).toBeFocused();
    await writer.type(text);
    await writer.waitUntilSaved();
    await writer.command('Rename this tree');
    await writer.page.keyboard.press('Control+a');
    await writer.page.keyboard.type('Low Water');
    await writer.press('Enter');
  }
  const isNoted = /^Low Water,? begun \d+ \w+ \d{4}, \d\d:\d\d( \(\d\))?$/;
  await expect(writer.page.getByRole('heading', { level: 1 })).toHaveText(isNoted);
  await writer.command('Go to tree');
  const choices = writer.page.getByRole('dialog').getByRole('option');
  await expect(choices).toHaveCount(2);
  await expect(choices.first()).toHaveAccessibleName(isNoted);
  await writer.screenshot(info.outputPath('choose.png'));
  await writer.press('Enter');
  await expect(writer.manuscript).toContainText('The first heron.');
  await writer.press('Control+Shift+f', writer.searchField);
  await writer.page.keyboard.type('heron');
  await expect(writer.page.getByRole('listbox', { name: 'Results' })).toContainText(/Low Water\s*begun/);
  await writer.screenshot(info.outputPath('search.png'));
});

test('renaming a grove also renames its window', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One.');
  await writer.waitUntilSaved();
  await writer.command('Rename the grove');
  await expect(writer.page.getByRole('combobox', { name: 'Name of the grove' })).toBeFocused();
  await writer.page.keyboard.press('Control+a');
  await writer.page.keyboard.type('Winter stories');
  await writer.press('Enter');
  await expect(writer.page.getByRole('heading', { name: 'Winter stories' })).toBeVisible();
  const title = () =>
    writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle() ?? '');
  await expect.poll(title).toBe('Winter stories – Aspen Grove');
});
