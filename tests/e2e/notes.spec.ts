import type { Page } from '@playwright/test';
import { readGrove } from '../helpers/grove-facts.ts';
import { showInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';
import { promised } from './waits.ts';
import type { Writer } from './writer.ts';

/** Notes in the margin and in the Passage tab, excluded text, and the tab's details of a node. */

const notesOf = (page: Page) => page.getByRole('region', { name: 'Notes' });
const marksOf = (page: Page) => page.locator('.note-mark');

/** Two nodes by the writer; the caret at the end. */
async function writeTwoNodes(writer: Writer): Promise<void> {
  await writer.type('The lake froze in one night. ');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await writer.type('Nobody went there.');
  await writer.press('Control+s');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
}

async function addNote(writer: Writer, text: string): Promise<void> {
  await writer.press('Alt+n');
  const field = writer.page.getByRole('textbox', { name: 'New note' });
  await expect(field).toBeFocused();
  await writer.page.keyboard.type(text);
  await writer.press('Control+Enter');
  await expect(field).toBeHidden();
}

test('a note is written from the keyboard, shown in the margin, and is not part of the text', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoNodes(writer);
  await addNote(writer, 'Which lake?');
  await expect(notesOf(page).getByRole('listitem')).toContainText(['Which lake?']);
  await expect(marksOf(page)).toHaveCount(1);
  await expect(writer.status).toContainText('notes');
  // Focus is back in the text.
  await page.keyboard.type(' Ever.');
  await expect.poll(() => writer.text()).toBe('The lake froze in one night. Nobody went there. Ever.');
  await writer.waitUntilSaved();
  const grove = readGrove(desk.file('story.aspen'));
  expect(grove.counts).toMatchObject({ nodes: 4, responses: 0 });
  expect(grove.logIsWhole).toBe(true);
});

test('a note is edited, removed, and restored by Undo', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoNodes(writer);
  await addNote(writer, 'Which lake?');
  const notes = notesOf(page);
  await notes.getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('textbox', { name: 'Note' });
  // A link is offered as in a document, and followed from the field.
  await field.fill('See ');
  await page.keyboard.type('[[the la');
  await expect(page.getByRole('listbox', { name: 'Links' }).getByRole('option')).toHaveText([
    /^The lake froze/,
    /New document/,
  ]);
  await writer.press('Enter');
  await expect(field).toHaveValue(/^See \[\[The lake froze.*\]\]$/);
  await writer.press('F12');
  await expect(writer.manuscript).toBeFocused();
  await field.fill('The lake in the north.');
  await notes.getByRole('button', { name: 'Save' }).click();
  await expect(notes.getByRole('listitem')).toContainText(['The lake in the north.']);
  await expect(notes).toContainText('2 versions');
  await notes.getByRole('button', { name: 'Remove' }).click();
  await expect(notes).toContainText('Note removed.');
  await expect(marksOf(page)).toHaveCount(0);
  await notes.getByRole('button', { name: 'Undo' }).click();
  await expect(notes.getByRole('listitem')).toContainText(['The lake in the north.']);
  await expect(marksOf(page)).toHaveCount(1);
});

test('clicking a mark shows the notes of its node, and the tab follows the caret', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoNodes(writer);
  await writer.press('Alt+ArrowLeft');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '1');
  await addNote(writer, 'Of the first node.');
  await writer.press('Alt+ArrowRight');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await expect(page.getByRole('heading', { name: 'Passage 2 of 2' })).toBeVisible();
  await expect(notesOf(page).getByRole('listitem')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Alternatives' }).click();
  await marksOf(page).click();
  await expect(page.getByRole('tab', { name: 'Passage' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Passage 1 of 2' })).toBeVisible();
  await expect(notesOf(page).getByRole('listitem')).toContainText(['Of the first node.']);
  await expect(notesOf(page).getByRole('heading', { name: 'Notes' })).toBeFocused();
});

test('a note is added to the caret’s node, whatever the tab showed last', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoNodes(writer);
  await addNote(writer, 'Of the second node.');
  await page.getByRole('tab', { name: 'Alternatives' }).click();
  await writer.manuscript.focus();
  await writer.press('Control+Home');
  await addNote(writer, 'Of the first node.');
  await expect(marksOf(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Passage 1 of 2' })).toBeVisible();
  await expect(notesOf(page).getByRole('listitem')).toContainText(['Of the first node.']);
  await expect(notesOf(page).getByRole('listitem')).toHaveCount(1);
});

test('the tab is reached, used and left by keyboard alone', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoNodes(writer);
  await addNote(writer, 'Which lake?');
  await writer.press('F6', 'F6');
  await expect(page.getByRole('tab', { name: 'Passage' })).toBeFocused();
  const edit = page.getByRole('button', { name: 'Edit' });
  for (let i = 0; i < 10 && !(await edit.evaluate((button) => button === document.activeElement)); i++) {
    await writer.press('Tab');
  }
  await expect(edit).toBeFocused();
  await writer.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type(' Ask.');
  await writer.press('Control+z', 'Escape');
  await expect(notesOf(page).getByRole('listitem')).toContainText(['Which lake?']);
  await expect.poll(() => writer.text()).toBe('The lake froze in one night. Nobody went there.');
});

test('an unfinished note is kept while another tab is shown', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoNodes(writer);
  await writer.press('Alt+n');
  await expect(page.getByRole('textbox', { name: 'New note' })).toBeFocused();
  await page.keyboard.type('Half a thou');
  await page.getByRole('tab', { name: 'Alternatives' }).click();
  await page.getByRole('tab', { name: 'Passage' }).click();
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('Half a thou');
});

test('an unfinished note is kept when the window is closed, and when the program is killed', {
  tag: '@isolated',
}, async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoNodes(writer);
  await writer.press('Alt+n');
  await expect(page.getByRole('textbox', { name: 'New note' })).toBeFocused();
  await page.keyboard.type('Half a thou');
  await writer.close();
  const again = await desk.open('story.aspen');
  await again.page.getByRole('tab', { name: 'Passage' }).click();
  await expect(notesOf(again.page)).toContainText('Half a thou');
  await notesOf(again.page).getByRole('button', { name: 'Continue writing' }).click();
  await expect(again.page.getByRole('textbox', { name: 'New note' })).toHaveValue('Half a thou');
  await expect(again.page.getByRole('textbox', { name: 'New note' })).toBeFocused();
  await again.page.keyboard.type('ght');
  // Typed text is on its way within a second.
  await promised(1_500);
  await again.kill();
  const last = await desk.open('story.aspen');
  await last.page.getByRole('tab', { name: 'Passage' }).click();
  await expect(notesOf(last.page)).toContainText('Half a thought');
});

