import type { Locator } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect, openSection, setUp, test } from './services.ts';
import type { Writer } from './writer.ts';

/** Agents, presets and usage, in the real app (`generation.md`, *Agents and providers*). */

async function show(page: Locator, section: string): Promise<void> {
  await page.getByRole('tab', { name: section }).click();
  await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible();
}

async function makeAgent(page: Locator, model: string): Promise<void> {
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('combobox', { name: 'Model' }).fill(model);
  await page.getByRole('combobox', { name: 'Model' }).press('Tab');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(model);
}

function bar(writer: Writer): Locator {
  return writer.page.getByRole('button', { name: /continuations? of about/ });
}

async function leave(writer: Writer): Promise<void> {
  await writer.press('Escape');
  await expect(writer.manuscript).toBeFocused();
}

test('an agent is created from a listed model, and its settings are sent', async ({ desk, wire }, info) => {
  let writer = await desk.open('story.aspen');
  let page = await openSection(writer, 'Providers');
  await setUp(page, wire);
  await show(page, 'Agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  const model = page.getByRole('combobox', { name: 'Model' });
  await model.click();
  await expect(writer.page.getByRole('option', { name: /base-1/ })).toBeVisible();
  await writer.screenshot(info.outputPath('models.png'));
  await writer.press('ArrowDown', 'Enter');
  await expect(model).toHaveValue('base-1');
  await page.getByRole('button', { name: 'Create agent' }).click();

  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Llama');
  await name.press('Tab');
  await page.getByRole('radio', { name: 'teal' }).click();
  await page.getByRole('radio', { name: 'Continue the text' }).click();
  await page.getByRole('switch', { name: 'Set temperature here' }).click();
  await page.getByRole('textbox', { name: 'Temperature' }).fill('1.35');
  await page.getByRole('switch', { name: 'Set top-k here' }).click();
  await page.getByRole('textbox', { name: 'Stop sequences' }).fill('\\n\\n');
  await page.getByRole('textbox', { name: 'Seed' }).fill('7');
  await page.getByRole('textbox', { name: 'Additional fields' }).fill('{ "mirostat": 2 }');
  await page.getByText('Looks around in the story', { exact: true }).click();
  await page.getByRole('button', { name: /^Limits of a turn/ }).click();
  const calls = page.getByRole('textbox', { name: 'Calls to its model' });
  await calls.fill('51');
  await expect(calls).toHaveAccessibleDescription('Between 1 and 50.');
  await calls.fill('8');
  await calls.press('Tab');
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await name.scrollIntoViewIfNeeded();
    await writer.screenshot(info.outputPath(`agent-${colorScheme}.png`));
    await calls.scrollIntoViewIfNeeded();
    await writer.screenshot(info.outputPath(`access-${colorScheme}.png`));
    await page.getByRole('textbox', { name: 'Temperature' }).scrollIntoViewIfNeeded();
    await writer.screenshot(info.outputPath(`parameters-${colorScheme}.png`));
  }
  await leave(writer);

  await bar(writer).click();
  await writer.page.getByRole('checkbox', { name: 'Llama' }).click();
  await writer.page.getByRole('checkbox', { name: 'Offline' }).click();
  await writer.page.getByRole('textbox', { name: 'How many' }).fill('1');
  await writer.press('Escape');
  await writer.manuscript.click();
  await writer.type('Once');
  await writer.press('Control+Enter');
  await expect(writer.manuscript).toContainText('wire 1.35');
  await writer.waitUntilSaved();
  const sent = wire.asked.findLast(({ json }) => json.stream === true)?.json;
  expect(sent).toMatchObject({
    model: 'base-1',
    temperature: 1.35,
    top_k: 40,
    seed: 7,
    mirostat: 2,
    stop: ['\n\n'],
  });
  expect(sent).not.toHaveProperty('top_p');

  await writer.close();
  writer = await desk.open('story.aspen');
  await expect(bar(writer)).toHaveText('Llama · 1 continuation of about 40 words');
  page = await openSection(writer, 'Agents');
  await page.getByRole('button', { name: /^Llama.*acts in the loom/ }).click();
  await expect(page.getByRole('radio', { name: 'Looks around in the story' })).toBeChecked();
  const reading = page.getByRole('radiogroup', { name: 'Read and move' });
  await expect(reading.getByRole('radio', { name: 'Allow' })).toBeChecked();
  await page.getByRole('button', { name: /^Limits of a turn/ }).click();
  await expect(page.getByRole('textbox', { name: 'Calls to its model' })).toHaveValue('8');
  await expect(page.getByRole('textbox', { name: 'Temperature' })).toHaveValue('1.35');
  await expect(page.getByRole('radio', { name: 'teal' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Context length' })).toHaveValue('8192');
});

test('an agent is duplicated, archived and restored by keyboard alone', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await expect(writer.manuscript).toBeFocused();
  await writer.press('Control+,');
  const page = writer.page.getByRole('main', { name: 'Settings' });
  await expect(page.getByRole('tab', { name: 'Appearance' })).toBeFocused();
  for (let i = 0; i < 4; i++) await writer.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'Agents', level: 2 })).toBeVisible();
  await writer.press('Tab', 'Enter');
  await page.getByRole('button', { name: 'Duplicate Offline' }).focus();
  await writer.press('Enter');
  const copy = page.getByRole('button', { name: /^Offline 2/ });
  await expect(copy).toBeFocused();
  await page.getByRole('button', { name: 'Put away Offline 2' }).focus();
  await writer.press('Enter');
  const back = page.getByRole('button', { name: 'Bring back Offline 2' });
  await expect(back).toBeFocused();
  await writer.press('Enter');
  await expect(copy).toBeFocused();
  await leave(writer);
});

