import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { showInBothThemes } from './axe.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Spelling, the menu in the text and the writer's dictionary. */

const TEXT = 'The lake frooze in one night, and she waited by teh window. ';

const wrongWords = ({ manuscript }: Writer): Locator => manuscript.locator('.misspelled');
const wrong = (writer: Writer, word: string): Locator => wrongWords(writer).filter({ hasText: word });
const menu = ({ page }: Writer): Locator => page.getByRole('menu', { name: 'Text' });
const item = (writer: Writer, name: string): Locator =>
  menu(writer).getByRole('menuitem', { name, exact: true });

async function choose(writer: Writer, name: string): Promise<void> {
  await item(writer, name).click();
  await expect(menu(writer)).toBeHidden();
}

test('misspelled words are marked, not by colour alone, and correct ones are not', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type(TEXT);
  await expect(wrongWords(writer)).toHaveText(['frooze', 'teh']);
  const look = await wrongWords(writer)
    .first()
    .evaluate((word) => getComputedStyle(word).textDecorationStyle);
  expect(look).toBe('wavy');
  await expect(wrongWords(writer).first()).toHaveAttribute('aria-invalid', 'spelling');
});

test('a suggestion is chosen by mouse, undone in one step, and belongs to the writer', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type(TEXT);
  await wrong(writer, 'teh').click({ button: 'right' });
  await expect(menu(writer).getByRole('menuitem').first()).toHaveText('the');
  await choose(writer, 'the');
  await expect.poll(() => writer.text()).toBe(TEXT.replace('teh', 'the'));
  await expect(wrongWords(writer)).toHaveText(['frooze']);
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(() => writer.modelText()).toBe('');
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe(TEXT);
});

test('a suggestion is chosen by keyboard, and typing continues where it was', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('By teh');
  await writer.press('ArrowLeft');
  await expect(wrongWords(writer)).toHaveText(['teh']);
  await writer.press('Shift+F10');
  await expect(item(writer, 'the')).toBeVisible();
  await writer.press('ArrowDown', 'Enter');
  await expect(menu(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  await expect.poll(() => writer.text()).toBe('By the');
  await writer.press('End');
  await writer.page.keyboard.type(' lake');
  await expect.poll(() => writer.text()).toBe('By the lake');
});

test('the menu key opens the menu, and Escape closes it and keeps the selection', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One two three');
  await writer.press('Shift+Control+ArrowLeft', 'ContextMenu');
  await expect(menu(writer)).toBeVisible();
  await writer.press('Escape');
  await expect(menu(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  await writer.page.keyboard.type('four');
  await expect.poll(() => writer.text()).toBe('One two four');
});

test('a word in the writer’s dictionary is correct, after a restart too, until it is removed', async ({
  desk,
}) => {
  let writer = await desk.open('story.aspen');
  await writer.type('Siobhan waited for Siobhan’s boat. ');
  await expect(wrongWords(writer)).toHaveText(['Siobhan', 'Siobhan’s']);
  await wrongWords(writer).last().click({ button: 'right' });
  await choose(writer, 'Add to dictionary');
  await expect(wrongWords(writer)).toHaveCount(0);
  await writer.waitUntilSaved();
  await writer.close();

  writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeFocused();
  await writer.press('Control+End');
  await writer.type('SIOBHAN, teh end. ');
  await expect(wrongWords(writer)).toHaveText(['teh']);
  await writer.manuscript.getByText('Siobhan waited').click({ button: 'right', position: { x: 20, y: 10 } });
  await expect(item(writer, 'Add to dictionary')).toBeHidden();
  await choose(writer, 'Remove from dictionary');
  await expect(wrongWords(writer)).toHaveText(['Siobhan', 'Siobhan’s', 'SIOBHAN', 'teh']);
});

test('an ignored word is correct until the window closes', async ({ desk }) => {
  let writer = await desk.open('story.aspen');
  await writer.type('Zorgle it. ');
  await wrong(writer, 'Zorgle').click({ button: 'right' });
  await choose(writer, 'Ignore');
  await expect(wrongWords(writer)).toHaveCount(0);
  await writer.waitUntilSaved();
  await writer.close();
  writer = await desk.reopen('story.aspen');
  await expect(wrongWords(writer)).toHaveText(['Zorgle']);
});

test('the menu cuts, copies, pastes and selects everything', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('One two ');
  await writer.press('Shift+F10');
  await expect(item(writer, 'Cut')).toHaveAttribute('aria-disabled', 'true');
  await choose(writer, 'Select all');
  await writer.press('Shift+F10');
  await choose(writer, 'Copy');
  await writer.press('Control+End', 'Shift+F10');
  await choose(writer, 'Paste');
  await expect.poll(() => writer.text()).toBe('One two One two ');
  await writer.press('Shift+Control+Home', 'Shift+F10');
  await choose(writer, 'Cut');
  await expect.poll(() => writer.text()).toBe('');
  await writer.press('Shift+F10');
  await choose(writer, 'Paste');
  await expect.poll(() => writer.text()).toBe('One two One two ');
});

test('a right click puts the caret where it points, unless it is on the selection', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('teh lake ');
  await wrong(writer, 'teh').click({ button: 'right' });
  await expect(item(writer, 'Cut')).toHaveAttribute('aria-disabled', 'true');
  await writer.press('Escape');
  await expect(menu(writer)).toBeHidden();
  await writer.press('Home');
  await writer.page.keyboard.type('By ');
  await expect.poll(() => writer.text()).toBe('By teh lake ');
  await writer.press('Control+a');
  await wrong(writer, 'teh').click({ button: 'right' });
  await expect(item(writer, 'Cut')).not.toHaveAttribute('aria-disabled', 'true');
  await choose(writer, 'Cut');
  await expect.poll(() => writer.text()).toBe('');
});

