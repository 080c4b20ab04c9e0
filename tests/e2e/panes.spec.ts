import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { LARGE } from '../helpers/other-nodes.ts';
import { Gallery } from './gallery.ts';
import { openThousand } from './thousand.ts';
import { askAgents, expect, test } from './voices.ts';
import type { Writer } from './writer.ts';

/**
 * Every pane in every state, in every theme and at the smallest sizes: what must hold for all of them (`gallery.ts`), and
 * with `ASPEN_PICTURES=1` a picture of each, for people to review, in the output of each test.
 */

test.setTimeout(300_000);
// The longest file: both workers share its tests.
test.describe.configure({ mode: 'parallel' });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

const FIRST = `The lake froze in one night, and by morning the boats stood in it like teeth.

Nobody in Vessel had ever seen it done. The old women said that it had been done once, in the year of the two harvests, and that it had been undone again before noon. `;

/** A chapter of a few nodes, by the writer and by the offline model. */
async function write(writer: Writer): Promise<void> {
  await expect(writer.manuscript).toBeVisible();
  await writer.manuscript.click();
  await writer.page.keyboard.insertText(FIRST);
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.generate(3);
  await writer.press('Control+End');
  await writer.page.keyboard.insertText(' That was what Mara was told, at any rate, when she asked. ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '3');
}

test('the first page', async ({ desk }, info) => {
  let writer = await desk.open();
  await expect(button(writer.page, 'New grove')).toBeVisible();
  let gallery = await Gallery.of(writer, info);
  await gallery.show('welcome-first');
  await writer.close();
  for (const name of [
    'The Winter Orchard',
    'A grove whose name goes on for longer than any line of the page that lists it has room for, and then some more',
    'Drafts',
    'Lost',
  ]) {
    writer = await desk.open(`${name}.aspen`);
    await writer.type('A line.');
    await writer.close();
  }
  rmSync(desk.file('Lost.aspen'));
  writer = await desk.open();
  await expect(writer.page.getByText('no longer there')).toBeVisible();
  gallery = await Gallery.of(writer, info);
  await gallery.show('welcome-recent');
});

test('the manuscript, empty and with text', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  const gallery = await Gallery.of(writer, info);
  await gallery.show('manuscript-empty');
  await write(writer);
  await gallery.show('manuscript-written');
  const find = page.getByRole('searchbox', { name: 'Find' });
  await writer.press('Control+f', find);
  await page.keyboard.type('the');
  await expect(find).toHaveValue('the');
  await gallery.show('find');
  await writer.command('Find and replace');
  await page.getByRole('textbox', { name: 'Replace with' }).fill('the pond');
  await gallery.show('find-replace');
  await writer.press('Escape');
  await writer.manuscript.click();
  await writer.press('Control+Home', 'Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await gallery.show('manuscript-menu', { small: false });
  await writer.press('Escape');
  await writer.command('Author and versions of this text');
  await gallery.show('node-popover', { small: false });
  await writer.press('Escape');
  await button(page, /continuations? of about/).click();
  await gallery.show('generate-settings');
  await writer.press('Escape');
  await writer.manuscript.click();
  await writer.command('Focus mode');
  await gallery.show('focus-mode');
  await writer.command('Focus mode');
  await writer.command('Rename this tree');
  await page.keyboard.insertText(
    'The Winter Orchard, or an Account of the Night the Lake Froze and of What Was Found Below It in the Morning, in Nine Parts with a Map',
  );
  await writer.press('Enter');
  await gallery.show('long-title');
});

test('the sample grove, by several authors', async ({ desk }, info) => {
  const writer = await desk.open();
  await button(writer.page, 'Sample grove').click();
  await expect(writer.manuscript).toBeVisible();
  const gallery = await Gallery.of(writer, info);
  await gallery.show('sample');
  await writer.command('Settings');
  await writer.page.getByRole('radio', { name: 'Underline' }).click();
  await writer.press('Escape');
  await gallery.show('sample-underlined');
  await writer.command('Settings');
  await writer.page.getByRole('radio', { name: 'Colour', exact: true }).click();
  await writer.press('Escape');
  await writer.command('How much of this is mine');
  const report = writer.page.getByRole('main', { name: 'How much is mine' });
  await expect(report.getByText(/ of “.*” is yours\.$/)).toBeVisible();
  await gallery.show('report');
  await report.getByRole('tab', { name: 'Proof' }).click();
  await gallery.show('report-proof');
  await writer.press('Escape');
  // With forced colours, lines show who wrote what.
  const line = () =>
    writer.manuscript
      .locator('[data-author]')
      .first()
      .evaluate((element) => getComputedStyle(element).textDecorationLine);
  await expect.poll(line).toBe('none');
  await writer.page.emulateMedia({ forcedColors: 'active' });
  await writer.screenshot(info.outputPath('sample-forced.png'));
  await expect.poll(line).toBe('underline');
});

test('the grove’s pane', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await write(writer);
  const gallery = await Gallery.of(writer, info);
  await writer.press('Control+d');
  await writer.command('Bookmark with a name');
  await page.keyboard.insertText('Where Mara asks');
  await writer.press('Enter');
  for (const words of ['The harbour, an earlier try', 'Notes for part two']) {
    await writer.command('New tree');
    await expect(writer.manuscript).toHaveText(/^\s*$/);
    await writer.page.keyboard.insertText(`${words}. `);
    await writer.waitUntilSaved();
  }
  await writer.command('Put this tree away');
  await expect(button(page, /^Put away/).first()).toBeVisible();
  await gallery.show('grove-undo', { alone: 'Grove' });
  await button(page, /^Put away/)
    .first()
    .click();
  await gallery.show('grove-archive', { alone: 'Grove' });
  await button(page, /for good/).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await gallery.show('delete-tree');
  await writer.press('Escape');
  await writer.command('Filter the trees');
  await page.keyboard.type('zzz');
  await gallery.show('trees-none', { alone: 'Grove' });
  await writer.press('Escape');
  await writer.press('Control+Shift+f', writer.searchField);
  await page.keyboard.type('lake');
  await expect(page.getByRole('listbox', { name: 'Results' })).toBeVisible();
  await gallery.show('search', { alone: 'Grove' });
  await button(page, 'Filters').click();
  await gallery.show('search-filters', { alone: 'Grove' });
  await page.getByRole('searchbox', { name: 'Search' }).fill('zeppelin');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await gallery.show('search-nothing', { alone: 'Grove' });
});