test('several agents generate at once, and the tree remembers them', async ({ desk, wire }, info) => {
  let writer = await desk.open('story.aspen');
  const page = await openSection(writer, 'Providers');
  await setUp(page, wire);
  await show(page, 'Agents');
  await makeAgent(page, 'base-2');
  await leave(writer);
  await bar(writer).click();
  await writer.page.getByRole('checkbox', { name: 'base-2' }).click();
  await writer.page.getByRole('textbox', { name: 'How many from each' }).fill('2');
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(info.outputPath(`bar-${colorScheme}.png`));
  }
  await writer.press('Escape');
  await writer.manuscript.click();
  await writer.type('Once');
  await writer.press('Control+Enter');
  await expect(writer.continuations.getByRole('option')).toHaveCount(4);
  await writer.waitForContinuations(4);
  await expect(writer.continuations).toContainText('base-2');
  await expect(writer.continuations).toContainText('Offline');
  await writer.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(900, 600));
  await expect(bar(writer)).toBeInViewport({ ratio: 1 });
  await writer.screenshot(info.outputPath('bar-900.png'));
  await writer.close();
  writer = await desk.reopen('story.aspen');
  await expect(bar(writer)).toHaveText('Offline and base-2 · 2 continuations of about 40 words from each');
  expect(writer.complaints).toEqual([]);
});

