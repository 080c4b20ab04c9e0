/** The part of the demonstration with a document beside the story, the links to it, and its name that changes. */
import { strict as assert } from 'node:assert';
import Database from 'better-sqlite3';
import { readGrove } from '../helpers/grove-facts.ts';
import { checkHashes, expect, type ShowStep } from './demo-steps.ts';
import type { Writer } from './writer.ts';

export interface DocumentsDemo {
  /** The grove's file. */
  readonly file: string;
  /** Opens the grove. */
  open(): Promise<Writer>;
  readonly show: ShowStep;
}

const STORY = 'The lake froze in one night, and Marie went out on it before anybody was awake. ';

function readNodes(file: string): readonly unknown[] {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 });
  try {
    return database.prepare('SELECT id, text FROM node ORDER BY key').all();
  } finally {
    database.close();
  }
}

/** @returns the writer of the open grove */
export async function showDocuments({ file, open, show }: DocumentsDemo): Promise<Writer> {
  const writer = await open();
  const { page } = writer;
  const beside = page.getByRole('textbox', { name: 'Document', exact: true });
  const backlinks = page.getByRole('list', { name: 'Backlinks' });
  const documents = page.getByRole('list', { name: 'Documents', exact: true });

  await show('Keep a character beside the story', async () => {
    await expect(writer.manuscript).toBeFocused();
    await writer.type(STORY);
    await writer.press('Control+s');
    await writer.command('New document beside the text');
    await page.getByRole('combobox', { name: 'Template' }).fill('character');
    await writer.press('Enter');
    await expect(beside).toContainText('# New character');
    await page.keyboard.type('Marie');
    await writer.press('Control+s');
    await expect(documents.getByRole('button', { name: 'Marie', exact: true })).toBeVisible();
    await expect(writer.manuscript).toContainText(STORY.trim());
    await writer.waitUntilSaved();
    return ['made of a template, with an editor and an undo of its own', checkHashes(readGrove(file))];
  });

  await show('Link to it from a note and from another document', async () => {
    await writer.manuscript.click();
    await writer.command('Passage tab');
    await writer.command('Add a note');
    await page.keyboard.type('Does [[Marie]] know?');
    await writer.press('Control+Enter');
    await writer.command('New document');
    await writer.press(page.getByRole('combobox', { name: 'Template' }), 'Enter');
    await expect(writer.manuscript).toHaveText(/^\s*$/);
    await page.keyboard.insertText(
      `# Plan\n\n${Array.from({ length: 9 }, (_, index) => `- scene ${index + 1} with [[Marie]]`).join('\n')}`,
    );
    await writer.press('Control+s');
    await writer.waitUntilSaved();
    await writer.command('Document tab');
    await expect(beside).toContainText('# Marie');
    await page.getByRole('button', { name: /^Linked from\s*10 places/ }).click();
    await expect(backlinks.getByRole('listitem')).toHaveCount(10);
    return ['ten places lead to it: a note of the story, and nine in a plan', checkHashes(readGrove(file))];
  });

  await show('Rename it', async () => {
    const before = readNodes(file);
    await documents.getByRole('button', { name: 'Marie', exact: true }).focus();
    await writer.press('F2', documents.getByRole('textbox'));
    await page.keyboard.type('Marie Lind');
    await writer.press('Enter');
    await expect(documents.getByRole('button', { name: 'Marie Lind', exact: true })).toBeVisible();
    await writer.waitUntilSaved();
    await expect(backlinks.getByRole('listitem')).toHaveCount(10);
    assert.deepEqual(readNodes(file), before);
    // A version that is no longer the latest still leads there.
    await writer.manuscript.click();
    await writer.press('Control+a');
    await page.keyboard.insertText('# Plan\n\nNothing yet.');
    await writer.press('Control+s');
    await writer.waitUntilSaved();
    await writer.command('Previous version');
    await expect(writer.manuscript).toContainText('scene 9 with [[Marie]]');
    await writer.manuscript
      .getByText('Marie', { exact: true })
      .last()
      .click({ modifiers: ['Control'] });
    await expect(beside).toBeFocused();
    return [
      'no node was written, and ten places lead to it as before; an old version’s link opens it',
      checkHashes(readGrove(file)),
    ];
  });

  await show('Send what a name brings in, and what that brings in', async () => {
    const panel = page.getByRole('tabpanel');
    await page.getByRole('list', { name: 'Trees', exact: true }).getByRole('button').first().click();
    await expect(writer.manuscript).toContainText(STORY.trim());
    await writer.press('Control+End');
    await page.keyboard.insertText('\n\nIt held.\n\nNobody saw.\n\nThen it cracked.');
    await beside.click();
    await writer.press('Control+End');
    await page.keyboard.insertText('\n\nShe teaches at the Old Mill.');
    await writer.press('Control+s');
    await writer.command('Use as lore');
    await panel.getByRole('button', { name: 'Lore' }).click();
    await panel.getByRole('textbox', { name: 'Keys', exact: true }).fill('Marie');
    await writer.press('Enter');
    await writer.command('New document beside the text');
    await page.getByRole('combobox', { name: 'Template' }).fill('blank');
    await writer.press('Enter', beside);
    await page.keyboard.insertText('# Old Mill\n\nIt burned down, and was built again.');
    await writer.press('Control+s');
    await writer.command('Use as lore');
    await panel.getByRole('button', { name: 'Lore' }).click();
    await panel.getByRole('button', { name: 'More' }).click();
    await panel.getByRole('combobox', { name: 'Woken by' }).selectOption('Other lore');
    await writer.manuscript.click();
    await writer.press('Control+End');
    await page.getByRole('tab', { name: 'Sent' }).click();
    const entries = panel.getByRole('list', { name: 'Lore in this request' });
    await expect(entries.getByRole('listitem')).toHaveText([/^Marie Lind.*“Marie”, 3 paragraphs up$/]);
    await panel.getByRole('button', { name: /^Lore/ }).click();
    await panel.getByRole('textbox', { name: 'Rounds in which lore wakes other lore' }).fill('1');
    await expect(entries.getByRole('listitem')).toHaveText([
      /^Marie Lind.*“Marie”, 3 paragraphs up$/,
      /^Old Mill.*Woken by Marie Lind, by “Old Mill”$/,
    ]);
    await expect(panel.getByRole('region', { name: 'What is sent' })).toContainText('It burned down');
    await writer.waitUntilSaved();
    return [
      'an entry wakes by a name three paragraphs up, and another by the first',
      checkHashes(readGrove(file)),
    ];
  });
  return writer;
}