test('continuations', async ({ desk, service }, info) => {
  service.setUp(desk);
  const writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  await askAgents(writer, [{ name: 'Llama' }, { name: 'Mistral' }], 3);
  const gallery = await Gallery.of(writer, info);
  await gallery.show('continuations-empty', { small: false });
  await page.keyboard.insertText(FIRST);
  await writer.press('Control+Enter');
  (await service.voice(0)).say('A door banged somewhere below, and the whole house seemed to listen');
  (await service.voice(1)).say('Nobody spoke.').end();
  (await service.voice(2)).say('What had been water yesterday was a floor.').end();
  await expect(page.getByText('2 of 6 ready')).toBeVisible();
  await gallery.show('continuations-streaming');
  (await service.voice(3)).refuse(401, 'Incorrect API key provided');
  (await service.voice(4)).say('He thought of the orchard, and of');
  await expect(writer.continuations.getByRole('option').nth(4)).toContainText('orchard');
  (await service.voice(4)).breakOff();
  (await service.voice(5)).end('content_filter');
  await expect(writer.continuations.getByRole('option').nth(5)).toContainText('withheld');
  await button(page, 'Details of new 4').click();
  await gallery.show('continuations-failed');
  await button(page, 'Stop').first().click();
  await expect(button(page, 'Stop')).toBeHidden();
  await gallery.show('continuations-stopped', { small: false });
});

