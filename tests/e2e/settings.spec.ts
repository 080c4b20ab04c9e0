import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** The settings: changes show at once, persist, and need no mouse (`interface.md`, *The window*). */

const SECTIONS = ['Appearance', 'Text', 'Writing', 'Privacy'] as const;
type Section = (typeof SECTIONS)[number];

class Settings {
  readonly page: Locator;
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.page = writer.page.getByRole('main', { name: 'Settings' });
  }

  static async open(writer: Writer, section: Section = 'Appearance'): Promise<Settings> {
    await expect(writer.manuscript).toBeVisible();
    await writer.press('Control+,');
    const settings = new Settings(writer);
    await expect(settings.page).toBeVisible();
    await settings.show(section);
    return settings;
  }

  async show(section: Section): Promise<void> {
    await this.page.getByRole('tab', { name: section }).click();
    await expect(this.page.getByRole('heading', { name: section, exact: true })).toBeVisible();
  }

  switch(name: string): Locator {
    return this.page.getByRole('switch', { name });
  }

  choose(group: string, option: string): Promise<void> {
    return this.page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option }).click();
  }

  exact(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  async leave(): Promise<void> {
    await this.#writer.press('Escape');
    await expect(this.page).toBeHidden();
    await expect(this.#writer.manuscript).toBeFocused();
  }
}

function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
}

/** Returns true if nothing covers its centre. */
function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === node;
  });
}

test('the settings replace the text, and Escape returns to the caret', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  for (let i = 0; i < 6; i++) await writer.press('ArrowLeft');
  await writer.page.getByRole('button', { name: 'Settings' }).click();
  const settings = new Settings(writer);
  await expect(settings.page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await expect(writer.manuscript).toBeHidden();
  await expect(settings.page.getByRole('tab', { name: 'Appearance' })).toBeFocused();
  await settings.leave();
  await writer.page.keyboard.type('nearly ');
  await expect.poll(() => writer.text()).toBe('The lake nearly froze.');
});

test('the settings open without a grove', async ({ desk }) => {
  const writer = await desk.open();
  const button = writer.page.getByRole('button', { name: 'Settings' });
  await button.click();
  const settings = new Settings(writer);
  await settings.choose('Theme', 'Dark');
  await writer.press('Escape');
  await expect(button).toBeFocused();
  await expect(writer.page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('commands do nothing while the text is hidden', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  const settings = await Settings.open(writer);
  await writer.press('Control+Enter', 'Control+s');
  await settings.leave();
  await expect(writer.status).toContainText('the beginning');
  await expect.poll(() => writer.text()).toBe('The lake froze.');
});

test('a light or dark theme overrides the system’s, and persists', async ({ desk }) => {
  let writer = await desk.open('story.aspen');
  await writer.page.emulateMedia({ colorScheme: 'light' });
  const settings = await Settings.open(writer);
  const paper = () => styleOf(writer.page.locator('body'), 'background-color');
  const light = await paper();
  await settings.choose('Theme', 'Dark');
  const dark = await paper();
  expect(dark).not.toBe(light);
  await expect.poll(() => writer.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
  await writer.close();
  writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeVisible();
  expect(await paper()).toBe(dark);
  const again = await Settings.open(writer);
  await again.page.getByRole('button', { name: 'Reset: Theme' }).click();
  await expect.poll(paper).toBe(light);
  await expect(again.page.getByRole('radio', { name: 'System' })).toBeFocused();
});

test('authorship and boundaries follow their settings', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate(3);
  const model = writer.manuscript.locator('[data-author]').first();
  const ink = await styleOf(writer.manuscript, 'color');
  expect(await styleOf(model, 'color')).not.toBe(ink);
  await writer.page.mouse.move(1, 1);
  await expect(writer.page.locator('.boundary')).toHaveCount(0);
  const settings = await Settings.open(writer);
  await settings.choose('A model’s text', 'Underline');
  await settings.leave();
  expect(await styleOf(model, 'color')).toBe(ink);
  expect(await styleOf(model, 'text-decoration-line')).toBe('underline');
  await Settings.open(writer);
  await settings.switch('Show who wrote what').click();
  await settings.choose('Where texts meet', 'Always');
  await settings.leave();
  await expect(writer.page.locator('.boundary').first()).toBeVisible();
  expect(await styleOf(model, 'text-decoration-line')).toBe('none');
  expect(await styleOf(model, 'color')).toBe(ink);
});

test('the text and the preview follow the text settings', async ({ desk }) => {
  let writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  await writer.press('Enter');
  await writer.type('Nobody went there.');
  const settings = await Settings.open(writer, 'Text');
  const preview = settings.page.getByRole('figure', { name: 'Preview' }).locator('p').nth(1);
  const second = () => writer.manuscript.locator('.cm-line').nth(1);
  await settings.choose('Font', 'Typewriter');
  await settings.exact('Size').fill('24');
  await settings.exact('Line length').fill('50');
  await settings.exact('Line spacing').fill('2');
  await settings.exact('Space between paragraphs').fill('1');
  await settings.exact('First-line indent').fill('1.5');
  const expectAsSet = async (paragraph: Locator) => {
    expect(await styleOf(paragraph, 'font-family')).toContain('mono');
    expect(await styleOf(paragraph, 'font-size')).toBe('24px');
    expect(await styleOf(paragraph, 'line-height')).toBe('48px');
    expect(await styleOf(paragraph, 'text-indent')).toBe('36px');
  };
  await expectAsSet(preview);
  expect(await styleOf(preview, 'margin-top')).toBe('48px');
  await settings.leave();
  await expectAsSet(second());
  expect(await styleOf(second(), 'padding-top')).toBe('48px');
  // There is no room for such lines beside the Inspector.
  await writer.press('Control+\\');
  const width = (await second().boundingBox())?.width ?? 0;
  expect(width).toBeGreaterThan(45 * 24 * 0.6);
  expect(width).toBeLessThan(55 * 24 * 0.6);
  await writer.close();
  writer = await desk.open('story.aspen');
  await expect(second()).toBeVisible();
  await expectAsSet(second());
});

test('the preview never covers the focused control', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const settings = await Settings.open(writer, 'Text');
  const names = ['Size', 'Line length', 'Line spacing', 'Space between paragraphs', 'First-line indent'];
  for (const name of [...names, ...names.toReversed()]) {
    await settings.exact(name).focus();
    expect(await isOnTop(settings.exact(name))).toBe(true);
  }
});

test('a slider and its number field have one value', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const settings = await Settings.open(writer, 'Text');
  const slider = settings.page.getByRole('slider', { name: 'Size' });
  await slider.focus();
  await writer.press('ArrowRight', 'ArrowRight');
  await expect(settings.exact('Size')).toHaveValue('21');
  await settings.exact('Size').fill('30');
  await expect(slider).toHaveAttribute('aria-valuenow', '30');
  await settings.exact('Size').fill('300');
  await settings.exact('Size').blur();
  await expect(settings.exact('Size')).toHaveValue(/^(30|40)$/);
  expect(writer.complaints).toEqual([]);
});