test('a click outside the menu closes it and puts the caret there; a right click reopens it there', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The teh lake frooze ');
  await wrong(writer, 'frooze').click({ button: 'right' });
  await expect(item(writer, 'froze')).toBeVisible();
  await wrong(writer, 'teh').click({ button: 'right' });
  await expect(item(writer, 'the')).toBeVisible();
  await expect(item(writer, 'froze')).toBeHidden();
  await writer.manuscript.getByText('The').click({ position: { x: 2, y: 10 } });
  await expect(menu(writer)).toBeHidden();
  await expect(writer.manuscript).toBeFocused();
  await writer.page.keyboard.type('By ');
  await expect.poll(() => writer.text()).toBe('By The teh lake frooze ');
});

test('tree commands are in the menu too', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze in one night. ');
  await writer.press('Control+s');
  await writer.press('Home', 'Control+ArrowRight', 'Control+ArrowRight', 'Shift+F10');
  await choose(writer, 'Split here');
  await expect.poll(() => writer.text()).toBe('The lake');
});

test('text in another language is not marked', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake frooze in one night, and nobody had seen it. ');
  await writer.press('Enter');
  await writer.type('Der See fror in einer einzigen Nacht zu, und niemand hatte es gesehen. ');
  await writer.press('Enter');
  await writer.type('Le lac a gelé en une seule nuit et personne ne l’avait vu venir. ');
  await expect(wrongWords(writer)).toHaveText(['frooze']);
});

test('spell checking fetches nothing, and the browser’s own checker is off', async ({ desk }) => {
  // The second start finds what the first one left in the app's data.
  for (const start of ['first', 'second']) {
    const log = desk.file(`${start}.json`);
    const writer = await desk.open('story.aspen', [`--log-net-log=${log}`]);
    await writer.type(TEXT);
    await expect(wrong(writer, 'frooze').first()).toBeVisible();
    await expect(writer.manuscript).toHaveAttribute('spellcheck', 'false');
    const isOn = await writer.app.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled());
    expect(isOn).toBe(false);
    await writer.close();
    const written = readFileSync(log, 'utf8');
    expect(written).toContain('"constants"');
    expect(written.match(/"url":"(?:https?|wss?|ftp):[^"]*"/g) ?? []).toEqual([]);
  }
});

test('axe finds no violations in a marked text with its menu', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type(TEXT);
  await writer.generate(3);
  await expect(wrong(writer, 'teh')).toBeVisible();
  await writer.screenshot(info.outputPath('marked.png'));
  await wrong(writer, 'teh').click({ button: 'right' });
  await expect(item(writer, 'the')).toBeVisible();
  await writer.press('ArrowDown');
  // A menu is outside every landmark.
  const rules = { region: { enabled: false } };
  await showInBothThemes(writer, info, 'menu', { rules });
});