test('continuations, with actions', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await write(writer);
  const gallery = await Gallery.of(writer, info);
  await writer.press('Alt+ArrowLeft', 'ArrowLeft');
  await expect(writer.continuations.getByRole('option')).toHaveCount(3);
  await gallery.show('continuations-three');
  await writer.continuations.focus();
  await page.keyboard.type('zzz');
  await gallery.show('continuations-filter-nothing');
  await writer.press('Escape', 'Alt+d');
  await gallery.show('continuations-marked', { small: false });
  await writer.press('ArrowDown', 'Alt+d');
  await expect(page.getByRole('main', { name: 'Compare continuations' })).toBeVisible();
  await gallery.show('compare');
  await writer.press('Escape');
  await writer.command('Side by side');
  await expect(page.getByRole('main', { name: 'Side by side' })).toBeVisible();
  await gallery.show('side-by-side');
  await writer.press('Escape');
  await writer.continuations.focus();
  await writer.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await gallery.show('continuations-menu', { small: false });
  await writer.press('Escape');
  await button(page, 'Set aside all others').click();
  await gallery.show('continuations-pruned');
  await writer.manuscript.click();
  await writer.press('Control+Home');
  await page.keyboard.insertText('Once, ');
  await writer.press('Control+s');
  await page.keyboard.insertText('in winter, ');
  await expect(button(page, 'Make this edit a branch')).toBeVisible();
  await gallery.show('continuations-versions');
});

test('a thousand continuations', async ({ desk }, info) => {
  const writer = await openThousand(desk);
  const gallery = await Gallery.of(writer, info);
  await gallery.show('continuations-thousand');
  await writer.command('Outline tab');
  await gallery.show('outline-thousand');
  await writer.command('Outline tab: map');
  await gallery.show('map-thousand');
});

test('the tree', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  const gallery = await Gallery.of(writer, info);
  await writer.command('Outline tab');
  await gallery.show('outline-empty');
  await writer.command('Outline tab: map');
  await gallery.show('map-empty');
  await tab(page, 'Alternatives').click();
  await write(writer);
  await writer.generate(3);
  await writer.press('Alt+ArrowLeft');
  await writer.command('Outline tab');
  await expect(page.getByRole('tree', { name: 'Outline' })).toBeFocused();
  await writer.press('ArrowDown', 'b', 'ArrowDown', 'Delete');
  await gallery.show('outline');
  await writer.command('Outline tab: map');
  await gallery.show('map');
  await writer.command('Outline: filter');
  await page.getByRole('searchbox', { name: 'Words in the tree' }).fill('Mara');
  await gallery.show('map-filter');
  await writer.command('Outline tab');
  await gallery.show('outline-filter');
  await page.getByRole('searchbox', { name: 'Words in the tree' }).fill('zzz');
  await expect(page.getByText('Nothing here matches.')).toBeVisible();
  await gallery.show('outline-nothing');
});

test('notes and bookmarks on phrases', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  await write(writer);
  const gallery = await Gallery.of(writer, info);
  await writer.press('Control+Home', 'Control+Shift+ArrowRight', 'Control+Shift+ArrowRight', 'Control+d');
  await expect(writer.page.locator('[data-anchor]')).toHaveCount(1);
  await writer.press('Control+End', 'Control+Shift+ArrowLeft', 'Control+Shift+ArrowLeft', 'Alt+n');
  await expect(writer.page.getByRole('textbox', { name: /^New note/ })).toBeFocused();
  await gallery.show('note-field');
  await writer.page.keyboard.insertText('Who told her?');
  await writer.press('Control+Enter');
  await expect(writer.page.locator('[data-anchor]')).toHaveCount(2);
  await writer.manuscript.click({ position: { x: 5, y: 5 } });
  await gallery.show('phrases');
});