test('writing aids are on or off as set', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const settings = await Settings.open(writer, 'Writing');
  await expect(settings.switch('Smart punctuation')).toBeChecked();
  await settings.exact('Words per session').fill('500');
  await settings.leave();
  await writer.type('"The lake *froze* qwzzt."');
  await expect(writer.manuscript).toContainText('“The lake *froze* qwzzt.”');
  await expect(writer.status).toContainText('4 of 500 this session');
  await expect(writer.manuscript.locator('.emphasis')).toHaveText('froze');
  await expect(writer.manuscript.locator('.misspelled')).toHaveText('qwzzt');

  await Settings.open(writer, 'Writing');
  await settings.exact('Your own words').fill('qwzzt\nAspen');
  await settings.switch('Show Markdown').click();
  await settings.switch('Typewriter scrolling').click();
  await settings.choose('In focus mode, keep lit', 'The sentence');
  await settings.exact('Your own words').blur();
  await expect(settings.exact('Your own words')).toHaveValue('Aspen\nqwzzt');
  await settings.leave();
  await expect(writer.manuscript.locator('.emphasis')).toHaveCount(0);
  await expect(writer.manuscript.locator('.misspelled')).toHaveCount(0);
  await expect(writer.page.locator('.cm-editor.typewriter')).toBeVisible();
  await writer.press('Control+Shift+F11');
  await expect(writer.manuscript.locator('.cm-line .lit').first()).toBeVisible();
  await writer.press('Control+Shift+F11');

  await Settings.open(writer, 'Writing');
  await settings.page.getByRole('button', { name: 'Reset: Your own words' }).click();
  await expect(settings.exact('Your own words')).toBeFocused();
  await settings.leave();
  await expect(writer.manuscript.locator('.misspelled')).toHaveText('qwzzt');
  await Settings.open(writer, 'Writing');
  await settings.switch('Check spelling').click();
  await settings.leave();
  await expect(writer.manuscript.locator('.misspelled')).toHaveCount(0);
});

test('a setting is found, changed, reset and left by keyboard alone', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeFocused();
  await writer.press('Control+,');
  const settings = new Settings(writer);
  await expect(settings.page.getByRole('tab', { name: 'Appearance' })).toBeFocused();
  await writer.press('Tab', 'ArrowRight');
  await expect(settings.page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await writer.press('Tab');
  await expect(settings.switch('Show who wrote what')).toBeFocused();
  await writer.press('Space');
  await expect(settings.switch('Show who wrote what')).not.toBeChecked();
  await writer.press('Shift+Tab');
  await expect(settings.page.getByRole('button', { name: 'Reset: Show who wrote what' })).toBeFocused();
  await writer.press('Enter');
  await expect(settings.switch('Show who wrote what')).toBeFocused();
  await expect(settings.switch('Show who wrote what')).toBeChecked();
  await settings.page.getByRole('tab', { name: 'Appearance' }).focus();
  await writer.press('ArrowDown');
  await expect(settings.page.getByRole('heading', { name: 'Text' })).toBeVisible();
  await settings.leave();
});