test('a preset is chosen by its key, sent, and turned off again', async ({ desk, wire }, info) => {
  const writer = await desk.open('story.aspen');
  const page = await openSection(writer, 'Providers');
  await setUp(page, wire);
  await show(page, 'Agents');
  await makeAgent(page, 'base-2');
  await show(page, 'Presets');
  await page.getByRole('button', { name: 'New preset' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Wild');
  await name.press('Enter');
  await page.getByRole('combobox', { name: 'Key' }).selectOption('F2');
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('base-2');
  await page.getByRole('switch', { name: 'Set how many here' }).click();
  await page.getByRole('textbox', { name: 'How many' }).fill('1');
  await page.getByRole('switch', { name: 'Set temperature here' }).click();
  await page.getByRole('textbox', { name: 'Temperature' }).fill('1.7');
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await name.scrollIntoViewIfNeeded();
    await writer.screenshot(info.outputPath(`preset-${colorScheme}.png`));
  }
  await leave(writer);
  await writer.type('Once');
  await writer.press('F2');
  await expect(bar(writer)).toHaveText('Wild · base-2 · 1 continuation of about 40 words');
  await writer.press('Control+Enter');
  await expect(writer.manuscript).toContainText('wire 1.7');
  await writer.waitUntilSaved();
  await bar(writer).click();
  await writer.screenshot(info.outputPath('preset-in-bar.png'));
  await writer.page.getByRole('combobox', { name: 'Preset' }).selectOption('None');
  await writer.press('Escape');
  await writer.manuscript.click();
  await writer.press('Control+End', 'Control+Enter');
  await expect(writer.manuscript).toContainText('wire own');
  expect(writer.complaints).toEqual([]);
});

test('usage is shown by day, tree and agent', async ({ desk, wire }, info) => {
  const writer = await desk.open('story.aspen');
  const page = await openSection(writer, 'Usage');
  await expect(page.getByText('This grove has no continuations yet.')).toBeVisible();
  await show(page, 'Providers');
  await setUp(page, wire);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('It streams.')).toBeVisible();
  await show(page, 'Agents');
  await makeAgent(page, 'base-1');
  await leave(writer);
  await writer.type('Once');
  await bar(writer).click();
  await writer.page.getByRole('checkbox', { name: 'base-1' }).click();
  await writer.page.getByRole('textbox', { name: 'How many from each' }).fill('2');
  await writer.press('Escape');
  await writer.manuscript.click();
  await writer.press('Control+Enter');
  await writer.waitForContinuations(4);
  await openSection(writer, 'Usage');
  const table = page.getByRole('table', { name: 'Usage by day' });
  await expect(table).toContainText('24');
  await page.getByRole('radio', { name: 'Agent' }).click();
  const row = page.getByRole('row', { name: /base-1/ });
  await expect(row.getByRole('cell')).toHaveText(['2', '24', '12', '$0.000024']);
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    expect(await axeViolations(writer)).toEqual([]);
    await writer.screenshot(info.outputPath(`usage-${colorScheme}.png`));
  }
});

test('leaving the settings with Escape keeps typed input; Escape in a list closes only the list', async ({
  desk,
  wire,
}) => {
  const writer = await desk.open('story.aspen');
  let page = await openSection(writer, 'Providers');
  await setUp(page, wire);
  await show(page, 'Agents');
  await makeAgent(page, 'base-2');
  const model = page.getByRole('combobox', { name: 'Model' });
  await model.click();
  await expect(writer.page.getByRole('option', { name: /base-1/ })).toBeVisible();
  await writer.press('Escape');
  await expect(writer.page.getByRole('option', { name: /base-1/ })).toBeHidden();
  await expect(page).toBeVisible();
  await page.getByRole('textbox', { name: 'System prompt' }).fill('You are terse.');
  await leave(writer);
  await writer.waitUntilSaved();
  page = await openSection(writer, 'Agents');
  await page.getByRole('button', { name: /^base-2/ }).click();
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('You are terse.');
});

test('the sections are readable and usable at 200 % in a small window', async ({ desk, wire }, info) => {
  const writer = await desk.open('story.aspen');
  await writer.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setSize(900, 600);
    window?.webContents.setZoomFactor(2);
  });
  const page = await openSection(writer, 'Providers');
  await setUp(page, wire);
  await show(page, 'Agents');
  await page.getByRole('button', { name: /^Offline/ }).click();
  const check = async (section: string, picture = section) => {
    await writer.screenshot(info.outputPath(`${picture}-at-200.png`));
    const isCutOff = await page
      .getByRole('tabpanel', { name: section })
      .evaluate((panel) => panel.scrollWidth > panel.clientWidth || panel.clientHeight < 150);
    expect(isCutOff, section).toBe(false);
    await expect(page.getByRole('tab', { name: section })).toBeInViewport({ ratio: 0.9 });
  };
  for (const section of ['Providers', 'Agents', 'Presets', 'Usage']) {
    await show(page, section);
    await check(section);
  }
  await show(page, 'Agents');
  await makeAgent(page, 'base-1');
  await page.getByRole('radio', { name: 'Custom' }).click();
  await page.getByRole('button', { name: /^Limits of a turn/ }).click();
  await expect(page.getByRole('textbox', { name: 'Dollars' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Write', exact: true }).scrollIntoViewIfNeeded();
  await check('Agents', 'access');
});