test('the node, its notes and versions, and the context', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  const gallery = await Gallery.of(writer, info);
  await tab(page, 'Passage').click();
  await gallery.show('node-empty', { small: false });
  await tab(page, 'Sent').click();
  await gallery.show('context-empty', { small: false });
  await tab(page, 'Alternatives').click();
  await write(writer);
  await tab(page, 'Passage').click();
  await gallery.show('node-writer');
  await writer.manuscript.click();
  await writer.press('Control+End', 'Alt+ArrowLeft');
  await tab(page, 'Passage').click();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByText('Record of the answer').click();
  await gallery.show('node-record');
  await writer.manuscript.click();
  await writer.press('Control+Home');
  await page.keyboard.insertText('Once, ');
  await writer.press('Control+s');
  await writer.waitUntilSaved();
  await writer.press('Alt+n');
  await expect(page.getByRole('textbox', { name: 'New note' })).toBeFocused();
  await page.keyboard.insertText('Which lake? Ask Mara about the winter of the flood.');
  await writer.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1);
  await button(page, 'Compare versions').click();
  await gallery.show('node-notes');
  await tab(page, 'Sent').click();
  await expect(page.getByRole('heading', { name: 'The next request' })).toBeVisible();
  await gallery.show('context');
  await button(page, 'Memory').click();
  await page.getByRole('textbox', { name: 'Memory' }).fill('Vessel is a town of boats. Mara is nineteen.');
  await gallery.show('context-memory');
});

test('the palette', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  await write(writer);
  const gallery = await Gallery.of(writer, info);
  const field = writer.page.getByRole('combobox', { name: 'Command' });
  await writer.press('F1');
  await expect(field).toBeFocused();
  await gallery.show('palette');
  await field.fill('bookm');
  await gallery.show('palette-words');
  await field.fill('telepathy');
  await gallery.show('palette-nothing');
  await writer.press('Escape', 'Control+j');
  await gallery.show('palette-go-to');
});

test('the settings', async ({ desk, service }, info) => {
  service.setUp(desk);
  const writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await write(writer);
  const gallery = await Gallery.of(writer, info);
  await writer.press('Control+,');
  const settings = page.getByRole('main', { name: 'Settings' });
  const sections = await settings.getByRole('tab').allTextContents();
  for (const section of sections) {
    await settings.getByRole('tab', { name: section, exact: true }).click();
    if (section === 'Writing') await settings.getByRole('textbox', { name: 'Words per session' }).fill('500');
    await gallery.show(`settings-${section.toLowerCase()}`);
  }
  await settings.getByRole('searchbox').fill('colour');
  await gallery.show('settings-found');
  await settings.getByRole('searchbox').fill('zeppelin');
  await gallery.show('settings-nothing');
  expect(writer.complaints).toEqual([]);
});

test('connecting a model', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await expect(writer.manuscript).toBeVisible();
  const gallery = await Gallery.of(writer, info);
  await writer.command('Connect a model');
  const connect = page.getByRole('main', { name: 'Connect a model' });
  await expect(connect).toBeVisible();
  const services = await connect.getByRole('tab').allTextContents();
  for (const name of services.filter((one) => /^(OpenRouter|Ollama|Something else)/.test(one))) {
    await connect.getByRole('tab', { name }).click();
    await gallery.show(`connect-${name.toLowerCase().replaceAll(' ', '-')}`);
  }
});

test('a conversation', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.command('New conversation');
  await expect(writer.composer).toBeFocused();
  const gallery = await Gallery.of(writer, info);
  await gallery.show('conversation-empty');
  const messages = writer.page.getByRole('feed').getByRole('article');
  await writer.page.keyboard.type('Who keeps the lighthouse, and for whom?');
  await writer.press('Enter');
  await expect(messages).toHaveCount(2, { timeout: 15_000 });
  await expect(button(writer.page, 'Stop')).toBeHidden({ timeout: 30_000 });
  // Of a long reply alone, the first message may be out of sight.
  await messages.last().focus();
  await writer.press('e', writer.page.getByRole('textbox', { name: 'Edit message' }));
  await writer.page.keyboard.type(' Nobody does.');
  await writer.press('Alt+v');
  await expect(messages.last()).toContainText('version 2');
  await messages.last().focus();
  await writer.press('Home', messages.first());
  await writer.press('e', writer.page.getByRole('textbox', { name: 'Edit message' }));
  await writer.page.keyboard.type(' Tell me.');
  await gallery.show('conversation-editing');
});