test('notes and marks are still there when the grove is reopened', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writeTwoNodes(writer);
  await addNote(writer, 'Which lake?');
  await writer.waitUntilSaved();
  await writer.close();
  const again = await desk.reopen('story.aspen');
  await expect(marksOf(again.page)).toHaveCount(1);
});

test('excluded text is shown by its style, the status bar and the tab, and a draft stays a draft', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writeTwoNodes(writer);
  await writer.type(' And then');
  await page.getByRole('tab', { name: 'Passage' }).click();
  await page.getByRole('button', { name: 'Exclude' }).click();
  await expect(page.locator('.excluded')).toHaveText(['Nobody went there.']);
  await expect(page.locator('.excluded-rule')).toHaveCount(1);
  await expect(writer.status).toContainText('excluded');
  await expect.poll(() => writer.text()).toBe('The lake froze in one night. Nobody went there. And then');
  await expect(writer.manuscript).toHaveAttribute('data-path-length', '2');
  await page.getByRole('button', { name: 'Include' }).click();
  await expect(page.locator('.excluded')).toHaveCount(0);
});

test('versions are listed, switched and compared word by word', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('There was a castle.');
  await writer.press('Control+s');
  await writer.press('ArrowLeft');
  for (let i = 0; i < 'castle'.length; i++) await writer.press('Backspace');
  await writer.type('tower');
  await writer.press('Control+s');
  await page.getByRole('tab', { name: 'Passage' }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await versions.getByRole('button', { name: 'Compare versions' }).click();
  await expect(versions.getByRole('deletion')).toHaveText(['castle']);
  await expect(versions.getByRole('insertion')).toHaveText(['tower']);
  await versions.getByRole('button', { name: /^Version 1/ }).click();
  await expect.poll(() => writer.text()).toBe('There was a castle.');
  await expect(versions.getByRole('button', { name: /^Version 1/ })).toHaveAttribute('aria-current', 'true');
});

test('a model’s node shows its model, finish reason, verification and response record', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('The lake froze. ');
  await writer.generate(3);
  await page.getByRole('tab', { name: 'Passage' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('Offline');
  await expect(panel).toContainText('1 of 3');
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect(panel).toContainText('Unchanged.');
  await page.getByText('Record of the answer').click();
  await expect(page.getByRole('region', { name: 'Parameters of the request' })).toContainText('sha256');
  await expect(page.getByRole('region', { name: /as received/ })).not.toBeEmpty();
});

test('axe finds no violations in the Passage tab', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  const { page } = writer;
  await writer.type('The lake froze in one night, and by morning the boats stood in it like teeth. ');
  await writer.press('Control+s');
  await addNote(writer, 'Which lake? Ask Mara about the winter of the flood.');
  await page.getByRole('tab', { name: 'Alternatives' }).click();
  await writer.manuscript.focus();
  await writer.generate(3);
  await writer.press('Alt+ArrowLeft', 'Alt+ArrowRight');
  await page.getByRole('tab', { name: 'Passage' }).click();
  await page.getByRole('button', { name: 'Exclude' }).click();
  await expect(page.locator('.excluded').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passage 2 of 2' })).toBeVisible();
  await showInBothThemes(writer, info, 'excluded');

  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await page.getByText('Record of the answer').click();
  await expect(page.getByRole('region', { name: 'Parameters of the request' })).toBeVisible();
  await showInBothThemes(writer, info, 'record');

  await writer.manuscript.click();
  await writer.press('Control+Home');
  await writer.type('Once, ');
  await writer.press('Control+s');
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions.getByRole('button', { name: 'Compare versions' }).click();
  await expect(versions.getByRole('insertion')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await showInBothThemes(writer, info, 'notes');
});