test('another window follows a change at once', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const opened = writer.app.waitForEvent('window');
  await writer.page.getByRole('button', { name: 'New grove' }).click();
  const other = await opened;
  await expect(other.getByRole('textbox', { name: 'Manuscript' })).toBeVisible();
  const settings = await Settings.open(writer);
  await settings.choose('Theme', 'Dark');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the panes and the selected tab are restored', async ({ desk }) => {
  let writer = await desk.open('story.aspen');
  const pane = (name: string) => writer.page.getByRole('complementary', { name });
  await writer.page.getByRole('button', { name: 'Show the grove' }).click();
  await writer.page.getByRole('tab', { name: 'Passage' }).click();
  await expect(pane('Grove')).toBeHidden();
  await writer.close();
  writer = await desk.open('story.aspen');
  await expect(pane('Inspector')).toBeVisible();
  await expect(pane('Grove')).toBeHidden();
  await expect(writer.page.getByRole('tab', { name: 'Passage' })).toHaveAttribute('aria-selected', 'true');
});

test('a narrow window hides the panes and restores them when widened', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const grove = writer.page.getByRole('complementary', { name: 'Grove' });
  const resize = (width: number) =>
    writer.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setSize(to, 700), width);
  await expect(grove).toBeVisible();
  await resize(600);
  await expect(grove).toBeHidden();
  await resize(1200);
  await expect(grove).toBeVisible();
  await expect(writer.page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
});

test('focus mode shows only the text and the session’s progress', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const settings = await Settings.open(writer, 'Writing');
  await settings.exact('Words per session').fill('10');
  await settings.leave();
  await writer.type('Three words more.');
  await writer.press('Control+Shift+F11');
  await expect(writer.page.getByRole('complementary')).toHaveCount(0);
  await writer.waitUntilSaved();
  await expect(writer.status).toHaveText('3 of 10 this sessionSaved');
  await writer.press('Control+Shift+F11');
  await expect(writer.page.getByRole('complementary')).toHaveCount(2);
});

test('a selection’s words are counted against the whole text', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Once upon a time there was a tower.');
  await writer.press('Home');
  for (let i = 0; i < 2; i++) await writer.press('Control+Shift+ArrowRight');
  await expect(writer.status).toContainText('2 of 8 words');
  await writer.press('ArrowLeft');
  await expect(writer.status).toContainText('8 words');
});

test('a changed paragraph is marked until it is saved', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  await writer.press('Control+s');
  await expect(writer.status).toHaveText(/^you3 words/);
  await writer.press('Home');
  await writer.page.keyboard.type('Now ');
  const line = writer.manuscript.locator('.cm-line:has([data-pending])');
  await expect(line).toHaveCount(1);
  await expect(line).toHaveCSS('background-image', /^linear-gradient\(/);
  await expect(line).toHaveCSS('background-size', /^1px /);
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(info.outputPath(`pending-${colorScheme}.png`));
  }
  await writer.press('Control+s');
  await expect(line).toHaveCount(0);
});

test('a button’s tooltip shows its key and does not consume Escape', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.page.getByRole('button', { name: 'Show the inspector' }).hover();
  const hint = writer.page.getByText('Inspector (Ctrl+\\)', { exact: true });
  await expect(hint).toBeVisible();
  await writer.screenshot(info.outputPath('hint.png'));
  const settings = await Settings.open(writer);
  await settings.page.getByRole('button', { name: 'Close the settings' }).hover();
  await expect(writer.page.getByText('Back to the text (Esc)')).toBeVisible();
  await settings.leave();
});

test('every setting can be reached at 200 % in a small window', async ({ desk }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setSize(900, 600);
    window?.webContents.setZoomFactor(2);
  });
  const settings = await Settings.open(writer, 'Text');
  for (const name of [
    'Size',
    'Line length',
    'Line spacing',
    'Space between paragraphs',
    'First-line indent',
  ]) {
    const field = settings.exact(name);
    await field.focus();
    await expect(field).toBeInViewport({ ratio: 1 });
    expect(await isOnTop(field)).toBe(true);
  }
  await writer.screenshot(info.outputPath('Text-at-200.png'));
});

test('uncommitted text survives broken or missing settings', { tag: '@isolated' }, async ({ desk }) => {
  let writer = await desk.open('story.aspen');
  await writer.type('Not a node yet.');
  await writer.close();
  writeFileSync(join(desk.dataFolder, 'settings.json'), '{ "preferences": { broken');
  writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toContainText('Not a node yet.');
  await writer.close();
  rmSync(join(desk.dataFolder, 'settings.json'));
  writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toContainText('Not a node yet.');
});