test('conversations about a manuscript', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  await write(writer);
  const gallery = await Gallery.of(writer, info);
  await writer.command('Talk tab');
  await expect(button(writer.page, 'New conversation about this tree')).toBeVisible();
  await gallery.show('topic-none', { alone: 'Inspector' });
  await writer.command('New conversation about this tree');
  await expect(writer.composer).toBeFocused();
  await writer.page.keyboard.type('Who keeps the lighthouse, and for whom?');
  await writer.press('Enter');
  const messages = writer.page.getByRole('feed').getByRole('article');
  await expect(messages).toHaveCount(2, { timeout: 15_000 });
  await expect(button(writer.page, 'Stop')).toBeHidden({ timeout: 30_000 });
  const sent = writer.page.getByRole('checkbox', { name: /^The story is sent/ });
  await expect(sent).toHaveAccessibleName(/^The story is sent: about \d+ words$/);
  await sent.click();
  await expect(sent).not.toBeChecked();
  await expect(sent).toHaveAccessibleName('The story is sent');
  await writer.command('Send the story with this conversation');
  await expect(sent).toBeChecked();
  await gallery.show('topic-beside');
  await button(writer.page, 'All conversations about this tree').click();
  await gallery.show('topic-list', { alone: 'Inspector' });
});

test('the help', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  await expect(writer.manuscript).toBeVisible();
  const gallery = await Gallery.of(writer, info);
  await writer.press('Control+/');
  const help = writer.page.getByRole('main', { name: 'Help' });
  for (const page of await help.getByRole('tab').allTextContents()) {
    await help.getByRole('tab', { name: page, exact: true }).click();
    await expect(help.getByRole('heading', { name: page, exact: true })).toBeVisible();
    await gallery.show(`help-${page.toLowerCase().replaceAll(' ', '-')}`);
  }
  await writer.press('Escape');

  // The program itself, and the report about it, which is saved as it is shown.
  await writer.command('About Aspen Grove');
  const about = writer.page.getByRole('dialog', { name: 'About Aspen Grove' });
  await expect(about).toContainText('Electron');
  await gallery.show('about');
  await about.getByRole('button', { name: 'Licences' }).click();
  await expect(writer.page.getByRole('dialog', { name: 'Licences' })).toContainText('MIT');
  await writer.press('Escape');
  await writer.command('Save a report for support…');
  const report = writer.page.getByRole('dialog', { name: 'A report for support' });
  const shown = await report.getByRole('region', { name: 'A report for support' }).textContent();
  await gallery.show('report');
  const file = desk.file('report.txt');
  await writer.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await report.getByRole('button', { name: 'Save…' }).click();
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe(shown);
});

test('banners, and a read-only grove', async ({ desk }, info) => {
  let writer = await desk.open('The Winter Orchard.aspen');
  const { page } = writer;
  await write(writer);
  let gallery = await Gallery.of(writer, info);
  const wrong = desk.file('photo.png');
  writeFileSync(wrong, Buffer.from('89504e470d0a1a0a00', 'hex'));
  await writer.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: `${path}/nowhere/out.md` });
  }, wrong);
  await writer.command('Import Markdown or text');
  await expect(page.getByRole('region', { name: 'Notices' })).toBeVisible();
  await writer.command('Export as Markdown');
  await gallery.show('banners');
  await writer.close();
  const database = new Database(desk.file('The Winter Orchard.aspen'));
  database.exec(
    `${LARGE} UPDATE node SET text = 'Somebody else wrote this.' WHERE author_type = 'human' AND text <> ''`,
  );
  database.close();
  writer = await desk.open('The Winter Orchard.aspen');
  await expect(writer.status).toContainText('Read only', { timeout: 30_000 });
  gallery = await Gallery.of(writer, info);
  await gallery.show('read-only');
});

test('an import under way', async ({ desk }, info) => {
  const writer = await desk.open('The Winter Orchard.aspen');
  const chapter = `# Chapter\n\n${'The lake froze in one night, and nobody came. '.repeat(600)}\n\n`;
  writeFileSync(desk.file('book.txt'), chapter.repeat(1_000));
  await writer.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, desk.file('book.txt'));
  await expect(writer.manuscript).toBeVisible();
  await writer.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await writer.command('Import Markdown or text');
  await expect(writer.page.getByRole('progressbar')).toBeVisible();
  await writer.screenshot(info.outputPath('import-light.png'));
});
